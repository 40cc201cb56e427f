"""The emulator's error codes are those that the real runtime gave on an H200, call by call.

error_codes_test.py PROGRAM LIBRARY_FOLDER RECORD
"""

import difflib
import os
import subprocess
import sys
from pathlib import Path

PARTS = ["calls", "illegal", "misaligned", "trap"]  # A process each: no fault can be undone.


def main() -> int:
    program, library_folder, record = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    environment = {**os.environ, "LD_LIBRARY_PATH": library_folder}
    said: list[str] = []
    for part in PARTS:
        result = subprocess.run(
            [program, part], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        if result.returncode != 0:
            print(f"{program} {part}: ended with status {result.returncode}\n{result.stderr}")
            return 1
        said += result.stdout.splitlines()
    recorded = record.read_text().splitlines()
    difference = list(difflib.unified_diff(recorded, said, record.name, "emulator", lineterm="", n=1))
    print("\n".join(difference) or f"{len(recorded)} lines equal")
    return 1 if difference or not recorded else 0


if __name__ == "__main__":
    sys.exit(main())
