#include "journal/timestamp.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

namespace carpool {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

struct Moment {
  std::chrono::year_month_day date;
  std::chrono::hh_mm_ss<milliseconds> time;
};

Moment moment_of(std::int64_t unix_ns) {
  const std::chrono::sys_time<milliseconds> point(floor<milliseconds>(nanoseconds(unix_ns)));
  const auto day = floor<days>(point);
  return {.date = std::chrono::year_month_day(day),
          .time = std::chrono::hh_mm_ss<milliseconds>(point - day)};
}

int year_of(const Moment& moment) { return static_cast<int>(moment.date.year()); }
unsigned month_of(const Moment& moment) { return static_cast<unsigned>(moment.date.month()); }
unsigned day_of(const Moment& moment) { return static_cast<unsigned>(moment.date.day()); }

}  // namespace

std::int64_t unix_time_ns() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<nanoseconds>(now).count();
}

std::string rfc3339(std::int64_t unix_ns) {
  const Moment moment = moment_of(unix_ns);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", year_of(moment),
                     month_of(moment), day_of(moment), moment.time.hours().count(),
                     moment.time.minutes().count(), moment.time.seconds().count(),
                     moment.time.subseconds().count());
}

std::string compact_timestamp(std::int64_t unix_ns) {
  const Moment moment = moment_of(unix_ns);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}.{:02}Z", year_of(moment), month_of(moment),
                     day_of(moment), moment.time.hours().count(), moment.time.minutes().count(),
                     moment.time.seconds().count(), moment.time.subseconds().count() / 10);
}

std::optional<std::int64_t> unix_time_from_rfc3339(std::string_view text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int millisecond = 0;
  int length = 0;
  const std::string terminated(text);
  const int read = std::sscanf(terminated.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d.%3dZ%n", &year, &month,
                               &day, &hour, &minute, &second, &millisecond, &length);
  if (read != 7 || static_cast<std::size_t>(length) != terminated.size()) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!date.ok()) return std::nullopt;
  const auto point = std::chrono::sys_days(date) + std::chrono::hours(hour) +
                     std::chrono::minutes(minute) + std::chrono::seconds(second) +
                     milliseconds(millisecond);
  return std::chrono::duration_cast<nanoseconds>(point.time_since_epoch()).count();
}

}  // namespace carpool
