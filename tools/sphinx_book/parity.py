"""Compares the doctrees of the two languages: what a reader of one gets, the reader of the other gets too.

`python -m sphinx_book.parity EN_DOCTREES ZH_DOCTREES` prints every difference and exits with 1 if there is one. The
order of headings, blocks and questions must be equal; the references of a section may come in another, as sentences do.
"""

import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from docutils import nodes

from sphinx_book.claim import claim_figure
from sphinx_book.element import element, is_derived

# Attributes of an element that a translation changes.
_TRANSLATED = frozenset({"aria-label", "alt", "title", "lang", "hreflang", "style"})
_BLOCKS = frozenset(
    {
        "section",
        "figure",
        "details",
        "form",
        "table",
        "li",
        "input",
        "gtl-chart",
        "gtl-quiz",
        "gtl-run",
        "gtl-simulator",
        "dt",
    }
)


@dataclass
class Section:
    """One section without those in it: its place, its blocks in order, its references in any order."""

    level: int
    id: str
    title: str
    blocks: list[str] = field(default_factory=list)
    references: Counter[str] = field(default_factory=Counter)


def outline(document: nodes.document) -> list[Section]:
    """The page's sections in order; what stands before the first belongs to a section of level 0."""
    sections = [Section(0, "", "")]
    _collect(document, 0, sections)
    return sections


def _collect(node: nodes.Element, level: int, sections: list[Section]) -> None:
    for child in node.children:
        if isinstance(child, nodes.section):
            title = child.next_node(nodes.title)
            sections.append(Section(level + 1, child["ids"][0], title.astext() if title is not None else ""))
            _collect(child, level + 1, sections)
            continue
        if is_derived(child):
            continue
        if isinstance(child, element) and child["tag"] in _BLOCKS:
            sections[-1].blocks.append(_described(child))
        elif isinstance(child, nodes.literal_block):
            sections[-1].blocks.append(f"code in {child.get('language', 'text')}")  # Its comments are translated.
        elif isinstance(child, nodes.math_block):
            sections[-1].blocks.append(f"maths {child.astext()}")
        elif isinstance(child, nodes.bullet_list | nodes.enumerated_list | nodes.table):
            sections[-1].blocks.append(f"{type(child).__name__} of {len(child.children)}")
        sections[-1].references.update(_references(child))
        if isinstance(child, nodes.Element):
            _collect(child, level, sections)


def _described(block: element) -> str:
    kept = {name: value for name, value in block["html"].items() if name not in _TRANSLATED}
    return " ".join([block["tag"], *(f'{name}="{value}"' for name, value in sorted(kept.items()))])


def _references(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, claim_figure):
        yield f"claim {node['claim']}"
    elif isinstance(node, nodes.image):
        yield f"image {node['uri']}"
    elif isinstance(node, nodes.math):
        yield f"maths {node.astext()}"
    elif isinstance(node, nodes.reference):
        yield f"link {node.get('refuri') or node.get('refid')}"
    elif isinstance(node, element) and node["tag"] == "a":
        yield f"link {node['html'].get('href')}"


def differences(page: str, english: nodes.document, chinese: nodes.document) -> list[str]:
    """What one page has and the other lacks, in words."""
    ours, theirs = outline(english), outline(chinese)
    for en, zh in zip(ours, theirs, strict=False):
        if (en.level, en.id) != (zh.level, zh.id):
            return [f"{page}: the heading “{en.title}” ({en.id}) meets “{zh.title}” ({zh.id}): same ids, same order"]
    if len(ours) != len(theirs):
        longest = max(ours, theirs, key=len)
        extra = longest[min(len(ours), len(theirs))]
        return [f"{page}: the section {extra.id} is in one language only"]
    found = []
    for en, zh in zip(ours, theirs, strict=True):
        where = f"{page}#{en.id}"
        found += _block_difference(where, en.blocks, zh.blocks)
        found += [f"{where}: only in English: {item}" for item in sorted((en.references - zh.references).elements())]
        found += [f"{where}: only in Chinese: {item}" for item in sorted((zh.references - en.references).elements())]
    return found


def _block_difference(where: str, english: list[str], chinese: list[str]) -> list[str]:
    for en, zh in zip(english, chinese, strict=False):
        if en != zh:
            return [f"{where}: English has <{en}> where Chinese has <{zh}>"]
    if len(english) != len(chinese):
        longer = max(english, chinese, key=len)
        language = "English" if longer is english else "Chinese"
        return [f"{where}: only in {language}: <{longer[min(len(english), len(chinese))]}>"]
    return []


def compare_builds(english: Path, chinese: Path) -> list[str]:
    """Every difference between two folders of doctrees."""
    pages = {file.relative_to(folder) for folder in (english, chinese) for file in folder.rglob("*.doctree")}
    found = []
    for page in sorted(pages):
        name = page.with_suffix("").as_posix()
        if not (english / page).exists() or not (chinese / page).exists():
            found.append(f"{name}: the page is in one language only")
            continue
        found += differences(name, _load(english / page), _load(chinese / page))
    return found


def _load(file: Path) -> nodes.document:
    document: nodes.document = pickle.loads(file.read_bytes())
    return document


def main(arguments: list[str]) -> int:
    found = compare_builds(Path(arguments[0]), Path(arguments[1]))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
