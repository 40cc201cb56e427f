"""What all of the book's directives share."""

from sphinx.util.docutils import SphinxDirective, SphinxRole

from book_cli.lesson import Lesson
from sphinx_book.book import Book, book_of, language_of, lesson_of
from sphinx_book.strings import say


class _KnowsBook:
    """Access to the book, the build's language, and the lesson whose page is being read."""

    env: object

    @property
    def book(self) -> Book:
        return book_of(self.env)  # type: ignore[arg-type]

    @property
    def language(self) -> str:
        return language_of(self.env)  # type: ignore[arg-type]

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    def find_lesson(self) -> Lesson | None:
        return lesson_of(self.env, self.env.docname)  # type: ignore[arg-type, attr-defined]


class BookDirective(_KnowsBook, SphinxDirective):
    """A block directive of the book."""

    @property
    def lesson(self) -> Lesson:
        found = self.find_lesson()
        if found is None:
            raise self.error(f"{{{self.name}}} belongs in a lesson's text")
        return found


class BookRole(_KnowsBook, SphinxRole):
    """An inline role of the book."""
