"""What a figure's card says."""

from pathlib import Path

from book_cli.claims import evaluate_claims
from book_cli.lesson import load_lesson
from sphinx_book.evidence import arithmetic, figure_text, source_line

CLAIMS = evaluate_claims(load_lesson(Path(__file__).parent / "book" / "lessons" / "02-rows"))


def test_a_derived_figure_shows_its_arithmetic_with_the_values() -> None:
    assert arithmetic(CLAIMS["traffic"], CLAIMS) == "32 / 4"


def test_a_unit_stays_with_its_number() -> None:
    assert figure_text(CLAIMS["row-rate"]) == "4,000\u00a0GB/s"
    assert figure_text(CLAIMS["traffic"]) == "8×"


def test_the_margin_says_that_the_gpu_agrees() -> None:
    assert source_line(CLAIMS["column-sectors"], "en") == "emulator, equal on the H200"
    assert source_line(CLAIMS["column-sectors"], "zh") == "模拟器，与 H200 一致"


def test_the_margin_names_the_gpu_of_a_measurement() -> None:
    assert source_line(CLAIMS["row-rate"], "en").replace("\u2060", "") == "H200, 2026-11-30"
