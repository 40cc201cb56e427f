"""The outline of a MyST text, read from its source: headings, directives, roles, links, and the prose between them.

This is not a Markdown parser. It knows what the book's texts use, so that they can be compared and linted, with line
numbers, before Sphinx runs.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

# Directives whose body is Markdown. The body of any other is not prose.
CONTAINERS = frozenset(
    {
        "learn",
        "myth",
        "quiz",
        "choice",
        "explain",
        "exercise",
        "remember",
        "note",
        "tip",
        "warning",
        "important",
        "margin",
    }
)

_FENCE = re.compile(r"^\s*(`{3,}|~{3,}|:{3,})\s*(.*?)\s*$")
_DIRECTIVE = re.compile(r"\{([\w-]+)\}\s*(.*)")
_OPTION = re.compile(r"^\s*:([\w-]+):\s*(.*?)\s*$")
_TARGET = re.compile(r"^\(([^)]+)\)=\s*$")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")
_ROLE = re.compile(r"\{([\w-]+)\}`([^`]*)`")
_LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)[^)]*\)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_MATHS = re.compile(r"\$[^$]+\$")


@dataclass(frozen=True)
class Heading:
    level: int
    id: str | None
    text: str
    line: int


@dataclass
class Directive:
    name: str
    argument: str
    line: int
    options: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CodeBlock:
    language: str
    line: int


@dataclass(frozen=True)
class Role:
    name: str
    content: str
    line: int
    section: str


@dataclass(frozen=True)
class Link:
    target: str
    is_image: bool
    line: int
    section: str


@dataclass
class Outline:
    """One text."""

    file: Path
    blocks: list[Heading | Directive | CodeBlock] = field(default_factory=list)
    roles: list[Role] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)
    """Lines with their numbers, without code, roles, maths and link targets."""

    @property
    def headings(self) -> list[Heading]:
        return [block for block in self.blocks if isinstance(block, Heading)]

    @property
    def directives(self) -> list[Directive]:
        return [block for block in self.blocks if isinstance(block, Directive)]


def read_outline(file: Path) -> Outline:
    """Reads one text."""
    return _Reader(file).read()


class _Reader:
    def __init__(self, file: Path) -> None:
        self._outline = Outline(file)
        self._lines = file.read_text(encoding="utf-8").splitlines()
        self._open: list[tuple[str, bool]] = []  # (fence, is its body prose?)
        self._section = ""
        self._target: str | None = None
        self._last: Directive | None = None  # the directive whose options may follow

    def read(self) -> Outline:
        for number, line in enumerate(self._lines, start=1):
            fence = _FENCE.match(line)
            if fence is not None and self._fence(number, *fence.groups()):
                continue
            option = _OPTION.match(line) if self._last is not None else None
            if self._last is not None and option is not None:
                self._last.options[option.group(1)] = option.group(2)
                continue
            if self._last is not None and self._last.options and line[:1].isspace() and line.strip():
                name = next(reversed(self._last.options))  # an option's value goes on in indented lines
                self._last.options[name] = f"{self._last.options[name]}\n{line.strip()}".strip()
                continue
            self._last = None
            if not self._open or self._open[-1][1]:
                self._prose(number, line)
        return self._outline

    def _fence(self, number: int, marks: str, info: str) -> bool:
        """Opens or closes a block; False where the marks are text inside a literal block."""
        if self._open:
            opening, is_prose = self._open[-1]
            if not info and marks[0] == opening[0] and len(marks) >= len(opening):
                self._open.pop()
                self._last = None
                return True
            if not is_prose:
                return False
        directive = _DIRECTIVE.fullmatch(info)
        self._last = None
        if directive is None:
            self._outline.blocks.append(CodeBlock(info, number))
            self._open.append((marks, False))
        else:
            name, argument = directive.groups()
            self._last = Directive(name, argument, number)
            self._outline.blocks.append(self._last)
            self._open.append((marks, name in CONTAINERS))
        return True

    def _prose(self, number: int, line: str) -> None:
        target = _TARGET.match(line)
        if target is not None:
            self._target = target.group(1)
            return
        heading = _HEADING.match(line)
        if heading is not None:
            marks, text = heading.groups()
            self._section = self._target or text
            self._outline.blocks.append(Heading(len(marks), self._target, text, number))
        if line.strip():
            self._target = None
        self._inline(number, line)

    def _inline(self, number: int, line: str) -> None:
        for name, content in _ROLE.findall(line):
            self._outline.roles.append(Role(name, content, number, self._section))
        text = _CODE.sub(" ", _ROLE.sub(" ", line))
        for image, link in _LINK.findall(text):
            self._outline.links.append(Link(link, bool(image), number, self._section))
        text = _MATHS.sub(" ", _LINK.sub(lambda match: match.group(0).split("](")[0], text))
        if text.strip():
            self._outline.prose.append((number, text))
