"""The PTX that the page runs: what nvcc makes of a scene's program, and of the program with each of its bugs."""

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from book_cli.errors import BookError
from book_cli.lesson import HasPrograms

# As the programs are built (tools/cmake/cuda.cmake): the emulator counts the same there and here.
_OPTIONS = ("-ptx", "-arch=compute_75", "-std=c++17", "-lineinfo")
_FILE = re.compile(r'^(\s*\.file\s+\d+ )"(?:[^"]*(/include/)|[^"]*/)([^"]*)"', re.MULTILINE)
# The name that nvcc gives to a static function says, in bytes, `_INTERNAL_` and eight digits that depend on the folder.
_INTERNAL = ",".join(str(byte) for byte in b"_INTERNAL_")
_DIGITS = re.compile(rf"(?<=\b{_INTERNAL},)(\d+,){{8}}")
_RELEASE = re.compile(r"^// Cuda compilation tools, (release .*)$", re.MULTILINE)


def ptx_files(owner: HasPrograms) -> dict[Path, tuple[str, str]]:
    """Stored file → the name and the text of the source it is made of."""
    files = {}
    for scene in owner.scenes:
        for bug in (None, *scene.bugs):
            source = scene.program.source.read_text(encoding="utf-8")
            files[scene.ptx(bug)] = (scene.file, bug.apply(source) if bug else source)
    return files


def compile_ptx(nvcc: str, name: str, source: str) -> str:
    """The PTX of `source`, which is called `name` in it; no path of this machine is."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_text(source, encoding="utf-8")
        output = file.with_suffix(".ptx")
        done = subprocess.run([nvcc, *_OPTIONS, "-o", output, file], capture_output=True, text=True, cwd=folder)
        if done.returncode != 0:
            raise BookError(f"nvcc refuses {name} as a scene changes it:\n{(done.stdout + done.stderr).rstrip()}")
        return _DIGITS.sub("48," * 8, _FILE.sub(_without_folder, output.read_text(encoding="utf-8")))


def _without_folder(line: re.Match[str]) -> str:
    """The source's own name, or, of a toolkit's header, a folder that the emulator takes for the toolkit's."""
    return f'{line[1]}"{"cuda/include/" if line[2] else ""}{line[3]}"'


def release_of(ptx: str) -> str:
    """`release 13.0, V13.0.88`: the compiler that wrote it."""
    found = _RELEASE.search(ptx)
    return found[1] if found else "an unknown release"
