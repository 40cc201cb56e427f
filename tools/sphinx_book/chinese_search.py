"""Search in Chinese: text is indexed by single characters and pairs of neighbours, a query is split the same way.

Sphinx's own Chinese search asks a dictionary for words, and does not find 线程束 when the dictionary does not know it.
"""

import re

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

_RUN = re.compile(r"([\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U000323af]+)|([A-Za-z0-9_]+)")


def split(text: str) -> list[str]:
    """`线程束 warp` → 线 程 束 线程 程束 warp."""
    terms: list[str] = []
    for han, latin in _RUN.findall(text):
        if latin:
            terms.append(latin)
        else:
            terms.extend(han)
            terms.extend(han[at : at + 2] for at in range(len(han) - 1))
    return terms


# The same splitter for the page. A query of several characters needs its pairs only: they imply the single ones.
PAGE_SPLITTER = r"""
function splitQuery(query) {
  const terms = [];
  for (const [, han, latin] of query.matchAll(/([\u3400-\u4dbf\u4e00-\u9fff\u{20000}-\u{323af}]+)|([A-Za-z0-9_]+)/gu)) {
    if (latin) terms.push(latin);
    else {
      const characters = [...han];
      if (characters.length === 1) terms.push(han);
      for (let at = 0; at + 1 < characters.length; ++at) terms.push(characters[at] + characters[at + 1]);
    }
  }
  return terms;
}
"""


class ChineseSearch(SearchEnglish):
    """Chinese by characters and pairs; Latin words as in English, with its stemmer."""

    lang = "zh"
    language_name = "English"  # Names the stemmer in the page; for Latin words it is the English one.
    js_splitter_code = PAGE_SPLITTER

    def split(self, input: str) -> list[str]:
        return split(input)


def setup(app: Sphinx) -> None:
    app.add_search_language(ChineseSearch)
