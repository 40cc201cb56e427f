"""Bundles tools/widgets with its own build script: the scripts, styles and static figures of the pages."""

import shutil
import subprocess
from pathlib import Path

from book_cli.emulator_module import emulator_module
from book_cli.errors import BookError

# Rooms of the emulator that the simulators' counting code is compiled from, and what the roofline is drawn from.
_EMULATOR_ROOMS = ("base", "memory", "exec", "decode", "counters", "wasm")
_MEASUREMENTS = ("lessons/*/measured/*.json", "lessons/*/expected/*.jsonl", "examples/*/measured/*.json")


def widgets_folder(root: Path) -> Path:
    return root / "tools" / "widgets"


def build_widgets(root: Path) -> None:
    """Runs `npm run build` of tools/widgets where a source is newer than what it wrote."""
    folder = widgets_folder(root)
    if not (folder / "package.json").exists() or _is_up_to_date(root):
        return
    npm = shutil.which("npm")
    if npm is None:
        raise BookError("npm is not there\n    tools/book build fetches Node; run that once.")
    done = subprocess.run([npm, "run", "--silent", "build"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise BookError(f"tools/widgets could not be bundled:\n{(done.stdout + done.stderr).rstrip()}")


def _is_up_to_date(root: Path) -> bool:
    folder = widgets_folder(root)
    built = [folder / "dist" / name for name in ("widgets.js", "widgets.css", "static.js", "static_chart.js")]
    sources = [*folder.glob("*.*"), *(folder / "src").rglob("*")]
    # Programs of the book that a simulator runs.
    for programs in ("lessons/*/*.cu", "lessons/*/expected/*.ptx", "examples/*/*.cu", "examples/*/expected/*.ptx"):
        sources += root.glob(programs)
    if emulator_module(root).exists():
        built.append(folder / "dist" / "emulator.js")
        sources.append(emulator_module(root))
    if not all(file.exists() for file in built):
        return False
    for room in _EMULATOR_ROOMS:
        sources += (root / "tools" / "emulator" / room).glob("*.*")
    for pattern in _MEASUREMENTS:
        sources += root.glob(pattern)
    return max(file.stat().st_mtime for file in sources) <= min(file.stat().st_mtime for file in built)
