#include "broker/seating.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

SeatWish wish(const std::string& class_name, int most = 1) {
  return {.workers = "w", .class_name = class_name, .most = most};
}

SeatState seat(const std::string& class_name, bool busy, std::uint64_t last_used = 1) {
  return {.workers = "w", .class_name = class_name, .busy = busy, .last_used = last_used};
}

bool starts(const Seating& seating) { return std::holds_alternative<StartSeat>(seating); }
bool waits(const Seating& seating) { return std::holds_alternative<WaitForSeat>(seating); }
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
  SeatState other = seat("A", false);
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

TEST(SeatsToGiveUp, AreThoseNotUsedForTheLongest) {
  const std::vector<SeatState> seats{seat("A", false, 5), seat("B", true, 1), seat("C", false, 2),
                                     seat("D", false, 9)};
  EXPECT_EQ(seats_to_give_up(seats, 3), std::vector<std::size_t>{});
  EXPECT_EQ(seats_to_give_up(seats, 2), (std::vector<std::size_t>{2}));
  EXPECT_EQ(seats_to_give_up(seats, 0), (std::vector<std::size_t>{2, 0, 3}));
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
