"""`{simulator} NAME`: a live figure. Its options are its first state; without JavaScript that state is shown, drawn."""

import json
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make


class _AnyOption(dict[str, Any]):
    """Every option is a value of the simulator's state; the simulator knows which there are."""

    def __getitem__(self, _name: str) -> Any:
        return str

    def __contains__(self, _name: object) -> bool:
        return True

    def __bool__(self) -> bool:
        return True


class Simulator(BookDirective):
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = _AnyOption()

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        options = dict(self.options)
        still = options.pop("still", None) is not None
        controls = options.pop("controls", None)
        identifier = options.pop("id", "-".join(["figure", name, *options.values()]) if still else f"simulator-{name}")
        state = json.dumps({option: _value(text) for option, text in options.items()})
        arguments = [name, state, "--lang", self.language, "--id", identifier]
        if still:
            arguments.append("--figure")
        elif controls is not None:
            arguments += ["--controls", controls]
        drawing = nodes.raw("", self.drawn("static.js", arguments, f"the simulator {name}"), format="html")
        if still:
            return [make("figure", {"class": "simulator still"}, drawing)]
        attributes = {"name": name, "id": identifier, "lang": self.language, "state": state}
        if controls is not None:
            attributes["controls"] = controls
        return [make("figure", {"class": "simulator"}, make("gtl-simulator", attributes, drawing))]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def setup(app: Sphinx) -> None:
    app.add_directive("simulator", Simulator)
