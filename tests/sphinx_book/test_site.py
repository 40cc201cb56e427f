"""The small book, built: what is on its pages in both languages."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from book_cli.errors import BookError
from book_cli.site import build_site
from conftest import make_book
from docutils import nodes
from docutils.utils import new_document
from sphinx_book.excerpts import sections_of

LANGUAGES = ("en", "zh")
LESSON = "lessons/02-rows/index.html"


class Page(HTMLParser):
    """Every start tag with its attributes, and the text."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def of_class(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for _, attributes in self.tags if name in (attributes.get("class") or "").split()]

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] or "" for _, attributes in self.tags if "id" in attributes]


def pages(site: Path) -> list[Path]:
    return sorted(file for file in site.rglob("*.html") if "_static" not in file.parts)


def text_of(file: Path) -> str:
    return re.sub(r"<[^>]+>", "", file.read_text(encoding="utf-8"))


def test_both_languages_have_equal_paths(site: Path) -> None:
    paths = [{file.relative_to(site / language) for file in pages(site / language)} for language in LANGUAGES]
    assert paths[0] == paths[1]
    assert Path(LESSON) in paths[0]


def test_every_link_leads_to_a_page_and_a_place_that_exist(site: Path) -> None:
    ids = {file: set(Page(file).ids) for file in pages(site)}
    for file in pages(site):
        for tag, attributes in Page(file).tags:
            target = attributes.get("href") or attributes.get("src")
            if tag not in {"a", "link", "script", "img"} or not target:
                continue
            parts = urlsplit(target)
            assert not parts.scheme or tag == "a", f"{file}: {target} is a request to another host"
            if parts.scheme:
                continue
            place = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            assert place.is_file(), f"{file}: {target} leads nowhere"
            if parts.fragment and place in ids:
                assert parts.fragment in ids[place], f"{file}: {target}: no such place"


def test_ids_are_unique_on_a_page(site: Path) -> None:
    for file in pages(site):
        found = Page(file).ids
        assert sorted(found) == sorted(set(found)), file


@pytest.mark.parametrize(("language", "html_language", "other"), [("en", "en", "zh-Hans"), ("zh", "zh-Hans", "en")])
def test_a_page_names_its_language_and_the_other(site: Path, language: str, html_language: str, other: str) -> None:
    page = Page(site / language / LESSON)
    assert page.all("html")[0]["lang"] == html_language
    assert {link["hreflang"] for link in page.all("link") if "hreflang" in link} == {"en", "zh-Hans", "x-default"}
    (switch,) = page.of_class("language")
    assert switch["hreflang"] == other
    assert (site / language / LESSON).parent.joinpath(switch["href"] or "").resolve().is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_shows_its_value_and_leads_to_its_evidence(site: Path, language: str) -> None:
    file = site / language / LESSON
    page = Page(file)
    figures = page.of_class("figure")
    assert {figure["href"] for figure in figures} == {
        "#evidence-row-sectors", "#evidence-column-sectors", "#evidence-traffic", "#evidence-row-rate",
    }  # fmt: skip
    assert "8×∴" in text_of(file)
    assert "tools/book profile 02_rows" in text_of(file)
    assert len(page.of_class("card")) == 4


def test_evidence_says_that_the_gpu_agrees(site: Path) -> None:
    assert "equal to the H200 on 1 launch (2026-11-30)" in text_of(site / "en" / LESSON)


def test_a_quiz_does_not_reveal_its_answer_in_the_margin(site: Path) -> None:
    html = (site / "en" / LESSON).read_text(encoding="utf-8")
    quiz = html[html.index("<gtl-quiz") : html.rindex("</gtl-quiz>")]
    assert "margin-note" not in quiz


def test_a_listing_has_the_real_line_numbers_and_their_counters(site: Path) -> None:
    html = (site / "en" / LESSON).read_text(encoding="utf-8")
    line = re.search(r'<span class="line" id="02_rows-columns-L16">.*?\n', html)
    assert line is not None
    assert "32 sectors per load request" in line[0]
    assert "1 wavefront per shared-memory store" in line[0]
    source = re.sub(r"<[^>]+>", "", line[0].partition('<span class="source">')[2])
    assert source.strip() == "tile[threadIdx.x] = in[threadIdx.x * columns + blockIdx.x];"
    wasted = re.search(r"--moved-sectors:32;--used-sectors:4\b", line[0])
    assert wasted is not None, "a column read moves 32 sectors, of which 4 sectors' worth of bytes are used"


def test_markers_of_regions_are_not_shown(site: Path) -> None:
    for language in LANGUAGES:
        assert "[show:" not in text_of(site / language / LESSON)


def test_the_whole_program_is_there_to_unfold(site: Path) -> None:
    html = (site / "en" / LESSON).read_text(encoding="utf-8")
    assert '<details class="program"><summary>The whole program: 02_rows.cu' in html


def test_a_kernel_has_its_documented_signature(site: Path) -> None:
    text = text_of(site / "en" / LESSON)
    assert "read_columns(const float *__restrict__ in, float *out, int columns)" in text
    assert "threadIdx.x runs down a column." in text


def test_the_measured_table_names_gpu_date_and_command(site: Path) -> None:
    text = text_of(site / "en" / LESSON)
    assert "NVIDIA H200, 2026-11-30" in text
    assert "tools/book measure --lesson 02" in text


def test_the_chinese_pages_call_what_is_printed_by_its_chinese_name(site: Path) -> None:
    lesson = (site / "zh" / LESSON).read_text(encoding="utf-8")
    (table,) = re.findall(
        r'<table class="numbers">(?:(?!</table>).)*读取 4096 × 4096 个 float(?:(?!</table>).)*', lesson, re.DOTALL
    )[:1]
    assert '<a href="data.html#measured-02_rows-columns">按列</a>' in table
    assert "按行，每秒 GB" in text_of(site / "zh" / LESSON)
    assert "rows, GB/s" in text_of(site / "en" / LESSON)
    assert "按列" in text_of(site / "zh" / "lessons" / "02-rows" / "data.html")


def test_a_single_question_marks_one_choice_right(site: Path) -> None:
    choices = [
        attributes["data-right"] for attributes in Page(site / "en" / LESSON).all("li") if "data-right" in attributes
    ]
    assert choices == ["false", "true"]


def test_a_number_question_takes_its_answer_from_the_claim(site: Path) -> None:
    number = [quiz for quiz in Page(site / "zh" / LESSON).all("gtl-quiz") if quiz["data-kind"] == "number"]
    assert [quiz["data-answer"] for quiz in number] == ["4"]


def test_a_lesson_not_yet_written_is_a_place_on_the_map(site: Path) -> None:
    links = [link["href"] for link in Page(site / "en" / LESSON).of_class("lesson-link")]
    assert "../../index.html#lesson-01" in links
    assert "not yet written" in text_of(site / "en" / "index.html")


def test_emphasis_and_line_breaks_in_chinese(site: Path) -> None:
    html = (site / "zh" / LESSON).read_text(encoding="utf-8")
    assert "<strong>沿着列走，</strong>" in html


@pytest.mark.parametrize(
    ("word", "page"), [("线程", "lessons/02-rows/index"), ("程束", "glossary"), ("合并", "glossary")]
)
def test_the_chinese_index_has_pairs_of_characters(site: Path, word: str, page: str) -> None:
    text = (site / "zh" / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    found = index["terms"].get(word)
    found = found if isinstance(found, list) else [found]
    assert page in [index["docnames"][number] for number in found]


def test_a_runner_has_its_controls_its_listings_and_the_stored_counters(site: Path) -> None:
    for language, title in (("en", "down columns"), ("zh", "沿着列")):
        page = Page(site / language / LESSON)
        (runner,) = page.all("gtl-run")
        assert (runner["id"], runner["data-scene"], runner["data-variants"]) == (
            "run-both-ways",
            "lesson02-both-ways",
            "rows columns",
        )
        (field,) = [one for one in page.all("input") if one.get("type") == "number"]
        assert (field["name"], field["value"], field["min"], field["max"]) == ("columns", "32", "32", "32")
        assert [one.get("data-region") for one in page.of_class("listing") if "data-region" in one] == [
            "rows",
            "columns",
        ]
        html = (site / language / LESSON).read_text(encoding="utf-8")
        stored = html.partition('class="stored"')[2]
        assert re.search(rf"{title}</span></th><td class=\"number\">32</td>", stored)


def test_a_scene_is_a_script_with_the_program_its_bugs_and_the_words(site: Path) -> None:
    for language, word in (("en", "Stop"), ("zh", "停止")):
        scenes = site / language / "_static" / "scenes"
        name, _, data = (scenes / "lesson02-both-ways.js").read_text(encoding="utf-8").rstrip(";\n").partition("]=")
        assert name == '(globalThis.gtlScenes??={})["lesson02-both-ways"'
        scene = json.loads(data)
        assert scene["ptx"]["late"] == "// The program with its bug, compiled.\n"
        (line,) = scene["bugs"][0]["lines"].values()
        assert line["text"].endswith("+ 1];  // too far")
        assert line["html"].endswith('+ 1];  <span class="c1">// too far</span>')
        assert [variant["region"] for variant in scene["variants"]] == ["rows", "columns"]
        words = json.loads((scenes / "words.js").read_text(encoding="utf-8").rstrip(";\n").partition("=")[2])
        assert words["run-stop"] == word


def test_an_unknown_scene_or_variant_names_those_there_are(tmp_path: Path) -> None:
    for old, new, said in (
        ("{run} both-ways", "{run} sideways", "Its scenes are: both-ways."),
        (":again:", ":variants: diagonal", "There are: rows, columns."),
    ):
        root = make_book(tmp_path / said)
        for language in LANGUAGES:
            text = root / "lessons" / "02-rows" / f"{language}.md"
            text.write_text(text.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        with pytest.raises(BookError, match=said):
            build_site(root, lambda _line: None)


def test_excerpts_carry_the_sections_with_their_places(site: Path) -> None:
    text = (site / "en" / "_static" / "excerpts.js").read_text(encoding="utf-8")
    sections = json.loads(text.removeprefix("Search.setExcerpts(").removesuffix(");\n"))
    assert [anchor for anchor, _, _ in sections["lessons/02-rows/index"]] == [
        "rows", "the-gap", "two-kernels", "check-yourself",
    ]  # fmt: skip


def test_excerpts_have_the_source_of_a_listing_and_no_controls(site: Path) -> None:
    text = (site / "en" / "_static" / "excerpts.js").read_text(encoding="utf-8")
    assert "threadIdx.x runs along a row" in text
    assert "<span" not in text
    assert "Planted bug" not in text


def test_excerpts_are_the_words_of_the_page_alone() -> None:
    """Docutils keeps its messages in the document, and they name paths of the machine that builds it."""
    title = nodes.title(text="Alignment")
    message = nodes.system_message(
        "", nodes.paragraph(text="Duplicate implicit target name"), source="/home/reader/en.md"
    )
    section = nodes.section("", title, message, nodes.paragraph(text="Where does element 0 lie?"), ids=["alignment"])
    document = new_document("en.md")
    document += section
    assert sections_of(document) == [["alignment", "Alignment", "Where does element 0 lie?"]]


def test_the_root_offers_both_languages_and_forces_none(site: Path) -> None:
    page = Page(site / "index.html")
    assert {link["href"] for link in page.of_class("choice")} == {"en/index.html", "zh/index.html"}
    assert not [meta for meta in page.all("meta") if meta.get("http-equiv")]


def broken(tmp_path: Path, file: str, old: str, new: str) -> str:
    """The message of a build in which `old` became `new` in one file."""
    book = make_book(tmp_path / "root")
    path = book / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BookError) as error:
        build_site(book, lambda _line: None)
    return str(error.value)


@pytest.mark.usefixtures("site")
class TestMistakesAreNamed:
    def test_an_unknown_claim(self, tmp_path: Path) -> None:
        message = broken(tmp_path, "lessons/02-rows/en.md", "{claim}`traffic`", "{claim}`trafic`")
        assert 'no claim "trafic"' in message
        assert "lessons/02-rows/index.md" in message

    def test_a_section_in_one_language_only(self, tmp_path: Path) -> None:
        message = broken(tmp_path, "lessons/02-rows/zh.md", "(check-yourself)=\n## 自测\n", "")
        assert "check-yourself" in message

    def test_an_unknown_region(self, tmp_path: Path) -> None:
        message = broken(tmp_path, "lessons/02-rows/zh.md", "{region} 02_rows rows", "{region} 02_rows row")
        assert 'no region "row"' in message
