"""`{start}`: the home page's one button, to the first lesson that is written."""

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make
from sphinx_book.lesson_link import lesson_url


class Start(BookDirective):
    def run(self) -> list[nodes.Node]:
        if not self.book.written:
            return []
        lesson = self.book.written[min(self.book.written)]
        label = make("span", {"class": "button"}, self.say("start-reading", number=f"{lesson.id:02}"))
        title = make("span", {"class": "button-title"}, lesson.title[self.language])
        link = make("a", {"href": lesson_url(self.env.docname, lesson.folder.name)}, label, " ", title)
        return [make("p", {"class": "start"}, link)]


def setup(app: Sphinx) -> None:
    app.add_directive("start", Start)
