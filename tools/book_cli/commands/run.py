"""build one program and run it, on the emulator or on this machine's GPU

PROGRAM is a name (07_transpose), its number (7), a path (lessons/06-coalescing/07_transpose.cu), or a program of your
own (./program), compiled with nvcc -arch=sm_90 -cudart shared -lineinfo; what follows it goes to the program.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from book_cli.errors import BookError
from book_cli.own_program import own_program
from book_cli.prepare import prepare
from book_cli.progress import Progress
from book_cli.setup import For
from book_cli.setup.layout import Layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--device",
        choices=("emulator", "gpu"),
        default="emulator",
        help="where to run it (default: emulator, which needs no GPU)",
    )
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("arguments", metavar="ARGUMENT", nargs=argparse.REMAINDER)


def programs(root: Path) -> list[Path]:
    """The sources of every program that the build makes."""
    return sorted([*root.glob("lessons/*/*.cu"), *root.glob("examples/**/*.cu")])


def find_program(root: Path, name: str) -> Path:
    """The source of the program that the user means."""
    own = Path(name)
    if own.suffix == ".cu" and own.is_file() and own.resolve() not in [source.resolve() for source in programs(root)]:
        raise BookError(
            f"{name} is not one of the book's programs, and only those are built here. Run your own like this\n"
            f"    nvcc -arch=sm_90 -cudart shared -lineinfo {name} -o program\n"
            "    tools/book run ./program\n"
            "    If tools/book build fetched nvcc, it is .book/cuda/bin/nvcc."
        )
    stem = own.stem
    number = f"{stem.zfill(2)}_" if stem.isdigit() else None
    for source in programs(root):
        if source.stem == stem or (number and source.stem.startswith(number)):
            return source
    known = "\n  ".join(source.stem for source in programs(root)) or "(none)"
    raise BookError(f"there is no program named {stem}. The programs are\n  {known}")


def require_gpu() -> None:
    """Says at once what the CUDA runtime would say less clearly."""
    if shutil.which("nvidia-smi") is None and not Path("/dev/nvidiactl").exists():
        raise BookError(
            "this machine has no NVIDIA GPU, or no driver for it; without --device gpu the emulator runs it"
        )


def run(args: argparse.Namespace) -> int:
    layout = Layout(args.root)
    own = own_program(args.root, args.program)
    source = own or find_program(args.root, args.program)
    on_emulator = args.device == "emulator"
    if not on_emulator:
        require_gpu()
    targets = (*((source.stem,) if not own else ()), *(("emulate",) if on_emulator else ()))
    if targets:
        prepare(args.root, {For.BUILDING}, Progress(sys.stderr), targets)
    program = own or layout.build / source.parent.relative_to(args.root) / source.stem
    command = [*([layout.build / "bin" / "emulate"] if on_emulator else []), program, *args.arguments]
    print(f"{source.stem} on {'the emulator' if on_emulator else 'the GPU'}:", file=sys.stderr, flush=True)
    return subprocess.run(command, env=os.environ, check=False).returncode
