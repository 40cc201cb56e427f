"""Counters and findings do not depend on how many workers run the blocks.

Arguments: emulate, and the programs to run.
"""

import subprocess
import sys
import tempfile
from pathlib import Path


def run(emulate: str, program: str, threads: int, counters: Path) -> tuple[int, str, str, str]:
    options = ["--threads", str(threads), "--counters", str(counters)]
    result = subprocess.run([emulate, *options, program], capture_output=True, text=True, timeout=300, check=False)
    return result.returncode, result.stdout, result.stderr, counters.read_text()


def main() -> int:
    emulate, *programs = sys.argv[1:]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            counters = Path(folder) / "counters.jsonl"
            first = run(emulate, program, 1, counters)
            if not first[3]:
                print(f"{program}: no counters were written")
                failed = 1
            for threads in (2, 7):
                if run(emulate, program, threads, counters) != first:
                    print(f"{program}: {threads} threads give another result than one")
                    failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
