"""The words of the interface, in both languages: strings.toml beside this file."""

import tomllib
from functools import cache
from pathlib import Path

from book_cli.errors import BookError

FILE = Path(__file__).with_name("strings.toml")


@cache
def load_strings() -> dict[str, dict[str, str]]:
    """Every string by key; refuses one that lacks a language."""
    table: dict[str, dict[str, str]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for key, texts in table.items():
        if set(texts) != {"en", "zh"}:
            raise BookError(f"{FILE}: {key} needs en and zh, and nothing else")
    return table


def say(language: str, key: str, **values: object) -> str:
    """The string called `key`, with `{name}` replaced by the values given; `{s}` and `{es}` are English's plurals."""
    strings = load_strings()
    if key not in strings:
        raise BookError(f"{FILE}: no string {key}\n    Add it in both languages.")
    counted = next((values[name] for name in ("launches", "runs", "value", "count") if name in values), None)
    s, es = ("", "") if str(counted) == "1" else ("s", "es")
    return strings[key][language].format(s=s, es=es, **values)
