# PROPERTIES of add_continuous_test(): checked, and as JSON. Names and values stay pairs all the way, so that
# list values (LABELS "a;b") arrive whole.

# All that CTest's tests have; others are a project's own.
set_property(GLOBAL PROPERTY _CARPOOL_TEST_PROPERTIES
  ATTACHED_FILES ATTACHED_FILES_ON_FAIL COST DEPENDS DISABLED ENVIRONMENT ENVIRONMENT_MODIFICATION FAIL_REGULAR_EXPRESSION
  FIXTURES_CLEANUP FIXTURES_REQUIRED FIXTURES_SETUP GENERATED_RESOURCE_SPEC_FILE LABELS MEASUREMENT PASS_REGULAR_EXPRESSION
  PROCESSOR_AFFINITY PROCESSORS REQUIRED_FILES RESOURCE_GROUPS RESOURCE_LOCK RUN_SERIAL SKIP_REGULAR_EXPRESSION
  SKIP_RETURN_CODE TIMEOUT TIMEOUT_AFTER_MATCH TIMEOUT_SIGNAL_GRACE_PERIOD TIMEOUT_SIGNAL_NAME WILL_FAIL WORKING_DIRECTORY
)

# Sets `json` to [[name, value], ...] and `timeout` to the value of TIMEOUT or to nothing. TIMEOUT is among the pairs only
# for GRANULARITY METHOD, and there TEST_TIMEOUT stands in for it: CTest's limit of an entry then is that of a method.
function(_carpool_read_properties granularity json timeout)
  math(EXPR is_odd "${list_PROPERTIES_count} % 2")
  if(is_odd)
    math(EXPR last "${list_PROPERTIES_count} - 1")
    _carpool_fail("PROPERTIES has a name without a value: \"${list_PROPERTIES_${last}}\"."
      "Give pairs of name and value; quote values with spaces or semicolons."
    )
  endif()
  set(pairs "")
  set(found_timeout "")
  set(index 0)
  while(index LESS list_PROPERTIES_count)
    set(name "${list_PROPERTIES_${index}}")
    math(EXPR index "${index} + 1")
    set(value "${list_PROPERTIES_${index}}")
    math(EXPR index "${index} + 1")
    _carpool_check_property(${granularity} "${name}" "${value}")
    if(name STREQUAL "TIMEOUT")
      set(found_timeout "${value}")
    endif()
    if(NOT name STREQUAL "TIMEOUT" OR granularity STREQUAL "METHOD")
      _carpool_append_property(pairs "${name}" "${value}")
    endif()
  endwhile()
  if(granularity STREQUAL "METHOD" AND given_TEST_TIMEOUT AND found_timeout STREQUAL "")
    _carpool_append_property(pairs TIMEOUT "${value_TEST_TIMEOUT}")
  endif()
  set(${json} "[${pairs}]" PARENT_SCOPE)
  set(${timeout} "${found_timeout}" PARENT_SCOPE)
endfunction()

# Appends to the JSON pairs that `variable` holds.
function(_carpool_append_property variable name value)
  _carpool_json_string("${name}" name)
  _carpool_json_string("${value}" value)
  set(separator "")
  if(NOT "${${variable}}" STREQUAL "")
    set(separator ", ")
  endif()
  set(${variable} "${${variable}}${separator}[${name}, ${value}]" PARENT_SCOPE)
endfunction()

# What judges or times one process cannot be said of an entry that runs many methods.
function(_carpool_check_property granularity name value)
  set(judging
    WILL_FAIL PASS_REGULAR_EXPRESSION FAIL_REGULAR_EXPRESSION SKIP_REGULAR_EXPRESSION SKIP_RETURN_CODE
    TIMEOUT_AFTER_MATCH TIMEOUT_SIGNAL_NAME TIMEOUT_SIGNAL_GRACE_PERIOD
  )
  if(name IN_LIST judging AND NOT granularity STREQUAL "METHOD")
    string(TOLOWER "${granularity}" what)
    _carpool_fail("PROPERTIES ${name} \"${value}\" is about a single test method, but an entry of GRANULARITY ${granularity} runs all methods of a ${what}."
      "Leave it out, or use GRANULARITY METHOD, which makes an entry for each method."
    )
  elseif(name STREQUAL "")
    _carpool_fail("PROPERTIES has an empty name, with the value \"${value}\"." "Give pairs of name and value.")
  endif()
  _carpool_check_property_spelling("${name}")
endfunction()

# CTest takes a property of any name and does nothing about one it does not know: a misspelt TIMEOUT is no limit.
function(_carpool_check_property_spelling name)
  get_property(known GLOBAL PROPERTY _CARPOOL_TEST_PROPERTIES)
  if(name IN_LIST known)
    return()
  endif()
  string(TOUPPER "${name}" word)
  set(nearest "${word}")
  if(NOT word IN_LIST known)
    _carpool_nearest_of("${word}" nearest ${known})
  endif()
  if(nearest)
    _carpool_fail("PROPERTIES ${name} is no property of CTest's tests, which would do nothing."
      "Did you mean ${nearest}? A property of your own is written as \"$<1:${name}>\"."
    )
  endif()
endfunction()
