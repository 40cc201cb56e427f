"""One doctree node for any HTML element: directives compose pages from it, and parity compares it."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

_VOID = {"br", "hr", "img", "input", "path", "rect"}


class element(nodes.General, nodes.Inline, nodes.Element):
    """An HTML element: `tag`, `html` (its attributes), children."""


def make(tag: str, attributes: dict[str, str] | None = None, *children: nodes.Node | str) -> element:
    """`make("p", {"class": "question"}, "Why?")`. Strings become text."""
    node = element("", tag=tag, html=attributes or {})
    for child in children:
        node += nodes.Text(child) if isinstance(child, str) else child
    return node


# Made from what the text says already: search and the comparison of the languages pass over them.
_DERIVED = frozenset({"margin-note", "evidence-list"})


def is_derived(node: nodes.Node) -> bool:
    return isinstance(node, element) and not _DERIVED.isdisjoint(node["html"].get("class", "").split())


def visit_element(translator: HTML5Translator, node: element) -> None:
    attributes: dict[str, Any] = dict(node["html"])
    if node["ids"] and "id" not in attributes:
        attributes["id"] = node["ids"][0]
    text = "".join(f' {name}="{translator.attval(str(value))}"' for name, value in attributes.items())
    translator.body.append(f"<{node['tag']}{text}>")


def depart_element(translator: HTML5Translator, node: element) -> None:
    if node["tag"] not in _VOID:
        translator.body.append(f"</{node['tag']}>")


def setup(app: Sphinx) -> None:
    app.add_node(element, html=(visit_element, depart_element))
