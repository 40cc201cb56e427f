"""set up what reading needs, build the site, serve it on this machine

Nothing but the site is built: no CUDA compiler is fetched.
"""

import argparse

from book_cli.prepare import prepare
from book_cli.progress import Progress
from book_cli.server import open_server
from book_cli.setup import For
from book_cli.setup.layout import Layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="the port to serve on (default: 8000, or the next free one)")


def run(args: argparse.Namespace) -> int:
    prepare(args.root, {For.READING}, Progress())
    with open_server(Layout(args.root).site, args.port) as server:
        print(f"The book is at http://localhost:{server.server_port}/ (Ctrl-C ends)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0
