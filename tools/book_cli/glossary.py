"""docs/glossary.toml: the book's terms in both languages, and the forms that texts must not use instead."""

from dataclasses import dataclass
from pathlib import Path

from book_cli.toml_table import TomlTable, read_toml


@dataclass(frozen=True)
class GlossaryEntry:
    """One `[[term]]`."""

    id: str
    term: dict[str, str]
    """As the texts write it, by language."""
    meaning: dict[str, str]
    avoid: dict[str, tuple[str, ...]]
    """Other forms, by language: a text that uses one is corrected."""


def glossary_file(root: Path) -> Path:
    return root / "docs" / "glossary.toml"


def read_glossary(root: Path) -> dict[str, GlossaryEntry]:
    """Every term by id, in the file's order."""
    table = read_toml(glossary_file(root))
    terms: dict[str, GlossaryEntry] = {}
    for entry in table.tables("term"):
        read = _entry(entry)
        if read.id in terms:
            raise entry.error("id", f'"{read.id}" occurs twice', "Give each term its own id.")
        terms[read.id] = read
    table.finish()
    return terms


def _entry(entry: TomlTable) -> GlossaryEntry:
    avoid = entry.table("avoid")
    read = GlossaryEntry(
        id=entry.text("id"),
        term={"en": entry.text("en"), "zh": entry.text("zh")},
        meaning=entry.bilingual("meaning"),
        avoid={"en": avoid.texts("en"), "zh": avoid.texts("zh")},
    )
    avoid.finish()
    entry.finish()
    return read
