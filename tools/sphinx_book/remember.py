"""`{remember}`: the few sentences to keep."""

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make


class Remember(BookDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        title = make("p", {"class": "label", "id": "remember-these"}, self.say("remember"))
        return [
            make(
                "section",
                {"class": "remember", "aria-labelledby": "remember-these"},
                title,
                *self.parse_content_to_nodes(),
            )
        ]


def setup(app: Sphinx) -> None:
    app.add_directive("remember", Remember)
