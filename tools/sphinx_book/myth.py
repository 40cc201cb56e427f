"""`{myth} id The belief.` with `:verdict:`; the body is the evidence."""

import re
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make

VERDICTS = ("true", "false", "depends")
_ARGUMENT = re.compile(r"(?s)([a-z0-9]+(?:-[a-z0-9]+)*)\s+(.+)")


def verdict(argument: str) -> str:
    return directives.choice(argument, VERDICTS)


class Myth(BookDirective):
    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"verdict": verdict}

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        argument = _ARGUMENT.fullmatch(self.arguments[0])
        if argument is None or "verdict" not in self.options:
            raise self.error("write {myth} some-id The belief, and the option :verdict: true, false or depends")
        identifier, belief = argument.groups()
        words, messages = self.parse_inline(belief, lineno=self.lineno)
        decision = self.options["verdict"]
        stamp = make("span", {"class": f"verdict {decision}"}, self.say(f"verdict-{decision}"))
        quote = make("p", {"class": "belief"})
        quote += words
        box = make("section", {"class": "myth", "id": f"myth-{identifier}", "data-verdict": decision})
        box += make("div", {"class": "myth-head"}, quote, stamp)
        evidence = make("div", {"class": "myth-evidence"})
        evidence += self.parse_content_to_nodes()
        box += evidence
        return [box, *messages]


def setup(app: Sphinx) -> None:
    app.add_directive("myth", Myth)
