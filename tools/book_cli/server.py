"""A web server for one folder, on this machine only."""

import errno
import functools
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from book_cli.errors import BookError

FIRST_PORT = 8000
PORTS_TRIED = 20
LAST_PORT = 65535


class Handler(SimpleHTTPRequestHandler):
    """Serves files, and makes the browser ask each time whether they changed: the reader may be editing."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".cu": "text/plain; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """A line for each file would bury the address."""


def open_server(folder: Path, port: int | None) -> ThreadingHTTPServer:
    """A server bound to `port`, or to the first free one from 8000 on when that is None."""
    if port is not None and not 0 <= port <= LAST_PORT:
        raise BookError(f"there is no port {port}: ports go from 1 to {LAST_PORT}; choose another with --port")
    handler = functools.partial(Handler, directory=str(folder))
    for candidate in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if port is None else (port,):
        try:
            return ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError as error:
            if error.errno == errno.EACCES:
                raise BookError(f"port {candidate} is not for ordinary users; choose one from 1024 on") from error
            if error.errno != errno.EADDRINUSE:
                raise
    taken = f"ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are" if port is None else f"port {port} is"
    raise BookError(f"{taken} in use by other programs; choose another with --port")
