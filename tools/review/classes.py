"""``main.py review --check classes``: how often a review at ten times the nodes comes to the same classes.

The games are those of weak players (see ``weak_games``). Counted are the moves that both reviews judge. A blunder is
found when both call it one; the review is right about a blunder when ten times the nodes call it one, too.
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

#: How many times the nodes the review has that is taken for the truth.
TIMES = 10
_BLUNDER, _UNJUDGED = MoveClass.BLUNDER.value, MoveClass.UNJUDGED.value


class ComparedGame(LogRecord, frozen=True):
    """A game as it stands in the log, with the classes of its moves and what they lost of the winning chance."""

    seed: int = field(name="seed")
    moves: tuple[str, ...] = field(name="moves")
    classes: tuple[str, ...] = field(name="classes")
    losses: tuple[float, ...] = field(name="losses")
    deep_classes: tuple[str, ...] = field(name="deep_classes")
    """Those of the review with more nodes."""
    deep_losses: tuple[float, ...] = field(name="deep_losses")

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """The classes of each move that both reviews judge."""
        pairs = zip(self.classes, self.deep_classes, strict=True)
        return (pair for pair in pairs if _UNJUDGED not in pair)


def check_classes(arguments: Namespace, bench: Bench, answers: TextIO) -> None:
    """Play and compare the games, and print how many classes are the same; raises ParseError and OSError."""
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
    """The shares as lines of text, and a table of the classes: a row for each of the review, a column for the truth."""
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
