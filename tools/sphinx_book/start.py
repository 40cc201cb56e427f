"""`{start}`: the home page's one button, to the first lesson that is written."""

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from sphinx_book.book import lesson_docname
from sphinx_book.directive import BookDirective


class Start(BookDirective):
    def run(self) -> list[nodes.Node]:
        if not self.book.written:
            return []
        lesson = self.book.written[min(self.book.written)]
        button = addnodes.pending_xref(
            "",
            nodes.inline("", self.say("start-reading", number=f"{lesson.id:02}"), classes=["button"]),
            nodes.inline("", lesson.title[self.language], classes=["button-title"]),
            refdomain="std",
            reftype="doc",
            reftarget=f"/{lesson_docname(lesson.folder.name)}",
            refexplicit=True,
            refwarn=True,
        )
        return [nodes.paragraph("", "", button, classes=["start"])]


def setup(app: Sphinx) -> None:
    app.add_directive("start", Start)
