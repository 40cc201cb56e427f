"""Regions of a program: the lines between `// [show: name]` and `// [end: name]`."""

import re
from dataclasses import dataclass
from pathlib import Path

from book_cli.toml_table import ContentError

_MARKER = re.compile(r"^\s*//\s*\[(show|end):\s*([^\]]*?)\s*\]\s*$")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Region:
    """Lines `first_line` to `last_line` of a file (from 1, without the markers)."""

    name: str
    first_line: int
    last_line: int
    text: str
    """The lines, without other regions' markers and without the indentation they share."""
    line_numbers: tuple[int, ...]
    """The file's line of each line of `text`: counters of a line are found by it."""


def read_regions(source: Path) -> dict[str, Region]:
    """All regions of the file by name. Regions may nest and overlap; each must end."""
    lines = source.read_text(encoding="utf-8").splitlines()
    open_at: dict[str, int] = {}
    regions: dict[str, Region] = {}
    for number, line in enumerate(lines, start=1):
        marker = _MARKER.match(line)
        if marker is None:
            continue
        action, name = marker.groups()
        where = f"{source}:{number}"
        if not _NAME.fullmatch(name):
            raise ContentError(where, f'"{name}" is not a region name', "Use small letters, digits and hyphens.")
        if action == "show":
            if name in open_at or name in regions:
                raise ContentError(where, f'the region "{name}" is already there', "Give each region its own name.")
            open_at[name] = number
        else:
            if name not in open_at:
                raise ContentError(
                    where, f'the region "{name}" ends but never started', f"Add // [show: {name}] before it."
                )
            regions[name] = _region(where, name, lines, open_at.pop(name) + 1, number - 1)
    for name, number in open_at.items():
        raise ContentError(f"{source}:{number}", f'the region "{name}" never ends', f"Add // [end: {name}].")
    return regions


def read_region(source: Path, name: str) -> Region:
    """The region called `name`; refuses others by naming those there are."""
    regions = read_regions(source)
    if name not in regions:
        known = ", ".join(regions) or "none"
        raise ContentError(
            source, f'no region "{name}"', f"Regions there: {known}. Add // [show: {name}] … // [end: {name}]."
        )
    return regions[name]


def without_markers(source: Path) -> tuple[str, tuple[int, ...]]:
    """The whole program as a reader should see it, and the file's line number of each line shown."""
    lines = source.read_text(encoding="utf-8").splitlines()
    numbers = tuple(number for number, line in enumerate(lines, start=1) if not _MARKER.match(line))
    return "\n".join(lines[number - 1] for number in numbers) + "\n", numbers


def _region(where: str, name: str, lines: list[str], first: int, last: int) -> Region:
    numbers = tuple(number for number in range(first, last + 1) if not _MARKER.match(lines[number - 1]))
    shown = [lines[number - 1] for number in numbers]
    if not any(line.strip() for line in shown):
        raise ContentError(where, f'the region "{name}" is empty', "Put the markers around the lines to show.")
    indent = min(len(line) - len(line.lstrip()) for line in shown if line.strip())
    text = "\n".join(line[indent:] for line in shown) + "\n"
    return Region(name, first, last, text, numbers)
