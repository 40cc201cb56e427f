"""`{claim}`id``: a figure in the text, with its mark; the number leads to its evidence."""

from functools import lru_cache
from pathlib import Path

from book_cli.claims import ClaimValue, evaluate_claims
from book_cli.lesson import Lesson, load_lesson
from docutils import nodes
from docutils.parsers.rst.states import Inliner
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from sphinx_book.book import lesson_of
from sphinx_book.directive import BookRole
from sphinx_book.evidence import MARKS, evidence_anchor, figure_text


class claim_figure(nodes.Inline, nodes.TextElement):
    """A figure: `claim` (its id), `kind`, `problem`, and, once margin.py has counted, `number` of its note."""


def claims_of(env: BuildEnvironment, lesson: Lesson) -> dict[str, ClaimValue]:
    """The lesson's figures; the page depends on every file they come from."""
    files = [lesson.file, *lesson.measured_folder.glob("*.json")]
    for program in lesson.programs:
        files += [program.source, program.expected_counters]
    for file in files:
        env.note_dependency(str(file))
    stamps = tuple(file.stat().st_mtime_ns if file.exists() else 0 for file in files)
    return _evaluated(lesson.folder, stamps)


@lru_cache(maxsize=32)
def _evaluated(folder: Path, _stamps: tuple[int, ...]) -> dict[str, ClaimValue]:
    return evaluate_claims(load_lesson(folder))


class Claim(BookRole):
    inliner: Inliner

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        lesson = lesson_of(self.env, self.env.docname)
        claims = claims_of(self.env, lesson) if lesson is not None else {}
        claim = claims.get(self.text)
        if claim is None:
            known = ", ".join(claims) or "none"
            message = f'no claim "{self.text}"; the lesson.toml of this page has: {known}'
            problem = self.inliner.reporter.error(message, line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, problem)], [problem]
        node = claim_figure("", figure_text(claim), claim=claim.id, kind=claim.kind, problem=claim.problem or "")
        return [node], []


def visit_claim(translator: HTML5Translator, node: claim_figure) -> None:
    classes = f"figure {node['kind']}" + (" problem" if node["problem"] else "")
    translator.body.append(
        f'<a class="{classes}" href="#{evidence_anchor(node["claim"])}" data-note="{node.get("number", "")}">'
    )


def depart_claim(translator: HTML5Translator, node: claim_figure) -> None:
    translator.body.append(f'<span class="mark" aria-hidden="true">{MARKS[node["kind"]]}</span></a>')


def setup(app: Sphinx) -> None:
    app.add_node(claim_figure, html=(visit_claim, depart_claim))
    app.add_role("claim", Claim())
