"""Scenes: what lesson.toml must say of kernels that the page runs, and what the page gets."""

from pathlib import Path

import pytest
from book_cli.lesson import Program
from book_cli.scene import Scene, read_scene
from book_cli.scene_data import region_of, scene_data
from book_cli.scene_ptx import release_of
from book_cli.toml_table import ContentError, read_toml

SOURCE = """\
// [show: copy]
__global__ void copy(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    out[i] = in[i];
  }
}
// [end: copy]
"""
SCENE = """\
[[scene]]
id = "copies"
program = "01_copy"
title = { en = "A copy", zh = "拷贝" }
regions = ["copy"]
metrics = ["sectors-per-request-ld"]
parameters = [{ name = "count", label = { en = "floats", zh = "个数" }, least = 1, most = 4096, default = 1000 }]
buffers = [
  { name = "input", type = "float", count = "count", fill = "index" },
  { name = "output", type = "float", count = "count", fill = "unwritten", show = "numbers", expect = "input[i]" },
]

[[scene.variants]]
id = "copy"
title = { en = "copy", zh = "拷贝" }
kernel = "copy"
grid = "ceil_div(count, 256)"
block = "256"
arguments = "input, output, count"
counts = [{ line = "out[i] = in[i];", sectors-per-request-ld = 4 }]

[[scene.bugs]]
id = "no-bound"
title = { en = "Drop the bound", zh = "去掉边界" }
check = "memcheck"
settings = { count = 1000 }

[[scene.bugs.edits]]
variants = ["copy"]
line = "out[i] = in[i];"
replace = "if (i < count) {"
with = "{"
"""


def read(folder: Path, text: str = SCENE) -> Scene:
    source = folder / "01_copy.cu"
    source.write_text(SOURCE, encoding="utf-8")
    (folder / "lesson.toml").write_text(text, encoding="utf-8")
    program = Program("01_copy", source, (), (), 1)
    (entry,) = read_toml(folder / "lesson.toml").tables("scene")
    return read_scene(entry, [program])


def test_a_scene_says_what_runs_and_where_it_is_seen(tmp_path: Path) -> None:
    scene = read(tmp_path)
    (variant,) = scene.variants
    assert variant.grid == [["ceil_div", "count", 256], 1, 1]
    assert variant.expect == {"output": ["at", "input", "i"]}
    assert region_of(scene, variant) == "copy"


def test_a_bug_changes_lines_and_leaves_their_numbers(tmp_path: Path) -> None:
    scene = read(tmp_path)
    (bug,) = scene.bugs
    assert scene.changed_lines(bug) == {4: "  {"}
    assert scene.ptx(bug).name == "01_copy-copies-no-bound.ptx"


def test_a_variant_may_expect_something_else_than_its_buffers_do(tmp_path: Path) -> None:
    text = SCENE.replace('counts = [{ line = "out[i]', 'expect = { output = "2 * i" }\ncounts = [{ line = "out[i]')
    assert read(tmp_path, text).variants[0].expect == {"output": ["*", 2, "i"]}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('program = "01_copy"', 'program = "02_copy"', 'no program "02_copy"'),
        ('regions = ["copy"]', 'regions = ["paste"]', 'no region "paste"'),
        ('regions = ["copy"]', "regions = []", "regions: is empty"),
        ('"sectors-per-request-ld"]', '"sectors"]', "sectors: is no short name"),
        (
            'type = "float", count = "count", fill = "index"',
            'type = "bool", count = "count", fill = "index"',
            '"bool" is',
        ),
        ('fill = "index"', 'fill = "noise"', 'fill: "noise" is unknown'),
        ("default = 1000", "default = 5000", "lies outside least … most"),
        ('name = "count"', 'name = "i"', 'name: "i" is no name'),
        ('grid = "ceil_div(count, 256)"', 'grid = "count / 256"', "grid: `count / 256` is not allowed"),
        ('arguments = "input, output, count"', 'arguments = "input, out, count"', "`out` is unknown"),
        ('expect = "input[i]"', 'expect = "in[i]"', "expect: is no formula"),
        ('replace = "if (i < count) {"', 'replace = "i"', "replace: stands 1"),
        ('replace = "if (i < count) {"', 'replace = "if (i > count) {"', "replace: stands 0 times"),
        ('with = "{"', 'with = "{\\n"', "with: has another number of lines"),
        ('line = "out[i] = in[i];"\nreplace', 'line = "out[j]"\nreplace', "line: no line of the changed program"),
        ('check = "memcheck"', 'check = "lint"', 'check: "lint" is unknown'),
        ('check = "memcheck"\n', "", "check: either a check finds the bug or a counter shows it"),
        ('variants = ["copy"]', 'variants = ["paste"]', 'no variant "paste"'),
        ("settings = { count = 1000 }", "settings = { rows = 1000 }", "rows: is no parameter"),
        ('kernel = "copy"', 'kernel = "copy"\nthreads = 3', "threads: no such key"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert SCENE.count(old) >= 1, old
    with pytest.raises(ContentError) as refused:
        read(tmp_path, SCENE.replace(old, new, 1))
    assert said in str(refused.value)


def test_a_kernel_that_no_listing_shows_is_refused(tmp_path: Path) -> None:
    scene = read(tmp_path, SCENE.replace('kernel = "copy"', 'kernel = "paste"'))
    with pytest.raises(ContentError, match="is in 0 of the scene's regions"):
        region_of(scene, scene.variants[0])


def test_the_page_gets_the_source_the_ptx_and_the_lines_of_each_bug(tmp_path: Path) -> None:
    scene = read(tmp_path)
    with pytest.raises(ContentError, match="tools/book test --bless -R ptx"):
        scene_data(scene)
    (tmp_path / "expected").mkdir()
    for bug in (None, *scene.bugs):
        scene.ptx(bug).write_text("ptx of " + (bug.id if bug else "the program"), encoding="utf-8")
    data = scene_data(scene, lambda line: f"<b>{line}</b>")
    assert data["ptx"] == {"": "ptx of the program", "no-bound": "ptx of no-bound"}
    assert data["bugs"][0]["lines"] == {4: {"text": "  {", "html": "<b>  {</b>"}}
    assert data["source"][4] == "    out[i] = in[i];"


def test_the_compiler_that_wrote_a_ptx_is_known() -> None:
    assert release_of("// Cuda compilation tools, release 13.0, V13.0.88\n") == "release 13.0, V13.0.88"
    assert release_of("") == "an unknown release"
