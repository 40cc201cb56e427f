"""The tests of one lesson, one module a kind: what `ctest -R lesson06` runs.

Each module has `run(lesson, build, name) -> str`: a line that says what was checked. It raises TestFailed with what is
wrong and how to mend it, or TestSkipped with the reason.
"""
