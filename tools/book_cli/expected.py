"""Expected output: text with the patterns `{number}` and `{any}` (see docs/handbook/formats.md)."""

import re
from collections.abc import Sequence
from functools import cache

_PATTERNS = {"{number}": r"(?:[-+]?[\d,]*\.?\d+(?:[eE][-+]?\d+)?|-)", "{any}": r".*"}
_TOKEN = re.compile(r"(\{number\}|\{any\}|\s+)")


def line_matches(expected: str, got: str) -> bool:
    """Whether a printed line is as expected. Runs of blanks compare equal; blanks at the end do not count."""
    return _line_pattern(expected.rstrip()).fullmatch(got.rstrip()) is not None


def compare(expected: str, got: str) -> str | None:
    """None where the output is as expected, else a diff: `-` expected, `+` printed, two blanks as expected."""
    expected_lines, got_lines = expected.splitlines(), got.splitlines()
    pairs = _align(expected_lines, got_lines)
    if all(before is not None and after is not None for before, after in pairs):
        return None
    lines = []
    for before, after in pairs:
        if before is not None and after is not None:
            lines.append(f"  {after}")
        elif before is not None:
            lines.append(f"- {before}")
        else:
            lines.append(f"+ {after}")
    return "\n".join(_with_context(lines))


def bless_text(expected: str, got: str) -> str:
    """The new expected text: what was printed, with the old patterns kept on the lines they matched.

    In a new line, a cell that is `-` (a rate the emulator cannot give) becomes `{number}`.
    """
    blessed = []
    for before, after in _align(expected.splitlines(), got.splitlines()):
        if after is not None:
            blessed.append(before if before is not None else re.sub(r"(?<=\s\s)-(?=\s|$)", "{number}", after.rstrip()))
    return "".join(f"{line}\n" for line in blessed)


@cache
def _line_pattern(expected: str) -> re.Pattern[str]:
    parts = []
    for token in _TOKEN.split(expected):
        if token in _PATTERNS:
            parts.append(_PATTERNS[token])
        elif token.isspace():
            parts.append(r"\s+")
        else:
            parts.append(re.escape(token))
    return re.compile("".join(parts))


def _align(expected: Sequence[str], got: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Pairs lines so that as many as possible match; a line without partner stands beside None."""
    rows, columns = len(expected), len(got)
    matching = [[line_matches(one, other) for other in got] for one in expected]
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in reversed(range(rows)):
        for column in reversed(range(columns)):
            best[row][column] = max(
                best[row + 1][column],
                best[row][column + 1],
                1 + best[row + 1][column + 1] if matching[row][column] else 0,
            )
    pairs: list[tuple[str | None, str | None]] = []
    row = column = 0
    while row < rows or column < columns:
        both = row < rows and column < columns
        if both and matching[row][column] and best[row][column] == 1 + best[row + 1][column + 1]:
            pairs.append((expected[row], got[column]))
            row, column = row + 1, column + 1
        elif column == columns or (both and best[row + 1][column] >= best[row][column + 1]):
            pairs.append((expected[row], None))
            row += 1
        else:
            pairs.append((None, got[column]))
            column += 1
    return pairs


def _with_context(lines: list[str], context: int = 2) -> list[str]:
    """The changed lines with a few lines around them; `…` where something is left out."""
    changed = [index for index, line in enumerate(lines) if not line.startswith("  ")]
    kept = {index for at in changed for index in range(at - context, at + context + 1) if 0 <= index < len(lines)}
    shown = []
    for index, line in enumerate(lines):
        if index in kept:
            shown.append(line)
        elif index - 1 in kept or index == 0:
            shown.append("  …")
    return shown
