"""Claims: arithmetic over counters and measurements, with evidence. Expected values are worked out by hand."""

import math

import pytest
from book_cli.claims import ClaimValue, evaluate_claims
from book_cli.expressions import ExpressionError, Quantity, evaluate
from book_cli.lesson import load_lesson
from conftest import REQUESTS, SECTORS, Book, launch

COPY_SECTORS = 'counter("06_copy", "copy", "sectors-per-request-ld")'


def claim(name: str, kind: str, value: str, more: str = "") -> str:
    return f'id = "{name}"\nkind = "{kind}"\nvalue = \'{value}\'\n{more}'


def values(book: Book, *claims: str) -> dict[str, ClaimValue]:
    book.write_toml(*claims)
    return evaluate_claims(load_lesson(book.lesson))


def only(book: Book, kind: str, value: str, more: str = "") -> ClaimValue:
    return values(book, claim("only", kind, value, more))["only"]


def test_a_counted_claim_divides_sectors_by_requests(book: Book) -> None:
    value = only(book, "counted", COPY_SECTORS, "expect = 4")
    assert (value.value, value.text, value.spread, value.problem) == (4, "4", None, None)
    source = value.evidence.sources[0]
    assert (source.kind, source.program, source.item) == ("counter", "06_copy", "copy")
    assert source.command == "tools/book profile 06_copy small"


def test_full_metric_names_give_the_same_value_as_the_short_name(book: Book) -> None:
    value = f'counter("06_copy", "copy", "{SECTORS}") / counter("06_copy", "copy", "{REQUESTS}")'
    assert only(book, "counted", value, "expect = 4").problem is None


def test_template_arguments_choose_the_kernel(book: Book) -> None:
    assert (
        only(book, "counted", 'counter("06_copy", "strided<8>", "sectors-per-request-ld")', "expect = 32").value == 32
    )


def test_an_expectation_that_does_not_hold_is_a_problem(book: Book) -> None:
    value = only(book, "counted", COPY_SECTORS, "expect = 5")
    assert value.value == 4
    assert value.problem is not None and "is 4, expected 5" in value.problem


def test_a_measured_claim_has_the_median_and_the_spread(book: Book) -> None:
    book.write_measurement()
    value = only(book, "measured", 'measured("06_copy", "ours", "GB/s")', "expect_min = 3500\nexpect_max = 3700")
    assert (value.text, value.spread, value.problem) == ("3,600", (3590, 3620), None)
    source = value.evidence.sources[0]
    assert (source.gpu, source.date, source.runs) == ("H200", "2026-11-30", 3)
    assert source.command == "tools/book measure --lesson 06"


def test_bounds_of_a_measured_claim_are_enforced(book: Book) -> None:
    book.write_measurement()
    value = only(book, "measured", 'measured("06_copy", "ours", "GB/s")', "expect_min = 3700")
    assert value.problem is not None and "expected at least 3,700" in value.problem


def test_a_derived_claim_combines_others_and_carries_their_evidence(book: Book) -> None:
    book.write_measurement()
    ratio = '100 * claim("ours") / measured("06_copy", "device copy", "GB/s")'
    found = values(
        book,
        claim("share", "derived", ratio, 'unit = "%"\ndigits = 1'),
        claim("ours", "measured", 'measured("06_copy", "ours", "GB/s")'),
    )["share"]
    assert (found.text, found.unit, found.problem) == ("90.0", "%", None)
    # Bounds: 100 * 3590 / 4020 and 100 * 3620 / 3990.
    assert found.spread == pytest.approx((89.303483, 90.726817))
    assert found.evidence.claims == ("ours",)
    assert [source.item for source in found.evidence.sources] == ["ours", "device copy"]


def test_a_circle_of_claims_is_named(book: Book) -> None:
    found = values(
        book,
        claim("a", "derived", 'claim("b") + 1'),
        claim("b", "derived", 'claim("a") - 1'),
        claim("c", "derived", "2"),
    )
    assert found["b"].problem is not None and "a → b → a" in found["b"].problem
    assert found["a"].blames == "b"
    assert math.isnan(found["a"].value)
    assert found["c"].value == 2


def test_a_claim_on_a_broken_claim_is_broken_too(book: Book) -> None:
    found = values(
        book, claim("wrong", "counted", COPY_SECTORS, "expect = 5"), claim("on-it", "derived", '2 * claim("wrong")')
    )
    assert found["on-it"].problem is not None and 'rests on the claim "wrong"' in found["on-it"].problem
    assert (found["wrong"].blames, found["on-it"].blames) == (None, "wrong")


def test_without_a_measurement_the_problem_says_how_to_make_one(book: Book) -> None:
    value = only(book, "measured", 'measured("06_copy", "ours", "GB/s")')
    assert value.text == "—"
    assert value.problem is not None and "tools/book measure --lesson 06" in value.problem


def test_a_changed_source_makes_the_measurement_stale(book: Book) -> None:
    book.write_measurement()
    book.source.write_text("int main() { return 0; }\n")
    value = only(book, "measured", 'measured("06_copy", "ours", "GB/s")')
    assert value.value == 3600
    assert value.problem is not None and "stale" in value.problem


def test_kinds_may_use_only_their_own_evidence(book: Book) -> None:
    book.write_measurement()
    value = only(book, "counted", 'measured("06_copy", "ours", "GB/s")', "expect = 3600")
    assert value.problem is not None and "measured(…) is not available here" in value.problem
    value = only(book, "measured", COPY_SECTORS)
    assert value.problem is not None and "counter(…) is not available here" in value.problem


def test_launches_that_disagree_ask_for_a_choice(book: Book) -> None:
    book.write_counters([launch(0, "copy(float*)", 32), launch(1, "copy(float*)", 40)])
    value = only(book, "counted", COPY_SECTORS, "expect = 4")
    assert value.problem is not None and "disagree on sectors-per-request-ld: 4, 5" in value.problem
    chosen = COPY_SECTORS.replace(")", ", launch=1)")
    assert only(book, "counted", chosen, "expect = 5").problem is None
    missing = COPY_SECTORS.replace(")", ", launch=2)")
    value = only(book, "counted", missing, "expect = 5")
    assert value.problem is not None and "launches 0 to 1" in value.problem


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ('counter("06_copy", "paste", "requests-ld")', "Kernels launched: copy, strided<8>"),
        ('counter("07_none", "copy", "requests-ld")', 'no program "07_none"'),
        ('counter("06_copy", "copy", "speed")', 'no counter "speed"'),
        ('counter("06_copy", "copy", "wavefronts-per-instruction-ld")', "it needs"),
        ('counter("06_copy", "copy")', "wrong number of arguments"),
        ('counter("06_copy", "copy", "requests-ld", pick=1)', "an option it does not have"),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_ones(book: Book, value: str, message: str) -> None:
    found = only(book, "counted", value, "expect = 1")
    assert found.problem is not None and message in found.problem


def test_a_counted_figure_is_not_rounded_away(book: Book) -> None:
    book.write_counters([launch(0, "copy(float*)", 36)])
    value = only(book, "counted", COPY_SECTORS, "expect = 4.5")
    assert value.problem is not None and "Add digits" in value.problem
    assert only(book, "counted", COPY_SECTORS, "expect = 4.5\ndigits = 1").text == "4.5"


def test_the_hardware_check_counts_launches_and_tells_equality(book: Book) -> None:
    book.write_measurement(
        [launch(0, "copy(const float *, float *, int)", 32), launch(1, "void strided<(int)8>(float *)", 250)]
    )
    found = values(
        book,
        claim("copy", "counted", COPY_SECTORS, "expect = 4"),
        claim("strided", "counted", 'counter("06_copy", "strided<8>", "sectors-ld")', "expect = 256"),
    )
    check = found["copy"].evidence.sources[0].hardware
    assert check is not None and (check.gpu, check.launches, check.values, check.equal) == ("H200", 1, 2, True)
    check = found["strided"].evidence.sources[0].hardware
    assert check is not None and not check.equal


def number(expression: str) -> float:
    return evaluate(expression, {}).value


def test_arithmetic_has_the_usual_precedence() -> None:
    assert number("2 + 3 * (4 - 1) / 2") == 6.5
    assert number("-2 + +3") == 1
    assert number("min(3, 1, 2) + max(1, 2) + abs(-4)") == 7


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("1 / (2 - 2)", r"division by zero: `2 - 2` is 0"),
        ("2 ** 3", "only \\+ - \\* /"),
        ("open('x')", "open\\(…\\) is not available"),
        ("().__class__", "not allowed"),
        ("True", "not allowed"),
        ("[1]", "not allowed"),
        ("1 +", "is not arithmetic"),
        ("abs(1, 2)", "abs takes one value"),
        ("x", "not allowed"),
    ],
)
def test_everything_else_is_refused(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        number(expression)


def test_bounds_follow_by_interval_arithmetic() -> None:
    sources = {"a": lambda: Quantity(10, 9, 12), "b": lambda: Quantity(2, 1, 4)}
    assert evaluate("a() / b()", sources) == Quantity(5, 2.25, 12)
    assert evaluate("a() - b()", sources) == Quantity(8, 5, 11)
    assert evaluate("-a() * b()", sources) == Quantity(-20, -48, -9)
    assert evaluate("abs(b() - a())", sources) == Quantity(8, 5, 11)
