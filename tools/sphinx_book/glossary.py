"""docs/glossary.toml and `{glossary-list}`: the book's terms in both languages."""

from book_cli.glossary import glossary_file, read_glossary
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.book import HTML_LANGUAGE
from sphinx_book.directive import BookDirective
from sphinx_book.element import make

DOCNAME = "glossary"


class GlossaryList(BookDirective):
    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(glossary_file(self.book.root)))
        other = {"en": "zh", "zh": "en"}[self.language]
        entries = sorted(read_glossary(self.book.root).values(), key=lambda entry: entry.term["en"].lower())
        listing = make("dl", {"class": "glossary"})
        for entry in entries:
            term = make("dt", {"id": f"term-{entry.id}"}, make("dfn", {}, entry.term[self.language]))
            if entry.term[other] != entry.term[self.language]:
                term += make("span", {"class": "other", "lang": HTML_LANGUAGE[other]}, entry.term[other])
            meaning, messages = self.parse_inline(entry.meaning[self.language])
            listing += [term, make("dd", {}, *meaning, *messages)]
        return [listing]


def setup(app: Sphinx) -> None:
    app.add_directive("glossary-list", GlossaryList)
