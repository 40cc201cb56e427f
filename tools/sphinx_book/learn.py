"""`{learn}`: what the reader can do after the lesson."""

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make


class Learn(BookDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        title = make("p", {"class": "label", "id": "you-will-learn"}, self.say("you-will-learn"))
        return [
            make(
                "section",
                {"class": "learn", "aria-labelledby": "you-will-learn"},
                title,
                *self.parse_content_to_nodes(),
            )
        ]


def setup(app: Sphinx) -> None:
    app.add_directive("learn", Learn)
