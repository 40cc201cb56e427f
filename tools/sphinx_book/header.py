"""`{header} exec/launch.h`: the reference of one of the emulator's public headers (Doxygen, Breathe)."""

from book_cli.doxygen import room_project
from breathe.directives.file import DoxygenFileDirective  # type: ignore[import-untyped]
from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make


class Header(BookDirective):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        file = self.book.root / "tools" / "emulator" / name
        if not file.is_file():
            raise self.error(f"no header {name} under tools/emulator")
        self.env.note_dependency(str(file))
        reference = DoxygenFileDirective(
            "doxygenfile",
            [file.name],
            {"project": room_project(file.parent.name)},
            StringList(),
            self.lineno,
            self.content_offset,
            self.block_text,
            self.state,
            self.state_machine,
        )
        include = make("p", {"class": "include"}, make("code", {}, f'#include "{name}"'))
        entries = make("div", {"class": "header"}, include, *reference.run())
        _drop_include_lines(entries)
        return [entries]


def _drop_include_lines(entries: nodes.Element) -> None:
    """Breathe repeats `#include` in every class, as a link to a page of the file, which there is not."""
    for link in list(entries.findall(addnodes.pending_xref)):
        if str(link["reftarget"]).endswith("_8h"):
            line = link.parent
            line.parent.remove(line)


def setup(app: Sphinx) -> None:
    app.add_directive("header", Header)
