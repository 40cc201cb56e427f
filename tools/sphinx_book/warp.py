"""The warp: 32 cells in a row, the book's divider, progress bar and measure."""

from sphinx_book.element import element, make

LANES = 32


def warp_strip(share: float) -> element:
    """A row of 32 cells, that part of them filled. It says nothing that the text does not."""
    return make("div", {"class": "warp", "aria-hidden": "true", "style": f"--filled:{LANES * share:.4g}"})
