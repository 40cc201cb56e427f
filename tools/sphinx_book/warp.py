"""The warp: 32 cells in a row, the book's divider and progress bar."""

from sphinx_book.element import element, make

LANES = 32


def warp_strip(done: int = 0, of: int = 1) -> element:
    """A row of 32 cells, the first `done / of` of them filled. It says nothing that the text does not."""
    filled = round(LANES * done / of)
    return make("div", {"class": "warp", "aria-hidden": "true", "style": f"--filled:{filled}"})
