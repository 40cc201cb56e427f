"""A listing: lines of a real file with its line numbers, and the counters of the lines that access memory."""

import re
from collections.abc import Sequence
from html import escape

from docutils import nodes
from pygments.lexer import Lexer
from pygments.lexers import CudaLexer
from pygments.token import STANDARD_TYPES, Token, _TokenType

from sphinx_book.element import element, make
from sphinx_book.line_counters import Access
from sphinx_book.strings import say

Accesses = dict[int, list[Access]]

STYLED = frozenset({
    "c", "c1", "ch", "cm", "cp", "cpf", "cs", "dl", "k", "kc", "kd", "kn", "kr", "kt", "nc", "nf",
    "s", "s1", "s2", "sa", "sc", "se", "si",
})  # fmt: skip
"""Pygments' classes that the theme draws (40-code.css). The others would be four fifths of a lesson page's elements."""


def make_listing(
    *,
    file: str,
    text: str,
    line_numbers: Sequence[int],
    accesses: Accesses,
    anchor: str,
    caption: str,
    language: str,
) -> element:
    """`anchor` starts the id of every line: `07_transpose-L52`. `--lines` keeps the height of what is not laid out."""
    shown = {number: accesses[number] for number in line_numbers if number in accesses}
    lines = highlight_lines(text, CudaLexer())
    body = "".join(
        _line(number, html, shown.get(number, []), anchor, language, has_meters=bool(shown))
        for number, html in zip(line_numbers, lines, strict=True)
    )
    classes = "listing with-meters" if shown else "listing"
    figure = make("figure", {"class": classes, "id": anchor})
    figure += _caption(file, line_numbers, caption, language, has_meters=bool(shown))
    code = f'<pre style="--lines:{len(lines)}"><code class="cuda">{body}</code></pre>'
    figure += nodes.raw("", code, format="html", source_text=text)
    if shown:
        figure += _table(shown, language)
    return figure


def highlight_lines(text: str, lexer: Lexer) -> list[str]:
    """The text's lines as HTML, with Pygments' short class names where the theme has a style for them."""
    lines = [""]
    for token, value in lexer.get_tokens(text):
        css = _css_class(token)
        for position, piece in enumerate(value.split("\n")):
            if position:
                lines.append("")
            if piece:
                html = escape(piece, quote=False)
                lines[-1] += f'<span class="{css}">{html}</span>' if css in STYLED else html
    while lines and not lines[-1]:
        lines.pop()
    count = len(text.rstrip("\n").split("\n"))
    return lines + [""] * (count - len(lines))


def _css_class(token: _TokenType) -> str:
    while token not in STANDARD_TYPES:
        token = token.parent or Token
    return str(STANDARD_TYPES[token])


def _caption(file: str, numbers: Sequence[int], caption: str, language: str, *, has_meters: bool) -> element:
    line = make("figcaption")
    if caption:
        line += make("span", {"class": "caption"}, caption)
    line += make("span", {"class": "file"}, file)
    line += make("span", {"class": "lines"}, say(language, "lines", first=numbers[0], last=numbers[-1]))
    if has_meters:
        line += make("span", {"class": "meter-legend"}, say(language, "meter-legend"))
    return line


def _line(number: int, html: str, accesses: list[Access], anchor: str, language: str, *, has_meters: bool) -> str:
    meters = ""
    if has_meters:
        loads = [access for access in accesses if access.is_load]
        stores = [access for access in accesses if not access.is_load]
        meters = f'<span class="meters">{_meter(loads, language)}{_meter(stores, language)}</span>'
    name = f"{anchor}-L{number}"
    return (
        f'<span class="line" id="{name}">{meters}<span class="line-number" data-line="{number}"></span>'
        f'<span class="source">{html}\n</span></span>'
    )


def _meter(accesses: list[Access], language: str) -> str:
    """One bar: global memory before shared; of several kernels the range is written, the worst is drawn."""
    if not accesses:
        return '<span class="meter none"></span>'
    kind = "global" if any(access.is_global for access in accesses) else "shared"
    of_kind = [access for access in accesses if access.is_global == (kind == "global")]
    worst = max(of_kind, key=lambda access: access.per_request)
    least = min(access.per_request for access in of_kind)
    text = "–".join(dict.fromkeys([_number(least), _number(worst.per_request)]))
    direction = "ld" if worst.is_load else "st"
    label = say(language, f"meter-{kind}-{direction}", value=text)
    used = worst.per_request if worst.used_sectors is None else min(worst.used_sectors, worst.per_request)
    style = f"--moved-sectors:{worst.per_request:.4g};--used-sectors:{used:.4g}"
    return (
        f'<span class="meter {kind} {direction}" style="{style}" role="img" aria-label="{escape(label)}"'
        f' title="{escape(label)}"><i></i><b>{text}</b></span>'
    )


def _table(accesses: Accesses, language: str) -> element:
    """The same counters as a table: for screen readers, for paper, and for the kernel behind each number."""
    body = make("tbody")
    for number, of_line in accesses.items():
        for access in of_line:
            body += make(
                "tr",
                {},
                make("td", {"class": "number"}, str(number)),
                make("td", {}, make("code", {}, access.kernel)),
                make("td", {}, say(language, f"access-{access.kind}")),
                make("td", {"class": "number"}, f"{access.requests:,.0f}"),
                make("td", {"class": "number"}, _number(access.per_request)),
            )
    head = make("tr")
    for key in ("column-line", "column-kernel", "column-access", "column-requests", "column-per-request"):
        numeric = key in {"column-line", "column-requests", "column-per-request"}
        head += make("th", {"scope": "col", "class": "number" if numeric else "name"}, say(language, key))
    table = make("table", {}, make("thead", {}, head), body)
    summary = make("summary", {}, say(language, "counters-by-line"))
    return make("details", {"class": "line-counters"}, summary, make("div", {"class": "table-box"}, table))


def _number(value: float) -> str:
    return re.sub(r"\.?0+$", "", f"{value:.2f}")
