"""Stone Fair: the command line. It reads the arguments and hands them on; nothing is decided here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

# Each command imports what it needs when it is called: the headless ones never load pygame.


def _window(arguments: argparse.Namespace) -> int:
    from game.ui import window  # noqa: PLC0415

    return window.run(arguments)


def _engine(arguments: argparse.Namespace) -> int:
    from game.engine import brain  # noqa: PLC0415

    return brain.warm(arguments.plugins) if arguments.warm else brain.run(arguments.plugins)


def _referee(arguments: argparse.Namespace) -> int:
    from game.cli import referee  # noqa: PLC0415

    return referee.run(arguments.plugins)


def _bench(arguments: argparse.Namespace) -> int:
    from game.ui import bench  # noqa: PLC0415

    return bench.run(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stone-fair", description="Stones-in-a-row games under the lanterns.")
    parser.set_defaults(command=_window)
    plugins = "a folder of drop-in rulesets, instead of the usual one"
    parser.add_argument("--plugins", type=Path, metavar="FOLDER", help=plugins)
    commands = parser.add_subparsers(title="commands", description="Without one the window opens.", metavar="")
    for name, command, about in (
        ("engine", _engine, "play as an opponent process: Gomocup lines on stdin and stdout"),
        ("referee", _referee, "answer questions about the rules: a JSON object a line on stdin and stdout"),
        ("bench", _bench, "measure this program and print a table"),
    ):
        subparser = commands.add_parser(name, help=about, description=about)
        subparser.set_defaults(command=command)
        subparser.add_argument("--plugins", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help=plugins)
        if name == "engine":
            subparser.add_argument("--warm", action="store_true", help="compile what is compiled, and end")
        if name == "bench":
            subparser.add_argument("what", choices=("ui",), help="the window")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; the exit code."""
    from game.store import folders  # noqa: PLC0415

    arguments = _parser().parse_args(argv)
    if arguments.plugins is None:
        arguments.plugins = folders.plugin_folder()
    try:
        command: Callable[[argparse.Namespace], int] = arguments.command
        return command(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
