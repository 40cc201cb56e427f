"""Checks of a lesson's two texts, from their sources: equal in structure, right in names, no figure typed by hand."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from book_cli.counters_file import read_counters
from book_cli.curriculum import load_curriculum
from book_cli.glossary import GlossaryEntry, read_glossary
from book_cli.kernel_names import kernel_name
from book_cli.lesson import LANGUAGES, Lesson
from book_cli.metrics import SHORT_METRICS
from book_cli.myst import CodeBlock, Directive, Heading, Outline, Role, read_outline
from book_cli.regions import read_regions
from book_cli.toml_table import ContentError

# Options and arguments that a translation changes. Everything else must be equal.
_TRANSLATED_OPTIONS = frozenset({"alt", "axis", "caption", "title"})
_TRANSLATED_ARGUMENTS = frozenset({"choice", "note", "tip", "warning", "important", "margin"})
_PROGRAM_DIRECTIVES = frozenset({"region", "program", "kernel", "transcript", "measured", "chart", "counted"})

# What turns a number into a figure. `64 × 64` is a size, not a factor.
_UNIT = (
    r"[GTM]i?B/s|[TG]?FLOP(?:/s|S)?|%|[×x](?![\w.])(?!\s*\d)|倍|ms\b|[µμu]s\b|ns\b|毫秒|微秒|纳秒|"
    r"(?:sectors?|requests?|wavefronts?|cycles?|transactions?)\b|扇区|请求|周期|times\s+(?:as|more|faster|slower)\b"
)
_FIGURE = re.compile(rf"(?<![\w.])\d[\d,.]*\s*(?:[个次条]\s*)?(?:{_UNIT})", re.IGNORECASE)
_HAN = r"\u4e00-\u9fff"
_HALF_WIDTH = re.compile(rf"[{_HAN}][,;:?!][\s]*[{_HAN}]|[{_HAN}]\.(?:\s*[{_HAN}]|\s*$)")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_pages(lesson: Lesson, root: Path) -> list[str]:
    """Every mistake in the lesson's texts, each with file, line and cure."""
    missing = [
        f"{lesson.text(one)}: the text is missing\n    Write it." for one in LANGUAGES if not lesson.text(one).is_file()
    ]
    if missing:
        return missing
    terms = read_glossary(root)
    outlines = {language: read_outline(lesson.text(language)) for language in LANGUAGES}
    problems = check_parity(outlines["en"], outlines["zh"])
    for language, outline in outlines.items():
        problems += check_headings(outline)
        problems += check_names(outline, lesson, root, terms)
        problems += check_wording(outline, language, terms)
        problems += check_links(outline, lesson)
        problems += check_figures(outline)
    problems += check_punctuation(outlines["zh"])
    problems += check_claims_are_used(lesson, outlines.values())
    return problems


def check_parity(en: Outline, zh: Outline) -> list[str]:
    """The two texts have the same headings, directives and code, in the same order, and the same roles a section."""
    for ours, theirs in zip(en.blocks, zh.blocks, strict=False):
        if _identity(ours) != _identity(theirs):
            return [
                f"{en.file}:{ours.line} and {zh.file.name}:{theirs.line} differ: "
                f"{_identity(ours)} and {_identity(theirs)}\n"
                "    Both languages have the same headings, ids, directives and options, in the same order."
            ]
    if len(en.blocks) != len(zh.blocks):
        longer, shorter = (en, zh) if len(en.blocks) > len(zh.blocks) else (zh, en)
        extra = longer.blocks[len(shorter.blocks)]
        return [
            f"{longer.file}:{extra.line}: {_identity(extra)} is not in {shorter.file.name}\n"
            "    Add it there, or remove it here."
        ]
    return [
        f"{one.file}: section {section}: {missing} is not in {other.file.name}\n    Say the same in both languages."
        for one, other in ((en, zh), (zh, en))
        for section, missing in sorted(_references(one) - _references(other))
    ]


def check_headings(outline: Outline) -> list[str]:
    """Every heading has an id of its own."""
    problems = []
    seen: set[str] = set()
    for heading in outline.headings:
        where = f"{outline.file}:{heading.line}"
        if heading.id is None:
            problems.append(f'{where}: the heading "{heading.text}" has no id\n    Put a line (its-id)= before it.')
        elif not _ID.fullmatch(heading.id) or heading.id in seen:
            problems.append(
                f'{where}: the id "{heading.id}" is not words-with-hyphens, or occurs twice\n    Change it.'
            )
        seen.add(heading.id or "")
    return problems


def check_wording(outline: Outline, language: str, terms: Mapping[str, GlossaryEntry]) -> list[str]:
    """The text uses no form that the glossary says to avoid."""
    return [
        f'{outline.file}:{line}: the glossary avoids "{form}"\n    Write {term.term[language]}.'
        for term in terms.values()
        for form in term.avoid[language]
        for line, text in outline.prose
        if form.lower() in text.lower()
    ]


def check_names(outline: Outline, lesson: Lesson, root: Path, terms: Mapping[str, GlossaryEntry]) -> list[str]:
    """Claims, lessons, terms, programs, regions, kernels and metrics that the text names exist."""
    problems = []
    claims = {claim.id for claim in lesson.claims}
    lessons = {str(entry.id) for entry in load_curriculum(root).lessons}
    known = {"claim": claims, "lesson": lessons, "term": set(terms)}
    for role in outline.roles:
        names = known.get(role.name)
        if names is not None and _role_target(role) not in names:
            problems.append(_unknown(outline, role.line, role.name, _role_target(role), names))
    broken: dict[str, list[str]] = {}  # what is wrong → the lines where it shows
    for directive in outline.directives:
        answer = directive.options.get("answer")
        if answer is not None and answer not in claims:
            problems.append(_unknown(outline, directive.line, "claim", answer, claims))
        if directive.name in _PROGRAM_DIRECTIVES or directive.name == "run":
            try:
                _check_program_directive(directive, lesson)
            except ContentError as error:
                broken.setdefault(f"{{{directive.name}}}: {error}", []).append(str(directive.line))
    return problems + [f"{outline.file}:{','.join(lines)}: {problem}" for problem, lines in broken.items()]


def check_links(outline: Outline, lesson: Lesson) -> list[str]:
    """Links within the page and to files of the lesson lead somewhere."""
    ids = {heading.id for heading in outline.headings}
    problems = []
    for link in outline.links:
        if link.target.startswith("#"):
            if link.target[1:] not in ids:
                problems.append(
                    f"{outline.file}:{link.line}: no heading has the id {link.target[1:]}\n    Correct the link."
                )
        elif "://" not in link.target and not (lesson.folder / link.target.split("#")[0]).exists():
            problems.append(f"{outline.file}:{link.line}: {link.target} does not exist\n    Correct the link.")
    return problems


def check_figures(outline: Outline) -> list[str]:
    """No measured or counted figure is typed into prose."""
    return [
        f'{outline.file}:{line}: "{match.group(0).strip()}" is typed by hand\n'
        "    Make it a [[claim]] of lesson.toml and write {claim}`its-id`; a definition may stand in `code`."
        for line, text in outline.prose
        for match in _FIGURE.finditer(text)
    ]


def check_punctuation(outline: Outline) -> list[str]:
    """Chinese sentences have full-width punctuation."""
    return [
        f'{outline.file}:{line}: half-width punctuation in "{match.group(0).strip()}"\n'
        "    Write ，。；：？！ after Han characters."
        for line, text in outline.prose
        for match in _HALF_WIDTH.finditer(text)
    ]


def check_claims_are_used(lesson: Lesson, outlines: Iterable[Outline]) -> list[str]:
    """A claim that neither a text nor another claim uses is left over."""
    used = set()
    for outline in outlines:
        used |= {role.content for role in outline.roles if role.name == "claim"}
        used |= {directive.options.get("answer", "") for directive in outline.directives}
    for claim in lesson.claims:
        used |= set(re.findall(r"""claim\(\s*["']([^"']+)["']""", claim.expression))
    return [
        f"{claim.where}: no text uses it\n    Use it, or remove it." for claim in lesson.claims if claim.id not in used
    ]


def _identity(block: Heading | Directive | CodeBlock) -> str:
    match block:
        case Heading(level=level, id=name):
            return f"{'#' * level} ({name})="
        case CodeBlock(language=language):
            return f"code block {language}"
    argument = block.argument
    if block.name in _TRANSLATED_ARGUMENTS:
        argument = ""
    elif block.name == "myth":
        argument = argument.split(" ")[0]
    options = " ".join(
        f":{key}:" if key in _TRANSLATED_OPTIONS or not value else f":{key}: {value}"
        for key, value in sorted(block.options.items())
    )
    return " ".join(part for part in (f"{{{block.name}}}", argument, options) if part)


def _references(outline: Outline) -> set[tuple[str, str]]:
    """What must occur in the same section of both texts."""
    found = {
        (role.section, f"{{{role.name}}}`{_role_target(role)}`")
        for role in outline.roles
        if role.name in ("claim", "lesson", "term")
    }
    return found | {(link.section, f"link {link.target}") for link in outline.links}


def _role_target(role: Role) -> str:
    """`coalescing` of both {term}`coalescing` and {term}`merged accesses <coalescing>`."""
    titled = re.fullmatch(r".*<([^<>]+)>", role.content)
    return titled.group(1) if titled else role.content


def _check_program_directive(directive: Directive, lesson: Lesson) -> None:
    name, _, rest = directive.argument.partition(" ")
    if directive.name == "transcript":
        lesson.run(name)
        return
    if directive.name == "run":
        scene = lesson.scene(name)
        for variant in _split(directive.options.get("variants", "")):
            scene.variant(variant)
        return
    program = lesson.program(name)
    if directive.name == "region" and rest not in (regions := read_regions(program.source)):
        raise ContentError(program.source, f'no region "{rest}"', f"Regions: {', '.join(regions) or 'none'}.")
    if directive.name == "counted":
        launches = read_counters(program.expected_counters)
        launched = {launch.name for launch in launches}
        metrics = {*SHORT_METRICS, *(metric for launch in launches for metric in launch.metrics)}
        for kernel in _split(directive.options.get("kernels", "")):
            if kernel_name(kernel) not in launched:
                raise ContentError(program.source, f'no kernel "{kernel}"', f"Kernels: {', '.join(sorted(launched))}.")
        for metric in re.split(r"[;,\s]+", directive.options.get("metrics", "").strip()):
            if metric and metric not in metrics:
                raise ContentError(program.source, f'no metric "{metric}"', f"Metrics: {', '.join(SHORT_METRICS)}.")


def _split(text: str) -> list[str]:
    """Names separated by semicolons or line ends, as options have them."""
    return [part.strip() for part in re.split(r"[;\n]", text) if part.strip()]


def _unknown(outline: Outline, line: int, kind: str, name: str, known: Iterable[str]) -> str:
    return f'{outline.file}:{line}: no {kind} "{name}"\n    There are: {", ".join(sorted(known)) or "none"}.'
