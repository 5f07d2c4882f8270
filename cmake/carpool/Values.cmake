# Checks the values of add_continuous_test()'s options and turns them into what the manifest wants. All read the
# variables that _carpool_parse_arguments() left, set `result` in their caller, and fail by _carpool_fail().

# The value as given, or `default`.
function(_carpool_value keyword default result)
  if(given_${keyword})
    set(${result} "${value_${keyword}}" PARENT_SCOPE)
  else()
    set(${result} "${default}" PARENT_SCOPE)
  endif()
endfunction()

# A whole number of at least `least`.
function(_carpool_whole_number keyword default least result)
  _carpool_value(${keyword} "${default}" value)
  if(given_${keyword} AND (NOT value MATCHES "^[0-9]+$" OR value MATCHES "^.........." OR value LESS least))
    _carpool_fail("${keyword} is \"${value}\"." "Give a whole number of at least ${least}.")
  endif()
  if(NOT value STREQUAL "")
    math(EXPR value "${value}")
  endif()
  set(${result} "${value}" PARENT_SCOPE)
endfunction()

# Fails where the number is greater: the manifest's schema has these bounds.
function(_carpool_at_most keyword value most)
  if(value GREATER most)
    _carpool_fail("${keyword} is \"${value}\"." "Give a whole number of at most ${most}.")
  endif()
endfunction()

# Seconds, with a fraction where wanted, as milliseconds. `name` is for the message.
function(_carpool_milliseconds name seconds result)
  if(NOT seconds MATCHES "[0-9]" OR NOT seconds MATCHES "^([0-9]*)(\\.([0-9]*))?$")
    _carpool_fail("${name} is \"${seconds}\"." "Give a number of seconds, such as 30 or 0.5.")
  endif()
  string(SUBSTRING "${CMAKE_MATCH_3}000" 0 3 fraction)
  string(REGEX MATCH "([1-9][0-9]*|0)$" whole "0${CMAKE_MATCH_1}")
  string(REGEX MATCH "([1-9][0-9]*|0)$" fraction "${fraction}")
  string(LENGTH "${whole}" digits)
  if(digits GREATER 6)
    _carpool_fail("${name} is \"${seconds}\"." "Give less than 1000000 seconds, which are 11 days.")
  endif()
  math(EXPR milliseconds "${whole} * 1000 + ${fraction}")
  set(${result} ${milliseconds} PARENT_SCOPE)
endfunction()

# As above, more than 0.
function(_carpool_positive_milliseconds name seconds result)
  _carpool_milliseconds(${name} "${seconds}" milliseconds)
  if(milliseconds EQUAL 0)
    _carpool_fail("${name} is \"${seconds}\"." "Give more than 0 seconds (fractions count down to 0.001).")
  endif()
  set(${result} ${milliseconds} PARENT_SCOPE)
endfunction()

# One of the words given behind `result`; `default` where the keyword was not given. A wrong word that stands in no call
# is named by the variable that it came from.
function(_carpool_choice keyword default result)
  _carpool_value(${keyword} "${default}" value)
  if(NOT value IN_LIST ARGN)
    list(JOIN ARGN " or " choices)
    set(default_of_GRANULARITY CARPOOL_GRANULARITY)
    set(default_of_DISCOVERY_MODE CMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE)
    if(NOT given_${keyword} AND DEFINED default_of_${keyword})
      set(keyword ${default_of_${keyword}})
    endif()
    _carpool_fail("${keyword} is \"${value}\"." "Give ${choices}.")
  endif()
  set(${result} "${value}" PARENT_SCOPE)
endfunction()

# As above; words behind LATER are known, but not to this version.
function(_carpool_choice_so_far keyword default result)
  cmake_parse_arguments(PARSE_ARGV 3 words "" "" "NOW;LATER")
  _carpool_value(${keyword} "${default}" value)
  if(value IN_LIST words_LATER)
    list(JOIN words_NOW " or " choices)
    _carpool_fail("${keyword} is \"${value}\", which this version does not support."
      "This version supports ${keyword} ${choices}."
    )
  endif()
  _carpool_choice(${keyword} "${default}" value ${words_NOW})
  set(${result} "${value}" PARENT_SCOPE)
endfunction()
