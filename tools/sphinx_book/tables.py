"""Tables of numbers: aligned, captioned, scrolling inside their own box."""

from collections.abc import Sequence

from docutils import nodes

from sphinx_book.element import element, make
from sphinx_book.warp import warp_strip

Cell = nodes.Node | str
Row = tuple[dict[str, str], Sequence[Cell]]


def number_table(
    head: Sequence[Cell],
    rows: Sequence[Row],
    caption: Sequence[Cell],
    shares: Sequence[float] = (),
) -> element:
    """First column names, the others numbers. A row is its attributes and its cells.

    `shares` draws, beside each row, a warp of which that part is filled: the same numbers, for the eye.
    """
    titles = make("tr")
    for column, cell in enumerate(head):
        titles += make("th", {"scope": "col", "class": "name" if column == 0 else "number"}, cell)
    if shares:
        titles += make("td", {"class": "share"})
    body = make("tbody")
    for number, (row_attributes, cells) in enumerate(rows):
        line = make("tr", row_attributes)
        for column, cell in enumerate(cells):
            if column == 0 and cell != "":
                line += make("th", {"scope": "row", "class": "name"}, cell)
            else:
                line += make("td", {"class": "number"}, cell)
        if shares:
            line += make("td", {"class": "share"}, warp_strip(shares[number]))
        body += line
    table = make("table", {"class": "numbers"}, make("thead", {}, titles), body)
    return make(
        "figure", {"class": "table"}, make("div", {"class": "table-box"}, table), make("figcaption", {}, *caption)
    )
