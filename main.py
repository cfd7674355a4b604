"""The command line of Stone Fair: it parses the arguments and runs the command that they name."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from tools.command_line.options import OPTIONS
from tools.command_line.parser import Parser, suggestion

# Commands import their modules when they are called, so that those without a window do not load pygame.


def _window(arguments: argparse.Namespace) -> int:
    from game.storage.single_instance.sender import hand_over  # noqa: PLC0415

    if hand_over(arguments.file):
        return 0
    # A start makes little garbage, and searching for it takes a tenth of its time. The open window switches this on.
    gc.disable()
    try:
        from game.ui import window  # noqa: PLC0415

        return window.run(arguments)
    finally:
        gc.enable()


def _engine(arguments: argparse.Namespace) -> int:
    from game.engine.server import process as server  # noqa: PLC0415

    if arguments.protocol == "sau":
        return server.run_sau(arguments.plugins, arguments.seconds, arguments.tried)
    if arguments.protocol == "gtp":
        from game.engine.server.gtp_session import GtpSetup  # noqa: PLC0415

        setup = GtpSetup(arguments.rules, arguments.level, arguments.seconds)
        return server.run_gtp(arguments.plugins, setup, arguments.tried)
    return server.run(arguments.plugins, arguments.tried)


def _prepare(arguments: argparse.Namespace) -> int:
    from game.engine.server import preparing  # noqa: PLC0415

    return preparing.run(
        arguments.plugins,
        arguments.games,
        attended=arguments.attended,
        idle=arguments.idle,
        tried=arguments.tried,
    )


def _referee(arguments: argparse.Namespace) -> int:
    from game.session.matches import referee  # noqa: PLC0415

    return referee.run(arguments.plugins)


def _review(arguments: argparse.Namespace) -> int:
    from tools import review  # noqa: PLC0415

    return review.run(arguments)


def _convert(arguments: argparse.Namespace) -> int:
    from tools import convert  # noqa: PLC0415

    return convert.run(arguments)


def _accept(arguments: argparse.Namespace) -> int:
    from tools import accept  # noqa: PLC0415

    return accept.run(arguments)


def _relay(arguments: argparse.Namespace) -> int:
    from game.engine.client import relay  # noqa: PLC0415

    return relay.run(arguments.program, arguments.folder)


def _stress(arguments: argparse.Namespace) -> int:
    from tools.stress import command as stress  # noqa: PLC0415

    return stress.run(arguments)


def _try_plug_ins(arguments: argparse.Namespace) -> int:
    from game.plugins import trial  # noqa: PLC0415

    return trial.run(arguments.plugins, arguments.modules)


def _check(arguments: argparse.Namespace) -> int:
    from game.plugins import check_command  # noqa: PLC0415

    return check_command.run(arguments)


def _arena(arguments: argparse.Namespace) -> int:
    from game.session.matches import arena  # noqa: PLC0415

    return arena.run(arguments)


def _workshop(arguments: argparse.Namespace) -> int:
    from game.session.fairness import command  # noqa: PLC0415

    return command.run(arguments)


def _tune(arguments: argparse.Namespace) -> int:
    from tools import tune  # noqa: PLC0415

    return tune.run(arguments)


def _puzzles(arguments: argparse.Namespace) -> int:
    from tools import puzzles  # noqa: PLC0415

    return puzzles.run(arguments)


def _bench(arguments: argparse.Namespace) -> int:
    if arguments.what == "engine":
        from tools import bench as bench_engine  # noqa: PLC0415

        return bench_engine.run(arguments)
    if arguments.what == "library":
        from tools import bench_library  # noqa: PLC0415

        return bench_library.run(arguments)
    from tools import bench_window  # noqa: PLC0415

    return bench_window.run(arguments)


class _Version(argparse.Action):
    """An argparse action that prints the name, the version and, where it is known, the commit, and exits.

    They are looked up only when they are needed.
    """

    def __call__(self, parser: argparse.ArgumentParser, *_others: object) -> None:
        from game.core.own_program import own_commit, own_version  # noqa: PLC0415

        commit = f", commit {own_commit()}" if own_commit() else ""
        sys.stdout.write(f"Stone Fair {own_version()}{commit}\n")
        parser.exit()


#: The commands in the order of the help text, each with its function and a description.
_COMMANDS: Mapping[str, tuple[Callable[[argparse.Namespace], int], str]] = {
    "open": (_window, "open a file of games in the window, in the one that is open already if there is one"),
    "engine": (_engine, "play as an opponent process: lines of a manager on stdin and stdout"),
    "prepare": (_prepare, "compile the opponents' engines beforehand, as the window does by itself"),
    "referee": (_referee, "answer questions about the rules: a JSON object a line on stdin and stdout"),
    "review": (_review, "read games back: what each move was worth, as JSON objects"),
    "convert": (_convert, "write files of games in another format, or as JSON objects"),
    "accept": (_accept, "show the rules that a file of games carries, and accept them"),
    "arena": (_arena, "play matches between levels and foreign engines, and rate them"),
    "check": (_check, "name every fault of a plug-in or rule sheet, for its author"),
    "workshop": (_workshop, "measure how fair a game of a rule sheet is, by playing it"),
    "tune": (_tune, "train the evaluation, with games of the engine against itself"),
    "puzzles": (_puzzles, "make puzzles out of games and prove them; let the levels solve them"),
    "relay": (_relay, "run a foreign engine until the input ends"),
    "bench": (_bench, "measure this program and print a table"),
    "stress": (_stress, "attack this program with kills, damaged files and random events, and print a table"),
    "try-plug-ins": (_try_plug_ins, "import plug-ins, and say of each that it came back"),
}
#: Commands for developers; the packaged program does not contain them.
_MAKERS_COMMANDS = ("tune", "puzzles", "bench", "stress")
#: Commands that only this program starts; its help does not show them.
_OWN_COMMANDS = ("relay", "try-plug-ins")
#: Older names of commands.
_ALIASES: Mapping[str, tuple[str, ...]] = {"stress": ("soak",)}
#: The exit code after Ctrl+C, and after whoever read the output has closed it, as shells count them.
_INTERRUPTED, _OUTPUT_CLOSED = 130, 141


def _names() -> list[str]:
    """Return the names of the commands that can run here."""
    return [name for name in _COMMANDS if not (name in _MAKERS_COMMANDS and getattr(sys, "frozen", False))]


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="stone-fair",
        usage="%(prog)s [-h] [--version] [--plugins FOLDER] [COMMAND ... | FILE]",
        description="Stones-in-a-row games under the lanterns.",
        epilog="The exit code is 0 if all went well, 1 if something failed, 2 if the words on the command line are "
        "wrong or nothing could be done, 130 after Ctrl+C, and 141 if the output was closed.",
    )
    parser.set_defaults(command=_window, file=None)
    plugins = "a folder of drop-in rulesets, instead of the usual one"
    parser.add_argument("--plugins", type=Path, metavar="FOLDER", help=plugins)
    parser.add_argument("--version", action=_Version, nargs=0, help="print name, version and commit")
    about = "Without one the window opens; so it does with only a FILE, as with open."
    commands = parser.add_subparsers(title="commands", description=about, metavar="COMMAND", prog="stone-fair")
    for name in _names():
        command, about = _COMMANDS[name]
        about_it = f"{about[0].upper()}{about[1:]}."
        add = partial(commands.add_parser, name, description=about_it, aliases=_ALIASES.get(name, ()))
        subparser = add() if name in _OWN_COMMANDS else add(help=about)
        subparser.set_defaults(command=command)
        subparser.add_argument("--plugins", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help=plugins)
        if name in ("engine", "prepare"):
            # Used by the window when it starts opponents.
            subparser.add_argument("--tried", nargs="*", metavar="MODULE", help=argparse.SUPPRESS)
        if name in OPTIONS:
            OPTIONS[name](subparser)
    return parser


def _first_word(words: Sequence[str]) -> int:
    """Return the index of the first word that is no option of the program itself."""
    first = 0
    while first < len(words) and words[first].startswith("-"):
        first += 2 if words[first] == "--plugins" else 1
    return first


def _with_command(words: Sequence[str]) -> list[str]:
    """Return the arguments, with the command ``open`` inserted if they name a file without a command."""
    first = _first_word(words)
    known = {name for command in _names() for name in (command, *_ALIASES.get(command, ()))}
    if first < len(words) and words[first] not in known:
        return [*words[:first], "open", *words[first:]]
    return list(words)


def _why_unknown(words: Sequence[str]) -> str:
    """Return a sentence if the first word is no command and no file, and does not look like a file; else ""."""
    given = _with_command(words)
    word = Path(words[_first_word(words)]) if len(given) > len(words) else Path()
    if word.suffix or len(word.parts) != 1 or word.exists():
        return ""
    near = suggestion(word.name, [name for name in _names() if name not in _OWN_COMMANDS])
    return f"{word} is neither a command nor a file{near or '.'} All commands: stone-fair --help"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (those of the process if None), and return its exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        try:
            return _run(tuple(sys.argv[1:] if argv is None else argv))
        finally:
            # Windows gives a program with a window no output.
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Otherwise Python would flush the output again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _OUTPUT_CLOSED


def _run(words: Sequence[str]) -> int:
    from game.storage import folders  # noqa: PLC0415

    problem = _why_unknown(words)
    if problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    arguments = _parser().parse_args(_with_command(words))
    arguments.words = words
    if arguments.plugins is None:
        arguments.plugins = folders.plugin_folder()
    command: Callable[[argparse.Namespace], int] = arguments.command
    return command(arguments)


if __name__ == "__main__":
    sys.exit(main())
