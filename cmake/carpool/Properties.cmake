# PROPERTIES of add_continuous_test(): checked, and as JSON. Names and values stay pairs all the way, so that
# list values (LABELS "a;b") arrive whole.

# Sets `json` to [[name, value], ...] without TIMEOUT, and `timeout` to the value of TIMEOUT or to nothing.
function(_carpool_read_properties json timeout)
  math(EXPR is_odd "${list_PROPERTIES_count} % 2")
  if(is_odd)
    math(EXPR last "${list_PROPERTIES_count} - 1")
    _carpool_fail("PROPERTIES has a name without a value: \"${list_PROPERTIES_${last}}\"."
      "Give pairs of name and value; quote values with spaces or semicolons."
    )
  endif()
  set(pairs "")
  set(separator "")
  set(found_timeout "")
  set(index 0)
  while(index LESS list_PROPERTIES_count)
    set(name "${list_PROPERTIES_${index}}")
    math(EXPR index "${index} + 1")
    set(value "${list_PROPERTIES_${index}}")
    math(EXPR index "${index} + 1")
    _carpool_check_property("${name}" "${value}")
    if(name STREQUAL "TIMEOUT")
      set(found_timeout "${value}")
    else()
      _carpool_json_string("${name}" name)
      _carpool_json_string("${value}" value)
      string(APPEND pairs "${separator}[${name}, ${value}]")
      set(separator ", ")
    endif()
  endwhile()
  set(${json} "[${pairs}]" PARENT_SCOPE)
  set(${timeout} "${found_timeout}" PARENT_SCOPE)
endfunction()

# What judges or times one process cannot be said of an entry that runs a whole class.
function(_carpool_check_property name value)
  set(judging
    WILL_FAIL PASS_REGULAR_EXPRESSION FAIL_REGULAR_EXPRESSION SKIP_REGULAR_EXPRESSION SKIP_RETURN_CODE
    TIMEOUT_AFTER_MATCH TIMEOUT_SIGNAL_NAME TIMEOUT_SIGNAL_GRACE_PERIOD
  )
  if(name IN_LIST judging)
    _carpool_fail("PROPERTIES ${name} \"${value}\" is about a single test method, but an entry of GRANULARITY CLASS runs all methods of a class."
      "Leave it out. Where it is needed, use GRANULARITY METHOD (of a later version; until then keep gtest_discover_tests() for this target)."
    )
  elseif(name STREQUAL "WORKING_DIRECTORY")
    _carpool_fail("PROPERTIES WORKING_DIRECTORY is a keyword of its own." "Write WORKING_DIRECTORY \"${value}\".")
  elseif(name STREQUAL "")
    _carpool_fail("PROPERTIES has an empty name, with the value \"${value}\"." "Give pairs of name and value.")
  endif()
endfunction()
