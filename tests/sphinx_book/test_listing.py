"""Listings: which tokens become elements, and that nothing of the text is lost."""

import re
from html import unescape
from pathlib import Path

from pygments.lexers import CudaLexer
from sphinx_book.listing import STYLED, highlight_lines

ROOT = Path(__file__).resolve().parents[2]


def test_the_tokens_that_become_elements_are_those_that_the_theme_draws() -> None:
    css = (ROOT / "docs/theme/grid_to_lane/css/40-code.css").read_text(encoding="utf-8")
    drawn = re.findall(r":is\(\.cuda, \.highlight\) :is\(([^)]*)\)", css)
    assert {name.strip(" .") for names in drawn for name in names.split(",")} == STYLED


def test_a_line_has_elements_only_where_they_are_drawn() -> None:
    (line,) = highlight_lines("int i = n < 3;  // few", CudaLexer())
    assert line == '<span class="kt">int</span> i = n &lt; 3;  <span class="c1">// few</span>'


def test_the_text_is_kept_line_by_line() -> None:
    text = (ROOT / "lessons/06-coalescing/07_transpose.cu").read_text(encoding="utf-8")
    lines = highlight_lines(text, CudaLexer())
    assert [unescape(re.sub(r"<[^>]*>", "", line)) for line in lines] == text.rstrip("\n").split("\n")
