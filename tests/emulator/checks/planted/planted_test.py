"""Runs the planted bugs of one group, and their corrected twins, under emulate with all checks on.

The first lines of each program say `// expect: WORDS`: these must occur on standard error, in this order. Each line
that ends in `// BUG…` must be named there, unless it says `(host)` or `(its own words)`. The twin must be silent.
recorded/ has a line for each program: what Compute Sanitizer says of it.
Usage: planted_test.py EMULATE PLANTED_BUGS FOLDER
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CHECKS = "all,leakcheck"
RECORD = Path(__file__).parent / "recorded" / "compute_sanitizer_h200.txt"


def run(name: str, variant: str, *options: str) -> subprocess.CompletedProcess[str]:
    emulate, program = sys.argv[1:3]
    command = [emulate, "--check", CHECKS, *options, program, name, variant]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def without_addresses(text: str) -> str:
    """Host addresses differ from run to run."""
    return re.sub(r"0x[0-9a-f]+", "0x", text)


def problems_of_bug(name: str, source: Path) -> list[str]:
    result = run(name, "bug", "--threads", "1")
    problems = []
    position = 0
    lines = source.read_text().splitlines()
    for text in re.findall(r"^// expect: (.*)$", source.read_text(), re.MULTILINE):
        found = result.stderr.find(text, position)
        if found < 0:
            problems.append(f"does not say (from here on): {text}")
        else:
            position = found
    for number, line in enumerate(lines, start=1):
        is_told_by_line = re.search(r"// BUG(?! \()", line)
        if is_told_by_line and not re.search(rf"{re.escape(source.name)}:{number}\b", result.stderr):
            problems.append(f"does not name line {number}: {line.strip()}")
    is_error = re.search(r"^========= (?!Barrier warning)\S", result.stderr, re.MULTILINE)
    if is_error and result.returncode != 1:
        problems.append(f"exit status {result.returncode} although something was found")
    # Where the path of the program itself depends on which block comes last, the findings name that block.
    varies = re.search(r"^// varies: ", source.read_text(), re.MULTILINE)
    for options in (("--threads", "8"), ("--threads", "3", "--seed", "7")):
        other = run(name, "bug", *options)
        first = [
            text.partition("\n")[0] if varies else without_addresses(text) for text in (other.stderr, result.stderr)
        ]
        if options[-1] == "8" and first[0] != first[1]:
            problems.append(f"other findings with {' '.join(options)}:\n{other.stderr}")
    if problems:
        problems.append(f"--- standard error of the bug\n{result.stderr}")
    return problems


def problems_of_twin(name: str) -> list[str]:
    problems = []
    for options in [("--threads", "1"), *(("--threads", "8", "--seed", str(seed)) for seed in range(5))]:
        result = run(name, "fixed", *options)
        if result.stderr or result.returncode != 0:
            said = f"(status {result.returncode}):\n{result.stderr}"
            problems.append(f"the twin is not silent with {' '.join(options)} {said}")
    return problems


def main() -> int:
    folder = Path(sys.argv[3])
    sources = sorted(folder.glob("*.cu"))

    def check(source: Path) -> list[str]:
        name = f"{folder.name}/{source.stem}"
        return problems_of_bug(name, source) + problems_of_twin(name)

    recorded = set(re.findall(rf"^{folder.name}/(\w+) ", RECORD.read_text(), re.MULTILINE))
    if missing := {source.stem for source in sources} ^ recorded:
        print(f"{RECORD} and {folder} do not hold the same programs: {', '.join(sorted(missing))}")
        return 1
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for source, problems in zip(sources, pool.map(check, sources), strict=True):
            if problems:
                failed += 1
                print(f"{source}: " + "\n".join(problems))
    print(f"{len(sources) - failed} of {len(sources)} bugs found, and their twins silent")
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
