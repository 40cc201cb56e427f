"""Rewrites what is expected of the book's programs from what they do on the emulator now. Its diff is to be read."""

import difflib
import os
import re
from collections.abc import Sequence
from pathlib import Path

from book_cli.build_tree import BuildTree
from book_cli.counters_file import stored_form
from book_cli.emulator_run import run_on_emulator
from book_cli.expected import bless_text
from book_cli.lesson import HasPrograms, Run
from book_cli.lesson_tests.outcome import TestFailed
from book_cli.lesson_tests.output import check_status
from book_cli.scene_ptx import compile_ptx, ptx_files

EVERYTHING = re.compile("")


def bless(
    owners: Sequence[HasPrograms], build: BuildTree, tests: re.Pattern[str] = EVERYTHING
) -> tuple[str, list[str]]:
    """Runs what the chosen tests (`lesson06.07_transpose.emulator`, `lesson06.ptx`) run, and writes expected/.

    Returns the diff of what changed, and the runs that failed.
    """
    changes: list[str] = []
    failures: list[str] = []
    for owner in owners:
        for run in owner.runs:
            if not tests.search(f"{owner.name}.{run.name}.emulator"):
                continue
            try:
                changes += _bless_run(owner, run, build)
            except TestFailed as failure:
                failures.append(str(failure))
        if owner.scenes and tests.search(f"{owner.name}.ptx"):
            changes += [
                _write(file, compile_ptx(os.environ.get("CUDACXX", "nvcc"), name, source))
                for file, (name, source) in ptx_files(owner).items()
            ]
    return "".join(changes), failures


def _bless_run(owner: HasPrograms, run: Run, build: BuildTree) -> list[str]:
    counters = build.scratch(owner) / f"{run.name}.counters.jsonl"
    result = run_on_emulator(build, build.program(run.program), run.arguments, counters)
    check_status(run, result.status, result.output, result.reports)
    changes = [
        _write(run.expected_output, bless_text(_old(run.expected_output), _without_paths(result.output, owner, build)))
    ]
    if run.findings:
        reports = _without_paths(result.reports, owner, build)
        changes.append(_write(run.expected_findings, bless_text(_old(run.expected_findings), reports)))
    if run.expected_counters is not None:
        changes.append(_write(run.expected_counters, stored_form(counters.read_text(encoding="utf-8"))))
    return changes


def _old(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _write(file: Path, text: str) -> str:
    """Writes the file if it changes; returns the diff."""
    before = _old(file)
    if before == text and file.is_file():
        return ""
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    name = f"{file.parent.parent.name}/{file.parent.name}/{file.name}"
    return "".join(
        difflib.unified_diff(
            before.splitlines(keepends=True), text.splitlines(keepends=True), f"old {name}", f"new {name}"
        )
    )


def _without_paths(text: str, owner: HasPrograms, build: BuildTree) -> str:
    """Where this checkout lies is nobody else's business: `{any}` instead of its folders."""
    for folder in (build.folder.resolve(), owner.folder.resolve()):
        text = text.replace(f"{folder}/", "{any}")
    return text
