"""excerpts.js: the text of every section, so that search can show the words found and lead to their section."""

import json
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx


def sections_of(document: nodes.document) -> list[list[str]]:
    """[anchor, heading, text] of each section, without the text of the sections in it."""
    found: list[list[str]] = []
    for section in document.findall(nodes.section):
        title = section.next_node(nodes.title)
        own = [child for child in section.children if not isinstance(child, nodes.section | nodes.title)]
        text = " ".join(" ".join(child.astext().split()) for child in own)
        found.append([section["ids"][0], title.astext() if title is not None else "", text])
    return found


def write_excerpts(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    pages = {name: sections_of(app.env.get_doctree(name)) for name in sorted(app.env.found_docs)}
    text = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    (Path(app.outdir) / "_static" / "excerpts.js").write_text(f"Search.setExcerpts({text});\n", encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("build-finished", write_excerpts)
