"""What stands behind a figure: its mark, its card, its note in the margin. The figures come import re
from collections.abc import Mapping

from book_cli.claims."""

import re
from collections.abc import Mapping

from book_cli.claims import ClaimValue, EvidenceSource
from book_cli.lesson import Lesson
from book_cli.measured_file import Measurement, reference_measurement
from book_cli.metrics import SHORT_METRICS, exactly
from docutils import nodes

from sphinx_book.data_rows import counter_anchor, measured_anchor
from sphinx_book.element import element, make
from sphinx_book.strings import say

MARKS = {"measured": "●", "counted": "◆", "derived": "∴"}
UNBREAKABLE_SPACE = "\u00a0"
NO_BREAK = "\u2060"
_SOURCE_CALL = re.compile(r"(?P<source>claim|counter|measured_counter|measured)\((?P<arguments>[^()]*)\)")


def evidence_anchor(claim_id: str) -> str:
    return f"evidence-{claim_id}"


def figure_text(claim: ClaimValue) -> str:
    """The number with its unit, as it stands in the text."""
    if not claim.unit or claim.unit in {"%", "×"}:
        return f"{claim.text}{claim.unit}"
    return f"{claim.text}{UNBREAKABLE_SPACE}{claim.unit}"


def mark_of(kind: str) -> element:
    return make("span", {"class": "mark", "aria-hidden": "true"}, MARKS[kind])


def source_line(claim: ClaimValue, language: str) -> str:
    """The shortest true answer to “says who?”: for the margin."""
    sources = claim.evidence.sources
    checks = [source.hardware for source in sources if source.hardware is not None and source.hardware.equal]
    measured = [source for source in sources if source.gpu is not None]
    if measured:
        date = (measured[0].date or "").replace("-", f"-{NO_BREAK}")
        return say(language, "evidence-gpu", gpu=measured[0].gpu, date=date)
    if checks:
        return say(language, "evidence-equal", gpu=checks[0].gpu)
    return say(language, "evidence-emulator")


def evidence_card(
    lesson: Lesson, claim: ClaimValue, claims: Mapping[str, ClaimValue], number: int, language: str
) -> element:
    """Everything behind one figure: an entry of the list at the page's end, of which a copy opens beside the figure."""
    head = make("p", {"class": "card-head"}, make("span", {"class": "note-number"}, str(number)))
    head += mark_of(claim.kind)
    head += make("strong", {}, figure_text(claim))
    head += make("span", {"class": "kind"}, say(language, claim.kind))
    card = make("li", {"class": f"card {claim.kind}", "id": evidence_anchor(claim.id)}, head)
    if claim.spread is not None and claim.spread[0] != claim.spread[1]:
        card += make("p", {"class": "spread"}, _spread(claim, language))
    if claim.kind == "derived":
        card += make("p", {"class": "derivation"}, f"{arithmetic(claim, claims)} = {claim.text}")
    measurement = reference_measurement(lesson)
    for source in claim.evidence.sources:
        card += _source(lesson, source, measurement, language)
    for command in dict.fromkeys(source.command for source in claim.evidence.sources):
        card += make("p", {"class": "command"}, make("code", {}, command))
    if claim.problem is not None:
        problem = claim.problem.replace(f"{lesson.folder.parent.parent}/", "")
        card += make("p", {"class": "problem"}, f"{say(language, 'evidence-problem')} {problem}")
    return card


def arithmetic(claim: ClaimValue, claims: Mapping[str, ClaimValue]) -> str:
    """A derived figure's expression with the values in it: `claim("columns") / claim("rows")` is `32 / 4`."""

    def value_of(call: re.Match[str]) -> str:
        names = re.findall(r'"([^"]*)"', call["arguments"])
        if call["source"] == "claim":
            return claims[names[0]].text if names[0] in claims else "?"
        for source in claim.evidence.sources:
            if [source.program, source.item, source.quantity] == names[:3]:
                return f"{exactly(source.value)}"
        return "?"

    text = _SOURCE_CALL.sub(value_of, claim.evidence.expression)
    return " ".join(text.split()).replace("*", "×").replace(" - ", " − ")


def _spread(claim: ClaimValue, language: str) -> str:
    digits = len(claim.text.partition(".")[2])
    least, most = claim.spread or (0.0, 0.0)
    runs = max((source.runs or 0 for source in claim.evidence.sources), default=0)
    return say(language, "evidence-spread", least=f"{least:,.{digits}f}", most=f"{most:,.{digits}f}", runs=runs)


def _source(lesson: Lesson, source: EvidenceSource, measurement: Measurement | None, language: str) -> element:
    line = make("p", {"class": "source"})
    anchor = _row_anchor(source, measurement)
    place = make("a", {"href": f"data.html#{anchor}"}) if anchor else make("span")
    if source.kind == "measured":
        row, column = (lesson.printed.shown(name, language) for name in (source.item, source.quantity))
        place += nodes.Text(say(language, "evidence-cell", row=row, column=column))
    else:
        place += [make("code", {}, source.item), nodes.Text(" · "), _metric(source.quantity, language)]
    line += place
    line += nodes.Text(f" = {exactly(source.value)}")
    line += make("br")
    line += make("span", {"class": "origin"}, _origin(source, language))
    return line


def _metric(name: str, language: str) -> element:
    """A counter in words, with Nsight Compute's name for those who hover."""
    metric = SHORT_METRICS.get(name)
    if metric is None:
        return make("code", {"class": "metric"}, name)
    return make("span", {"class": "metric", "title": " / ".join(metric.nsight_names)}, metric.label[language])


def _origin(source: EvidenceSource, language: str) -> str:
    if source.gpu is not None:
        return say(language, "evidence-on", program=source.program, gpu=source.gpu, date=source.date)
    check = source.hardware
    if check is None:
        return say(language, "evidence-unchecked", program=source.program)
    key = "evidence-checked" if check.equal else "evidence-differs"
    return say(language, key, program=source.program, gpu=check.gpu, launches=check.launches, date=check.date)


def _row_anchor(source: EvidenceSource, measurement: Measurement | None) -> str | None:
    if source.kind == "counter":
        return counter_anchor(source.program, source.item)
    if source.kind == "measured" and measurement is not None:
        return measured_anchor(source.program, source.item)
    return None


__all__ = ["MARKS", "arithmetic", "evidence_anchor", "evidence_card", "figure_text", "mark_of", "source_line"]
