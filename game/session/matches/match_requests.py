"""Reading, checking and playing of JSON requests about a match, one object per line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from typing import Any, BinaryIO, TextIO

from game.core.match import Match
from game.core.model import Options, OptionValue, ParseError, Reason, State
from game.core.record.reader import read_tournament
from game.core.ruleset import PluginError, Ruleset, complete_options, parse_move
from game.plugins.sheet_files import ruleset_named

#: Maximum bytes of a request; a longer line is refused unread.
LONGEST_REQUEST = 1_000_000

Request = dict[str, Any]
JsonReply = dict[str, Any]
MatchPoints = dict[str, int]


class RefusedError(Exception):
    """Raised if a JSON request is refused, with the reason and the index of the move that caused it, if any."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


@contextmanager
def answers_alone() -> Iterator[TextIO]:
    """Reserve the standard output for replies to requests, and redirect other output to standard error."""
    answers = sys.stdout
    with redirect_stdout(sys.stderr):
        yield answers


def serve(answers: TextIO, answer: Callable[[bytes], JsonReply]) -> int:
    """Answer JSON requests from the standard input until it ends. Return the exit code."""
    return write_replies(answers, map(answer, _lines(sys.stdin.buffer)))


def write_replies(answers: TextIO, replies: Iterable[JsonReply]) -> int:
    """Write JSON replies, one per line, until none are left. Return the exit code.

    Raises BrokenPipeError if the output is closed, which ``main.py`` handles.
    """
    for reply in replies:
        print(json.dumps(reply), file=answers, flush=True)
    return 0


def write_outcomes(answers: TextIO, replies: Iterable[JsonReply]) -> int:
    """Write JSON replies as ``write_replies`` does. Return the exit code, which is 1 if one of them is a refusal."""
    refused = False

    def watched() -> Iterator[JsonReply]:
        nonlocal refused
        for reply in replies:
            refused |= reply.get("ok") is False
            yield reply

    return write_replies(answers, watched()) or int(refused)


def refusal(error: Exception) -> JsonReply:
    """Return the JSON reply to a refused request, with the reason and the index of the refused move."""
    at = error.at if isinstance(error, RefusedError) else None
    return {"ok": False, "reason": str(error), "at": at}


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the non-empty lines of the input, with overlong lines cut.

    They are cut one byte beyond the maximum length of a request.
    """
    while line := source.readline(LONGEST_REQUEST + 1):
        tail = line
        while len(tail) > LONGEST_REQUEST and not tail.endswith(b"\n"):
            tail = source.readline(LONGEST_REQUEST + 1)
        if line.strip():
            yield line


def read_fields(line: bytes) -> Request:
    """Parse a JSON request into its fields. Raises RefusedError if the line is not a valid request."""
    if len(line) > LONGEST_REQUEST:
        raise RefusedError(f"the request is longer than {LONGEST_REQUEST} bytes")
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RefusedError(f"the request is not UTF-8 text (byte {error.start + 1})") from error
    except json.JSONDecodeError as error:
        raise RefusedError(f"the request is not JSON: {error.msg} at character {error.pos + 1}") from error
    except RecursionError as error:
        raise RefusedError("the request is nested too deeply") from error
    except ValueError as error:
        raise RefusedError(f"the request is not JSON that can be read: {error}") from error
    if not isinstance(fields, dict):
        raise RefusedError(f"a request is a JSON object, not {shown(fields)}")
    # A request may have fields for its sender's own use, such as the expected answer.
    return fields


# Start of the game


def match_of(fields: Request, rulesets: Mapping[str, Ruleset]) -> Match:
    """Return the match that a request describes, before the request's moves are made.

    Raises RefusedError or ParseError.
    """
    if "position" in fields:
        return _saved_match(fields, rulesets)
    ruleset = _ruleset(fields, rulesets)
    options = complete_options(ruleset.info, _options(fields))
    refusal = ruleset.check_options(options)
    if refusal is not None:
        raise RefusedError(refusal.message)
    seed = fields.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RefusedError(f"'seed' must be a whole number, not {shown(seed)}")
    return Match(ruleset, options, seed, _start(fields, ruleset, options))


def _ruleset(fields: Request, rulesets: Mapping[str, Ruleset]) -> Ruleset:
    name = text(fields, "ruleset")
    found = ruleset_named(rulesets, name)
    if found is None:
        raise RefusedError(f"there is no ruleset {shown(name)} (there are: {', '.join(rulesets)})")
    return found


def _options(fields: Request) -> dict[str, OptionValue]:
    options = fields.get("options", {})
    if not isinstance(options, dict):
        raise RefusedError(f"'options' must be an object, not {shown(options)}")
    for key, value in options.items():
        if not isinstance(value, str | int):
            raise RefusedError(f"option {key!r} must be a text, a whole number or a flag, not {shown(value)}")
    return options


def _start(fields: Request, ruleset: Ruleset, options: Options) -> State | None:
    """Return the start position that a request sets up, or None for the ruleset's initial position."""
    if "setup" not in fields:
        if "to_move" in fields:
            raise RefusedError("'to_move' says who is on turn in a 'setup', and there is none")
        return None
    colour = text(fields, "to_move")
    if colour not in ruleset.info.colours:
        raise RefusedError(f"'to_move' is {shown(colour)}; it must be one of: {', '.join(ruleset.info.colours)}")
    return ruleset.arrange(options, _stones(fields["setup"], ruleset, options), colour)


def _stones(setup: object, ruleset: Ruleset, options: Options) -> dict[int, str]:
    if not isinstance(setup, dict):
        raise RefusedError(f"'setup' must be an object, not {shown(setup)}")
    geometry = ruleset.geometry(options)
    stones: dict[int, str] = {}
    for letter in setup:
        if ruleset.info.stone(letter) is None:
            known = ", ".join(stone.letter for stone in ruleset.info.stones)
            raise RefusedError(f"'setup' has stones {shown(letter)}; {ruleset.info.title} has: {known}")
        for name in list_of_text(setup, letter):
            cell = geometry.cell(name)
            if cell in stones:
                raise RefusedError(f"'setup' puts two stones on {geometry.names[cell]}")
            stones[cell] = letter
    return stones


def _saved_match(fields: Request, rulesets: Mapping[str, Ruleset]) -> Match:
    """Return the latest game of the saved series in a request.

    Raises RefusedError if the other fields of the request do not fit it.
    """
    if "setup" in fields or "to_move" in fields:
        raise RefusedError("a request has a 'setup' or a 'position', not both")
    tournament = read_tournament(text(fields, "position"), rulesets, "position")
    if tournament.current is None:
        raise RefusedError("the save in 'position' holds no game")
    match = tournament.current.match
    if "ruleset" in fields and _ruleset(fields, rulesets) is not match.ruleset:
        raise RefusedError(f"the save in 'position' is of {match.ruleset.info.id!r}, not {shown(fields['ruleset'])}")
    given = _options(fields)
    completed = complete_options(match.ruleset.info, {**match.options, **given})
    for key in given:
        if completed.get(key) != match.options.get(key):
            raise RefusedError(f"option {key!r} is {match.options.get(key)!r} in the save, not {shown(given[key])}")
    return match


def play(match: Match, index: int, word: str) -> MatchPoints:
    """Make a move of a request and return the points that each colour gained.

    Raises RefusedError if the move is illegal.
    """
    before = match.state
    try:
        move = parse_move(match.ruleset.info, before, word)
        refusal = match.play(move)
    except (ParseError, PluginError) as error:
        raise RefusedError(str(error), index) from error
    if isinstance(refusal, Reason):
        raise RefusedError(refusal.message, index)
    gained = match.state.scores
    return {colour: gained.get(colour, 0) - before.scores.get(colour, 0) for colour in match.ruleset.info.colours}


# Fields of JSON objects


def text(fields: Request, key: str) -> str:
    """Return the text in a required field of a request. Raises RefusedError if it is missing or no text."""
    if key not in fields:
        raise RefusedError(f"{key!r} is missing")
    value = fields[key]
    if not isinstance(value, str):
        raise RefusedError(f"{key!r} must be a text, not {shown(value)}")
    return value


def list_of_text(fields: Request, key: str) -> list[str]:
    """Return the list of texts in a field of a request, or an empty list if it is missing.

    Raises RefusedError if the field is not a list of texts.
    """
    values = fields.get(key, [])
    if not isinstance(values, list):
        raise RefusedError(f"{key!r} must be a list, not {shown(values)}")
    for index, value in enumerate(values):
        if not isinstance(value, str):
            at = index if key == "moves" else None
            raise RefusedError(f"{key!r} must be a list of texts, not of {shown(value)}", at)
    return values


def shown(value: object) -> str:
    """Format a JSON value as short text for an error message.

    A nested value is only called "an object" or "a list".
    """
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
