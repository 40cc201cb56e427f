"""`{book-map}`: the stages with every lesson and its question. It is the book's table of contents too."""

from book_cli.curriculum import LessonEntry
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import element, make
from sphinx_book.lesson_link import lesson_url


class BookMap(BookDirective):
    def run(self) -> list[nodes.Node]:
        stages = make("ol", {"class": "book-map"})
        for stage in self.book.curriculum.stages:
            lessons = make("ol", {"class": "lessons"})
            for lesson in self.book.curriculum.lessons:
                if lesson.stage == stage.id:
                    lessons += self._lesson(lesson)
            heading = make("h3", {"class": "stage-title"}, make("span", {"class": "stage-number"}, str(stage.id)))
            heading += nodes.Text(stage.title[self.language])
            stages += make("li", {"class": "stage"}, heading, lessons)
        self.env.note_dependency(str(self.book.root / "docs" / "curriculum.toml"))
        return [self._contents(), stages]

    def _contents(self) -> addnodes.toctree:
        """Sphinx's own table of contents, hidden. `glob` makes Sphinx read it again when pages come or go."""
        pages = sorted(
            self.env.found_docs - {self.env.docname}, key=lambda name: (not name.startswith("lessons/"), name)
        )
        return addnodes.toctree(
            "",
            parent=self.env.docname,
            entries=[(None, page) for page in pages],
            includefiles=pages,
            hidden=True,
            glob=True,
            maxdepth=-1,
            titlesonly=False,
            includehidden=False,
            numbered=0,
            caption=None,
            rawentries=[],
        )

    def _lesson(self, lesson: LessonEntry) -> element:
        written = lesson.id in self.book.written
        title = make("span", {"class": "title"}, lesson.title[self.language])
        if written:
            title = make("a", {"href": lesson_url(self.env.docname, lesson.folder_name)}, title)
        else:
            title += make("span", {"class": "unwritten-note"}, self.say("not-written"))
        question = make("p", {"class": "question"}, lesson.question[self.language])
        return make(
            "li",
            {
                "class": "lesson" if written else "lesson unwritten",
                "id": f"lesson-{lesson.id:02}",
                "data-lesson": str(lesson.id),
            },
            make("span", {"class": "cell", "aria-hidden": "true"}),
            make("span", {"class": "number"}, f"{lesson.id:02}"),
            make("div", {"class": "words"}, title, question),
        )


def setup(app: Sphinx) -> None:
    app.add_directive("book-map", BookMap)
