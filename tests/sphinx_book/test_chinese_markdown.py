"""Chinese text in CommonMark: emphasis and line breaks as a Chinese reader expects them."""

from collections.abc import Callable

import pytest
from markdown_it import MarkdownIt
from sphinx_book.chinese_markdown import chinese_markdown

Render = Callable[[str], str]


@pytest.fixture
def render() -> Render:
    markdown = MarkdownIt("commonmark")
    chinese_markdown(markdown)
    return markdown.render


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("这是**重点。**下一句", "这是<strong>重点。</strong>下一句"),
        ("他说**“好”**了", "他说<strong>“好”</strong>了"),
        ("**合并访问（coalescing）**指的是", "<strong>合并访问（coalescing）</strong>指的是"),
        ("叫作*步长*。", "叫作<em>步长</em>。"),
        ("函数**`cudaMalloc`**保证", "函数<strong><code>cudaMalloc</code></strong>保证"),
    ],
)
def test_emphasis_beside_chinese_punctuation_is_emphasis(render: Render, source: str, html: str) -> None:
    assert render(source) == f"<p>{html}</p>\n"


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("a line\nand another", "a line\nand another"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("**bold**, then *slanted*.", "<strong>bold</strong>, then <em>slanted</em>."),
        ('foo**"bar"**baz', "foo**&quot;bar&quot;**baz"),
    ],
)
def test_english_is_what_commonmark_says(render: Render, source: str, html: str) -> None:
    assert render(source) == f"<p>{html}</p>\n"


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("一个线程束\n有三十二个", "一个线程束有三十二个"),
        ("逗号，\n下一行", "逗号，下一行"),
        ("**重点**\n下一行", "<strong>重点</strong>下一行"),
        ("用 float4\n读取", "用 float4\n读取"),
    ],
)
def test_a_line_break_between_han_characters_is_no_space(render: Render, source: str, html: str) -> None:
    assert render(source) == f"<p>{html}</p>\n"
