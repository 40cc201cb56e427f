"""The emulated device is an H200, as far as it goes: an attribute is the H200's, or 0 for what the emulator lacks.

device_attributes_test.py PROGRAM LIBRARY_FOLDER RECORD
"""

import sys

from recorded_program import recorded, run

# What every program relies on may not be lacking: threads, grid, shared memory, registers, warp, version.
NEEDED = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 38, 39, 75, 76, 81, 82, 97, 106, 111}


def main() -> int:
    program, library_folder, record = sys.argv[1:]
    wrong = []
    lines = recorded(record)
    for said, expected in zip(run(program, library_folder), lines, strict=True):
        name, value = said.split(": ", 1)
        number = int(name.removeprefix("attribute ")) if name.startswith("attribute ") else None
        is_lacking = number is not None and number not in NEEDED and value == "0"
        is_refused = name.startswith("limit ") and value.endswith("cudaErrorUnsupportedLimit")
        if said != expected and not is_lacking and not is_refused:
            wrong.append(f"{said}; an H200 says {expected.split(': ', 1)[1]}")
    print("\n".join(wrong) or f"{len(lines)} lines agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
