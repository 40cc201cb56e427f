"""`{term}`id`` or `{term}`words <id>``: a term of the glossary, in the page's language, linked to its meaning."""

import posixpath
import re

from book_cli.glossary import glossary_file, read_glossary
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book import glossary
from sphinx_book.directive import BookRole
from sphinx_book.element import make

_EXPLICIT = re.compile(r"(?s)(.+?)\s*<([^<>]+)>")


class Term(BookRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        explicit = _EXPLICIT.fullmatch(self.text)
        words, identifier = explicit.groups() if explicit else (None, self.text)
        self.env.note_dependency(str(glossary_file(self.book.root)))
        entries = read_glossary(self.book.root)
        if identifier not in entries:
            message = f'no term "{identifier}" in docs/glossary.toml; add it there in both languages'
            problem = self.inliner.reporter.error(message, line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, problem)], [problem]
        entry = entries[identifier]
        url = f"{posixpath.relpath('.', posixpath.dirname(self.env.docname) or '.')}/{glossary.DOCNAME}.html"
        attributes = {
            "class": "term",
            "href": f"{url}#term-{identifier}",
            "title": entry.meaning[self.language].replace("`", ""),
        }
        return [make("a", attributes, words or entry.term[self.language])], []


def setup(app: Sphinx) -> None:
    app.add_role_to_domain("std", "term", Term(), override=True)  # Sphinx looks there first.
