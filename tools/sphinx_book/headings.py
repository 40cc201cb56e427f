"""Every heading's anchor is the id its author wrote, in both languages: not one made from the title.

A page's own title has the anchor `top`, a lesson's its slug.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from sphinx_book.book import is_lesson_text

logger = logging.getLogger(__name__)
PAGE_TOP = "top"


class ExplicitHeadingIds(SphinxTransform):
    """After docutils has joined `(id)=` with its heading: keep that id alone."""

    default_priority = 850

    def apply(self, **_arguments: object) -> None:
        for section in self.document.findall(nodes.section):
            explicit = [
                identifier
                for name, identifier in self.document.nameids.items()
                if identifier in section["ids"] and self.document.nametypes.get(name)
            ]
            if isinstance(section.parent, nodes.document) and not explicit:
                section["ids"] = [section["ids"][0] if section.get("is_page") else PAGE_TOP]
            elif explicit:
                section["ids"].sort(key=lambda identifier: identifier not in explicit)
                del section["ids"][len(explicit) :]
            elif is_lesson_text(self.env.docname) and not section.get("is_page"):
                title = section.next_node(nodes.title)
                text = title.astext() if title is not None else ""
                logger.warning("the heading “%s” has no id; write a line (some-id)= before it", text, location=section)


def setup(app: Sphinx) -> None:
    app.add_transform(ExplicitHeadingIds)
