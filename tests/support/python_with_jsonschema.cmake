# The documents that tests read are validated with python3-jsonschema, which the first python3 of the path may lack.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

function(find_python_with_jsonschema result)
  foreach(python IN ITEMS "${Python3_EXECUTABLE}" /usr/bin/python3)
    execute_process(
      COMMAND "${python}" -c "import jsonschema" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET
    )
    if(missing EQUAL 0)
      set(${result} "${python}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "The tests need the Python package jsonschema. Install python3-jsonschema.")
endfunction()
