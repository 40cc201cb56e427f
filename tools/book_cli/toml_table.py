"""Typed reading of the book's TOML files: a wrong key or value is reported with file, key and cure."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from book_cli.errors import BookError


class ContentError(BookError):
    """A mistake in a file of the book. The message names the file, the key or line, and the cure."""

    def __init__(self, where: str | Path, problem: str, cure: str) -> None:
        self.where = str(where)
        self.problem = problem
        self.cure = cure
        super().__init__(f"{where}: {problem}\n    {cure}")


class TomlTable:
    """One table of a TOML file. Reading a key marks it as known; `finish` refuses the keys that nobody read."""

    def __init__(self, file: Path, path: str, values: dict[str, Any]) -> None:
        self.file = file
        self.path = path
        self._values = values
        self._read: set[str] = set()

    def error(self, key: str, problem: str, cure: str) -> ContentError:
        """A ContentError that points at `key` of this table."""
        return ContentError(self.file, f"{self._name(key)}: {problem}", cure)

    def has(self, key: str) -> bool:
        return key in self._values

    def names(self) -> tuple[str, ...]:
        """The keys of a table whose keys are names, such as parameters."""
        return tuple(self._values)

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, default, "a string", '"…"')
        if not isinstance(value, str):
            raise self.error(key, f"is {_kind(value)}, not a string", f'Write {key} = "…".')
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        value = self._value(key, default, "a whole number", "1")
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(key, f"is {_kind(value)}, not a whole number", f"Write {key} = 1, without quotes.")
        return value

    def boolean(self, key: str, default: bool) -> bool:
        value = self._value(key, default, "true or false", "true")
        if not isinstance(value, bool):
            raise self.error(key, f"is {_kind(value)}, not true or false", f"Write {key} = true, without quotes.")
        return value

    def number(self, key: str) -> float | None:
        """A number, or None where the key is absent."""
        self._read.add(key)
        if not self.has(key):
            return None
        value = self._value(key, None, "a number", "1.5")
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.error(key, f"is {_kind(value)}, not a number", f"Write {key} = 1.5, without quotes.")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings; empty where the key is absent."""
        value = self._value(key, [], "a list of strings", '["…"]')
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(key, "is not a list of strings", f'Write {key} = ["…"]; numbers need quotes too.')
        return tuple(value)

    def bilingual(self, key: str) -> dict[str, str]:
        """A string in both languages: `{ en = "…", zh = "…" }`."""
        value = self._value(key, None, "a text in both languages", '{ en = "…", zh = "…" }')
        return self._both_languages(key, value)

    def bilinguals(self, key: str) -> tuple[dict[str, str], ...]:
        """A list of strings in both languages; empty where the key is absent."""
        values = self._value(key, [], "a list", '[ { en = "…", zh = "…" } ]')
        if not isinstance(values, list):
            raise self.error(key, f"is {_kind(values)}, not a list", f'Write {key} = [ {{ en = "…", zh = "…" }} ].')
        return tuple(self._both_languages(f"{key}[{index}]", value) for index, value in enumerate(values))

    def tables(self, key: str) -> Iterator["TomlTable"]:
        """The tables of `[[key]]`, in order; none where the key is absent."""
        values = self._value(key, [], "a list of tables", f"[[{key}]]")
        if not isinstance(values, list) or not all(isinstance(item, dict) for item in values):
            raise self.error(key, "is not a list of tables", f"Start each entry with a line [[{key}]].")
        for index, item in enumerate(values):
            yield TomlTable(self.file, self._name(f"{key}[{index}]"), item)

    def table(self, key: str) -> "TomlTable":
        """A table inside this one; an empty one where the key is absent."""
        value = self._value(key, {}, "a table", "{ … }")
        if not isinstance(value, dict):
            raise self.error(key, f"is {_kind(value)}, not a table", f"Write {key} = {{ … }}.")
        return TomlTable(self.file, self._name(key), value)

    def finish(self) -> None:
        """Refuses the keys that no reader asked for: most of them are typing mistakes."""
        for key in self._values:
            if key not in self._read:
                known = ", ".join(sorted(self._read))
                raise self.error(key, "no such key here", f"Remove it, or use one of: {known}.")

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _value(self, key: str, default: Any, kind: str, example: str) -> Any:
        self._read.add(key)
        if key in self._values:
            return self._values[key]
        if default is None:
            raise self.error(key, f"is missing; it must be {kind}", f"Add a line {key} = {example}.")
        return default

    def _both_languages(self, key: str, value: Any) -> dict[str, str]:
        if (
            not isinstance(value, dict)
            or set(value) != {"en", "zh"}
            or not all(isinstance(text, str) and text for text in value.values())
        ):
            raise self.error(key, "must be a text in both languages", 'Write { en = "…", zh = "…" }.')
        return value


def read_toml(file: Path) -> TomlTable:
    """The file's root table."""
    try:
        return TomlTable(file, "", tomllib.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise ContentError(file, "the file is missing", "docs/handbook/formats.md says what belongs in it.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(file, f"is not TOML: {error}", "Correct the place the message names.") from None


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, str):
        return f'the string "{value}"'
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a list" if isinstance(value, list) else "a table"
