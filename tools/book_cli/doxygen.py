"""Runs Doxygen: a project for each lesson program (every program has a `main`) and for each room of the emulator."""

import shutil
import subprocess
from pathlib import Path

from book_cli.errors import BookError
from book_cli.lesson import load_lessons

PUBLIC_ROOMS = ("base", "ptx", "decode", "memory", "exec", "counters", "checks")
"""The rooms whose headers have a reference; the others hold the command line and the library's own entry points."""


def room_project(room: str) -> str:
    """The project of one room's headers; two rooms may have headers of one name."""
    return f"emulator_{room}"


_SETTINGS = """
PROJECT_NAME = {name}
INPUT = {inputs}
OUTPUT_DIRECTORY = {output}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_AS_ERROR = {warn_as_error}
FILE_PATTERNS = *.h *.cu *.cuh
RECURSIVE = NO
EXTRACT_ALL = {extract_all}
JAVADOC_AUTOBRIEF = YES
AUTOLINK_SUPPORT = NO
EXTENSION_MAPPING = cu=C++ cuh=C++
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = __CUDACC__ "__launch_bounds__(...)="
"""


def build_doxygen(root: Path, output: Path) -> None:
    """Writes `output/<project>/xml` for every project whose sources are newer than it."""
    for lesson in load_lessons(root):
        for program in lesson.programs:
            _run(program.name, [program.source], output / program.name, extract_all=False)
    for room in sorted((root / "tools" / "emulator").iterdir()):
        headers = sorted(room.glob("*.h")) if room.name in PUBLIC_ROOMS else []
        if headers:
            _run(room_project(room.name), headers, output / room_project(room.name), extract_all=True)


def _run(name: str, inputs: list[Path], output: Path, *, extract_all: bool) -> None:
    stamp = output / "xml" / "index.xml"
    settings = _SETTINGS.format(
        name=name,
        inputs=" ".join(f'"{path}"' for path in inputs),
        output=f'"{output}"',
        extract_all="YES" if extract_all else "NO",
        warn_as_error="NO" if extract_all else "FAIL_ON_WARNINGS",
    )
    file = output / "Doxyfile"
    if stamp.exists() and file.exists() and file.read_text(encoding="utf-8") == settings:
        written = stamp.stat().st_mtime
        if all(path.stat().st_mtime < written for path in inputs):
            return
    doxygen = shutil.which("doxygen")
    if doxygen is None:
        raise BookError("doxygen is not there\n    tools/book build fetches it; run that once.")
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    file.write_text(settings, encoding="utf-8")
    done = subprocess.run([doxygen, str(file)], capture_output=True, text=True)
    if done.returncode != 0:
        shutil.rmtree(output)
        raise BookError(
            f"Doxygen does not understand a comment of {name}:\n{done.stderr.rstrip()}\n    Correct it there."
        )
