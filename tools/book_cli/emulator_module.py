"""Builds build/lib/emulator.wasm, the emulator of the pages: a CMake project of its own, part of the main one too."""

import os
import re
import subprocess
from pathlib import Path

from book_cli.errors import BookError
from book_cli.process import run_logged
from book_cli.progress import Progress
from book_cli.setup.environment import python
from book_cli.setup.layout import Layout

_STEP = re.compile(r"\[(\d+)/(\d+)\]")


def emulator_module(root: Path) -> Path:
    return Layout(root).build / "lib" / "emulator.wasm"


def build_emulator_module(root: Path, progress: Progress) -> None:
    """Compiles what has changed: minutes the first time, a moment after that."""
    layout = Layout(root)
    folder = layout.build / "wasm"
    if not (folder / "build.ninja").exists():
        source = root / "tools" / "emulator" / "wasm" / "module"
        configure = ["cmake", "-S", str(source), "-B", str(folder), "-G", "Ninja", f"-DGTL_ZIG={_zig(root)}"]
        run_logged(configure, layout.logs / "emulator-cmake.log", os.environ)

    def on_line(line: str) -> None:
        if match := _STEP.match(line):
            progress.detail(f"{match[1]} of {match[2]}")

    run_logged(["cmake", "--build", folder], layout.logs / "emulator.log", os.environ, on_line=on_line)


def _zig(root: Path) -> Path:
    """The compiler in the wheel `ziglang`."""
    find = "import ziglang; print(ziglang.__file__)"
    done = subprocess.run([str(python(root)), "-c", find], capture_output=True, text=True)
    if done.returncode != 0:
        raise BookError(
            f"{python(root)} has no package ziglang, the WebAssembly compiler\n    tools/book build fetches it."
        )
    return Path(done.stdout.strip()).parent / "zig"
