"""lessonNN.ptx: the PTX that the page runs is what nvcc makes of the programs, and of their planted bugs."""

import os
import shutil

from book_cli.build_tree import BuildTree
from book_cli.lesson import HasPrograms
from book_cli.lesson_tests.outcome import TestSkipped, fail_if_any
from book_cli.scene_ptx import compile_ptx, ptx_files, release_of

_CURE = "Write it anew and read the diff: tools/book test --bless -R {}.ptx"


def run(owner: HasPrograms, build: BuildTree, name: str) -> str:
    del build, name
    files = ptx_files(owner)
    if not files:
        return "there is no scene"
    nvcc = shutil.which(os.environ.get("CUDACXX", "nvcc"))
    if nvcc is None:
        raise TestSkipped("no nvcc was found; `tools/book build` fetches one, and ctest passes it as CUDACXX")
    problems = []
    for file, (source_name, source) in files.items():
        cure = _CURE.format(owner.name)
        if not file.is_file():
            problems.append(f"{file} is missing. {cure}")
            continue
        stored, compiled = file.read_text(encoding="utf-8"), compile_ptx(nvcc, source_name, source)
        if release_of(stored) != release_of(compiled):
            raise TestSkipped(f"the stored PTX is of {release_of(stored)}, and {nvcc} is of {release_of(compiled)}")
        if stored != compiled:
            problems.append(f"{file} is not what nvcc makes of the source now. {cure}")
    fail_if_any(problems, "files differ")
    return f"{len(files)} files are what nvcc makes of the programs"
