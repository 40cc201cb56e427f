"""Numbers a page's figures, sets their short evidence in the margin, and lists the full evidence at the page's end."""

from book_cli.claims import NO_VALUE, ClaimValue
from book_cli.lesson import Lesson
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from sphinx_book.book import language_of, lesson_of
from sphinx_book.claim import claim_figure, claims_of
from sphinx_book.element import element, make
from sphinx_book.evidence import arithmetic, evidence_card, figure_text, mark_of, source_line
from sphinx_book.strings import say

_REVEALS_ANSWERS = "quiz"


class Margin(SphinxTransform):
    """Runs when every directive has run, before Sphinx resolves references."""

    default_priority = 860

    def apply(self, **_arguments: object) -> None:
        figures = list(self.document.findall(claim_figure))
        lesson = lesson_of(self.env, self.env.docname)
        if not figures or lesson is None:
            return
        claims = claims_of(self.env, lesson)
        language = language_of(self.env)
        numbers: dict[str, int] = {}
        blocks: dict[nodes.Node, list[str]] = {}
        for figure in figures:
            identifier = figure["claim"]
            if identifier not in numbers:
                numbers[identifier] = len(numbers) + 1
                if not _in_quiz(figure) and claims[identifier].text != NO_VALUE:
                    blocks.setdefault(_block_of(figure), []).append(identifier)
            figure["number"] = numbers[identifier]
        for block, identifiers in blocks.items():
            note = _margin_note(identifiers, claims, language)
            block.parent.insert(block.parent.index(block), note)
        page = next(iter(self.document.findall(nodes.section)))
        page += _evidence_list(lesson, claims, list(numbers), language)


def _evidence_list(lesson: Lesson, claims: dict[str, ClaimValue], used: list[str], language: str) -> element:
    title = make("h2", {"id": "evidence"}, say(language, "evidence"))
    cards = make("ol", {"class": "cards"})
    cards += [
        evidence_card(lesson, claims[identifier], claims, number, language)
        for number, identifier in enumerate(used, start=1)
    ]
    summary = make("summary", {}, title, say(language, "evidence-count", count=len(used)))
    legend = make("p", {"class": "legend"}, say(language, "evidence-legend"))
    return make("details", {"class": "evidence-list"}, summary, legend, cards)


def _margin_note(identifiers: list[str], claims: dict[str, ClaimValue], language: str) -> element:
    """Measured and counted figures by their source; a derived one with its arithmetic."""
    note = make("div", {"class": "margin-note", "role": "note", "aria-label": say(language, "evidence")})
    by_source: dict[tuple[str, str], list[ClaimValue]] = {}
    derived = []
    for claim in (claims[identifier] for identifier in identifiers):
        if claim.kind == "derived":
            figure = make("strong", {}, figure_text(claim))
            line = make("p", {"class": "derived"}, mark_of("derived"), figure, f" = {arithmetic(claim, claims)}")
            derived.append(line)
        else:
            by_source.setdefault((claim.kind, source_line(claim, language)), []).append(claim)
    for (kind, source), of_source in by_source.items():
        values = make("strong", {}, ", ".join(figure_text(claim) for claim in of_source))
        note += make("p", {"class": kind}, mark_of(kind), values, f" {source}")
    note += derived
    return note


def _in_quiz(node: nodes.Node) -> bool:
    while node.parent is not None:
        if isinstance(node, element) and _REVEALS_ANSWERS in node["html"].get("class", "").split():
            return True
        node = node.parent
    return False


def _block_of(node: nodes.Node) -> nodes.Node:
    """The outermost block around the figure that stands directly in a section."""
    while not isinstance(node.parent, nodes.section):
        node = node.parent
    return node


def setup(app: Sphinx) -> None:
    app.add_transform(Margin)
