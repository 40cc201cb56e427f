"""Runs one program under emulate and compares it with the comments at its head.

// run: OPTIONS    of emulate
// status: N       exit status, 0 when not given
// out: LINE       all of standard output, line by line
// err: TEXT       must occur on standard error, in this order
"""

import re
import subprocess
import sys
from pathlib import Path


def expectations(source: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"run": [], "status": [], "out": [], "err": []}
    for line in source.read_text().splitlines():
        if match := re.match(r"// (run|status|out|err): ?(.*)", line):
            found[match[1]].append(match[2])
    return found


def main() -> int:
    emulate, program, source = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    expected = expectations(source)
    options = " ".join(expected["run"]).split()
    result = subprocess.run([emulate, *options, program], capture_output=True, text=True, timeout=300, check=False)
    problems = []
    status = int(expected["status"][0]) if expected["status"] else 0
    if result.returncode != status:
        problems.append(f"exit status {result.returncode}, expected {status}")
    if result.stdout.splitlines() != expected["out"]:
        problems.append("standard output differs from:\n" + "\n".join(expected["out"]))
    position = 0
    for text in expected["err"]:
        found = result.stderr.find(text, position)
        if found < 0:
            problems.append(f"standard error does not say (from here on): {text}")
        else:
            position = found + len(text)
    if not expected["err"] and result.stderr:
        problems.append("standard error should be empty")
    if problems:
        print("\n".join(problems))
        print(f"--- standard output\n{result.stdout}--- standard error\n{result.stderr}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
