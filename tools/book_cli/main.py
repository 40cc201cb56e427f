"""Finds the commands, parses the command line, runs one."""

import argparse
import importlib
import os
import pkgutil
import signal
import sys
from pathlib import Path
from types import ModuleType

from book_cli import commands
from book_cli.errors import BookError

ROOT = Path(__file__).resolve().parents[2]
INTERRUPTED = 130  # What a shell reports for a program that Ctrl-C ended.
BROKEN_PIPE = 128 + signal.SIGPIPE


def find_commands() -> dict[str, ModuleType]:
    """Every module of `book_cli.commands` by its command's name."""
    return {
        module.name.replace("_", "-"): importlib.import_module(f"{commands.__name__}.{module.name}")
        for module in pkgutil.iter_modules(commands.__path__)
    }


def make_parser(found: dict[str, ModuleType]) -> argparse.ArgumentParser:
    """The whole command line. An abbreviated option is refused: it could be meant for ctest."""
    parser = argparse.ArgumentParser(
        prog="tools/book",
        description="CUDA C++ from Grid to Lane: read it, build it, run it, test it.",
        allow_abbrev=False,
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, module in found.items():
        help_line, _, rest = (module.__doc__ or "").strip().partition("\n")
        subparser = subparsers.add_parser(
            name,
            help=help_line,
            description=f"{help_line}\n{rest}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_arguments(subparser)
    return parser


def main(argv: list[str]) -> int:
    """Runs `tools/book ARGV...` and returns its exit status."""
    found = find_commands()
    parser = make_parser(found)
    args, unknown = parser.parse_known_args(argv)
    module = found[args.command]
    if unknown and not hasattr(module, "PASS_ON"):
        parser.error(f"{args.command} does not know {' '.join(unknown)}; see tools/book {args.command} --help")
    args.passed_on = unknown
    args.root = ROOT
    try:
        status: int = module.run(args)
        sys.stdout.flush()
    except BookError as error:
        sys.stdout.flush()
        print(f"tools/book {args.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\ntools/book {args.command}: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever reads our output, such as `| head`, has seen enough; what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return status
