"""print every figure of the lessons with its value and its evidence"""

import argparse

from book_cli.claims import ClaimValue, EvidenceSource, evaluate_claims, format_number
from book_cli.lesson import ClaimSpec, find_lesson, load_lessons
from book_cli.metrics import exactly

_MARKS = {"counted": "◆", "measured": "●", "derived": "∴"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lesson", type=int, metavar="NN", help="only this lesson (default: all)")


def run(args: argparse.Namespace) -> int:
    lessons = load_lessons(args.root) if args.lesson is None else [find_lesson(args.root, args.lesson)]
    has_problem = False
    for lesson in lessons:
        print(f"Lesson {lesson.id:02}: {lesson.title['en']}")
        values = evaluate_claims(lesson)
        for spec in lesson.claims:
            print(describe(spec, values[spec.id]))
            has_problem = has_problem or values[spec.id].problem is not None
    return 1 if has_problem else 0


def describe(spec: ClaimSpec, value: ClaimValue) -> str:
    """A claim as a few lines: the figure, where it came from, how to get it again."""
    unit = f" {value.unit}" if value.unit else ""
    lines = [f"  {_MARKS[value.kind]} {value.id} = {value.text}{unit}"]
    if value.spread is not None:
        low, high = (format_number(bound, spec.digits) for bound in value.spread)
        lines.append(f"      between {low} and {high} over all runs")
    lines += [f"      {_describe_source(source)}" for source in value.evidence.sources]
    if value.evidence.claims:
        lines.append(f"      from {', '.join(value.evidence.claims)}: {value.evidence.expression}")
    if value.problem is not None:
        lines.append(f"      PROBLEM {value.problem}")
    return "\n".join(lines)


def _describe_source(source: EvidenceSource) -> str:
    what = f"{source.program}, {source.item}, {source.quantity}: {exactly(source.value)}"
    if source.kind == "counter":
        checked = "not yet compared with hardware"
        if source.hardware is not None:
            verdict = "equal to" if source.hardware.equal else "DIFFERENT FROM"
            checked = (
                f"{source.hardware.launches} launches {verdict} an {source.hardware.gpu}'s, {source.hardware.date}"
            )
        return f"{what} ({checked}); {source.command}"
    runs = f", median of {source.runs} runs" if source.runs else ""
    return f"{what} ({source.gpu}, {source.date}{runs}); {source.command}"
