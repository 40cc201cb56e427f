"""The comparison of the two languages finds what is missing, and lets translations differ where they must."""

from docutils import nodes
from docutils.utils import new_document
from sphinx_book.claim import claim_figure
from sphinx_book.element import make
from sphinx_book.parity import differences


def page(*blocks: nodes.Node, identifier: str = "the-gap") -> nodes.document:
    document = new_document("page")
    section = nodes.section(ids=[identifier])
    section += nodes.title("", "Title")
    section += list(blocks)
    document += section
    return document


def claim(identifier: str) -> nodes.paragraph:
    return nodes.paragraph("", "", claim_figure("", "4", claim=identifier, kind="counted", problem=""))


def test_equal_pages_have_no_difference() -> None:
    assert differences("lesson", page(claim("a")), page(claim("a"))) == []


def test_a_claim_in_one_language_only_is_named() -> None:
    assert differences("lesson", page(claim("a")), page()) == ["lesson#the-gap: only in English: claim a"]


def test_claims_may_change_places_within_a_section() -> None:
    assert differences("lesson", page(claim("a"), claim("b")), page(claim("b"), claim("a"))) == []


def test_another_heading_id_is_named() -> None:
    (found,) = differences("lesson", page(), page(identifier="gap"))
    assert "(the-gap)" in found
    assert "(gap)" in found


def test_another_right_answer_is_named() -> None:
    (found,) = differences(
        "lesson", page(make("li", {"data-right": "true"})), page(make("li", {"data-right": "false"}))
    )
    assert 'data-right="true"' in found
    assert 'data-right="false"' in found


def test_another_first_state_of_a_simulator_is_named() -> None:
    english = page(make("gtl-simulator", {"state": '{"stride": 8}'}))
    chinese = page(make("gtl-simulator", {"state": '{"stride": 4}'}))
    assert len(differences("lesson", english, chinese)) == 1


def test_a_translated_label_is_no_difference() -> None:
    assert differences("lesson", page(make("figure", {"title": "gap"})), page(make("figure", {"title": "差距"}))) == []


def test_a_missing_figure_is_named() -> None:
    (found,) = differences("lesson", page(make("figure", {"id": "tile"})), page())
    assert found == 'lesson#the-gap: only in English: <figure id="tile">'


def test_another_link_is_named() -> None:
    english = page(nodes.paragraph("", "", nodes.reference("", "x", refuri="https://a.example/")))
    assert differences("lesson", english, page(nodes.paragraph())) == [
        "lesson#the-gap: only in English: link https://a.example/"
    ]
