"""The options of every command of ``main.py``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.command_line.parser import MOST, SECONDS, SEED, Number

_COUNT, _COUNT_OR_NONE = Number(1, 1_000_000), Number(0, 1_000_000)
_NODES, _JOBS = Number(1, MOST), Number(1, 1_000)


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
    add(
        "--near",
        type=_COUNT_OR_NONE,
        default=0,
        metavar="N",
        help="only games of contestants at most N places apart (0: all)",
    )
    add("--anchor", metavar="NAME=ELO", help="the scale is such that this contestant has that Elo")
    add("--ladder", type=Path, metavar="FILE", help="where the levels' Elo goes, for a ruleset to keep")
    add("--games", type=_COUNT, default=20, metavar="N", help="games of each pair of contestants (20)")
    add("--openings", type=Path, metavar="FILE", help="an opening a line, in one of three forms, from both sides")
    add(
        "--dice",
        type=Number(0, 1_000),
        default=0,
        metavar="PLIES",
        help="or so many plies by dice for each pair of games (0)",
    )
    add("--seconds", type=SECONDS, default=1.0, metavar="S", help="time for a turn (1.0)")
    add("--clock", metavar="S+I", help="time for a game instead, and what each turn adds to it: 180+2, 3+0.05")
    add("--grace", type=SECONDS, default=5.0, metavar="S", help="how late a turn may be before it is lost (5.0)")
    add("--nodes", type=Number(0, MOST), default=0, metavar="N", help="positions a turn may look at (0: no limit)")
    add(
        "--most-plies", type=_COUNT_OR_NONE, default=0, metavar="N", help="a game of so many moves is a draw (0: never)"
    )
    add("--sprt", metavar="ELO0,ELO1", help="stop as soon as the first of two is shown to be ELO1 better, or not")
    add("--jobs", type=_JOBS, default=1, metavar="N", help="games at the same time (1)")
    add("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    add("--seed", type=SEED, default=1, metavar="N", help="the dice of the levels (1)")
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
    add("--games", type=_COUNT, default=20_000, metavar="N", help="games that the engine plays against itself (20000)")
    add("--nodes", type=_NODES, default=3_000, metavar="N", help="positions that a turn of these may look at (3000)")
    add("--passes", type=_COUNT, default=12, metavar="N", help="how often a net goes through the games (12)")
    known = "whose games it learns, too; may be repeated"
    add("--games-from", type=Path, action="append", default=[], metavar="FOLDER", help=known)
    add("--workers", type=_JOBS, default=1, metavar="N", help="processes that play and read games (1)")
    add("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    add("--gate-games", type=_COUNT, default=1_000, metavar="N", help="games of the gate at most (1000)")
    add(
        "--gate-nodes",
        type=_NODES,
        default=5_000,
        metavar="N",
        help="positions that a turn of these may look at (5000)",
    )
    add("--openings", type=Path, metavar="FILE", help="the openings of the gate, one a line")
    add("--sprt", default="0,20", metavar="ELO0,ELO1", help="what the gate tests (0,20)")
    add("--seed", type=SEED, default=1, metavar="N", help="the dice of the games (1)")
    add("--out", type=Path, default=Path("tune-results"), metavar="FOLDER", help="where it all goes (tune-results)")


def _add_engine_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--protocol", choices=("gomocup", "sau", "gtp"), default="gomocup", help="whose lines it speaks (gomocup)")
    add("--seconds", type=SECONDS, default=5.0, metavar="S", help="sau, gtp: time for a turn that no line tells (5.0)")
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
            add(
                "--games",
                type=Number(2_000, 10_000_000),
                default=100_000,
                metavar="N",
                help="games in the index (100000)",
            )
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
    add("--games", type=_COUNT, default=200, metavar="N", help="games of these that are played (200)")
    add("--nodes", type=_NODES, default=2_000, metavar="N", help="positions that a move of these may look at (2000)")
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
    add("--count", type=_COUNT, default=300, metavar="N", help="puzzles that are wanted (300)")
    own = "files of games to look through, instead of games that levels play"
    add("--games-from", type=Path, action="extend", nargs="+", default=[], metavar="FILE", help=own)
    add("--seed", type=SEED, default=1, metavar="N", help="the dice of the games (1)")
    add("--out", type=Path, default=Path("puzzles.txt"), metavar="FILE", help="where the set goes (puzzles.txt)")
    levels = done.add_parser("levels", help="let the levels solve a set", description="Lets the levels solve a set.")
    levels.add_argument("file", type=Path, metavar="FILE", help="a set of puzzles")
    most = "positions that a turn may look at most, whatever the level (20000)"
    levels.add_argument("--nodes", type=_NODES, default=20_000, metavar="N", help=most)
    for each in (make, levels):
        each.add_argument("--plugins", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def _add_stress_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--minutes", type=Number(0, 100_000, is_whole=False), default=10.0, metavar="M", help="how long (10)")
    add("--log", type=Path, default=Path("soak.jsonl"), metavar="FILE", help="what was tried, and is not tried again")
    add("--only", action="append", default=[], metavar="CAMPAIGN", help="a campaign; may be repeated")
    add("--again", nargs=2, metavar=("CAMPAIGN", "SEED"), help="a trial once more, with all that it raises")
    # Options for the processes that a stress test starts.
    add("--batch", nargs=3, help=argparse.SUPPRESS)
    add("--play", nargs=2, help=argparse.SUPPRESS)
    add("--write", nargs=2, help=argparse.SUPPRESS)
    add("--babble", type=SEED, help=argparse.SUPPRESS)
    add("--flood", type=Number(0, 1), help=argparse.SUPPRESS)


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
    parser.epilog = (
        "It loads the plug-in in a process of its own, plays random games with every value of every option, asks every "
        "level for moves, and lets mypy check the types if it is installed. A rule sheet is read, and random games are "
        "played with it. The exit code is 0 without faults, 1 with some, and 2 if FILE is neither."
    )
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="a plug-in: a .py file, or a folder with __init__.py; or a rule sheet: a .toml file",
    )
    # Used for the process that runs the plug-in.
    parser.add_argument("--reports", action="store_true", help=argparse.SUPPRESS)


def _add_workshop_options(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", dest="action", required=True, metavar="ACTION")
    about = "play the game by itself, and say how fair and how lively it is"
    report = actions.add_parser("report", help=about, description=f"{about[0].upper()}{about[1:]}.")
    report.epilog = (
        "Two levels play against themselves. The games are kept in the data folder, so a report that was stopped "
        "continues where it was. The exit code is 0, 1 if the rule sheet cannot be read, and 2 if no games can be "
        "played."
    )
    add = report.add_argument
    add("file", metavar="FILE", help="a rule sheet: a .toml file, or the key of one that the program knows")
    add("--plugins", type=Path, metavar="FOLDER", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    add("--games", type=_COUNT, default=200, metavar="N", help="games of each level (200)")
    # The levels without an engine give no scores.
    levels = ["sheet_light", "sheet_solid", "sheet_strong", "sheet_full"]
    about = f"levels that play, of {', '.join(levels)} (the first two)"
    add("--levels", nargs="+", choices=levels, default=levels[:2], metavar="LEVEL", help=about)
    add("--jobs", type=_JOBS, default=1, metavar="N", help="games at the same time (1)")
    add("--json", action="store_true", help="print a JSON object instead of a table with sentences")
    # Used by the window.
    add("--serves-window", action="store_true", help=argparse.SUPPRESS)


#: The functions that add the options of a command.
OPTIONS: Mapping[str, Callable[[argparse.ArgumentParser], None]] = {
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
