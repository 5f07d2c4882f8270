# carpool_find_schema_python(<variable>)
#
# A Python that can import jsonschema, empty where there is none. The first Python on PATH often cannot: a version
# manager's stands before the system's, which has the distribution's modules.
function(carpool_find_schema_python variable)
  find_package(Python3 3.8 COMPONENTS Interpreter)
  foreach(candidate IN ITEMS "${CARPOOL_SCHEMA_PYTHON}" "${Python3_EXECUTABLE}" /usr/bin/python3 python3)
    if(candidate STREQUAL "")
      continue()
    endif()
    execute_process(
      COMMAND "${candidate}" -c "from jsonschema import Draft202012Validator"
      RESULT_VARIABLE result
      OUTPUT_QUIET ERROR_QUIET
    )
    if(result EQUAL 0)
      set(CARPOOL_SCHEMA_PYTHON "${candidate}" CACHE FILEPATH "A Python with jsonschema, for validating documents")
      set(${variable} "${candidate}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${variable} "" PARENT_SCOPE)
endfunction()

# carpool_add_schema_test(<name> <directory> [property value]...)
#
# A test that validates every document below the directory. Without a Python that has jsonschema it fails and
# says what to install: documents that nobody checked are not green.
function(carpool_add_schema_test name directory)
  carpool_find_schema_python(python)
  if(python)
    add_test(NAME ${name}
      COMMAND "${python}" -B "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/validate.py" "${directory}"
    )
  else()
    message(WARNING "No Python with jsonschema was found (Debian: python3-jsonschema): ${name} will fail.")
    add_test(NAME ${name} COMMAND "${CMAKE_COMMAND}" -E false)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS schemas TIMEOUT 300 ${ARGN})
endfunction()
