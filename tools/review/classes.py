"""``main.py review --check classes``: measures how often a review with ten times the nodes gives moves the same class.

A class says how good a move is, such as good, mistake or blunder. The games are those of weak players (see
``weak_games``), and only moves that both reviews judge are counted. The deeper review is taken as the truth. The
command prints the share of moves with the same class, the share of true blunders that the review finds, and the share
of blunders in the review that are true.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from msgspec import field

from game.analysis.review.judgement import MoveClass, judge
from game.core.match import Match
from game.core.ruleset import format_move
from game.session.matches.game_log import GameLog, LogRecord
from tools.review.reading_engine import Bench
from tools.review.weak_games import weak_game

#: The factor between the nodes of the two reviews.
TIMES = 10
_BLUNDER, _UNJUDGED = MoveClass.BLUNDER.value, MoveClass.UNJUDGED.value


class ComparedGame(LogRecord, frozen=True):
    """A game in the log, with the class of each move and the winning chance that each move lost, in both reviews."""

    seed: int = field(name="seed")
    moves: tuple[str, ...] = field(name="moves")
    classes: tuple[str, ...] = field(name="classes")
    losses: tuple[float, ...] = field(name="losses")
    deep_classes: tuple[str, ...] = field(name="deep_classes")
    """The classes in the review with more nodes."""
    deep_losses: tuple[float, ...] = field(name="deep_losses")

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """The pairs of classes, first from the review with fewer nodes, of the moves that both reviews judge."""
        pairs = zip(self.classes, self.deep_classes, strict=True)
        return (pair for pair in pairs if _UNJUDGED not in pair)


def check_classes(arguments: Namespace, bench: Bench, answers: TextIO) -> None:
    """Play games, review each twice, and print the comparison of the classes.

    Raises ParseError if the ruleset is unknown, the log was made with other settings or a level fails to move, and
    OSError if the log cannot be read or written.
    """
    name = arguments.ruleset or next(iter(bench.rulesets))
    ruleset = bench.ruleset(name)
    header = {"measures": "classes", "ruleset": name, "nodes": arguments.nodes, "times": TIMES}
    log = GameLog(arguments.log or Path(f"review-classes-{name}.jsonl"), header, "check of classes", ComparedGame)
    for seed in range(len(log.games), arguments.games):
        log.add(_compared(bench, weak_game(bench, ruleset, seed), seed, arguments.nodes))
    answers.writelines(f"{line}\n" for line in report(log.games[: arguments.games]))


def _compared(bench: Bench, match: Match, seed: int, nodes: int) -> ComparedGame:
    quick, deep = (judge(match, bench.readings(match, number)).moves for number in (nodes, TIMES * nodes))
    info, geometry = match.ruleset.info, match.first_state.geometry
    return ComparedGame(
        seed,
        tuple(format_move(info, geometry, ply.move) for ply in match.plies),
        tuple(move.kind.value for move in quick),
        tuple(round(move.loss, 4) for move in quick),
        tuple(move.kind.value for move in deep),
        tuple(round(move.loss, 4) for move in deep),
    )


def report(games: Sequence[ComparedGame]) -> Iterator[str]:
    """Yield lines with the shares, then a table that counts the moves by class.

    Its rows are the classes in the review with fewer nodes, its columns those in the review with more.
    """
    counted = Counter(pair for game in games for pair in game.pairs)
    same = sum(number for (told, true), number in counted.items() if told == true)
    found = counted[_BLUNDER, _BLUNDER]
    true_blunders = sum(number for (_told, true), number in counted.items() if true == _BLUNDER)
    told_blunders = sum(number for (told, _true), number in counted.items() if told == _BLUNDER)
    yield f"{len(games)} games, {counted.total()} moves"
    yield f"the same class: {_share(same, counted.total())}"
    yield f"blunders found: {_share(found, true_blunders)}"
    yield f"called a blunder, and one: {_share(found, told_blunders)}"
    yield from _table(counted)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


def _table(counted: Counter[tuple[str, str]]) -> Iterator[str]:
    names = [kind.value for kind in MoveClass if kind is not MoveClass.UNJUDGED]
    yield f"{'':<12}" + "".join(f"{name:>12}" for name in names)
    for told in names:
        yield f"{told:<12}" + "".join(f"{counted[told, true]:>12}" for true in names)
