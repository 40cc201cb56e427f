"""`{chart}`: where rows stand on the axis, what the page holds, what is refused."""

import json
import re
import shutil
from pathlib import Path

import pytest
from book_cli.errors import BookError
from book_cli.site import build_site
from conftest import make_book
from sphinx_book.chart import place_of

LESSON = "lessons/02-rows/index.html"

needs_drawing = pytest.mark.skipif(
    shutil.which("node") is None or not (Path(__file__).parents[2] / "tools/widgets/dist/static_chart.js").exists(),
    reason="the widgets are not built; `tools/book test` builds them",
)


def charts(file: Path) -> list[dict[str, object]]:
    """The data of the charts on a page."""
    html = file.read_text(encoding="utf-8")
    return [
        json.loads(data)
        for data in re.findall(r'<gtl-chart[^>]*><script type="application/json">(.*?)</script>', html, re.DOTALL)
    ]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("stride 8", (8, "8")),
        ("float4 (16 bytes)", (16, "16")),
        ("64 MiB", (64 * 2**20, "64 MiB")),
        ("512 threads", (512, "512")),
        ("0.5 KiB read", (512, "0.5 KiB")),
        ("device copy", None),
    ],
)
def test_a_row_stands_where_its_name_says(name: str, place: tuple[float, str] | None) -> None:
    assert place_of(name) == place


@needs_drawing
def test_the_chinese_page_calls_what_is_printed_by_its_chinese_name(site: Path) -> None:
    chinese = (site / "zh" / LESSON).read_text(encoding="utf-8")
    drawing = chinese[chinese.index("<gtl-chart") : chinese.index("</gtl-chart>")].partition("</script>")[2]
    for name in ("每秒 GB", "读取 4096 × 4096 个 float", "按行", "按列"):
        assert name in drawing
    assert not re.search(r">[^<]*(GB/s|floats|rows|columns)[^<]*<", drawing)
    assert charts(site / "en" / LESSON)[0]["names"] == {}


@needs_drawing
@pytest.mark.parametrize(
    ("language", "title", "axis"),
    [("en", "Rate by the step between lanes", "step in floats"), ("zh", "速率与 lane 之间的步长", "步长，单位 float")],
)
def test_a_page_holds_the_drawing_and_its_data(site: Path, language: str, title: str, axis: str) -> None:
    file = site / language / LESSON
    (chart,) = charts(file)
    assert (chart["title"], chart["axis"], chart["column"], chart["reference"]) == (title, axis, "GB/s", None)
    assert chart["gpu"] == {"name": "NVIDIA H200", "l2_bytes": 62914560}
    rows = [(row["row"], row["x"], row["href"], row["cell"]["median"]) for row in chart["rows"]]  # type: ignore[attr-defined]
    assert rows == [
        ("rows", 1, "data.html#measured-02_rows-rows", 4000.5),
        ("columns", 4096, "data.html#measured-02_rows-columns", 512.25),
    ]
    html = file.read_text(encoding="utf-8")
    figure = html[html.index('<figure class="chart">') : html.index("</figure>", html.index('<figure class="chart">'))]
    assert figure.count('<svg class="chart-picture') == 2
    assert "NVIDIA H200" in figure
    assert "tools/book measure --lesson 02" in figure
    assert f"{title}</p>" in figure


@needs_drawing
def test_a_chart_on_another_page_leads_to_the_lessons_data(site: Path) -> None:
    (chart,) = charts(site / "en" / "index.html")
    assert chart["rows"][0]["href"] == "lessons/02-rows/data.html#measured-02_rows-rows"  # type: ignore[index]
    assert chart["reference"]["row"] == "rows"  # type: ignore[index]


@needs_drawing
@pytest.mark.usefixtures("site")
def test_a_row_without_a_number_needs_a_place(tmp_path: Path) -> None:
    book = make_book(tmp_path / "root")
    text = book / "lessons/02-rows/en.md"
    text.write_text(text.read_text(encoding="utf-8").replace(":places: 1; 4096\n", ""), encoding="utf-8")
    with pytest.raises(BookError, match="“rows” holds no number; list where the rows stand with :places:"):
        build_site(book, lambda _line: None)
