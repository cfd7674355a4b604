"""``main.py review --check thrown FILE``: measures how many thrown-away wins a review reports as missed.

Each line of the file is a position with a forced win, as a request of ``main.py referee``, with the moves that keep the
win in the field ``winning``. In each position a random other move is played after which the win is really gone: a
search with many more nodes proves no loss for the opponent, and after the opponent's best reply neither the search nor
the prover finds a win again.
"""

from __future__ import annotations

import json
import random
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from msgspec import field

from game.analysis.review.evaluation import ProofStatus
from game.analysis.review.judgement import judge
from game.core.match import Match
from game.core.model import ParseError
from game.core.ruleset import format_move
from game.session.matches.game_log import GameLog, LogRecord
from game.session.matches.match_requests import match_of, play
from tools.review.reading_engine import Bench

#: The minimum number of nodes of the search that must confirm that a win is gone.
_SURE_NODES = 400_000


class ThrownWin(LogRecord, frozen=True):
    """A position in the log, with the move that throws its win away."""

    number: int = field(name="number")
    move: str = field(name="move")
    """The move, or "" if no move throws the win away."""
    told: bool = field(name="told")
    """True if the review reports a missed win."""
    before: str = field(name="before")
    """The proof status of the position before the move, according to the review."""


def check_thrown(arguments: Namespace, bench: Bench, answers: TextIO) -> None:
    """Throw the wins away, and print how many of them the reviews report as missed.

    Raises ParseError if the file is missing or the log was made with other settings, and OSError if one of them cannot
    be read or written.
    """
    if arguments.file is None:
        raise ParseError("--check thrown needs a file of positions with forced wins")
    positions = [json.loads(line) for line in arguments.file.read_text(encoding="utf-8").splitlines()]
    if not positions:
        raise ParseError(f"{arguments.file} has no positions")
    header = {"measures": "thrown", "file": arguments.file.name, "nodes": arguments.nodes}
    log = GameLog(arguments.log or Path("review-thrown.jsonl"), header, "check of wins", ThrownWin)
    for number in range(len(log.games), arguments.games):
        log.add(_thrown_win(bench, positions[number % len(positions)], number, arguments.nodes))
    thrown = [win for win in log.games[: arguments.games] if win.move]
    told = sum(win.told for win in thrown)
    answers.write(f"{told} of {len(thrown)} wins that were thrown away are told as missed\n")
    for win in thrown:
        if not win.told:
            answers.write(f"position {win.number % len(positions) + 1}, {win.move}: {win.before} before the move\n")


def _thrown_win(bench: Bench, position: dict[str, Any], number: int, nodes: int) -> ThrownWin:
    match = _match(bench, position)
    move = _throw(bench, match, position["winning"], number, nodes)
    if not move:
        return ThrownWin(number, "", told=False, before="")
    ply = len(match.plies)
    readings = bench.readings(match, nodes, first=ply)
    before = readings[ply - 1].proof_status if ply - 1 in readings else ProofStatus.OPEN
    return ThrownWin(number, move, judge(match, readings, ply).moves[0].missed_win, before.value)


def _match(bench: Bench, position: dict[str, Any]) -> Match:
    match = match_of(position, bench.rulesets)
    for index, word in enumerate(position["moves"]):
        play(match, index, word)
    return match


def _throw(bench: Bench, match: Match, winning: Sequence[str], number: int, nodes: int) -> str:
    """Play a random move that throws the win away and return it. If there is none, return "" and play nothing."""
    info, geometry = match.ruleset.info, match.state.geometry
    legal = [format_move(info, geometry, move) for move in match.ruleset.legal_moves(match.state)]
    others = [word for word in legal if word not in winning]
    random.Random(number).shuffle(others)
    for word in others:
        play(match, len(match.plies), word)
        if _is_gone(bench, match, max(_SURE_NODES, nodes)):
            return word
        match.undo()
    return ""


def _is_gone(bench: Bench, match: Match, nodes: int) -> bool:
    """Return True if the side that just moved has no forced win any more after the opponent's best reply."""
    if match.outcome is not None:
        return False
    plies = len(match.plies)
    reading = bench.readings(match, nodes, plies + 1).get(plies)
    if reading is None or reading.proof_status is ProofStatus.LOST or not reading.candidates:
        return False
    if reading.proof_status is ProofStatus.WON:
        return True
    play(match, plies, reading.candidates[0].line[0])
    answered = bench.readings(match, nodes, plies + 2).get(plies + 1)
    is_won = answered is None or answered.proof_status is ProofStatus.WON or bench.prover_finds_win(match)
    match.undo()
    return not is_won
