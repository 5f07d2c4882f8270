#include "broker/seating.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

SeatWish wish(const std::string& class_name, int most = 1) {
  return {.workers = "w", .class_name = class_name, .most = most, .test_class = class_name};
}

SeatState seat(const std::string& class_name, bool busy, std::uint64_t last_used = 1) {
  return {.workers = "w",
          .class_name = class_name,
          .busy = busy,
          .last_used = last_used,
          .test_class = class_name};
}

bool starts(const Seating& seating) { return std::holds_alternative<StartSeat>(seating); }
bool waits(const Seating& seating) { return std::holds_alternative<WaitForSeat>(seating); }
std::vector<std::size_t> given_up(const Seating& seating) {
  const auto* first = std::get_if<GiveUpFirst>(&seating);
  return first ? first->seats : std::vector<std::size_t>{};
}
std::size_t taken(const Seating& seating) {
  const auto* seat = std::get_if<TakeSeat>(&seating);
  return seat ? seat->seat : 99;
}

TEST(SeatFor, TakesTheIdleWorkerOfTheClass) {
  EXPECT_EQ(taken(seat_for(wish("A"), {seat("B", false), seat("A", false)})), 1u);
}

TEST(SeatFor, StartsAWorkerForANewClass) {
  EXPECT_TRUE(starts(seat_for(wish("A"), {})));
  EXPECT_TRUE(starts(seat_for(wish("A"), {seat("B", true)})));
  EXPECT_TRUE(starts(seat_for(wish("A"), {seat("B", false)})));
}

TEST(SeatFor, WaitsWhereTheClassHasAllTheWorkersItMay) {
  EXPECT_TRUE(waits(seat_for(wish("A"), {seat("A", true)})));
  EXPECT_TRUE(starts(seat_for(wish("A", 2), {seat("A", true)})));
  EXPECT_TRUE(waits(seat_for(wish("A", 2), {seat("A", true), seat("A", true)})));
  EXPECT_EQ(taken(seat_for(wish("A", 2), {seat("A", true), seat("A", false)})), 1u);
}

TEST(SeatFor, NeverMixesWorkersOfAnotherKind) {
  SeatState other = seat("B", false);
  other.workers = "another environment";
  EXPECT_TRUE(starts(seat_for(wish("A"), {other})));
  SeatWish moving = wish("A");
  moving.may_move = true;
  EXPECT_TRUE(starts(seat_for(moving, {other})));
}

TEST(SeatFor, MovesTheWorkerThatWasUsedLeastLately) {
  SeatWish moving = wish("A");
  moving.may_move = true;
  const std::vector<SeatState> seats{seat("B", false, 7), seat("C", false, 3), seat("D", true, 1)};
  EXPECT_EQ(taken(seat_for(moving, seats)), 1u);
  EXPECT_TRUE(starts(seat_for(wish("A"), seats)));
}

TEST(SeatFor, GivesThoseWhoWantToBeAloneAWorkerOfTheirOwn) {
  SeatWish alone = wish("A");
  alone.alone = true;
  EXPECT_TRUE(starts(seat_for(alone, {seat("A", true)})));
  SeatState lone = seat("A", true);
  lone.alone = true;
  EXPECT_TRUE(starts(seat_for(alone, {lone})));
  EXPECT_TRUE(starts(seat_for(wish("A"), {lone})));
}

TEST(SeatFor, LetsNobodyDisturbAnAccountThatBeginsAnew) {
  SeatWish again = wish("A", 3);
  again.undisturbed = true;
  SeatState elsewhere = seat("A", true);
  elsewhere.workers = "another environment";
  EXPECT_TRUE(waits(seat_for(again, {seat("A", true)})));
  EXPECT_TRUE(waits(seat_for(again, {elsewhere})));
  EXPECT_EQ(taken(seat_for(again, {seat("A", false), seat("B", true)})), 0u);
}

TEST(SeatFor, LeavesNoIdleWorkerOfTheClassBesideOneOfAnotherKind) {
  SeatWish alone = wish("A");
  alone.alone = true;
  EXPECT_EQ(given_up(seat_for(alone, {seat("B", false), seat("A", false)})),
            std::vector<std::size_t>{1});
  SeatState other = seat("A", false);
  other.workers = "another environment";
  EXPECT_EQ(given_up(seat_for(wish("A"), {other})), std::vector<std::size_t>{0});
  EXPECT_TRUE(starts(seat_for(wish("A", 2), {other})));
  EXPECT_EQ(given_up(seat_for(wish("A", 2), {other, other})), std::vector<std::size_t>{0});
  other.busy = other.leaves = true;
  EXPECT_TRUE(waits(seat_for(alone, {other})));
}

TEST(SeatFor, PassesOverTheSeatOfAMethodThatHadAProcessOfItsOwn) {
  SeatState lone = seat("A", false);
  lone.alone = true;
  EXPECT_TRUE(starts(seat_for(wish("A"), {lone})));
  SeatWish alone = wish("A");
  alone.alone = true;
  EXPECT_EQ(taken(seat_for(alone, {lone})), 0u);
  EXPECT_EQ(given_up(seat_for(alone, {lone, seat("A", false)})), std::vector<std::size_t>{1});
}

TEST(SeatFor, GivesUpIdleWorkersThatMayHoldTheSameLock) {
  SeatState holder = seat("B", false);
  holder.locks = {"table"};
  SeatWish locking = wish("A");
  locking.locks = {"chair", "table"};
  EXPECT_EQ(given_up(seat_for(locking, {seat("C", false), holder})), std::vector<std::size_t>{1});
  EXPECT_EQ(given_up(seat_for(locking, {seat("A", false), holder})), std::vector<std::size_t>{1});
  EXPECT_TRUE(starts(seat_for(wish("A"), {holder})));
  locking.test_class = "B";  // its own class is no stranger
  locking.class_name = "B";
  EXPECT_EQ(taken(seat_for(locking, {holder})), 0u);
}

TEST(SeatFor, WaitsForThoseThatAreOnTheirWayOut) {
  SeatState holder = seat("B", true);
  holder.locks = {"table"};
  SeatWish locking = wish("A");
  locking.locks = {"table"};
  EXPECT_TRUE(starts(seat_for(locking, {holder})));  // runs a method: CTest wants them both
  holder.leaves = true;
  EXPECT_TRUE(waits(seat_for(locking, {holder})));
}

TEST(SeatFor, CountsTheClassThatAMovedWorkerIsStillTearingDown) {
  SeatState moving = seat("B", true);
  moving.parts_from = SeatState::Left{"A", "A", {"disk"}};
  SeatWish anew = wish("A", 2);
  EXPECT_TRUE(starts(seat_for(anew, {moving})));
  EXPECT_TRUE(waits(seat_for(wish("A"), {moving})));
  anew.undisturbed = true;
  EXPECT_TRUE(waits(seat_for(anew, {moving})));
  SeatWish last = wish("A", 2);
  last.ends_class = true;
  EXPECT_TRUE(waits(seat_for(last, {moving})));
  SeatWish sharing = wish("C");
  EXPECT_TRUE(starts(seat_for(sharing, {moving})));
  sharing.locks = {"disk"};
  EXPECT_TRUE(waits(seat_for(sharing, {moving})));
  moving.parts_from.reset();
  EXPECT_TRUE(starts(seat_for(sharing, {moving})));
  EXPECT_TRUE(starts(seat_for(anew, {moving})));
}

TEST(SeatFor, GivesUpAllOtherIdleWorkersForWhoMustRunSerially) {
  SeatWish serial = wish("A");
  serial.run_serial = true;
  EXPECT_EQ(given_up(seat_for(serial, {seat("B", false), seat("A", false), seat("C", false)})),
            (std::vector<std::size_t>{0, 2}));
}

TEST(SeatFor, EndsTheWholeClassWithTheLastThatOthersWaitFor) {
  SeatWish last = wish("A", 3);
  last.ends_class = true;
  EXPECT_EQ(given_up(seat_for(last, {seat("A", false, 2), seat("A", false, 1), seat("B", false)})),
            std::vector<std::size_t>{0});
}

TEST(SeatFor, StartsNothingBesideIdleWorkersWhileItIsUnknownWhatTheyHold) {
  SeatWish unknown = wish("A");
  unknown.knows_its_entry = false;
  EXPECT_TRUE(starts(seat_for(unknown, {})));
  EXPECT_TRUE(starts(seat_for(unknown, {seat("B", true)})));
  EXPECT_TRUE(waits(seat_for(unknown, {seat("B", false)})));
  EXPECT_EQ(taken(seat_for(unknown, {seat("A", false)})), 0u);
}

TEST(SeatsToGiveUp, AreThoseNotUsedForTheLongest) {
  std::vector<SeatState> seats{seat("A", false, 5), seat("B", true, 1), seat("C", false, 2),
                               seat("D", false, 9)};
  EXPECT_EQ(seats_to_give_up(seats, 3), std::vector<std::size_t>{});
  EXPECT_EQ(seats_to_give_up(seats, 2), (std::vector<std::size_t>{2}));
  EXPECT_EQ(seats_to_give_up(seats, 0), (std::vector<std::size_t>{2, 0}));
  seats[0].processes = 4;
  EXPECT_EQ(seats_to_give_up(seats, 6), std::vector<std::size_t>{});
  EXPECT_EQ(seats_to_give_up(seats, 5), (std::vector<std::size_t>{2}));
  EXPECT_EQ(seats_to_give_up(seats, 4), (std::vector<std::size_t>{2, 0}));
}

TEST(NextInLine, IsTheFirstForWhomThereIsASeat) {
  const std::vector<SeatState> seats{seat("A", true)};
  EXPECT_EQ(next_in_line({wish("A"), wish("B")}, seats), 1u);
  EXPECT_EQ(next_in_line({wish("A"), wish("A")}, seats), std::nullopt);
}

TEST(NextInLine, OvertakesNobodyOfItsOwnClass) {
  SeatWish again = wish("A", 2);
  again.undisturbed = true;
  EXPECT_EQ(next_in_line({again, wish("A", 2)}, {seat("A", true)}), std::nullopt);
}

}  // namespace
}  // namespace carpool
