"""`[printed.zh]` of lesson.toml and example.toml: what the programs print, in the words of another language's pages."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from book_cli.toml_table import TomlTable

PRINTED = "en"
"""The language in which programs print."""
_BLANK = "{}"
_NUMBER = r"(\d+(?:\.\d+)?)"


@dataclass(frozen=True)
class PrintedNames:
    """Titles, rows and columns of the printed tables. In a name, `{}` stands for any number: `stride {}`."""

    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By language, by what is printed."""

    def shown(self, printed: str, language: str) -> str:
        """The name on the pages of the language; what is printed where it has none."""
        found = self._entry(printed, language)
        if found is None:
            return printed
        pattern, numbers = found
        rest = iter(numbers)
        return re.sub(re.escape(_BLANK), lambda _: next(rest), self.names[language][pattern])

    def missing(self, printed: Iterable[str], language: str) -> list[str]:
        """Those that have no name of their own in the language."""
        return [name for name in dict.fromkeys(printed) if self._entry(name, language) is None]

    def unused(self, printed: Iterable[str], language: str) -> list[str]:
        """Entries for what no program prints."""
        used = {found[0] for name in printed if (found := self._entry(name, language)) is not None}
        return [pattern for pattern in self.names.get(language, {}) if pattern not in used]

    def _entry(self, printed: str, language: str) -> tuple[str, tuple[str, ...]] | None:
        """Which entry names it, and the numbers in it; one written out goes before one with blanks."""
        known = self.names.get(language, {})
        for pattern in sorted(known, key=lambda pattern: pattern.count(_BLANK)):
            found = re.fullmatch(_NUMBER.join(map(re.escape, pattern.split(_BLANK))), printed)
            if found is not None:
                return pattern, found.groups()
        return None


def read_printed(table: TomlTable) -> PrintedNames:
    """The table `[printed]`, of a lesson or an example: a table for each language but the programs' own."""
    languages = table.table("printed")
    chinese = languages.table("zh")
    names = {pattern: chinese.text(pattern) for pattern in chinese.names()}
    languages.finish()
    for pattern, name in names.items():
        if pattern.count(_BLANK) != name.count(_BLANK):
            raise chinese.error(pattern, "has another number of blanks than its name", "Give every {} its place.")
    return PrintedNames({"zh": names})
