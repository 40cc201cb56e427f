"""docs/glossary.toml: the book's terms in both languages, and the forms that texts must not use instead."""

from dataclasses import dataclass
from pathlib import Path

from book_cli.toml_table import TomlTable, read_toml


@dataclass(frozen=True)
class Term:
    """One `[[term]]`."""

    id: str
    form: dict[str, str]
    """As the texts write it, by language."""
    meaning: dict[str, str]
    avoid: dict[str, tuple[str, ...]]
    """Other forms, by language: a text that uses one is corrected."""


def glossary_file(root: Path) -> Path:
    return root / "docs" / "glossary.toml"


def load_glossary(root: Path) -> dict[str, Term]:
    """Every term by id, in the file's order."""
    table = read_toml(glossary_file(root))
    terms: dict[str, Term] = {}
    for entry in table.tables("term"):
        term = _term(entry)
        if term.id in terms:
            raise entry.error("id", f'"{term.id}" occurs twice', "Give each term its own id.")
        terms[term.id] = term
    table.finish()
    return terms


def _term(entry: TomlTable) -> Term:
    avoid = entry.table("avoid")
    term = Term(
        id=entry.text("id"),
        form={"en": entry.text("en"), "zh": entry.text("zh")},
        meaning=entry.bilingual("meaning"),
        avoid={"en": avoid.texts("en"), "zh": avoid.texts("zh")},
    )
    avoid.finish()
    entry.finish()
    return term
