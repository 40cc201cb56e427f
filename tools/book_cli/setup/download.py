"""Runs a program that downloads: tries again where that can help, explains where it cannot."""

import re
import time
from collections.abc import Callable

from book_cli.errors import BookError
from book_cli.process import CommandFailed
from book_cli.progress import Progress

PAUSES_SECONDS = (2.0, 10.0)  # Before the second and the third try.

NETWORK_TROUBLE = re.compile(
    r"Temporary failure in name resolution|Name or service not known|Network is unreachable|"
    r"Connection (refused|reset|aborted|broken)|NewConnectionError|ConnectTimeout|Read timed out|ReadTimeout|"
    r"ProtocolError|IncompleteRead|incomplete-download|ProxyError|SSLError|Max retries exceeded|"
    r"ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ECONNREFUSED|network socket|"
    r"50[0234] (Server Error|Bad Gateway|Service Unavailable|Gateway)"
)
WRONG_HASH = re.compile(r"DO NOT MATCH THE HASHES|EINTEGRITY")
NO_WHEEL = re.compile(r"No matching distribution found for (\S+)")
DISK_FULL = re.compile(r"No space left on device|ENOSPC")


def explain(output: str) -> str:
    """What most likely went wrong, and what to do about it. Empty when nothing is known."""
    if DISK_FULL.search(output):
        return "the disk is full. The whole set-up takes about 2 GB; make room and run the same command again."
    if WRONG_HASH.search(output):
        return (
            "a downloaded file is not the one in the lock file: it was damaged or replaced on the way. Nothing of it "
            "was installed. Run the same command again; if it happens again, do not trust this network."
        )
    if NETWORK_TROUBLE.search(output):
        return (
            "the network or the package registry cannot be reached. What has arrived is kept: run the same command "
            "again once the connection is back. Behind a proxy, set HTTPS_PROXY."
        )
    if missing := NO_WHEEL.search(output):
        return (
            f"there is no ready-made {missing[1]} for this system and this Python. The set-up is made for Linux with "
            "glibc on x86-64 or 64-bit Arm and Python 3.11 to 3.14; with several Pythons, name one: "
            "python3.12 tools/book ..."
        )
    return ""


def with_retries(download: Callable[[], None], progress: Progress) -> None:
    """Calls `download`, again after a pause when the network failed. Raises BookError with the explanation."""
    for pause in (*PAUSES_SECONDS, None):
        try:
            download()
            return
        except CommandFailed as error:
            if pause is not None and NETWORK_TROUBLE.search(error.output):
                progress.say(f"  the download broke off; trying again in {pause:.0f} s")
                time.sleep(pause)
                continue
            reason = explain(error.output)
            raise BookError(f"{reason}\nThe details are in {error.log}" if reason else str(error)) from error
