"""`{transcript} NAME`: what a run prints, as a terminal shows it."""

import re
from pathlib import Path
from typing import Any, ClassVar

from book_cli.errors import BookError
from book_cli.lesson import Lesson, Program
from book_cli.measured_file import measurements
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make

_EXPECTED = "expected"


class Transcript(BookDirective):
    """`:source:` is `expected` (the stored output of the emulator) or a GPU (`h200`: one of its timed runs)."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"source": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        source = self.options.get("source", _EXPECTED)
        lesson, name = self.lesson, self.arguments[0]
        try:
            if source == _EXPECTED:
                return [self._expected(lesson, name)]
            return [self._measured(lesson, lesson.program(name), source)]
        except BookError as error:
            raise self.error(str(error)) from None

    def _expected(self, lesson: Lesson, name: str) -> nodes.Node:
        run = lesson.run(name)
        text, findings = (self._stored(file) for file in (run.expected_output, run.expected_findings))
        if not text:
            return make("p", {"class": "missing"}, self.say("no-transcript", command="tools/book test --bless"))
        command = " ".join(["tools/book run", run.program.name, *run.arguments])
        return self._terminal(command, text, findings, self.say("on-emulator"))

    def _stored(self, file: Path) -> str:
        self.env.note_dependency(str(file))
        return _shown(file.read_text(encoding="utf-8")) if file.is_file() else ""

    def _measured(self, lesson: Lesson, program: Program, gpu: str) -> nodes.Node:
        found = measurements(lesson).get(gpu)
        if found is None or program.name not in found.programs:
            command = f"tools/book measure --lesson {lesson.id:02}"
            return make("p", {"class": "missing"}, self.say("not-measured", command=command))
        self.env.note_dependency(str(found.file))
        measured = found.programs[program.name]
        command = " ".join([f"./{program.name}", *measured.timing_arguments])
        return self._terminal(command, measured.transcript, "", f"{found.gpu_name} · {found.date}")

    def _terminal(self, command: str, output: str, findings: str, where: str) -> nodes.Node:
        caption = make("figcaption", {}, make("span", {"class": "prompt", "aria-hidden": "true"}, "$ "))
        caption += [make("code", {}, command), make("span", {"class": "where"}, where)]
        screen = make("pre", {}, make("samp", {}, output.rstrip("\n")))
        if findings:
            screen += make("samp", {"class": "findings"}, f"\n{findings.rstrip()}")
        return make("figure", {"class": "terminal"}, caption, screen)


def _shown(expected: str) -> str:
    """The patterns of an expected output as a reader should see them: the emulator has no rates, so a number is `-`."""
    without_folders = re.sub(r"\{any\}(?=\w+\.cu\b)", "", expected)
    return without_folders.replace("{number}", "-").replace("{any}", "…")


def setup(app: Sphinx) -> None:
    app.add_directive("transcript", Transcript)
