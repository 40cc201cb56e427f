"""excerpts.js: the text of every section, so that search can show the words found and lead to their section."""

import json
from collections.abc import Set
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.collectors import EnvironmentCollector

from sphinx_book.element import element, is_derived

Section = list[str]
"""Anchor, heading, text."""


def sections_of(document: nodes.document) -> list[Section]:
    """Each section of the page, without the text of the sections in it."""
    found: list[Section] = []
    for section in document.findall(nodes.section):
        title = section.next_node(nodes.title)
        own = [child for child in section.children if not isinstance(child, nodes.section | nodes.title)]
        text = " ".join(" ".join(_text(child) for child in own).split())
        found.append([section["ids"][0], title.astext() if title is not None else "", text])
    return found


def _text(node: nodes.Node) -> str:
    """What a reader reads there: of a listing its source, not its HTML; no controls, nothing derived."""
    if isinstance(node, nodes.raw):
        return str(node.get("source_text", ""))
    if isinstance(node, nodes.Text):
        return node.astext()
    # Docutils' messages are not on the page, and name paths of the machine that built it.
    if isinstance(node, nodes.system_message) or is_derived(node):
        return ""
    if isinstance(node, element) and node["html"].get("class") == "run-controls":
        return ""
    separator: str = getattr(node, "child_text_separator", "")
    return separator.join(_text(child) for child in node.children)


def excerpts_of(env: BuildEnvironment) -> dict[str, list[Section]]:
    """The sections of every page, kept from build to build."""
    if not hasattr(env, "book_excerpts"):
        env.book_excerpts = {}  # type: ignore[attr-defined]
    found: dict[str, list[Section]] = env.book_excerpts  # type: ignore[attr-defined]
    return found


class ExcerptCollector(EnvironmentCollector):
    """Notes the sections of each page that is read."""

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        excerpts_of(app.env)[app.env.docname] = sections_of(doctree)

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        excerpts_of(env).pop(docname, None)

    def merge_other(self, app: Sphinx, env: BuildEnvironment, docnames: Set[str], other: BuildEnvironment) -> None:
        excerpts_of(env).update({name: excerpts_of(other)[name] for name in docnames})


def write_excerpts(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    pages = dict(sorted(excerpts_of(app.env).items()))
    text = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    (Path(app.outdir) / "_static" / "excerpts.js").write_text(f"Search.setExcerpts({text});\n", encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.add_env_collector(ExcerptCollector)
    app.connect("build-finished", write_excerpts)
