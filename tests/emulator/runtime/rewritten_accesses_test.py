"""The counters of each launch say which accesses ptxas rewrote, and those of accesses that it left say nothing.

Usage: rewritten_accesses_test.py EMULATE PROGRAM PROGRAM_WITHOUT_MACHINE_CODE
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

# As nvdisasm shows them, and as the program's comments say.
EXPECTED = {
    "as_written": [],
    "wide_as_written": [],
    "pair_of_loads": ["shared_ld"],
    "four_stores": ["shared_st"],
    "one_counter": ["global_atom"],
    "one_maximum": ["global_atom"],
    "tickets": ["global_atom"],
    "many_counters": [],
    "float_sum": [],
    "histogram": ["shared_atom"],
    "weighted_histogram": [],
}


def rewritten(emulate: str, program: str) -> dict[str, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        counters = Path(folder) / "counters.jsonl"
        subprocess.run([emulate, "--counters", counters, program], check=True, stdout=subprocess.DEVNULL, timeout=60)
        launches = [json.loads(line) for line in counters.read_text().splitlines()]
    return {launch["kernel"].partition("(")[0]: launch.get("rewritten", []) for launch in launches}


def main() -> int:
    emulate, program, without_machine_code = sys.argv[1:]
    failed = 0
    nothing: dict[str, list[str]] = {kernel: [] for kernel in EXPECTED}
    for name, expected in ((program, EXPECTED), (without_machine_code, nothing)):
        found = rewritten(emulate, name)
        if found != expected:
            failed = 1
            print(f"{name}: {found}\nexpected: {expected}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
