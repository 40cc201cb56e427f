"""`{lesson}`7``: a link to a lesson, also to one not yet written: then to its place on the map."""

import posixpath

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.book import lesson_docname
from sphinx_book.directive import BookRole
from sphinx_book.element import make


def lesson_url(docname: str, folder_name: str) -> str:
    """From this page to a written lesson's."""
    up = posixpath.relpath(".", posixpath.dirname(docname) or ".")
    return posixpath.normpath(f"{up}/{lesson_docname(folder_name)}.html")


class LessonLink(BookRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        entries = {str(lesson.id): lesson for lesson in self.book.curriculum.lessons}
        entry = entries.get(self.text.lstrip("0"))
        if entry is None:
            message = f'no lesson "{self.text}" on the map (docs/curriculum.toml); write its number'
            problem = self.inliner.reporter.error(message, line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, problem)], [problem]
        if entry.id in self.book.written:
            attributes = {"class": "lesson-link", "href": lesson_url(self.env.docname, entry.folder_name)}
        else:
            up = posixpath.relpath(".", posixpath.dirname(self.env.docname) or ".")
            attributes = {
                "class": "lesson-link unwritten",
                "href": f"{up}/index.html#lesson-{entry.id:02}",
                "title": self.say("not-written"),
            }
        number = make("span", {"class": "number"}, f"{entry.id:02}")
        return [make("a", attributes, number, " ", entry.title[self.language])], []


def setup(app: Sphinx) -> None:
    app.add_role("lesson", LessonLink())
