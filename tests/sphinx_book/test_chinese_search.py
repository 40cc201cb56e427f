"""Chinese search: what the index holds, and that the page splits a query the same way."""

import json
import shutil
import subprocess

import pytest
from sphinx_book.chinese_search import PAGE_SPLITTER, split


def test_text_is_indexed_by_characters_and_pairs() -> None:
    assert split("线程束 warp_size") == ["线", "程", "束", "线程", "程束", "warp_size"]


def test_punctuation_ends_a_run_of_characters() -> None:
    assert split("合并，访问") == ["合", "并", "合并", "访", "问", "访问"]


@pytest.mark.parametrize("query", ["线程束", "合并访问", "束", "float4 读取", "每个请求的扇区数"])
def test_the_page_asks_only_for_terms_that_the_index_has(query: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node; `tools/book test` installs it")
    script = f"{PAGE_SPLITTER}\nconsole.log(JSON.stringify(splitQuery({json.dumps(query)})))"
    asked = json.loads(subprocess.run([node, "-e", script], capture_output=True, text=True, check=True).stdout)
    assert asked
    assert set(asked) <= set(split(query))
