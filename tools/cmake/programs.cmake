# The CUDA programs of lessons and examples, and their tests: what tools/book_cli/lesson_tests/ does, for CTest.

# A program means what it means to plain nvcc: asserts on.
string(REPLACE "-DNDEBUG" "" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")

# Why tests cannot be made here, one line each; empty where they can.
set(without_python "")
set(without_cuda "")
set(without_emulator "")
if(NOT GTL_PYTHON)
  set(without_python "no Python 3.11 or newer was found. Install one and run CMake again.")
endif()
if(NOT CMAKE_CUDA_COMPILER_LOADED)
  set(without_cuda "no CUDA compiler was found, so the programs are not built. `tools/book build` fetches one.")
endif()
if(NOT TARGET emulate)
  set(without_emulator "the emulator (build/bin/emulate) is not built. `tools/book build` fetches what it needs.")
endif()

# gtl_cuda_program(target source output): one program that either device can run.
function(gtl_cuda_program target source output)
  get_filename_component(folder ${output} DIRECTORY)
  get_filename_component(name ${output} NAME)
  add_executable(${target} ${source})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${folder} CUDA_RUNTIME_LIBRARY Shared)
  target_compile_options(${target} PRIVATE -Xcompiler=-Wall,-Wextra)
endfunction()

# gtl_program_test(name kind folder run reason): one test, or a skipped one that prints the reason.
function(gtl_program_test name kind folder run reason)
  if(without_python)
    set(reason "${without_python}")
  endif()
  if(reason)
    string(REPLACE "'" "" reason "${reason}")
    add_test(NAME ${name} COMMAND sh -c "echo 'skipped: ${reason}'; exit 77")
  else()
    add_test(NAME ${name}
      COMMAND ${GTL_PYTHON} -m book_cli.lesson_tests ${kind} ${folder} ${CMAKE_BINARY_DIR} ${run})
  endif()
  string(REGEX MATCH "^(lesson[0-9]+|example)" label ${name})
  set_tests_properties(${name} PROPERTIES
    SKIP_RETURN_CODE 77 LABELS "${label};${kind}"
    ENVIRONMENT "PYTHONPATH=${PROJECT_SOURCE_DIR}/tools;CUDACXX=${CMAKE_CUDA_COMPILER}")
endfunction()

# Set where the emulator's tests cannot be made: they need the program and the emulator.
set(without_both "${without_cuda}")
if(NOT without_both)
  set(without_both "${without_emulator}")
endif()

# gtl_program_runs(name folder toml): the tests of every run that the folder's .toml file names, on both devices.
function(gtl_program_runs name folder toml)
  set(runs "")
  if(NOT without_python)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${toml})
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${PROJECT_SOURCE_DIR}/tools ${GTL_PYTHON} -m book_cli.lesson_tests list ${folder}
      OUTPUT_VARIABLE runs ERROR_VARIABLE problem RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "${problem}")
    endif()
    string(REPLACE "\n" ";" runs "${runs}")
  endif()
  foreach(run IN LISTS runs)
    gtl_program_test(${name}.${run}.emulator emulator ${folder} ${run} "${without_both}")
    gtl_program_test(${name}.${run}.gpu gpu ${folder} ${run} "${without_cuda}")
    set_tests_properties(${name}.${run}.gpu PROPERTIES RESOURCE_LOCK gpu)
  endforeach()
endfunction()
