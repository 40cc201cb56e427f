"""What only a system package can give: a compiler for the build, a browser and Chinese fonts for the browser tests."""

import os
import shutil
from pathlib import Path

from book_cli.errors import BookError
from book_cli.process import run_logged
from book_cli.progress import Progress
from book_cli.setup.layout import Layout

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The user's own browser, for systems where none of these names is on PATH.
BROWSER_VARIABLE = "BOOK_BROWSER"
CHINESE_FONTS = ("NotoSansCJK*", "NotoSansSC*", "SourceHanSans*", "wqy-*")
FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local/share/fonts",
    Path.home() / ".fonts",
)
COMPILERS = ("c++", "g++", "clang++")


def browser() -> str | None:
    """The browser for the tests: $BOOK_BROWSER, else a Chromium or Chrome on PATH."""
    named = os.environ.get(BROWSER_VARIABLE)
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


def has_chinese_fonts() -> bool:
    """Whether a font for Simplified Chinese is installed, so that the browser tests measure real glyphs."""
    return any(
        next(folder.rglob(pattern), None) for folder in FONT_FOLDERS if folder.is_dir() for pattern in CHINESE_FONTS
    )


def missing_for_browser_tests() -> list[str]:
    """Debian's names of what the browser tests lack."""
    return [*([] if browser() else ["chromium"]), *([] if has_chinese_fonts() else ["fonts-noto-cjk"])]


def is_debian() -> bool:
    """True on Debian itself: Ubuntu's `chromium` package only points to a snap."""
    try:
        lines = Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return "ID=debian" in lines


def install_line(packages: list[str]) -> str:
    """What to type on Debian and Ubuntu."""
    return f"{'' if os.geteuid() == 0 else 'sudo '}apt install {' '.join(packages)}"


def may_install() -> bool:
    """Only root on Debian gets system packages without being asked."""
    return os.geteuid() == 0 and is_debian()


def install(packages: list[str], layout: Layout, progress: Progress) -> None:
    """Installs Debian packages. Raises BookError when that fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with progress.step(f"System packages: {' '.join(packages)}"):
        for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            run_logged(["apt-get", *command], layout.logs / "apt.log", environment)


def require(package: str, reason: str, layout: Layout, progress: Progress) -> None:
    """Installs `package` where we may; elsewhere raises BookError with the reason and the line to type."""
    if not may_install():
        raise BookError(
            f"{reason} On Debian and Ubuntu, type\n  {install_line([package])}\nand run the same command again."
        )
    install([package], layout, progress)


def require_compiler(layout: Layout, progress: Progress) -> None:
    """The C++ compiler that the build and nvcc call."""
    if not os.environ.get("CXX") and not any(shutil.which(name) for name in COMPILERS):
        require("g++", "no C++ compiler was found (g++ or clang++).", layout, progress)


def provide_for_browser_tests(layout: Layout, progress: Progress) -> None:
    """Installs what is missing where we may; otherwise, or when that fails, says what to type: the tests skip."""
    missing = missing_for_browser_tests()
    if not missing:
        return
    if may_install():
        try:
            install(missing, layout, progress)
        except BookError as error:
            progress.say(f"{error}\nThe tests that need them are skipped.")
        return
    progress.say(
        f"Browser tests need {' and '.join(missing)}, which only the system can install; without, they are skipped.\n"
        f"  {install_line(missing)}\n  (or set {BROWSER_VARIABLE} to the Chromium or Chrome you have)"
    )
