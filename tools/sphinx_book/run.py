"""`{run} SCENE`: kernels that the reader runs in the page. Without scripts, their listings with the stored counters."""

import json
from pathlib import Path
from typing import Any, ClassVar

from book_cli.counters_file import launches_of, read_counters
from book_cli.errors import BookError
from book_cli.example import load_owners
from book_cli.kernel_names import kernel_name
from book_cli.lesson import HasPrograms
from book_cli.metrics import SHORT_METRICS, UnknownMetric, metric_value
from book_cli.regions import Region
from book_cli.scene import Parameter, Scene, Variant
from book_cli.scene_data import region_of, scene_data
from docutils import nodes
from docutils.parsers.rst import directives
from pygments.lexers import CudaLexer
from sphinx.application import Sphinx

from sphinx_book.book import language_of, lesson_of
from sphinx_book.counted import counted_caption
from sphinx_book.directive import BookDirective
from sphinx_book.element import element, make
from sphinx_book.line_counters import ACCESSES, line_accesses
from sphinx_book.listing import highlight_lines, make_listing
from sphinx_book.measured import names
from sphinx_book.strings import load_strings
from sphinx_book.tables import Row, number_table

# What the scripts say: the strings that start with one of these.
_SCRIPT_STRINGS = ("run-", "meter-global-", "meter-shared-", "access-", "column-metric")


class Run(BookDirective):
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "variants": names,
        "id": directives.unchanged,
        "again": directives.flag,  # The listings stand in the text already: without scripts they are left out.
    }

    def run(self) -> list[nodes.Node]:
        try:
            owner = self._owner()
            scene = owner.scene(self.arguments[0])
            variants = [scene.variant(name) for name in self.options.get("variants", [])] or list(scene.variants)
            regions = [region for region in scene.regions if region.name in {region_of(scene, one) for one in variants}]
            static = self._stored_counters(owner, scene, variants)
        except BookError as error:
            raise self.error(str(error)) from None
        for file in (owner.file, scene.program.source, scene.program.expected_counters):
            self.env.note_dependency(str(file))
        identifier = self.options.get("id", f"run-{scene.id}")
        runner = make("gtl-run", {
            "class": "runner again" if "again" in self.options else "runner", "id": identifier, "lang": self.language,
            "data-scene": script_name(owner, scene),
            "data-variants": " ".join(variant.id for variant in variants),
        })  # fmt: skip
        runner += self._controls(scene, variants)
        runner += make("div", {"class": "run-status", "hidden": ""})
        runner += [self._listing(scene, variants, region, identifier) for region in regions]
        runner += make("div", {"class": "output", "hidden": ""})
        runner += static
        return [runner]

    def _owner(self) -> HasPrograms:
        """The page's lesson; elsewhere the lesson or the example that has the scene."""
        lesson = lesson_of(self.env, self.env.docname)
        if lesson is not None:
            return lesson
        owners = load_owners(self.book.root)
        for owner in owners:
            if any(scene.id == self.arguments[0] for scene in owner.scenes):
                return owner
        names = ", ".join(scene.id for owner in owners for scene in owner.scenes) or "none"
        raise BookError(f"no scene {self.arguments[0]}; there are: {names}")

    def _listing(self, scene: Scene, variants: list[Variant], region: Region, identifier: str) -> element:
        kernels = {kernel_name(variant.kernel) for variant in variants}
        of_line = line_accesses(scene.program)
        accesses = {
            number: kept
            for number, found in of_line.items()
            if (kept := [access for access in found if access.kernel in kernels])
        }
        listing = make_listing(
            file=scene.file,
            text=region.text,
            line_numbers=region.line_numbers,
            accesses=accesses,
            anchor=f"{identifier}-{region.name}",
            caption="",
            language=self.language,
        )
        listing["html"] |= {"data-region": region.name}
        return listing

    def _stored_counters(self, owner: HasPrograms, scene: Scene, variants: list[Variant]) -> element:
        """What those see who cannot run: the counters of the program's stored run."""
        launches = read_counters(scene.program.expected_counters)
        rows: list[Row] = []
        for variant in variants:
            launch = launches_of(launches, variant.kernel, str(scene.program.expected_counters))[0]
            cells = []
            for metric in scene.metrics:
                try:
                    cells.append(f"{metric_value(launch.metrics, metric):,.10g}")
                except UnknownMetric:
                    cells.append("–")
            rows.append(({}, [make("span", {}, variant.title[self.language]), *cells]))
        head = [self.say("run-variant"), *(SHORT_METRICS[metric].label[self.language] for metric in scene.metrics)]
        table = number_table(head, rows, counted_caption(owner, scene.program, launches, self.language))
        return make("div", {"class": "stored"}, table)

    def _controls(self, scene: Scene, variants: list[Variant]) -> element:
        # Runners of one scene on a page are told apart by what they run.
        titles = scene.title if len(variants) == len(scene.variants) else _joined(variants)
        form = make("form", {"class": "run-controls", "aria-label": titles[self.language]})
        if len(variants) > 1:
            form += self._choice("variant", self.say("run-variant"), {one.id: one.title for one in variants})
        form += [self._number(parameter) for parameter in scene.parameters]
        shown = {variant.id for variant in variants}
        bugs = {bug.id: bug.title for bug in scene.bugs if any(shown & set(edit.variants) for edit in bug.edits)}
        if bugs:
            form += self._choice("bug", self.say("run-bug"), bugs, none=self.say("run-no-bug"))
        actions = make("span", {"class": "actions"})
        actions += make("button", {"type": "submit", "class": "primary"}, self.say("run-run"))
        if len(variants) > 1:
            actions += make("button", {"type": "button", "data-action": "all"}, self.say("run-all"))
            compare = self._choice(
                "compare",
                self.say("run-compare"),
                {one.id: one.title for one in variants},
                none=self.say("run-nothing"),
            )
            form += compare
        actions += make("button", {"type": "button", "data-action": "step"}, self.say("run-step"))
        actions += make("button", {"type": "button", "data-action": "share"}, self.say("run-share"))
        form += actions
        return form

    def _choice(self, name: str, label: str, titles: dict[str, dict[str, str]], none: str = "") -> element:
        select = make("select", {"name": name})
        if none:
            select += make("option", {"value": ""}, none)
        select += [make("option", {"value": value}, title[self.language]) for value, title in titles.items()]
        return make("label", {"class": f"control {name}"}, make("span", {"class": "name"}, label), select)

    def _number(self, parameter: Parameter) -> element:
        field = make("input", {
            "type": "number", "name": parameter.name, "value": str(parameter.default), "min": str(parameter.least),
            "max": str(parameter.most), "step": str(parameter.step), "inputmode": "numeric", "autocomplete": "off",
        })  # fmt: skip
        limits = self.say("run-limits", least=f"{parameter.least:,}", most=f"{parameter.most:,}")
        label = make("span", {"class": "name"}, f"{parameter.label[self.language]} ")
        label += make("span", {"class": "limits", "data-limits": limits, "aria-live": "polite"}, limits)
        return make("label", {"class": "control number"}, label, field)


def _joined(variants: list[Variant]) -> dict[str, str]:
    return {"en": "; ".join(one.title["en"] for one in variants), "zh": "；".join(one.title["zh"] for one in variants)}


def script_name(owner: HasPrograms, scene: Scene) -> str:
    return f"{owner.name}-{scene.id}"


def write_scenes(app: Sphinx, _exception: Exception | None = None) -> None:
    """_static/scenes/: a classic script for each scene, which its runner loads, and one with the runners' words."""
    language = language_of(app.env)
    words = {key: texts[language] for key, texts in load_strings().items() if key.startswith(_SCRIPT_STRINGS)}
    scripts = {"words": f"globalThis.gtlRunWords={_json(words)};\n"}
    for owner in load_owners(Path(app.config.book_root)):
        for scene in owner.scenes:
            name = script_name(owner, scene)
            data = scene_data(scene, _highlight) | {"accesses": ACCESSES}
            scripts[name] = f"(globalThis.gtlScenes??={{}})[{_json(name)}]={_json(data)};\n"
    folder = Path(app.outdir) / "_static" / "scenes"
    folder.mkdir(parents=True, exist_ok=True)
    for name, script in scripts.items():
        (folder / f"{name}.js").write_text(script, encoding="utf-8")


def _highlight(line: str) -> str:
    return highlight_lines(line, CudaLexer())[0]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def setup(app: Sphinx) -> None:
    app.add_directive("run", Run)
    app.connect("build-finished", write_scenes)
