"""What all of the book's directives and roles share: the book, the build's language, the lesson being read."""

from book_cli.lesson import HasPrograms, Lesson
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
