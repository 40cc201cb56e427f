"""lessonNN.scenes: what the page runs, under Node: results, counters derived by hand, planted bugs on their lines."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from book_cli.build_tree import BuildTree
from book_cli.emulator_module import emulator_module
from book_cli.lesson import HasPrograms
from book_cli.lesson_tests.outcome import TestFailed, TestSkipped, fail_if_any
from book_cli.scene_data import scene_data
from book_cli.widgets import widgets_folder


def run(owner: HasPrograms, build: BuildTree, name: str) -> str:
    del name
    if not owner.scenes:
        return "there is no scene"
    root = owner.folder.resolve().parents[1]
    script = widgets_folder(root) / "dist" / "check_scenes.js"
    module = build.folder / emulator_module(root).relative_to(root / "build")
    node = shutil.which("node")
    if node is None:
        raise TestSkipped("no Node.js was found; `tools/book test` brings one")
    for file in (script, module):
        if not file.is_file():
            raise TestSkipped(f"{file} is not built; `tools/book build` makes it")
    counters = {program.source.name: _launches(program.expected_counters) for program in owner.programs}
    data = {"scenes": [scene_data(scene) for scene in owner.scenes], "counters": counters}
    done = subprocess.run([node, script, module], input=json.dumps(data), capture_output=True, text=True)
    if done.returncode != 0:
        raise TestFailed(f"{script.name} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
    fail_if_any(done.stdout.splitlines(), "problems in the scenes")
    return done.stderr.strip()


def _launches(counters: Path) -> list[Any]:
    return (
        [json.loads(line) for line in counters.read_text(encoding="utf-8").splitlines()] if counters.is_file() else []
    )
