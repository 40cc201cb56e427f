"""docs/glossary.toml and `{glossary-list}`: the book's terms in both languages."""

from dataclasses import dataclass
from pathlib import Path

from book_cli.toml_table import read_toml
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.book import HTML_LANGUAGE
from sphinx_book.directive import BookDirective
from sphinx_book.element import make

DOCNAME = "glossary"


@dataclass(frozen=True)
class GlossaryEntry:
    id: str
    term: dict[str, str]
    meaning: dict[str, str]


def glossary_file(root: Path) -> Path:
    return root / "docs" / "glossary.toml"


def read_glossary(root: Path) -> dict[str, GlossaryEntry]:
    """Every term by id, in the file's order."""
    table = read_toml(glossary_file(root))
    entries = {}
    for entry in table.tables("term"):
        identifier = entry.text("id")
        if identifier in entries:
            raise entry.error("id", f'"{identifier}" occurs twice', "Give each term its own id.")
        entries[identifier] = GlossaryEntry(
            identifier, {"en": entry.text("en"), "zh": entry.text("zh")}, entry.bilingual("meaning")
        )
        entry.finish()
    table.finish()
    return entries


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
            listing += [term, make("dd", {}, entry.meaning[self.language])]
        return [listing]


def setup(app: Sphinx) -> None:
    app.add_directive("glossary-list", GlossaryList)
