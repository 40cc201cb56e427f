"""Two repairs of CommonMark for Chinese text: emphasis beside full-width punctuation, and line breaks in the source.

CommonMark decides by the neighbours of `**` whether it opens or closes. It expects a space or punctuation around a
word, so `这是**重点。**下一句` stays unformatted: the run is preceded by punctuation and followed by a letter. Beside a
Han character the punctuation rule does not apply here. And a line break in the source becomes a space, which Chinese
does not write between characters.
"""

import importlib
import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from sphinx.application import Sphinx

_HAN_OR_FULL_WIDTH = re.compile(
    "[\u2e80-\u303f\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U000323af“”‘’…—]"
)


def is_chinese(character: str) -> bool:
    """A Han character or the punctuation that stands among them without spaces."""
    return _HAN_OR_FULL_WIDTH.match(character) is not None


def scan_delimiters(state: StateInline, start: int, can_split_word: bool) -> Scanned:
    """CommonMark's flanking rules, where punctuation beside a Chinese character counts like a letter."""
    end = start
    while end < state.posMax and state.src[end] == state.src[start]:
        end += 1
    before = state.src[start - 1] if start > 0 else " "
    after = state.src[end] if end < state.posMax else " "
    space_before, space_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))
    beside_chinese = is_chinese(before) or is_chinese(after)
    punctuation_before = _is_punctuation(before) and not beside_chinese
    punctuation_after = _is_punctuation(after) and not beside_chinese
    left = not space_after and (not punctuation_after or space_before or punctuation_before)
    right = not space_before and (not punctuation_before or space_after or punctuation_after)
    opens = left and (can_split_word or not right or _is_punctuation(before))
    closes = right and (can_split_word or not left or _is_punctuation(after))
    return Scanned(opens, closes, end - start)


def join_chinese_lines(state: StateCore) -> None:
    """Drops the soft line break between two Chinese characters."""
    for block in state.tokens:
        children = block.children or []
        for position in range(1, len(children) - 1):
            token = children[position]
            if token.type == "softbreak":
                before = _text_towards(children, position, -1)
                after = _text_towards(children, position, +1)
                if before and after and is_chinese(before[-1]) and is_chinese(after[0]):
                    token.type, token.tag, token.content = "text", "", ""


def _text_towards(children: list[Any], position: int, step: int) -> str:
    """The nearest visible text in that direction, through the marks of emphasis and links."""
    position += step
    while 0 <= position < len(children):
        token = children[position]
        if token.type in {"text", "code_inline"}:
            if token.content:
                return str(token.content)
        elif not token.type.endswith(("_open", "_close")):
            return ""
        position += step
    return ""


def _is_punctuation(character: str) -> bool:
    return isMdAsciiPunct(ord(character)) or isPunctChar(character)


class _ChineseState(StateInline):
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        return scan_delimiters(self, start, canSplitWord)


def chinese_markdown(markdown: MarkdownIt) -> None:
    """The markdown-it plugin."""
    markdown.core.ruler.push("join_chinese_lines", join_chinese_lines)

    def parse(source: str, parser: MarkdownIt, environment: Any, tokens: list[Any]) -> list[Any]:
        state = _ChineseState(source, parser, environment, tokens)
        markdown.inline.tokenize(state)
        for rule in markdown.inline.ruler2.getRules(""):
            rule(state)
        return state.tokens

    markdown.inline.parse = parse  # type: ignore[method-assign, assignment]


def setup(app: Sphinx) -> None:
    myst_sphinx: Any = importlib.import_module("myst_parser.parsers.sphinx_")
    create = myst_sphinx.create_md_parser

    def create_for_chinese(*arguments: Any, **named: Any) -> MarkdownIt:
        parser: MarkdownIt = create(*arguments, **named)
        chinese_markdown(parser)
        return parser

    if not getattr(create, "for_chinese", False):
        create_for_chinese.for_chinese = True  # type: ignore[attr-defined]
        myst_sphinx.create_md_parser = create_for_chinese
