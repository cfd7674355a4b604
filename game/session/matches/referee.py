"""The command ``main.py referee``, which answers JSON requests about the rules of a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from game.core.match import Match
from game.core.model import Mark, MarkKind, Outcome, ParseError, State
from game.core.ruleset import PluginError, Ruleset, format_move
from game.plugins.registry import discover
from game.session.matches.match_requests import (
    JsonReply,
    MatchPoints,
    RefusedError,
    answers_alone,
    list_of_text,
    match_of,
    play,
    read_fields,
    refusal,
    serve,
)

#: Kinds of marks whose cells have no order and are sorted by column and row.
_SORTED_MARKS = (MarkKind.FORBIDDEN, MarkKind.LEGAL)


def run(plugins: Path | None) -> int:
    """Run the command ``referee``, which answers JSON requests until the input ends. Return the exit code."""
    with answers_alone() as answers:
        rulesets = discover(plugins).rulesets
        return serve(answers, lambda line: answer(line, rulesets))


def answer(line: bytes, rulesets: Mapping[str, Ruleset]) -> JsonReply:
    """Return the referee's JSON answer to a request, which may be a refusal."""
    try:
        fields = read_fields(line)
        match = match_of(fields, rulesets)
        points = [play(match, index, word) for index, word in enumerate(list_of_text(fields, "moves"))]
        return _report(match, points)
    except (RefusedError, ParseError, PluginError) as error:
        return refusal(error)


def _report(match: Match, points: list[MatchPoints]) -> JsonReply:
    ruleset, state, outcome = match.ruleset, match.state, match.outcome
    legal = ruleset.legal_moves(state) if outcome is None else ()
    return {
        "ok": True,
        "to_move": state.colour or None if outcome is None else None,
        "legal": [format_move(ruleset.info, state.geometry, move) for move in legal],
        "scores": _scores(ruleset, state.scores),
        "points": points,
        "outcome": None if outcome is None else _describe_outcome(match, outcome),
        "marks": _describe_marks(state, ruleset.marks(state)),
    }


def _describe_outcome(match: Match, outcome: Outcome) -> JsonReply:
    winner = None if outcome.winner is None else match.state.colours[outcome.winner] or None
    scores = _scores(match.ruleset, outcome.scores)
    return {"termination": outcome.termination.value, "winner": winner, "scores": scores}


def _scores(ruleset: Ruleset, scores: Mapping[str, int]) -> MatchPoints:
    return {colour: scores.get(colour, 0) for colour in ruleset.info.colours}


def _describe_marks(state: State, marks: tuple[Mark, ...]) -> dict[str, list[str]]:
    """Return, for each kind of mark on the board, the names of the marked cells, without duplicates."""
    told: dict[str, list[str]] = {}
    for kind in MarkKind:
        cells = dict.fromkeys(cell for mark in marks if mark.kind is kind for cell in mark.cells)
        names = [state.geometry.names[cell] for cell in cells]
        told[kind.value] = sorted(names, key=_column_and_row) if kind in _SORTED_MARKS else names
    return told


def _column_and_row(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])
