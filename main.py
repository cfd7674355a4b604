"""The command line of Stone Fair: it parses the arguments and runs the command that they name."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

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


def _add_arena_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("levels", nargs="*", metavar="LEVEL", help="levels that take part; without any contestant, all of the ruleset")
    add("--engine", action="append", default=[], metavar="NAME=COMMAND", help="a foreign engine that takes part")
    add(
        "--protocol", action="append", default=[], metavar="NAME=PROTOCOL", help="gomocup (usual), sau, cloudict or own"
    )
    add(
        "--rows-from-bottom",
        action="append",
        default=[],
        metavar="NAME",
        help="whose rows' letters begin at the bottom",
    )
    add("--ruleset", metavar="ID", help="the game that is played; the first one when it is not named")
    add("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the ruleset")
    add("--rule", action="append", default=[], metavar="NAME:RULE=NUMBER", help="an engine's own number of a rule")
    add("--info", action="append", default=[], metavar="NAME:KEY=VALUE", help="a setting of an engine's own")
    add("--gauntlet", action="store_true", help="only games of the first contestant against each other one")
    add("--near", type=int, default=0, metavar="N", help="only games of contestants at most N places apart (0: all)")
    add("--anchor", metavar="NAME=ELO", help="the scale is such that this contestant has that Elo")
    add("--ladder", type=Path, metavar="FILE", help="where the levels' Elo goes, for a ruleset to keep")
    add("--games", type=int, default=20, metavar="N", help="games of each pair of contestants (20)")
    add("--openings", type=Path, metavar="FILE", help="an opening a line, in one of three forms, from both sides")
    add("--dice", type=int, default=0, metavar="PLIES", help="or so many plies by dice for each pair of games (0)")
    add("--seconds", type=float, default=1.0, metavar="S", help="time for a turn (1.0)")
    add("--clock", metavar="S+I", help="time for a game instead, and what each turn adds to it: 180+2, 3+0.05")
    add("--grace", type=float, default=5.0, metavar="S", help="how late a turn may be before it is lost (5.0)")
    add("--nodes", type=int, default=0, metavar="N", help="positions a turn may look at (0: no limit)")
    add("--most-plies", type=int, default=0, metavar="N", help="a game of so many moves is a draw (0: never)")
    add("--sprt", metavar="ELO0,ELO1", help="stop as soon as the first of two is shown to be ELO1 better, or not")
    add("--jobs", type=int, default=1, metavar="N", help="games at the same time (1)")
    add("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    add("--seed", type=int, default=1, metavar="N", help="the dice of the levels (1)")
    add("--json", action="store_true", help="print the results as a JSON object instead of tables")
    add("--out", type=Path, default=Path("arena-results"), metavar="FOLDER", help="where the games go (arena-results)")
    # Used by the window.
    add("--serves-window", action="store_true", help=argparse.SUPPRESS)


def _add_tune_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "steps",
        nargs="*",
        metavar="STEP",
        help="plan, play, learn, gate, keep, openings, order, margins, ablate; play and learn when none is named",
    )
    add("--ruleset", metavar="ID", help="the game; the first one when it is not named")
    add("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the ruleset")
    add("--games", type=int, default=20_000, metavar="N", help="games that the engine plays against itself (20000)")
    add("--nodes", type=int, default=3_000, metavar="N", help="positions that a turn of these may look at (3000)")
    add("--passes", type=int, default=12, metavar="N", help="how often a net goes through the games (12)")
    known = "whose games it learns, too; may be repeated"
    add("--games-from", type=Path, action="append", default=[], metavar="FOLDER", help=known)
    add("--workers", type=int, default=1, metavar="N", help="processes that play and read games (1)")
    add("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    add("--gate-games", type=int, default=1_000, metavar="N", help="games of the gate at most (1000)")
    add("--gate-nodes", type=int, default=5_000, metavar="N", help="positions that a turn of these may look at (5000)")
    add("--openings", type=Path, metavar="FILE", help="the openings of the gate, one a line")
    add("--sprt", default="0,20", metavar="ELO0,ELO1", help="what the gate tests (0,20)")
    add("--seed", type=int, default=1, metavar="N", help="the dice of the games (1)")
    add("--out", type=Path, default=Path("tune-results"), metavar="FOLDER", help="where it all goes (tune-results)")


def _seconds(text: str) -> float:
    """Return the number of seconds in a command-line argument. Raises ValueError, which argparse reports."""
    seconds = float(text)
    if not 0.0 <= seconds <= 86_400.0:
        raise ValueError
    return seconds


def _games(text: str) -> int:
    """Return the number of games in a command-line argument. Raises ValueError, which argparse reports."""
    games = int(text)
    if not 100 <= games <= 10_000_000:
        raise ValueError
    return games


def _add_engine_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--protocol", choices=("gomocup", "sau", "gtp"), default="gomocup", help="whose lines it speaks (gomocup)")
    add("--seconds", type=_seconds, default=5.0, metavar="S", help="sau, gtp: time for a turn that no line tells (5.0)")
    add("--rules", default="", metavar="NAME", help="gtp: freestyle (usual), standard, freestyle_caro, caro or renju")
    add("--level", default="", metavar="ID", help="gtp: the opponent; the one that gives hints when it is not named")


def _add_prepare_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("games", nargs="*", metavar="ID", help="only these games; all of them when none is named")
    add("--attended", action="store_true", help="end at once when the standard input does")
    add("--idle", action="store_true", help="take only the time that nothing else wants")


def _add_bench_options(parser: argparse.ArgumentParser) -> None:
    measured = parser.add_subparsers(title="measured", dest="what", required=True, metavar="WHAT")
    for what, about in (("ui", "the window"), ("engine", "the compiled engine"), ("library", "the searches")):
        add = measured.add_parser(what, help=about, description=f"Measures {about} and prints a table.").add_argument
        add("--plugins", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        if what == "library":
            add("--games", type=_games, default=100_000, metavar="N", help="games in the index (100000)")
        if what == "engine":
            add("--ruleset", metavar="ID", default="", help="only this game's engine")
            add("--signature", action="store_true", help="only the searches of fixed positions and their signature")
            add(
                "--record", action="store_true", help="write the signature down as the one that is expected from now on"
            )
            wins = "how many positions of a file with known wins are solved in so many seconds each; may be repeated"
            add("--forced-wins", nargs=2, action="append", default=[], metavar=("FILE", "SECONDS"), help=wins)


def _add_review_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar="FILE", help="a file of games; else requests are read")
    add("--fit", metavar="ID", help="instead: fit this game's constant between score and winning chance")
    add("--check", choices=("classes", "thrown"), help="instead: measure how often its judgement holds")
    add("--ruleset", metavar="ID", help="classes: the game; the first one when it is not named")
    add("--games", type=int, default=200, metavar="N", help="games of these that are played (200)")
    add("--nodes", type=int, default=2_000, metavar="N", help="positions that a move of these may look at (2000)")
    add("--log", type=Path, metavar="FILE", help="where these keep what is done (review-WHAT-ID.jsonl)")


def _add_convert_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="+", type=Path, metavar="IN", help="files of games, and last OUT, a new file or a folder")
    add("--format", metavar="NAME", help="what is written (study, sgf, psq, pos or lib); usually OUT's suffix says it")
    add("--json", action="store_true", help="there is no OUT: print a JSON object a line for each file")
    add("--force", action="store_true", help="write over files that exist")
    add("--encoding", default="", metavar="NAME", help="the encoding of the texts, such as gb18030; else they decide")


def _add_puzzle_options(parser: argparse.ArgumentParser) -> None:
    done = parser.add_subparsers(title="what is done", dest="what", required=True, metavar="WHAT")
    make = done.add_parser("make", help="look for puzzles in games", description="Looks for puzzles in games.")
    add = make.add_argument
    add("--ruleset", metavar="ID", help="the game; the first one when it is not named")
    add("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the ruleset")
    add("--count", type=int, default=300, metavar="N", help="puzzles that are wanted (300)")
    own = "files of games to look through, instead of games that levels play"
    add("--games-from", type=Path, action="extend", nargs="+", default=[], metavar="FILE", help=own)
    add("--seed", type=int, default=1, metavar="N", help="the dice of the games (1)")
    add("--out", type=Path, default=Path("puzzles.txt"), metavar="FILE", help="where the set goes (puzzles.txt)")
    levels = done.add_parser("levels", help="let the levels solve a set", description="Lets the levels solve a set.")
    levels.add_argument("file", type=Path, metavar="FILE", help="a set of puzzles")
    most = "positions that a turn may look at most, whatever the level (20000)"
    levels.add_argument("--nodes", type=int, default=20_000, metavar="N", help=most)
    for each in (make, levels):
        each.add_argument("--plugins", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def _add_stress_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--minutes", type=float, default=10.0, metavar="M", help="how long (10)")
    add("--log", type=Path, default=Path("soak.jsonl"), metavar="FILE", help="what was tried, and is not tried again")
    add("--only", action="append", default=[], metavar="CAMPAIGN", help="a campaign; may be repeated")
    add("--again", nargs=2, metavar=("CAMPAIGN", "SEED"), help="a trial once more, with all that it raises")
    # Options for the processes that a stress test starts.
    add("--batch", nargs=3, help=argparse.SUPPRESS)
    add("--play", nargs=2, help=argparse.SUPPRESS)
    add("--write", nargs=2, help=argparse.SUPPRESS)
    add("--babble", type=int, help=argparse.SUPPRESS)
    add("--flood", type=int, help=argparse.SUPPRESS)


def _add_open_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a tournament, SGF or another file of games")


def _add_accept_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="a tournament or study of a game that is unknown here")
    add("--yes", action="store_true", help="accept the rules without a question")


def _add_relay_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, help="where the engine is started")
    parser.add_argument("program", nargs="+", metavar="WORD", help="after --: the engine's command")


def _add_trial_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="what to import")


def _add_check_options(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = """\
It loads the plug-in in a process of its own, plays random games with every value of every option, asks every level for
moves, and lets mypy check the types if it is installed. A rule sheet is read, and random games are played with it. The
exit code is 0 without faults, 1 with some, and 2 if FILE is neither. For example:

  python main.py check my_game.py"""
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="a plug-in: a .py file, or a folder with __init__.py; or a rule sheet: a .toml file",
    )
    # Used for the process that runs the plug-in.
    parser.add_argument("--reports", action="store_true", help=argparse.SUPPRESS)


def _at_least_one(word: str) -> int:
    if not word.isascii() or not word.isdigit() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from 1 on")
    return int(word)


def _add_workshop_options(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", dest="action", required=True, metavar="ACTION")
    about = "play the game by itself, and say how fair and how lively it is"
    report = actions.add_parser("report", help=about, description=f"{about[0].upper()}{about[1:]}.")
    report.formatter_class = argparse.RawDescriptionHelpFormatter
    report.epilog = """\
Two levels play against themselves. The games are kept in the data folder, so a report that was stopped continues where
it was. The exit code is 0, 1 if the rule sheet cannot be read, and 2 if no games can be played. For example:

  python main.py workshop report my_game.toml --games 40
  python main.py workshop report connect6 --json"""
    add = report.add_argument
    add("file", metavar="FILE", help="a rule sheet: a .toml file, or the key of one that the program knows")
    add("--plugins", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    add("--games", type=_at_least_one, default=200, metavar="N", help="games of each level (200)")
    # The levels without an engine give no scores.
    levels = ["sheet_light", "sheet_solid", "sheet_strong", "sheet_full"]
    about = f"levels that play, of {', '.join(levels)} (the first two)"
    add("--levels", nargs="+", choices=levels, default=levels[:2], metavar="LEVEL", help=about)
    add("--jobs", type=_at_least_one, default=1, metavar="N", help="games at the same time (1)")
    add("--json", action="store_true", help="print a JSON object instead of a table with sentences")
    # Used by the window.
    add("--serves-window", action="store_true", help=argparse.SUPPRESS)


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
#: Older names of commands.
_ALIASES: Mapping[str, tuple[str, ...]] = {"stress": ("soak",)}
#: The functions that add the options of a command.
_OPTIONS: Mapping[str, Callable[[argparse.ArgumentParser], None]] = {
    "open": _add_open_options,
    "engine": _add_engine_options,
    "prepare": _add_prepare_options,
    "bench": _add_bench_options,
    "relay": _add_relay_options,
    "accept": _add_accept_options,
    "stress": _add_stress_options,
    "try-plug-ins": _add_trial_options,
    "review": _add_review_options,
    "check": _add_check_options,
    "workshop": _add_workshop_options,
    "convert": _add_convert_options,
    "puzzles": _add_puzzle_options,
    "arena": _add_arena_options,
    "tune": _add_tune_options,
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="stone-fair", description="Stones-in-a-row games under the lanterns.")
    parser.set_defaults(command=_window, file=None)
    plugins = "a folder of drop-in rulesets, instead of the usual one"
    parser.add_argument("--plugins", type=Path, metavar="FOLDER", help=plugins)
    parser.add_argument("--version", action=_Version, nargs=0, help="print name, version and commit")
    about = "Without one the window opens; so it does with only a FILE, as with open."
    commands = parser.add_subparsers(title="commands", description=about, metavar="")
    for name, (command, about) in _COMMANDS.items():
        if name in _MAKERS_COMMANDS and getattr(sys, "frozen", False):
            continue
        subparser = commands.add_parser(name, help=about, description=about, aliases=_ALIASES.get(name, ()))
        subparser.set_defaults(command=command)
        subparser.add_argument("--plugins", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help=plugins)
        if name in ("engine", "prepare"):
            # Used by the window when it starts opponents.
            subparser.add_argument("--tried", nargs="*", metavar="MODULE", help=argparse.SUPPRESS)
        if name in _OPTIONS:
            _OPTIONS[name](subparser)
    return parser


def _with_command(words: Sequence[str]) -> list[str]:
    """Return the arguments, with the command ``open`` inserted if they name a file without a command."""
    first = 0
    while first < len(words) and words[first].startswith("-"):
        first += 2 if words[first] == "--plugins" else 1
    known = {*_COMMANDS, *(older for names in _ALIASES.values() for older in names)}
    if first < len(words) and words[first] not in known:
        return [*words[:first], "open", *words[first:]]
    return list(words)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (those of the process if None), and return its exit code."""
    from game.storage import folders  # noqa: PLC0415

    words = tuple(sys.argv[1:] if argv is None else argv)
    arguments = _parser().parse_args(_with_command(words))
    arguments.words = words
    if arguments.plugins is None:
        arguments.plugins = folders.plugin_folder()
    try:
        command: Callable[[argparse.Namespace], int] = arguments.command
        return command(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
