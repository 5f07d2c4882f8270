# Reads C++ sources for GoogleTest's macros. No compiler: macros that expand to TEST() are not seen, and of
# conditions only `#if 0` is understood.
#
# CMake's regular expressions recurse for each round of a group in parentheses and crash on long inputs, so here
# none has a group that repeats: what would need one is first replaced by single characters.

# Sets `classes` to the test classes that the file has a part of, in order, and `has_main` to whether it defines
# main() under no condition.
function(_carpool_scan_source file classes has_main)
  file(READ "${file}" text)
  _carpool_strip_comments_and_literals(text)
  if(text MATCHES "#[ \t]*if[ \t]+0")
    _carpool_strip_conditional_code(text "[ \t]*0[ \t]*")
  endif()
  string(REGEX REPLACE "\n[ \t]*#[ \t]*define[^\n]*" "\n" text "${text}")
  _carpool_find_classes("${text}" found)
  set(${classes} "${found}" PARENT_SCOPE)
  set(${has_main} FALSE PARENT_SCOPE)
  set(main "[\n} ](int|auto)[ \t\n]+main[ \t\n]*\\(")
  if(text MATCHES "${main}")
    _carpool_strip_conditional_code(text ".*")
    if(text MATCHES "${main}")
      set(${has_main} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Leaves code and preprocessor lines, each on one line, between line feeds.
function(_carpool_strip_comments_and_literals variable)
  set(text "\n${${variable}}\n")
  string(ASCII 1 comment_end)
  string(ASCII 2 escape)
  # Brackets and semicolons may not meet a CMake list.
  string(REPLACE "[" "(" text "${text}")
  string(REPLACE "]" ")" text "${text}")
  string(REPLACE ";" "\n" text "${text}")
  string(REPLACE "\r\n" "\n" text "${text}")
  _carpool_strip_raw_strings(text)
  string(REPLACE "\\\n" " " text "${text}")
  string(REPLACE "\\\\" "${escape}" text "${text}")
  string(REPLACE "\\\"" "${escape}" text "${text}")
  string(REPLACE "\\'" "${escape}" text "${text}")
  string(REPLACE "/*/" "/* /" text "${text}")
  string(REPLACE "*/" "${comment_end}" text "${text}")
  string(REGEX REPLACE
    "//[^\n]*|/\\*[^${comment_end}]*${comment_end}|\"[^\"\n]*\"|'[^'\n]'|'\\\\[^'\n]*'" " " text "${text}"
  )
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# A raw string ends at a delimiter of its own, which no regular expression finds.
function(_carpool_strip_raw_strings variable)
  set(rest "${${variable}}")
  set(stripped "")
  while(rest MATCHES "R\"([^ ()\\\t\n\"]*)\\(")
    set(opening "${CMAKE_MATCH_0}")
    set(closing ")${CMAKE_MATCH_1}\"")
    string(FIND "${rest}" "${opening}" begin)
    string(SUBSTRING "${rest}" 0 ${begin} before)
    string(SUBSTRING "${rest}" ${begin} -1 rest)
    string(APPEND stripped "${before}\"\"")
    string(FIND "${rest}" "${closing}" end)
    if(end EQUAL -1)
      break()
    endif()
    string(LENGTH "${closing}" length)
    math(EXPR end "${end} + ${length}")
    string(SUBSTRING "${rest}" ${end} -1 rest)
  endwhile()
  set(${variable} "${stripped}${rest}" PARENT_SCOPE)
endfunction()

# Takes out what stands between an #if whose condition matches and its #endif or, where the condition is a certain
# one, its #else.
function(_carpool_strip_conditional_code variable condition)
  set(rest "${${variable}}")
  set(kept "")
  set(depth 0)  # of conditions within what is being left out, itself included
  while(rest MATCHES "\n[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif)([^A-Za-z0-9_\n][^\n]*)?")
    set(line "${CMAKE_MATCH_0}")
    set(directive "${CMAKE_MATCH_1}")
    set(operand "${CMAKE_MATCH_2}")
    string(FIND "${rest}" "${line}" begin)
    if(depth EQUAL 0)
      string(SUBSTRING "${rest}" 0 ${begin} before)
      string(APPEND kept "${before}")
    endif()
    set(depth_before ${depth})
    string(LENGTH "${line}" length)
    math(EXPR end "${begin} + ${length}")
    string(SUBSTRING "${rest}" ${end} -1 rest)
    if(directive MATCHES "^if")
      if(depth GREATER 0 OR operand MATCHES "^${condition}$")
        math(EXPR depth "${depth} + 1")
      endif()
    elseif(depth EQUAL 1 AND NOT directive STREQUAL "endif" AND NOT condition STREQUAL ".*")
      # The other branch counts. Its #endif then ends nothing that is left out.
      set(depth 0)
    elseif(depth GREATER 0 AND directive STREQUAL "endif")
      math(EXPR depth "${depth} - 1")
    endif()
    if(depth EQUAL 0 AND depth_before EQUAL 0)
      string(APPEND kept "${line}")
    endif()
  endwhile()
  if(depth EQUAL 0)
    string(APPEND kept "${rest}")
  endif()
  set(${variable} "${kept}" PARENT_SCOPE)
endfunction()

# In the first group of macros the class is the first argument, in the second it is the second one.
function(_carpool_find_classes text result)
  set(first
    "TYPED_TEST_SUITE_P|TYPED_TEST_CASE_P|REGISTER_TYPED_TEST_SUITE_P|REGISTER_TYPED_TEST_CASE_P|TYPED_TEST_SUITE|TYPED_TEST_CASE|TYPED_TEST_P|TYPED_TEST|GTEST_TEST_F|GTEST_TEST|TEST_F|TEST_P|TEST"
  )
  set(second
    "INSTANTIATE_TYPED_TEST_SUITE_P|INSTANTIATE_TYPED_TEST_CASE_P|INSTANTIATE_TEST_SUITE_P|INSTANTIATE_TEST_CASE_P"
  )
  string(REGEX MATCHALL "[^A-Za-z0-9_](${first}|${second})[ \t\n]*\\([^,()]*,[^,()]*[,)]" uses "${text}")
  set(classes "")
  foreach(use IN LISTS uses)
    string(REGEX REPLACE "[ \t\n]" "" use "${use}")
    set(class "\\(([^,]*),")
    if(use MATCHES "INSTANTIATE_")
      set(class ",([^,)]*).$")
    endif()
    string(REGEX MATCH "${class}" matched "${use}")
    list(APPEND classes "${CMAKE_MATCH_1}")
  endforeach()
  list(REMOVE_DUPLICATES classes)
  set(${result} "${classes}" PARENT_SCOPE)
endfunction()
