"""Every function of the real CUDA runtime is in ours: a program that names one always starts.

Arguments: our library, the list of exports, and the toolkit's library where there is one.
"""

import ctypes
import re
import subprocess
import sys
from pathlib import Path


def listed(path: Path) -> set[str]:
    return {line for line in path.read_text().splitlines() if line and not line.startswith("#")}


def exported(library: str) -> set[str]:
    lines = subprocess.run(
        ["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    names = {line.split()[-1].split("@")[0] for line in lines}
    return {name for name in names if re.match(r"_{0,2}cuda", name)}


def main() -> int:
    ours, names = sys.argv[1], listed(Path(sys.argv[2]))
    library = ctypes.CDLL(ours)
    missing = sorted(name for name in names if not hasattr(library, name))
    more = sorted(exported(ours) - names)
    for problem, found in (("missing", missing), ("unknown to CUDA 13.0", more)):
        if found:
            print(f"{problem}: {', '.join(found)}")
    differs = False
    if len(sys.argv) > 3:
        theirs = exported(sys.argv[3])
        differs = theirs != names
        if differs:
            print(f"the toolkit's library differs from the list: {', '.join(sorted(theirs ^ names))}")
    # A stub says that it is one, and returns cudaErrorNotSupported.
    if library.cudaIpcGetMemHandle(None, None) != 801:
        print("cudaIpcGetMemHandle is no stub: name another one in this test")
        return 1
    return 1 if missing or more or differs else 0


if __name__ == "__main__":
    sys.exit(main())
