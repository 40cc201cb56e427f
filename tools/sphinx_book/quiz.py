"""`{quiz} id` with `{choice}` and `{explain}`: a question that works as plain HTML; `<gtl-quiz>` checks the answer.

The HTML is the one tools/widgets/README.md describes. Explanations are closed `<details>` until the reader opens them,
or, with scripts, until an attempt.
"""

import math
import random
from typing import Any, ClassVar

from book_cli.errors import BookError
from book_cli.regions import read_region
from docutils import nodes
from docutils.parsers.rst import directives
from pygments.lexers import CudaLexer
from sphinx.application import Sphinx

from sphinx_book.claim import claims_of
from sphinx_book.directive import BookDirective
from sphinx_book.element import element, make
from sphinx_book.listing import highlight_lines

KINDS = ("single", "multiple", "number", "order", "line")


class choice_node(nodes.General, nodes.Element):
    """A choice on its way into its quiz: `text` (inline nodes), `source`, `right`; the children explain it."""


class explain_node(nodes.General, nodes.Element):
    """The explanation of a number question."""


def kind(argument: str) -> str:
    return directives.choice(argument, KINDS)


class Quiz(BookDirective):
    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "kind": kind,
        "answer": directives.unchanged_required,
        "tolerance": directives.unchanged_required,
        "region": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        identifier = self.arguments[0]
        quiz_kind = self.options.get("kind", "single")
        content = self.parse_content_to_nodes()
        choices = [node for node in content if isinstance(node, choice_node)]
        explanations = [node for node in content if isinstance(node, explain_node)]
        question = make("div", {"class": "question", "id": f"quiz-{identifier}"})
        question += [node for node in content if not isinstance(node, choice_node | explain_node)]
        self._check(identifier, quiz_kind, choices, explanations)
        form = make("form", {"aria-labelledby": f"quiz-{identifier}"}, question)
        attributes = {"class": "quiz", "id": identifier, "data-kind": quiz_kind, "data-lesson": str(self.lesson.id)}
        if quiz_kind == "number":
            attributes |= self._answer()
            form += self._number_field(identifier)
            form += self._explanation(explanations[0].children)
        elif quiz_kind == "order":
            form += self._items(identifier, choices)
        elif quiz_kind == "line":
            form += self._lines(identifier, choices)
        else:
            form += self._choices(identifier, quiz_kind, choices)
        form += make("button", {"type": "submit"}, self.say("quiz-check"))
        return [make("gtl-quiz", attributes, form)]

    def _check(
        self, identifier: str, quiz_kind: str, choices: list[choice_node], explanations: list[explain_node]
    ) -> None:
        right = sum(choice["right"] for choice in choices)
        if quiz_kind == "number":
            if choices or len(explanations) != 1 or "answer" not in self.options:
                raise self.error(f"quiz {identifier}: a number question has :answer:, one {{explain}}, no {{choice}}")
            return
        if explanations:
            raise self.error(f"quiz {identifier}: choices explain themselves; {{explain}} is for number questions")
        if quiz_kind == "order":
            if len(choices) < 3 or right:
                raise self.error(f"quiz {identifier}: an order needs three or more choices, in order, without :right:")
        elif quiz_kind == "line":
            if right != 1 or "region" not in self.options:
                raise self.error(
                    f"quiz {identifier}: it needs :region: PROGRAM NAME and, of its lines, one {{choice}} with :right:"
                )
        elif len(choices) < 2 or (right != 1 if quiz_kind == "single" else right == 0):
            wanted = "exactly one" if quiz_kind == "single" else "at least one"
            raise self.error(f"quiz {identifier}: it needs two or more choices, {wanted} with :right:")

    def _answer(self) -> dict[str, str]:
        claims = claims_of(self.env, self.lesson)
        claim = claims.get(self.options["answer"])
        if claim is None:
            raise self.error(f"no claim “{self.options['answer']}” in lesson.toml; claims: {', '.join(claims)}")
        value = "" if math.isnan(claim.value) else f"{claim.value:.10g}"
        return {"data-answer": value, "data-tolerance": self.options.get("tolerance", "0")}

    def _number_field(self, identifier: str) -> element:
        field = make("input", {"inputmode": "decimal", "name": identifier, "autocomplete": "off"})
        return make("p", {"class": "answer"}, make("label", {}, make("span", {}, self.say("quiz-number")), field))

    def _choices(self, identifier: str, quiz_kind: str, choices: list[choice_node]) -> element:
        box_type = "radio" if quiz_kind == "single" else "checkbox"
        listing = make("ol", {"class": "choices"})
        for position, choice in enumerate(choices):
            box = make("input", _box(box_type, identifier, position))
            words = make("span")
            words += choice["text"]
            explanation = self._explanation(choice.children, right=choice["right"])
            right = "true" if choice["right"] else "false"
            listing += make("li", {"data-right": right}, make("label", {}, box, " ", words), explanation)
        return listing

    def _items(self, identifier: str, choices: list[choice_node]) -> element:
        """The items in an order that is not theirs, the same in both languages."""
        order = list(range(len(choices)))
        shuffled = random.Random(identifier)
        while order == sorted(order):
            shuffled.shuffle(order)
        listing = make("ol", {"class": "choices items"})
        for item in order:
            words = make("span")
            words += choices[item]["text"]
            place = make("p", {"class": "judgement"}, self.say("quiz-place", number=item + 1))
            explanation = self._explanation([place, *choices[item].children])
            listing += make("li", {"data-item": str(item)}, words, explanation)
        return listing

    def _lines(self, identifier: str, choices: list[choice_node]) -> element:
        """The region's lines as choices; those that a {choice} names have its explanation."""
        names = self.options["region"].split()
        try:
            program = self.lesson.program(names[0])
            region = read_region(program.source, names[-1])
        except BookError as error:
            raise self.error(f"quiz {identifier}: {error}") from None
        self.env.note_dependency(str(program.source))
        lines = region.text.splitlines()
        explained: dict[int, choice_node] = {}
        for choice in choices:
            found = [number for number, line in enumerate(lines) if choice["source"] in line]
            if len(found) != 1:
                raise self.error(
                    f"quiz {identifier}: “{choice['source']}” stands on {len(found)} lines of the region "
                    f"{region.name} of {program.source.name}; write a part of exactly one line"
                )
            explained[found[0]] = choice
        listing = make("ol", {"class": "choices code-lines"})
        for number, html in enumerate(highlight_lines(region.text, CudaLexer())):
            code = make("code", {"class": "cuda"}, nodes.raw("", html, format="html"))
            own = explained.get(number)
            right = own is not None and own["right"]
            line = make("li", {"data-right": "true" if right else "false"})
            stripped = lines[number].strip(" {}")
            if stripped and not stripped.startswith("//"):
                line += make("label", {}, make("input", _box("radio", identifier, number)), code)
            else:
                line += make("div", {}, code)  # Nothing stands there that could be pointed at.
            if own is not None:
                line += self._explanation(own.children, right=right)
            listing += line
        return listing

    def _explanation(self, body: list[nodes.Node], *, right: bool | None = None) -> element:
        details = make("details", {"class": "explanation"}, make("summary", {}, self.say("quiz-explanation")))
        if right is not None:
            details += make("p", {"class": "judgement"}, self.say("quiz-right" if right else "quiz-wrong"))
        details += body
        return details


def _box(kind_of_box: str, identifier: str, value: int) -> dict[str, str]:
    return {"type": kind_of_box, "name": identifier, "value": str(value)}


class Choice(BookDirective):
    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"right": directives.flag}

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        words, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
        choice = choice_node("", text=words, source=self.arguments[0].strip("`"), right="right" in self.options)
        choice += self.parse_content_to_nodes()
        return [choice, *messages]


class Explain(BookDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        explanation = explain_node()
        explanation += self.parse_content_to_nodes()
        return [explanation]


def setup(app: Sphinx) -> None:
    app.add_directive("quiz", Quiz)
    app.add_directive("choice", Choice)
    app.add_directive("explain", Explain)
