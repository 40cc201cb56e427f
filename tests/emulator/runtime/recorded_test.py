"""The emulator answers as the real runtime did on an H200, line by line.

recorded_test.py PROGRAM LIBRARY_FOLDER RECORD [PART...]    one run a PART, a process each: no fault can be undone
"""

import difflib
import sys
from pathlib import Path

from recorded_program import recorded, run


def main() -> int:
    program, library_folder, record, *parts = sys.argv[1:]
    said = [line for part in parts or [""] for line in run(program, library_folder, part)]
    expected = recorded(record)
    difference = list(difflib.unified_diff(expected, said, Path(record).name, "emulator", lineterm="", n=1))
    print("\n".join(difference) or f"{len(expected)} lines equal")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
