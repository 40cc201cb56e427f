"""`{quiz} id` with `{choice}` and `{explain}`: a question that works as plain HTML; `<gtl-quiz>` checks the answer.

The HTML is the one tools/widgets/README.md describes. Explanations are closed `<details>` until the reader opens them,
or, with scripts, until an attempt.
"""

import math
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from sphinx_book.claim import claims_of
from sphinx_book.directive import BookDirective
from sphinx_book.element import element, make

KINDS = ("single", "multiple", "number")


class choice_node(nodes.General, nodes.Element):
    """A choice on its way into its quiz: `text` (inline nodes), `right`; the children explain it."""


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
        elif len(choices) < 2 or explanations or (right != 1 if quiz_kind == "single" else right == 0):
            wanted = "exactly one" if quiz_kind == "single" else "at least one"
            raise self.error(f"quiz {identifier}: it needs two or more choices, {wanted} with :right:, no {{explain}}")

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
            box = make("input", {"type": box_type, "name": identifier, "value": str(position)})
            words = make("span")
            words += choice["text"]
            explanation = self._explanation(choice.children, right=choice["right"])
            right = "true" if choice["right"] else "false"
            listing += make("li", {"data-right": right}, make("label", {}, box, " ", words), explanation)
        return listing

    def _explanation(self, body: list[nodes.Node], *, right: bool | None = None) -> element:
        details = make("details", {"class": "explanation"}, make("summary", {}, self.say("quiz-explanation")))
        if right is not None:
            details += make("p", {"class": "judgement"}, self.say("quiz-right" if right else "quiz-wrong"))
        details += body
        return details


class Choice(BookDirective):
    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"right": directives.flag}

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        words, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
        choice = choice_node("", text=words, right="right" in self.options)
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
