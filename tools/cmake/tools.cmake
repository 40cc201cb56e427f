# Where the build finds its programs: what tools/book set up in .book/ comes first, then the system's own.
# Nothing here needs .book/; without it, whatever wants a missing program says so and is left out.
list(PREPEND CMAKE_PROGRAM_PATH ${PROJECT_SOURCE_DIR}/.book/bin ${PROJECT_SOURCE_DIR}/.book/venv/bin)

# GTL_PYTHON: the interpreter of the project's tools (Python 3.11 or newer), empty when there is none.
set(GTL_PYTHON ${PROJECT_SOURCE_DIR}/.book/venv/bin/python)
if(NOT EXISTS ${GTL_PYTHON})
  find_package(Python3 3.11 COMPONENTS Interpreter)
  set(GTL_PYTHON ${Python3_EXECUTABLE})
endif()
