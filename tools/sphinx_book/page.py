"""What the page template needs: the map, the other language's page, previous and next, the lesson's facts."""

import posixpath
from typing import Any

from book_cli.curriculum import LessonEntry
from docutils import nodes
from sphinx.application import Sphinx

from sphinx_book.assets import has_widgets
from sphinx_book.book import HTML_LANGUAGE, Book, book_of, is_lesson_text, language_of, lesson_docname, lesson_of
from sphinx_book.strings import say

OTHER = {"en": "zh", "zh": "en"}


def add_page_context(
    app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: nodes.document | None
) -> None:
    book, language = book_of(app.env), language_of(app.env)
    up = posixpath.relpath(".", posixpath.dirname(pagename) or ".")
    context.update(
        lang=language,
        html_lang=HTML_LANGUAGE[language],
        other_lang=OTHER[language],
        other_html_lang=HTML_LANGUAGE[OTHER[language]],
        other_url=f"{up}/../{OTHER[language]}/{pagename}.html",
        say=lambda key, **values: say(language, key, **values),
        stages=_map(app, book, language, pagename),
        lab=_page_link(app, pagename, "lab"),
        handbook=_handbook(app, pagename),
        lesson=_facts(app, book, language, pagename),
        neighbours=_neighbours(app, book, language, pagename),
        widgets=has_widgets(book.root),
    )


def _url(app: Sphinx, pagename: str, docname: str) -> str:
    return app.builder.get_relative_uri(pagename, docname)


def _entry(app: Sphinx, book: Book, language: str, pagename: str, lesson: LessonEntry) -> dict[str, Any]:
    written = lesson.id in book.written
    docname = lesson_docname(lesson.folder_name)
    return {
        "id": lesson.id,
        "number": f"{lesson.id:02}",
        "title": lesson.title[language],
        "question": lesson.question[language],
        "written": written,
        "current": docname == pagename,
        "url": _url(app, pagename, docname) if written else f"{_url(app, pagename, 'index')}#lesson-{lesson.id:02}",
    }


def _map(app: Sphinx, book: Book, language: str, pagename: str) -> list[dict[str, Any]]:
    return [
        {
            "id": stage.id,
            "title": stage.title[language],
            "lessons": [
                _entry(app, book, language, pagename, lesson)
                for lesson in book.curriculum.lessons
                if lesson.stage == stage.id
            ],
        }
        for stage in book.curriculum.stages
    ]


def _handbook(app: Sphinx, pagename: str) -> list[dict[str, Any]]:
    return [
        _page_link(app, pagename, docname)
        for docname in sorted(app.env.found_docs)
        if docname not in {"index", "lab"} and not docname.startswith(("lessons/", "examples/"))
    ]


def _page_link(app: Sphinx, pagename: str, docname: str) -> dict[str, Any]:
    title = app.env.titles[docname].astext()
    return {"title": title, "url": _url(app, pagename, docname), "current": docname == pagename}


def _facts(app: Sphinx, book: Book, language: str, pagename: str) -> dict[str, Any] | None:
    lesson = lesson_of(app.env, pagename)
    if lesson is None or not is_lesson_text(pagename):
        return None
    count = len(book.curriculum.lessons)
    return {
        "id": lesson.id,
        "question": lesson.question[language],
        "facts": [
            say(language, "stage", number=lesson.stage, title=book.stage(lesson.stage).title[language]),
            say(language, "lesson-of", number=f"{lesson.id:02}", count=count),
            say(language, "minutes", minutes=lesson.minutes),
        ],
        "programs": [program.source.name for program in lesson.programs],
    }


def _neighbours(app: Sphinx, book: Book, language: str, pagename: str) -> list[dict[str, Any]]:
    lesson = lesson_of(app.env, pagename)
    if lesson is None or not is_lesson_text(pagename):
        return []
    return [
        {**_entry(app, book, language, pagename, entry), "relation": relation}
        for relation, entry in zip(("previous", "next"), book.neighbours(lesson.id), strict=True)
        if entry is not None
    ]


def set_titles(app: Sphinx, config: Any) -> None:
    language = "zh" if str(config.language).startswith("zh") else "en"
    config.project = say(language, "site")
    config.html_title = say(language, "site")
    config.html_short_title = say(language, "site-short")


def setup(app: Sphinx) -> None:
    app.connect("config-inited", set_titles)
    app.connect("html-page-context", add_page_context)
