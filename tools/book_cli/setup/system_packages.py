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


def provide_for_browser_tests(layout: Layout, progress: Progress) -> None:
    """Installs what is missing when root on Debian; otherwise, or when that fails, says what to type."""
    missing = missing_for_browser_tests()
    if not missing:
        return
    line = f"apt install {' '.join(missing)}"
    if os.geteuid() == 0 and is_debian():
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        log = layout.logs / "apt.log"
        try:
            with progress.step(f"System packages for the browser tests ({' '.join(missing)}), fetching about 170 MB"):
                run_logged(["apt-get", "update"], log, environment)
                run_logged(["apt-get", "install", "-y", "--no-install-recommends", *missing], log, environment)
        except BookError as error:
            progress.say(f"{error}\nThe tests that need them are skipped. To try by hand: {line}")
        return
    progress.say(
        f"Browser tests need {' and '.join(missing)}, which only the system can install; without, they are skipped.\n"
        f"  sudo {line}\n  (or set {BROWSER_VARIABLE} to the Chromium or Chrome you have)"
    )


def require_compiler() -> None:
    """The C++ compiler that the build and nvcc call."""
    if os.environ.get("CXX") or any(shutil.which(name) for name in COMPILERS):
        return
    raise BookError("no C++ compiler was found (g++ or clang++). On Debian and Ubuntu:\n  sudo apt install g++")
