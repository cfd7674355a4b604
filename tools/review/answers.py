"""Replies to the requests of ``main.py review``.

A request is a JSON object with the fields ``"ruleset"``, ``"options"``, ``"moves"``, ``"seconds"``, the time for each
position (0.2 by default), and ``"from"``, the first ply to judge (1 by default). With ``"nodes"`` the search of each
position is limited by this number of nodes instead of by time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.judgement import JudgedMove
from game.analysis.review.reader import GameReader
from game.analysis.review.texts import why
from game.core.match import Match
from game.core.model import ParseError, Reason
from game.core.ruleset import PluginError, Ruleset
from game.engine.client.opponent_process import OpponentProcess
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.session.matches.match_requests import (
    JsonReply,
    RefusedError,
    list_of_text,
    match_of,
    play,
    read_fields,
    refusal,
    shown,
)
from tools.convert.descriptions import games_of, legal_line, opened_file, problems_of
from tools.review.reading_engine import counted, read_all

#: The default and the maximum of the seconds for each position.
_SECONDS, _MOST_SECONDS = 0.2, 3600.0


def replies_about(file: Path, rulesets: Mapping[str, Ruleset], engine: OpponentProcess) -> Iterator[JsonReply]:
    """Yield a review of each game in a file of any format, or one refusal if the file cannot be reviewed.

    Messages about parts of the file that cannot be read go to standard error.
    """
    try:
        opened = opened_file(file, rulesets)
        if opened.tournament is not None and opened.tournament.is_rated_now:
            raise RefusedError("a rated game in progress cannot be reviewed")
        for problem in opened.problems:
            sys.stderr.write(f"{file}: {problem}\n")
        for number, study in enumerate(games_of(opened), start=1):
            yield _reply_about(study, number, engine)
    except (RefusedError, ParseError, PluginError) as error:
        yield refusal(error)


def _reply_about(study: Study, number: int, engine: OpponentProcess) -> JsonReply:
    """Return the review of a game's main line, up to an illegal move, or the refusal of the game."""
    nodes, refused = legal_line(study)
    for problem in problems_of(study, refused, len(nodes)):
        sys.stderr.write(f"game {number}: {problem}\n")
    try:
        match = study.match(nodes[-1] if nodes else ROOT)
        if isinstance(match, Reason):
            raise RefusedError(match.message)
        return review_of(match, engine, Effort(_SECONDS), 1)
    except (RefusedError, PluginError) as error:
        return refusal(error)


def answer(line: bytes, rulesets: Mapping[str, Ruleset], engine: OpponentProcess) -> JsonReply:
    """Return the reply to a line with a request: the review of its game, or a refusal."""
    try:
        fields = read_fields(line)
        match = match_of(fields, rulesets)
        for index, word in enumerate(list_of_text(fields, "moves")):
            play(match, index, word)
        first = _whole(fields, "from", 1, range(1, len(match.plies) + 2))
        return review_of(match, engine, _effort(fields), first)
    except (RefusedError, ParseError, PluginError) as error:
        return refusal(error)


def review_of(match: Match, engine: OpponentProcess, effort: Effort, first: int) -> JsonReply:
    """Return the review of a match as data for JSON: the moves from the ply ``first`` on, and figures about the game.

    ``effort`` is the limit for the search of each position. Raises RefusedError if the engine cannot evaluate any
    position.
    """
    reader = GameReader(match, engine, [effort], first=first)
    read_all(reader)
    review = reader.review
    if reader.problem and not reader.readings:
        raise RefusedError(reader.problem)
    colours = match.state.colours
    escape = review.last_escape
    return {
        "moves": [_told(match, move) for move in review.moves],
        "accuracy": {colours[seat]: _rounded(value, 1) for seat, value in review.accuracy.items()},
        "turning_point": review.turning_point,
        "last_escape": None if escape is None else {"ply": escape.ply, "move": escape.move},
    }


def _told(match: Match, move: JudgedMove) -> Mapping[str, Any]:
    return {
        "ply": move.ply,
        "move": move.move,
        "side": match.state.colours[move.seat],
        "chance": _rounded(move.chance, 4),
        "loss": round(move.loss, 4),
        "class": move.kind.value,
        "missed_win": move.missed_win,
        "allowed_loss": move.allowed_loss,
        "best": list(move.best),
        "line": list(move.line),
        "why": why(match, move),
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _effort(fields: Mapping[str, Any]) -> Effort:
    seconds = fields.get("seconds", _SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= _MOST_SECONDS:
        raise RefusedError(f"'seconds' must be a number above 0 and at most {_MOST_SECONDS:.0f}, not {shown(seconds)}")
    nodes = _whole(fields, "nodes", 0, range(10**12))
    return counted(nodes) if nodes else Effort(float(seconds))


def _whole(fields: Mapping[str, Any], key: str, usual: int, allowed: range) -> int:
    value = fields.get(key, usual)
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise RefusedError(
            f"{key!r} must be a whole number from {allowed.start} to {allowed.stop - 1}, not {shown(value)}"
        )
    return value
