"""`{kernel} PROGRAM NAME`: a kernel's documented signature, from the comment above it (Doxygen, Breathe)."""

from pathlib import Path

from book_cli.errors import BookError
from breathe.directives.function import DoxygenFunctionDirective  # type: ignore[import-untyped]
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.config import Config

from sphinx_book.directive import BookDirective
from sphinx_book.element import make


class Kernel(BookDirective):
    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        try:
            program = self.lesson.program(self.arguments[0])
        except BookError as error:
            raise self.error(str(error)) from None
        self.env.note_dependency(str(program.source))
        signature = DoxygenFunctionDirective(
            "doxygenfunction",
            [self.arguments[1]],
            {"project": program.name, "no-link": None},
            StringList(),
            self.lineno,
            self.content_offset,
            self.block_text,
            self.state,
            self.state_machine,
        )
        return [make("div", {"class": "kernel"}, *signature.run())]


def find_projects(_app: Sphinx, config: Config) -> None:
    """Every folder that Doxygen wrote is a Breathe project of its name."""
    folders = (Path(config.book_root) / "build" / "doxygen").glob("*/xml")
    config.breathe_projects = {folder.parent.name: str(folder) for folder in sorted(folders)}


def setup(app: Sphinx) -> None:
    app.connect("config-inited", find_projects)
    app.add_directive("kernel", Kernel)
