"""Formulas of scenes: read once, into trees that the page evaluates."""

import pytest
from book_cli.formula import FormulaError, Names, parse_arguments, parse_dimensions, parse_formula

SIZES = Names({"rows", "columns"})
ELEMENT = Names({"rows", "columns", "i"}, {"input"})


def test_a_formula_is_a_tree_in_the_order_of_arithmetic() -> None:
    assert parse_formula("rows + 2 * columns", SIZES) == ["+", "rows", ["*", 2, "columns"]]
    assert parse_formula("(rows + 31) // 32", SIZES) == ["//", ["+", "rows", 31], 32]
    assert parse_formula("-rows", SIZES) == ["-", 0, "rows"]


def test_an_element_speaks_of_its_index_and_of_what_buffers_were_filled_with() -> None:
    tree = parse_formula("input[i % rows * columns + i // rows]", ELEMENT)
    assert tree == ["at", "input", ["+", ["*", ["%", "i", "rows"], "columns"], ["//", "i", "rows"]]]


def test_missing_dimensions_are_one() -> None:
    assert parse_dimensions("ceil_div(columns, 32), rows", SIZES) == [["ceil_div", "columns", 32], "rows", 1]


def test_arguments_are_buffers_numbers_and_structures() -> None:
    names = Names({"rows"}, {"x", "y"})
    assert parse_arguments("x, float(0.5), struct(x, y), rows", names) == [
        ["buffer", "x"],
        ["float", 0.5],
        ["struct", "x", "y"],
        "rows",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rows +", "is no formula"),
        ("depth", "`depth` is unknown here; there are: columns, rows"),
        ("i", "`i` is unknown"),
        ("rows / 2", "`rows / 2` is not allowed"),
        ("rows ** 2", "is not allowed"),
        ("input[0]", "is not allowed"),
        ("abs(rows)", "is not allowed"),
        ("min(rows)", "is not allowed"),
        ("'rows'", "is not allowed"),
        ("rows if columns else 1", "is not allowed"),
    ],
)
def test_what_the_page_could_not_evaluate_is_refused(text: str, said: str) -> None:
    with pytest.raises(FormulaError) as refused:
        parse_formula(text, SIZES)
    assert said in str(refused.value)


def test_a_structure_of_something_else_than_buffers_is_refused() -> None:
    with pytest.raises(FormulaError, match="`rows` is no buffer; there are: x"):
        parse_arguments("struct(x, rows)", Names({"rows"}, {"x"}))


def test_four_dimensions_are_refused() -> None:
    with pytest.raises(FormulaError, match="more than three dimensions"):
        parse_dimensions("1, 2, 3, 4", SIZES)
