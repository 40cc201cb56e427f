"""What all of the book's directives and roles share: the book, the build's language, the lesson being read."""

import shutil
import subprocess
from collections.abc import Sequence

from book_cli.lesson import HasPrograms, Lesson
from book_cli.widgets import widgets_folder
from sphinx.util.docutils import SphinxDirective, SphinxRole

from sphinx_book.book import Book, book_of, example_of, language_of, lesson_of
from sphinx_book.strings import say


class BookDirective(SphinxDirective):
    """A block directive of the book."""

    @property
    def book(self) -> Book:
        return book_of(self.env)

    @property
    def language(self) -> str:
        return language_of(self.env)

    @property
    def lesson(self) -> Lesson:
        found = lesson_of(self.env, self.env.docname)
        if found is None:
            raise self.error(f"{{{self.name}}} belongs in a lesson's text")
        return found

    @property
    def owner(self) -> HasPrograms:
        """Whose programs the page speaks of: a lesson's, or, on the page of its data, an example's."""
        return example_of(self.env, self.env.docname) or self.lesson

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    def drawn(self, script: str, arguments: Sequence[str], what: str, data: str | None = None) -> str:
        """What a script of the widgets draws, as HTML; empty without it or without Node. `data`: its standard input."""
        file = widgets_folder(self.book.root) / "dist" / script
        node = shutil.which("node")
        if not file.exists() or node is None:
            return ""
        self.env.note_dependency(str(file))
        done = subprocess.run([node, str(file), *arguments], input=data, capture_output=True, text=True)
        if done.returncode != 0:
            raise self.error(f"{what} cannot be drawn: {done.stderr.strip()}")
        return done.stdout


class BookRole(SphinxRole):
    """An inline role of the book."""

    @property
    def book(self) -> Book:
        return book_of(self.env)

    @property
    def language(self) -> str:
        return language_of(self.env)

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)
