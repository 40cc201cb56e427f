"""Lays out `build/src/{en,zh}`: links to the texts, so that both languages have equal page names."""

import os
from pathlib import Path

from book_cli.example import load_examples
from book_cli.lesson import LANGUAGES, Lesson, load_lessons
from book_cli.toml_table import ContentError

_PAGES_BESIDE_LESSONS = ("handbook", "reference")
_DATA_TITLE = {"en": "Data of lesson {:02}", "zh": "第 {} 课的数据"}
_EXAMPLE_DATA_TITLE = {"en": "Data: {}", "zh": "数据：{}"}


def stage_language(root: Path, target: Path, language: str) -> None:
    """Makes `target` hold exactly this language's pages, as links, and removes links that no longer belong."""
    links = _pages(root, language)
    for page, text in _data_pages(root, language).items():
        _write(root / "build" / "data_pages" / language / page, text)
        links[page] = root / "build" / "data_pages" / language / page
    for old in sorted(target.rglob("*"), reverse=True) if target.exists() else []:
        if old.is_symlink() and links.get(old.relative_to(target)) != old.readlink():
            old.unlink()
        elif old.is_dir() and not old.is_symlink() and not any(old.iterdir()):
            old.rmdir()
    for page, source in links.items():
        link = target / page
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(source)


def _pages(root: Path, language: str) -> dict[Path, Path]:
    """Page in the staged folder → file in the checkout."""
    docs = root / "docs"
    pages: dict[Path, Path] = {}
    for folder in (docs, *(docs / name for name in _PAGES_BESIDE_LESSONS)):
        for english in sorted(folder.glob("*.md")):
            if english.suffixes == [".md"]:
                pages[english.relative_to(docs)] = _in_language(english, language)
    for lesson in _lessons_with_texts(root):
        page = Path("lessons") / lesson.folder.name
        pages[page / "index.md"] = lesson.text(language)
        for figure in sorted(lesson.folder.glob("figures/*")):
            pages[page / "figures" / figure.name] = figure
    return {page: Path(os.path.abspath(source)) for page, source in pages.items()}  # noqa: PTH100 - links stay links


def _in_language(english: Path, language: str) -> Path:
    """`page.md` is English, `page.zh.md` beside it Chinese."""
    source = english if language == "en" else english.with_suffix(f".{language}.md")
    if not source.is_file():
        raise ContentError(source, "the file is missing", f"{english.name} needs it: every page is in both languages.")
    return source


def has_texts(lesson: Lesson) -> bool:
    """A lesson without texts is not yet written: its programs may exist before. One text alone is a mistake."""
    missing = [lesson.text(language) for language in LANGUAGES if not lesson.text(language).is_file()]
    if len(missing) == 1:
        raise ContentError(missing[0], "the file is missing", "Each lesson has both texts: en.md and zh.md.")
    return not missing


def _lessons_with_texts(root: Path) -> list[Lesson]:
    return [lesson for lesson in load_lessons(root) if has_texts(lesson)]


def _data_pages(root: Path, language: str) -> dict[Path, str]:
    """A page with the rows behind each lesson's figures, and one for each example, which charts lead to."""
    titles = {
        Path("lessons") / lesson.folder.name: _DATA_TITLE[language].format(lesson.id)
        for lesson in _lessons_with_texts(root)
    } | {
        Path("examples") / example.folder.name: _EXAMPLE_DATA_TITLE[language].format(example.title[language])
        for example in load_examples(root)
    }
    return {folder / "data.md": f"# {title}\n\n```{{lesson-data}}\n```\n" for folder, title in titles.items()}


def _write(file: Path, text: str) -> None:
    """Leaves an unchanged file alone, so that its page is not built again."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


__all__ = ["LANGUAGES", "stage_language"]
