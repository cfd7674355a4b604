"""The command ``main.py referee``: questions about the rules, one JSON object a line in, one JSON object a line out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, BinaryIO

from game.core.match import Match
from game.core.model import Mark, MarkKind, Options, OptionValue, Outcome, ParseError, Reason, State
from game.core.record.reader import read_tournament
from game.core.ruleset import PluginError, Ruleset, complete_options, format_move, parse_move
from game.plugins.registry import discover

#: The most bytes of a request; a longer line is refused unread.
LONGEST_REQUEST = 1_000_000
#: Kinds of marks whose cells have no order, listed by column and row.
_SORTED_MARKS = (MarkKind.FORBIDDEN, MarkKind.LEGAL)

RefereeRequest = dict[str, Any]
RefereeAnswer = dict[str, Any]
MatchPoints = dict[str, int]


class _RefusedError(Exception):
    """A refused request: why, and at which of its moves."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


def run(plugins: Path | None) -> int:
    """Answer the requests on the standard input until it or the reader of the answers ends; returns the exit code."""
    answers = sys.stdout
    # Output of plug-ins must not mix with the answers.
    with redirect_stdout(sys.stderr):
        rulesets = discover(plugins).rulesets
        try:
            for line in _lines(sys.stdin.buffer):
                print(json.dumps(answer(line, rulesets)), file=answers, flush=True)
        except BrokenPipeError:
            # Python would flush the answer that could not be written once more at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            return 1
    return 0


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines that are not empty, each cut just beyond the length of a request."""
    while line := source.readline(LONGEST_REQUEST + 1):
        tail = line
        while len(tail) > LONGEST_REQUEST and not tail.endswith(b"\n"):
            tail = source.readline(LONGEST_REQUEST + 1)
        if line.strip():
            yield line


def answer(line: bytes, rulesets: Mapping[str, Ruleset]) -> RefereeAnswer:
    """The answer to one request, or its refusal."""
    try:
        fields = _read_fields(line)
        match = _match(fields, rulesets)
        points = [_play(match, index, word) for index, word in enumerate(_list_of_text(fields, "moves"))]
        return _report(match, points)
    except _RefusedError as refusal:
        return {"ok": False, "reason": refusal.reason, "at": refusal.at}
    except (ParseError, PluginError) as error:
        return {"ok": False, "reason": str(error), "at": None}


def _read_fields(line: bytes) -> RefereeRequest:
    if len(line) > LONGEST_REQUEST:
        raise _RefusedError(f"the request is longer than {LONGEST_REQUEST} bytes")
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _RefusedError(f"the request is not UTF-8 text (byte {error.start + 1})") from error
    except json.JSONDecodeError as error:
        raise _RefusedError(f"the request is not JSON: {error.msg} at character {error.pos + 1}") from error
    except RecursionError as error:
        raise _RefusedError("the request is nested too deeply") from error
    except ValueError as error:
        raise _RefusedError(f"the request is not JSON that can be read: {error}") from error
    if not isinstance(fields, dict):
        raise _RefusedError(f"a request is a JSON object, not {_shown(fields)}")
    # A request may hold fields for the asker's own use, such as the answer that it expects.
    return fields


# The start of the game


def _match(fields: RefereeRequest, rulesets: Mapping[str, Ruleset]) -> Match:
    if "position" in fields:
        return _saved_match(fields, rulesets)
    ruleset = _ruleset(fields, rulesets)
    options = complete_options(ruleset.info, _options(fields))
    refusal = ruleset.check_options(options)
    if refusal is not None:
        raise _RefusedError(refusal.message)
    seed = fields.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise _RefusedError(f"'seed' must be a whole number, not {_shown(seed)}")
    return Match(ruleset, options, seed, _start(fields, ruleset, options))


def _ruleset(fields: RefereeRequest, rulesets: Mapping[str, Ruleset]) -> Ruleset:
    name = _text(fields, "ruleset")
    if name not in rulesets:
        raise _RefusedError(f"there is no ruleset {_shown(name)} (there are: {', '.join(rulesets)})")
    return rulesets[name]


def _options(fields: RefereeRequest) -> dict[str, OptionValue]:
    options = fields.get("options", {})
    if not isinstance(options, dict):
        raise _RefusedError(f"'options' must be an object, not {_shown(options)}")
    for key, value in options.items():
        if not isinstance(value, str | int):
            raise _RefusedError(f"option {key!r} must be a text, a whole number or a flag, not {_shown(value)}")
    return options


def _start(fields: RefereeRequest, ruleset: Ruleset, options: Options) -> State | None:
    """The position that the request sets up; None where the game starts by its rules."""
    if "setup" not in fields:
        if "to_move" in fields:
            raise _RefusedError("'to_move' says who is on turn in a 'setup', and there is none")
        return None
    colour = _text(fields, "to_move")
    if colour not in ruleset.info.colours:
        raise _RefusedError(f"'to_move' is {_shown(colour)}; it must be one of: {', '.join(ruleset.info.colours)}")
    return ruleset.arrange(options, _stones(fields["setup"], ruleset, options), colour)


def _stones(setup: object, ruleset: Ruleset, options: Options) -> dict[int, str]:
    if not isinstance(setup, dict):
        raise _RefusedError(f"'setup' must be an object, not {_shown(setup)}")
    geometry = ruleset.geometry(options)
    stones: dict[int, str] = {}
    for letter in setup:
        if ruleset.info.stone(letter) is None:
            known = ", ".join(stone.letter for stone in ruleset.info.stones)
            raise _RefusedError(f"'setup' has stones {_shown(letter)}; {ruleset.info.title} has: {known}")
        for name in _list_of_text(setup, letter):
            cell = geometry.cell(name)
            if cell in stones:
                raise _RefusedError(f"'setup' puts two stones on {geometry.names[cell]}")
            stones[cell] = letter
    return stones


def _saved_match(fields: RefereeRequest, rulesets: Mapping[str, Ruleset]) -> Match:
    """The latest game of a save; the request's other fields about the game must agree with it."""
    if "setup" in fields or "to_move" in fields:
        raise _RefusedError("a request has a 'setup' or a 'position', not both")
    tournament = read_tournament(_text(fields, "position"), rulesets, "position")
    if tournament.current is None:
        raise _RefusedError("the save in 'position' holds no game")
    match = tournament.current.match
    if "ruleset" in fields and _ruleset(fields, rulesets) is not match.ruleset:
        raise _RefusedError(f"the save in 'position' is of {match.ruleset.info.id!r}, not {_shown(fields['ruleset'])}")
    given = _options(fields)
    completed = complete_options(match.ruleset.info, {**match.options, **given})
    for key in given:
        if completed[key] != match.options[key]:
            raise _RefusedError(f"option {key!r} is {match.options[key]!r} in the save, not {_shown(given[key])}")
    return match


# Its moves and the answer about them


def _play(match: Match, index: int, word: str) -> MatchPoints:
    """Make a move; returns the points that each colour gained."""
    before = match.state
    try:
        move = parse_move(match.ruleset.info, before, word)
        refusal = match.play(move)
    except (ParseError, PluginError) as error:
        raise _RefusedError(str(error), index) from error
    if isinstance(refusal, Reason):
        raise _RefusedError(refusal.message, index)
    gained = match.state.scores
    return {colour: gained.get(colour, 0) - before.scores.get(colour, 0) for colour in match.ruleset.info.colours}


def _report(match: Match, points: list[MatchPoints]) -> RefereeAnswer:
    ruleset, state, outcome = match.ruleset, match.state, match.outcome
    legal = ruleset.legal_moves(state) if outcome is None else ()
    return {
        "ok": True,
        "to_move": state.colour or None if outcome is None else None,
        "legal": [format_move(ruleset.info, state.geometry, move) for move in legal],
        "scores": _scores(ruleset, state.scores),
        "points": points,
        "outcome": None if outcome is None else _told_outcome(match, outcome),
        "marks": _told_marks(state, ruleset.marks(state)),
    }


def _told_outcome(match: Match, outcome: Outcome) -> RefereeAnswer:
    winner = None if outcome.winner is None else match.state.colours[outcome.winner] or None
    scores = _scores(match.ruleset, outcome.scores)
    return {"termination": outcome.termination.value, "winner": winner, "scores": scores}


def _scores(ruleset: Ruleset, scores: Mapping[str, int]) -> MatchPoints:
    return {colour: scores.get(colour, 0) for colour in ruleset.info.colours}


def _told_marks(state: State, marks: tuple[Mark, ...]) -> dict[str, list[str]]:
    """The cells of each kind of mark, each cell once."""
    told: dict[str, list[str]] = {}
    for kind in MarkKind:
        cells = dict.fromkeys(cell for mark in marks if mark.kind is kind for cell in mark.cells)
        names = [state.geometry.names[cell] for cell in cells]
        told[kind.value] = sorted(names, key=_column_and_row) if kind in _SORTED_MARKS else names
    return told


def _column_and_row(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


# Fields of JSON objects


def _text(fields: RefereeRequest, key: str) -> str:
    if key not in fields:
        raise _RefusedError(f"{key!r} is missing")
    value = fields[key]
    if not isinstance(value, str):
        raise _RefusedError(f"{key!r} must be a text, not {_shown(value)}")
    return value


def _list_of_text(fields: RefereeRequest, key: str) -> list[str]:
    values = fields.get(key, [])
    if not isinstance(values, list):
        raise _RefusedError(f"{key!r} must be a list, not {_shown(values)}")
    for index, value in enumerate(values):
        if not isinstance(value, str):
            at = index if key == "moves" else None
            raise _RefusedError(f"{key!r} must be a list of texts, not of {_shown(value)}", at)
    return values


def _shown(value: object) -> str:
    """A value for a message, cut short; an object or a list is only named, as it may be nested deeply."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
