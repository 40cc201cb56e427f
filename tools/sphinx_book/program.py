"""`{program} NAME`: a whole program, folded."""

from typing import Any, ClassVar

from book_cli.errors import BookError
from book_cli.regions import without_markers
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make
from sphinx_book.line_counters import line_accesses
from sphinx_book.listing import make_listing
from sphinx_book.region import boolean


class Program(BookDirective):
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"counters": boolean}

    def run(self) -> list[nodes.Node]:
        try:
            program = self.lesson.program(self.arguments[0])
        except BookError as error:
            raise self.error(str(error)) from None
        self.env.note_dependency(str(program.source))
        self.env.note_dependency(str(program.expected_counters))
        text, numbers = without_markers(program.source)
        listing = make_listing(
            file=program.source.name,
            text=text,
            line_numbers=numbers,
            accesses=line_accesses(program) if self.options.get("counters", True) else {},
            anchor=program.name,
            caption="",
            language=self.language,
        )
        summary = make("summary", {}, self.say("whole-program", file=program.source.name, lines=len(numbers)))
        return [make("details", {"class": "program"}, summary, listing)]


def setup(app: Sphinx) -> None:
    app.add_directive_to_domain("std", "program", Program, override=True)  # Sphinx looks there first.
