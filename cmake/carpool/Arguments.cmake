# Takes the arguments of add_continuous_test() apart.
#
# Not with cmake_parse_arguments(): its lists cannot hold an unbalanced square bracket, it swallows a
# misspelt keyword into the list value before it, and values must arrive whole, whatever they hold.

# Global properties, since functions may be called where this file's variables are out of sight.
set_property(GLOBAL PROPERTY _CARPOOL_FLAG_KEYWORDS NO_PRETTY_TYPES NO_PRETTY_VALUES)
set_property(GLOBAL PROPERTY _CARPOOL_VALUE_KEYWORDS
  BATCH DISCOVERY_MODE DISCOVERY_TIMEOUT FRAMEWORK GRANULARITY ISOLATION MIN_PROCESSORS PEER_GRACE RECYCLE_AFTER RETRIES REUSE
  STARTUP_TIMEOUT TEST_LIST TEST_PREFIX TEST_SUFFIX TEST_TIMEOUT WORKERS WORKING_DIRECTORY WORLD_SIZE
  XML_OUTPUT_DIR
)
set_property(GLOBAL PROPERTY _CARPOOL_LIST_KEYWORDS
  DISCOVERY_EXTRA_ARGS EXTRA_ARGS ISOLATE LAUNCHER LINK_LIBRARIES MIN_DEVICES PROPERTIES SOURCES TEST_FILTER
)

# _carpool_fail(<what> <mend>): stops with the call's name, what is wrong with it and what to do. Reads
# `call`, the call's first argument.
function(_carpool_fail what mend)
  message(FATAL_ERROR "add_continuous_test(${call}): ${what}\n  ${mend}")
endfunction()

# _carpool_parse_arguments(<count>): reads argument_1 to argument_<count - 1> of the caller and sets there
#   given_<KEYWORD>                       whether it was given
#   value_<KEYWORD>                       of a keyword with one value
#   list_<KEYWORD>_count, list_<KEYWORD>_<i>  of a keyword with many, from 0 on
function(_carpool_parse_arguments count)
  get_property(flags GLOBAL PROPERTY _CARPOOL_FLAG_KEYWORDS)
  get_property(singles GLOBAL PROPERTY _CARPOOL_VALUE_KEYWORDS)
  get_property(lists GLOBAL PROPERTY _CARPOOL_LIST_KEYWORDS)
  foreach(keyword IN LISTS flags singles lists)
    set(given_${keyword} FALSE PARENT_SCOPE)
    set(value_${keyword} "" PARENT_SCOPE)
    set(seen_${keyword} FALSE)
    set(taken_${keyword} 0)
  endforeach()
  set(current "")
  set(index 1)
  while(index LESS count)
    set(argument "${argument_${index}}")
    math(EXPR index "${index} + 1")
    if(argument IN_LIST flags OR argument IN_LIST singles OR argument IN_LIST lists)
      _carpool_check_has_value("${current}" "${taken_${current}}")
      if(seen_${argument} AND NOT argument IN_LIST lists)
        _carpool_fail("${argument} is given twice." "Give it once.")
      endif()
      set(seen_${argument} TRUE)
      set(given_${argument} TRUE PARENT_SCOPE)
      set(current "${argument}")
      if(argument IN_LIST flags)
        set(current "")
      endif()
    elseif(current IN_LIST lists)
      _carpool_check_is_for_the_list("${current}" "${taken_${current}}" "${argument}")
      set(list_${current}_${taken_${current}} "${argument}" PARENT_SCOPE)
      math(EXPR taken_${current} "${taken_${current}} + 1")
    elseif(current IN_LIST singles)
      set(value_${current} "${argument}" PARENT_SCOPE)
      set(taken_${current} 1)
      set(current "")
    else()
      _carpool_fail_unknown("${argument}")
    endif()
  endwhile()
  _carpool_check_has_value("${current}" "${taken_${current}}")
  foreach(keyword IN LISTS lists)
    set(list_${keyword}_count ${taken_${keyword}} PARENT_SCOPE)
  endforeach()
endfunction()

# Nothing where `keyword` is empty: no keyword is waiting for a value.
function(_carpool_check_has_value keyword taken)
  if(NOT keyword STREQUAL "" AND taken EQUAL 0)
    _carpool_fail("${keyword} has no value."
      "Give it one, or leave the keyword out (a variable without quotes gives nothing where it is empty)."
    )
  endif()
endfunction()

# All keywords together.
function(_carpool_keywords result)
  get_property(flags GLOBAL PROPERTY _CARPOOL_FLAG_KEYWORDS)
  get_property(singles GLOBAL PROPERTY _CARPOOL_VALUE_KEYWORDS)
  get_property(lists GLOBAL PROPERTY _CARPOOL_LIST_KEYWORDS)
  set(${result} ${flags} ${singles} ${lists} PARENT_SCOPE)
endfunction()

function(_carpool_fail_unknown argument)
  _carpool_mend_for_property("${argument}" mend)
  if(mend STREQUAL "")
    _carpool_similar_keywords("${argument}" similar)
    list(JOIN similar " or " choices)
    set(mend "Did you mean ${choices}?")
  endif()
  if(mend STREQUAL "Did you mean ?")
    _carpool_keywords(keywords)
    list(SORT keywords)
    list(REMOVE_ITEM keywords XML_OUTPUT_DIR)
    list(JOIN keywords " " keywords)
    set(mend "Keywords are: ${keywords}.")
  endif()
  _carpool_fail("unknown argument \"${argument}\"." "${mend}")
endfunction()

# What to write instead of a property of tests that stands where a keyword should; nothing for any other word.
function(_carpool_mend_for_property word result)
  get_property(properties GLOBAL PROPERTY _CARPOOL_TEST_PROPERTIES)
  set(mend "")
  string(TOUPPER "${word}" word)
  if(word STREQUAL "TIMEOUT")
    set(mend "Write TEST_TIMEOUT <seconds> or PROPERTIES TIMEOUT <seconds>: both are the limit of one method.")
  elseif(word IN_LIST properties)
    set(mend "That is a property of the entries: write PROPERTIES ${word} <value>.")
  endif()
  set(${result} "${mend}" PARENT_SCOPE)
endfunction()

# The keywords that may have been meant by `word`: the one that is a slip away, else all that have it as one of their
# words (FILTER, TEST_FILTER), else the one that is two slips away.
function(_carpool_similar_keywords word result)
  _carpool_nearest_keyword("${word}" similar)
  string(TOUPPER "${word}" word)
  string(LENGTH "${word}" length)
  if(NOT similar AND word MATCHES "^[A-Z_]+$" AND length GREATER 3)
    _carpool_keywords(keywords)
    set(similar ${keywords})
    list(FILTER similar INCLUDE REGEX "(^|_)${word}(_|$)")
    list(REMOVE_ITEM similar XML_OUTPUT_DIR)
    if(NOT similar AND length GREATER 5)
      _carpool_shortened("${word}" shorter_words)
      foreach(shorter IN LISTS shorter_words)
        _carpool_nearest_keyword("${shorter}" similar)
        if(similar)
          break()
        endif()
      endforeach()
    endif()
  endif()
  set(${result} "${similar}" PARENT_SCOPE)
endfunction()

# A misspelt keyword must not vanish into the list before it, nor a property whose PROPERTIES was forgotten. Short words are
# left alone, since they are close to too many others (BATCH and MATCH), and so is every second value of PROPERTIES, which is
# no name. What is handed to programs may well be called like a property.
function(_carpool_check_is_for_the_list list position argument)
  math(EXPR is_odd "${position} % 2")
  if(NOT argument MATCHES "^[A-Z_][A-Z_][A-Z_][A-Z_][A-Z_][A-Z_]+$" OR (list STREQUAL "PROPERTIES" AND is_odd))
    return()
  endif()
  if(NOT list MATCHES "^(PROPERTIES|LAUNCHER|(DISCOVERY_)?EXTRA_ARGS)$")
    _carpool_mend_for_property("${argument}" mend)
    if(NOT mend STREQUAL "")
      _carpool_fail("\"${argument}\" among the values of ${list} is the name of a property."
        "${mend} If it is meant as a value, write it as \"$<1:${argument}>\"."
      )
    endif()
  endif()
  _carpool_nearest_keyword("${argument}" keyword)
  if(keyword)
    _carpool_fail("\"${argument}\" among the values of ${list} looks like a misspelt ${keyword}."
      "Correct it. If it is meant as a value, write it as \"$<1:${argument}>\"."
    )
  endif()
endfunction()

# Sets `result` to the keyword that is one slip away from `word`, or to nothing.
function(_carpool_nearest_keyword word result)
  string(TOUPPER "${word}" word)
  string(REGEX REPLACE "RYS?$" "RIES" word "${word}")
  _carpool_keywords(keywords)
  _carpool_nearest_of("${word}" nearest ${keywords})
  set(${result} "${nearest}" PARENT_SCOPE)
endfunction()

# Sets `result` to the one of the words behind it that is a slip away from `word` (a letter too many, too few, wrong, or two
# changed over), or to nothing. All in capitals.
function(_carpool_nearest_of word result)
  set(${result} "" PARENT_SCOPE)
  if(NOT word MATCHES "^[A-Z_]+$")
    return()
  endif()
  _carpool_shortened("${word}" shorter_words)
  foreach(keyword IN LISTS ARGN)
    _carpool_shortened("${keyword}" shorter_keywords)
    set(near ${shorter_words})
    list(APPEND near "${word}")
    foreach(candidate IN LISTS shorter_keywords ITEMS "${keyword}")
      if(candidate IN_LIST near)
        set(${result} "${keyword}" PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
endfunction()

# All words that are `word` without one of its letters.
function(_carpool_shortened word result)
  set(words "")
  string(LENGTH "${word}" length)
  math(EXPR last "${length} - 1")
  foreach(at RANGE ${last})
    math(EXPR after "${at} + 1")
    string(SUBSTRING "${word}" 0 ${at} head)
    string(SUBSTRING "${word}" ${after} -1 tail)
    list(APPEND words "${head}${tail}")
  endforeach()
  set(${result} "${words}" PARENT_SCOPE)
endfunction()
