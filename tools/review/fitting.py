"""``main.py review --fit ID``: fits the constant that relates score to winning chance, from games of the engine.

The engine plays both sides of these games.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TextIO

from msgspec import field

from game.analysis.review.evaluation import Evaluation
from game.analysis.review.scale import ScoredPosition, calibration, fit, self_play
from game.core.match import Match
from game.session.matches.game_log import GameLog, LogRecord
from tools.review.reading_engine import Bench


class FittedGame(LogRecord, frozen=True):
    """A game in the log: for each position, the score in points and the result of the game for the side to move."""

    seed: int = field(name="seed")
    scores: tuple[float, ...] = field(name="scores")
    results: tuple[float, ...] = field(name="results")


def fit_constant(arguments: Namespace, bench: Bench, answers: TextIO) -> None:
    """Play the games, and print the fitted constant and how well the chances that it gives predict the results.

    Raises ParseError if the ruleset is unknown or the log was made with other settings, and OSError if the log cannot
    be read or written.
    """
    ruleset = bench.ruleset(arguments.fit)

    def read(match: Match) -> Evaluation:
        number = len(match.plies)
        return bench.readings(match, arguments.nodes, number + 1).get(number, Evaluation())

    header = {"measures": "fit", "ruleset": arguments.fit, "nodes": arguments.nodes}
    path = arguments.log or Path(f"review-fit-{arguments.fit}.jsonl")
    log = GameLog(path, header, "fit", FittedGame)
    for seed in range(len(log.games), arguments.games):
        played = self_play(ruleset, read, seed)
        log.add(FittedGame(seed, tuple(each.score for each in played), tuple(each.result for each in played)))
    _print_constant(log.games[: arguments.games], answers)


def _print_constant(games: list[FittedGame], answers: TextIO) -> None:
    pairs = (pair for game in games for pair in zip(game.scores, game.results, strict=True))
    positions = [ScoredPosition(score, result) for score, result in pairs]
    points = fit(positions)
    answers.write(f"{points:.0f} points a logit, from {len(positions)} positions of {len(games)} games\n")
    for told, came, number in calibration(positions, points):
        answers.write(f"foretold {told:.2f}, came true {came:.2f} of {number}\n")
