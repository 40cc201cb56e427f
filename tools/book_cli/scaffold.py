"""Makes the folder of a new lesson from templates/lesson: complete and runnable, with the words still to be written."""

from pathlib import Path

from book_cli.curriculum import LessonEntry
from book_cli.errors import BookError

_TEMPLATES = Path(__file__).parent / "templates" / "lesson"
# The exercise's kernel: the start walks down the columns, the solution along the rows.
_START_INDEX = "  data[i % kRows * kColumns + i / kRows] *= 2.0f;"
_SOLUTION_INDEX = "  data[i] *= 2.0f;"


def make_lesson(root: Path, entry: LessonEntry, program_number: int) -> list[Path]:
    """Writes every file of the lesson; refuses a folder that is there already. Returns the files."""
    folder = root / "lessons" / entry.folder_name
    if folder.exists():
        raise BookError(f"{folder} is there already\n    Change it there, or remove it first.")
    program = f"{program_number:02}_{entry.slug.replace('-', '_')}"
    words = {
        "id": str(entry.id),
        "number": f"{entry.id:02}",
        "slug": entry.slug,
        "stage": str(entry.stage),
        "program": program,
        "program_number": f"{program_number:02}",
        **{f"title_{language}": text for language, text in entry.title.items()},
        **{f"question_{language}": text for language, text in entry.question.items()},
    }
    start = (_TEMPLATES / "exercise" / "start.cu").read_text(encoding="utf-8")
    files = {
        **{name: (_TEMPLATES / name).read_text(encoding="utf-8") for name in ("lesson.toml", "en.md", "zh.md")},
        f"{program}.cu": (_TEMPLATES / "program.cu").read_text(encoding="utf-8"),
        "exercise/check.toml": (_TEMPLATES / "exercise" / "check.toml").read_text(encoding="utf-8"),
        "exercise/start.cu": start.replace("{{index}}", _START_INDEX),
        "exercise/solution.cu": start.replace("{{index}}", _SOLUTION_INDEX),
    }
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_fill(text, words), encoding="utf-8")
    return [folder / name for name in files]


def next_program_number(root: Path) -> int:
    """Programs carry one running number through the book."""
    numbers = [int(file.name[:2]) for file in root.glob("lessons/*/[0-9][0-9]_*.cu")]
    return max(numbers, default=0) + 1


def _fill(text: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        text = text.replace("{{" + name + "}}", word)
    return text
