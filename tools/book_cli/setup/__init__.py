"""Set-up: fetches what is missing into `.book/`, and nothing when nothing is."""

from enum import Enum
from pathlib import Path

from book_cli.progress import Progress
from book_cli.setup import cuda, node, sources, system_packages, virtual_environment, wheels
from book_cli.setup.layout import Layout
from book_cli.setup.step import Step, stale


class For(Enum):
    """What a command wants to do, and so what it needs."""

    READING = "reading"  # build and serve the site
    BUILDING = "building"  # compile the emulator and the lessons' programs
    TESTING = "testing"


def plan(layout: Layout, purposes: set[For]) -> list[Step]:
    """The steps, in order, that give everything for `purposes`."""
    steps = [virtual_environment.step(layout)]
    if For.READING in purposes:
        steps.append(wheels.step(layout, "reading", "Sphinx, Doxygen, WebAssembly compiler", "135 MB"))
        if not node.system_has_node():
            steps.append(wheels.step(layout, "node", "Node.js", "60 MB", then=lambda: node.link_programs(layout)))
        if node.has_packages(layout):
            steps.append(node.packages_step(layout, with_tests=For.TESTING in purposes))
    if purposes & {For.READING, For.BUILDING}:
        steps.append(wheels.step(layout, "cmake", "CMake and Ninja", "31 MB"))
    if For.BUILDING in purposes:
        steps.append(wheels.step(layout, "building", "Python's build tools", "2 MB"))
        if cuda.installed_compiler() is None:
            steps.append(
                wheels.step(layout, "cuda", "CUDA 13.0 compiler", "105 MB", then=lambda: cuda.complete_wheels(layout))
            )
        steps.append(sources.step(layout))
    if For.TESTING in purposes:
        steps.append(wheels.step(layout, "testing", "Test and style tools", "30 MB"))
    return steps


def set_up(root: Path, purposes: set[For], progress: Progress) -> None:
    """Brings `.book/` up to date for `purposes`. The caller holds the guard.

    Raises BookError, which says what to do.
    """
    layout = Layout(root)
    if For.BUILDING in purposes:
        system_packages.require_compiler(layout, progress)
    virtual_environment.discard_if_broken(layout)
    todo = stale(plan(layout, purposes))
    if todo:
        progress.say(f"Setting up in {layout.short(layout.home)}/; delete that folder to undo it.")
    for index, step in enumerate(todo, start=1):
        step.carry_out(progress, f"{index}/{len(todo)}")
    if For.TESTING in purposes:
        system_packages.provide_for_browser_tests(layout, progress)
