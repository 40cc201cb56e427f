"""`{way} Title`: one of the three ways into the book on the home page."""

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.directive import BookDirective
from sphinx_book.element import make


class Way(BookDirective):
    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        way = make("div", {"class": "way"}, make("h3", {}, self.arguments[0]))
        way += self.parse_content_to_nodes()
        return [way]


def setup(app: Sphinx) -> None:
    app.add_directive("way", Way)
