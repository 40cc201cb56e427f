"""Checks of a lesson's two texts: each passes on good texts and fails on the mistake it is for."""

import pytest
from book_cli.lesson import load_lesson
from book_cli.pages import check_pages
from conftest import Book

EN = """(requests)=
## What a request is

A warp reads {claim}`sectors` sectors; see {lesson}`6` and {term}`sector`.
The card's `32 sectors` and $4 \\times 8$ may stand. [The text](https://example.org/a) says so, see [below](#quiz).

```{region} 06_copy copy
:caption: A copy
```

```{counted} 06_copy
:kernels: copy; strided<8>
:metrics: requests-ld sectors-ld
```

```cuda
__global__ void not_a_heading() {}
# 99 GB/s in code is code
```

````{myth} always The gap is always 32×
:verdict: false

It is not.
````

(quiz)=
## Quiz

````{quiz} first
:kind: number
:answer: sectors

How many?
```{choice} 4 sectors
:right:
Because.
```
````
"""
ZH = (
    EN.replace("What a request is", "什么是请求")
    .replace(
        "A warp reads {claim}`sectors` sectors; see {lesson}`6` and",
        "线程束读 {claim}`sectors` 个扇区；见 {lesson}`6` 与",
    )
    .replace("The card's", "显卡的")
    .replace(
        "[The text](https://example.org/a) says so, see [below](#quiz).",
        "[原文](https://example.org/a)，[见下](#quiz)。",
    )
    .replace(":caption: A copy", ":caption: 一次拷贝")
    .replace("The gap is always 32×", "差距总是 32 倍")
    .replace("It is not.", "并非如此。")
    .replace("4 sectors\n", "4 个扇区\n")
)
CLAIM = 'id = "sectors"\nkind = "counted"\nvalue = \'counter("06_copy", "copy", "sectors-ld")\'\nexpect = 32'


class Texts:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.en, self.zh = EN, ZH
        book.write_toml(CLAIM)
        docs = book.root / "docs"
        docs.mkdir()
        (docs / "glossary.toml").write_text(
            '[[term]]\nid = "sector"\nen = "sector"\nzh = "扇区"\navoid = { zh = ["段"] }\n'
            'meaning = { en = "32 bytes.", zh = "32 字节。" }\n'
        )
        (docs / "curriculum.toml").write_text(
            '[[stage]]\nid = 1\ntitle = { en = "a", zh = "b" }\n'
            + "".join(
                f'[[lesson]]\nid = {number}\nslug = "s"\nstage = 1\n'
                'title = { en = "a", zh = "b" }\nquestion = { en = "a", zh = "b" }\n'
                for number in range(1, 8)
            )
        )

    def problems(self) -> list[str]:
        (self.book.lesson / "en.md").write_text(self.en)
        (self.book.lesson / "zh.md").write_text(self.zh)
        return check_pages(load_lesson(self.book.lesson), self.book.root)

    def in_both(self, old: str, new: str) -> list[str]:
        assert old in self.en
        self.en, self.zh = self.en.replace(old, new), self.zh.replace(old, new)
        return self.problems()

    def in_chinese(self, old: str, new: str) -> list[str]:
        assert old in self.zh
        self.zh = self.zh.replace(old, new)
        return self.problems()


@pytest.fixture
def texts(book: Book) -> Texts:
    return Texts(book)


def test_good_texts_have_no_problem(texts: Texts) -> None:
    assert texts.problems() == []


def test_a_missing_text_is_named(book: Book) -> None:
    assert len(check_pages(load_lesson(book.lesson), book.root)) == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(quiz)=", "(self-quiz)=", "zh.md:28 differ: ## (quiz)= and ## (self-quiz)="),
        ("## Quiz", "### Quiz", "differ: ## (quiz)= and ### (quiz)="),
        (":metrics: requests-ld sectors-ld", ":metrics: requests-ld", "differ"),
        ("````{quiz} first", "````{quiz} second", "differ: {quiz} first"),
        (":right:\n", "", "differ: {choice} :right: and {choice}\n"),
        ("```cuda\n", "```c\n", "code block cuda"),
        ("```{region} 06_copy copy\n:caption: 一次拷贝\n```\n", "", "differ: {region} 06_copy copy :caption:"),
        ("见 {lesson}`6` 与", "见", "section requests: {lesson}`6` is not in zh.md"),
        ("{claim}`sectors` 个", "几个", "section requests: {claim}`sectors` is not in zh.md"),
        ("[原文](https://example.org/a)", "原文", "link https://example.org/a is not in zh.md"),
        ("并非如此。", "并非一段。", 'the glossary avoids "段"'),
        ("并非如此。", "并非,如此。", "half-width punctuation"),
        ("并非如此。", "并非如此.", "half-width punctuation"),
        ("并非如此。", "并非 31 倍。", '"31 倍" is typed by hand'),
    ],
)
def test_a_difference_of_the_chinese_text_is_found(texts: Texts, old: str, new: str, message: str) -> None:
    assert [problem for problem in texts.in_chinese(old, new) if message in problem]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(quiz)=\n", "", 'the heading "Quiz" has no id'),
        ("(quiz)=", "(requests)=", 'the id "requests" is not words-with-hyphens, or occurs twice'),
        ("{claim}`sectors`", "{claim}`bytes`", 'no claim "bytes"'),
        (":answer: sectors", ":answer: bytes", 'no claim "bytes"'),
        ("{lesson}`6`", "{lesson}`99`", 'no lesson "99"'),
        ("{term}`sector`", "{term}`block`", 'no term "block"'),
        ("{region} 06_copy copy", "{region} 06_copy paste", 'no region "paste"'),
        ("{region} 06_copy copy", "{region} 05_copy copy", 'no program "05_copy"'),
        ("strided<8>", "strided<9>", 'no kernel "strided<9>"'),
        (":metrics: requests-ld", ":metrics: speed", 'no metric "speed"'),
        ("(#quiz)", "(#nowhere)", "no heading has the id nowhere"),
        ("(https://example.org/a)", "(picture.svg)", "picture.svg does not exist"),
        ("`32 sectors`", "32 sectors", '"32 sectors" is typed by hand'),
        ("`32 sectors`", "4,182.1 GB/s", '"4,182.1 GB/s" is typed by hand'),
        ("`32 sectors`", "12.5 %", '"12.5 %" is typed by hand'),
        ("`32 sectors`", "8×", '"8×" is typed by hand'),
        ("`32 sectors`", "8 x the traffic", '"8 x" is typed by hand'),
        ("`32 sectors`", "3 times as much", '"3 times as" is typed by hand'),
    ],
)
def test_a_mistake_in_both_texts_is_found_in_both(texts: Texts, old: str, new: str, message: str) -> None:
    problems = [problem for problem in texts.in_both(old, new) if message in problem]
    assert len(problems) == 2
    assert "en.md:" in problems[0]
    assert "zh.md:" in problems[1]


@pytest.mark.parametrize(
    "text",
    ["32-byte sectors", "a 4-byte load", "32 lanes", "lesson 07", "sm_90", "256 bytes", "32 × 8", "64x64", "2 times"],
)
def test_a_definition_is_not_a_measured_figure(texts: Texts, text: str) -> None:
    assert texts.in_both("`32 sectors`", text) == []


def test_a_claim_that_no_text_uses_is_left_over(texts: Texts) -> None:
    texts.book.write_toml(CLAIM, CLAIM.replace('"sectors"', '"other"', 1))
    assert ["no text uses it" in problem for problem in texts.problems()] == [True]
