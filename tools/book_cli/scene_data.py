"""A scene as the page gets it: JSON, read by tools/widgets/src/scene/scene.ts."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from book_cli.metrics import SHORT_METRICS
from book_cli.scene import Bug, Scene, Variant
from book_cli.toml_table import ContentError

Highlight = Callable[[str], str]


def scene_data(scene: Scene, highlight: Highlight = lambda line: line) -> dict[str, Any]:
    """`highlight` makes HTML of a line of the program."""
    return {
        "id": scene.id,
        "file": scene.file,
        "source": scene.program.source.read_text(encoding="utf-8").splitlines(),
        "title": scene.title,
        "parameters": [asdict(parameter) for parameter in scene.parameters],
        "buffers": [asdict(buffer) for buffer in scene.buffers],
        "variants": [_variant(scene, variant) for variant in scene.variants],
        "bugs": [_bug(scene, bug, highlight) for bug in scene.bugs],
        "metrics": scene.metrics,
        "allMetrics": [
            {
                "name": name,
                "label": metric.label,
                "nsight": metric.nsight,
                "per": metric.per,
                "factor": metric.factor,
            }
            for name, metric in SHORT_METRICS.items()
        ],
        "ptx": {bug.id if bug else "": _ptx(scene, bug) for bug in (None, *scene.bugs)},
    }


def region_of(scene: Scene, variant: Variant) -> str:
    """The region that shows the variant's kernel: its lines hold the kernel's name."""
    name = variant.kernel.partition("<")[0]
    found = [region.name for region in scene.regions if f" {name}(" in region.text]
    if len(found) != 1:
        raise ContentError(
            scene.program.folder / "lesson.toml",
            f"the kernel {name} of the variant {variant.id} is in {len(found)} of the scene's regions",
            "Name in `regions` exactly one that shows it.",
        )
    return found[0]


def _variant(scene: Scene, variant: Variant) -> dict[str, Any]:
    return {**asdict(variant), "region": region_of(scene, variant)}


def _bug(scene: Scene, bug: Bug, highlight: Highlight) -> dict[str, Any]:
    return {
        "id": bug.id,
        "title": bug.title,
        "check": bug.check,
        "counts": bug.counts,
        "settings": bug.settings,
        "edits": [{"variants": edit.variants, "line": edit.line} for edit in bug.edits],
        "lines": {number: {"text": text, "html": highlight(text)} for number, text in scene.changed_lines(bug).items()},
    }


def _ptx(scene: Scene, bug: Bug | None) -> str:
    file = scene.ptx(bug)
    if not file.is_file():
        raise ContentError(file, "the file is missing", "Write it with: tools/book test --bless -R ptx")
    return file.read_text(encoding="utf-8")
