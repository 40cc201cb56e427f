"""`{region} PROGRAM NAME`: lines of a real program, between `// [show: NAME]` and `// [end: NAME]`."""

from typing import Any, ClassVar

from book_cli.errors import BookError
from book_cli.regions import read_region
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.line_counters import line_accesses
from sphinx_book.listing import make_listing


def boolean(argument: str) -> bool:
    return directives.choice(argument, ("true", "false")) == "true"


class Region(BookDirective):
    required_arguments = 2
    option_spec: ClassVar[dict[str, Any]] = {"counters": boolean, "caption": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        try:
            program = self.lesson.program(self.arguments[0])
            region = read_region(program.source, self.arguments[1])
        except BookError as error:
            raise self.error(str(error)) from None
        self.env.note_dependency(str(program.source))
        self.env.note_dependency(str(program.expected_counters))
        accesses = line_accesses(program) if self.options.get("counters", True) else {}
        listing = make_listing(
            file=program.source.name,
            text=region.text,
            line_numbers=region.line_numbers,
            accesses=accesses,
            anchor=f"{program.name}-{region.name}",
            caption=self.options.get("caption", ""),
            language=self.language,
        )
        return [listing]


def setup(app: Sphinx) -> None:
    app.add_directive("region", Region)
