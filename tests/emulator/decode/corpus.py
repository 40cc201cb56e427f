"""What nvcc makes of corpus/*.cu for many architectures, and which of its instructions the emulator refuses.

    corpus.py check --nvcc NVCC --decoder DECODE_REFUSALS [--folder KEPT] [PROGRAM.cu …]
    corpus.py collect --nvcc NVCC --decoder DECODE_REFUSALS [--folder KEPT]

`check` compiles and prints each refusal once, with where it occurs. `collect` writes spellings.ptx: every distinct
instruction, operand kinds included, which the test emulator.decode.corpus decodes without a compiler.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "corpus").glob("*.cu"))
ARCHITECTURES = ["75", "80", "86", "89", "90", "90a", "100", "100a", "103", "103a", "120", "120a"]
# CUB's algorithms change little between architectures, and take long to compile.
SOME = {
    "device_algorithms": ["75", "90", "100"],
    "more_algorithms": ["90", "100"],
    "collectives": ["75", "80", "90", "100"],
    "halves": [architecture for architecture in ARCHITECTURES if architecture != "75"],  # bfloat16 needs 80.
}
REFUSAL = re.compile(r"^(?P<file>\S+): (?P<where>[^:]+(?::\d+)?): (?P<what>.*)$")


def compile_program(nvcc: str, program: Path, architecture: str, folder: Path) -> tuple[Path, str]:
    """The PTX file, made unless it is there already, and what the compiler said if it failed."""
    ptx = folder / f"{program.stem}.{architecture}.ptx"
    if ptx.exists():
        return ptx, ""
    options = [
        "-std=c++17",
        "-ptx",
        f"-arch=compute_{architecture}",
        "--extended-lambda",
        "--expt-relaxed-constexpr",
        "-w",
    ]
    command = [nvcc, *options, str(program)]
    result = subprocess.run([*command, "-o", str(ptx)], capture_output=True, text=True, check=False)
    return ptx, "" if result.returncode == 0 else result.stderr


def compile_all(nvcc: str, programs: Iterable[Path], folder: Path) -> Iterator[Path]:
    """PTX files; a program that does not compile for an architecture is told and left out."""
    pairs = [(p, a) for p in programs for a in SOME.get(p.stem, ARCHITECTURES)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (program, architecture), (ptx, error) in zip(
            pairs, pool.map(lambda pair: compile_program(nvcc, *pair, folder), pairs), strict=True
        ):
            if error:
                print(f"{program.name} for {architecture}: {error.splitlines()[0]}", file=sys.stderr)
            else:
                yield ptx


def check(nvcc: str, decoder: str, programs: list[Path], folder: Path) -> int:
    """Prints every refusal once, with the files that have it."""
    files: dict[str, set[str]] = defaultdict(set)
    for ptx in compile_all(nvcc, programs, folder):
        result = subprocess.run([decoder, str(ptx)], capture_output=True, text=True, check=False)
        for line in result.stdout.splitlines():
            match = REFUSAL.match(line)
            files[match["what"] if match else line].add(ptx.name)
    for what, names in sorted(files.items()):
        print(f"{what}: {' '.join(sorted(names))}")
    return 1 if files else 0


def collect(nvcc: str, decoder: str, programs: list[Path], folder: Path) -> int:
    """Writes spellings.ptx; what is refused goes to standard error."""
    files = [str(ptx) for ptx in compile_all(nvcc, programs, folder)]
    result = subprocess.run([decoder, "--spell", *files], stdout=subprocess.PIPE, text=True, check=True)
    (HERE / "corpus" / "spellings.ptx").write_text(result.stdout)
    return 0


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["check", "collect"])
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--decoder", default="decode_refusals")
    parser.add_argument("--folder", type=Path, help="where PTX is kept from one run to the next")
    parser.add_argument("programs", nargs="*", type=Path, default=PROGRAMS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or Path(scratch)
        folder.mkdir(exist_ok=True)
        if arguments.command == "check":
            return check(arguments.nvcc, arguments.decoder, arguments.programs, folder)
        return collect(arguments.nvcc, arguments.decoder, arguments.programs, folder)


if __name__ == "__main__":
    sys.exit(main())
