"""A position of Threestones as text: a picture of the board, then a labelled line for each other part of the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TypeVar

from game.core.language import _
from game.core.model import ParseError
from game.core.picture import draw_board, read_board

from .labelled import Labelled, NumberedLine, read_labelled
from .pond import (
    DUCK,
    FULL_HAND,
    LINES,
    PENGUIN,
    POND,
    STONES,
    TEAMS,
    PocketLine,
    PondState,
    earned,
    empty_pond,
    points,
    stones_in_play,
    team_of,
    turns_agree,
)

T = TypeVar("T")

_NONE = "none"
_SEATS = {"seat 0": 0, "seat 1": 1}
_PHASES = {"placing": None, "choosing, seat 0 plays first": 0, "choosing, seat 1 plays first": 1}
_COLOURS = {_NONE: ("", ""), "seat 0 w, seat 1 b": (DUCK, PENGUIN), "seat 0 b, seat 1 w": (PENGUIN, DUCK)}
_LABELS = ("phase", "to move", "colours", "hand w", "hand b", "scores", "last placement", "put down")
_HIGHEST_SCORE = dict.fromkeys(TEAMS, len(LINES))


def dump(state: PondState) -> str:
    """Return the text of a position."""
    last = POND.names[state.last[-1]] if state.last else _NONE
    values = (
        _word(_PHASES, state.plays_first),
        _word(_SEATS, state.seat),
        _word(_COLOURS, state.colours),
        *(_counts(state.hands[team]) for team in TEAMS),
        _counts(state.scores),
        last,
        ", ".join(_line_name(line) for line in state.put_down) or _NONE,
    )
    labelled = (f"{label}: {value}" for label, value in zip(_LABELS, values, strict=True))
    return "\n".join((draw_board(POND, state.board), *labelled))


def _word(words: Mapping[str, T], value: T) -> str:
    return next(word for word, meaning in words.items() if meaning == value)


def _counts(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{letter} {number}" for letter, number in numbers.items())


def _line_name(line: PocketLine) -> str:
    return "-".join(POND.names[cell] for cell in line)


def load(text: str) -> PondState:
    """Read a position from a text written by ``dump``.

    Raises ParseError, also if the lines contradict the board or each other.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    picture = list(takewhile(lambda numbered: ":" not in numbered[1], lines))
    board = _read_picture(picture)
    fields = read_labelled(lines[len(picture) :], _LABELS)
    state = _read_state(board, fields)
    if state.plays_first is None:
        _check_placing(state, fields)
    elif state != empty_pond(state.seat, state.plays_first):
        raise fields["phase"].refused(
            _("before a player has chosen duck or penguin, the board must be empty and no stones used")
        )
    return state


def _read_picture(picture: Sequence[NumberedLine]) -> tuple[str, ...]:
    try:
        return read_board(POND, [line for _, line in picture], STONES)
    except ParseError as error:
        place = picture[error.line - 1][0] if 0 < error.line <= len(picture) else 0
        raise ParseError(error.problem, line=place) from error


def _read_state(board: tuple[str, ...], fields: Mapping[str, Labelled]) -> PondState:
    seat = _SEATS[fields["to move"].one_of(_SEATS)]
    colours = _COLOURS[fields["colours"].one_of(_COLOURS)]
    return PondState(
        geometry=POND,
        board=board,
        seat=seat,
        colours=colours,
        colour=colours[seat],
        last=_read_last(fields["last placement"], board),
        scores=fields["scores"].counts(_HIGHEST_SCORE),
        hands={team: fields[f"hand {team}"].counts(FULL_HAND) for team in TEAMS},
        plays_first=_PHASES[fields["phase"].one_of(_PHASES)],
        put_down=_read_put_down(fields["put down"], board),
    )


def _read_last(field: Labelled, board: tuple[str, ...]) -> tuple[int, ...]:
    if field.value.lower() == _NONE:
        return ()
    cell = _read_cell(field, field.value)
    if board[cell] not in STONES:
        raise field.refused(_("there is no stone on that cell"))
    return (cell,)


def _read_cell(field: Labelled, name: str) -> int:
    try:
        return POND.cell(name)
    except ParseError as error:
        raise field.refused(error.problem) from error


def _read_put_down(field: Labelled, board: tuple[str, ...]) -> tuple[PocketLine, ...]:
    if field.value.lower() == _NONE:
        return ()
    lines = tuple(tuple(_read_cell(field, name) for name in part.split("-")) for part in field.value.split(","))
    for line in lines:
        if line not in LINES or team_of(board, line) is None:
            raise field.refused(_("{line!r} is not a trio on the board", line=_line_name(line)))
    return lines


def _check_placing(state: PondState, fields: Mapping[str, Labelled]) -> None:
    if not state.colour:
        raise fields["colours"].refused(_("stones can be placed only after a mascot is chosen"))
    expected = points(earned(state))
    if expected != state.scores:
        raise fields["scores"].refused(_("the trios on the board add up to {points}", points=_counts(expected)))
    for kind, share in FULL_HAND.items():
        if stones_in_play(state, kind) < 2 * share:
            raise fields["hand w"].refused(
                _("more {kind!r} stones have been used than there are on the board", kind=kind)
            )
    if not turns_agree(state):
        raise fields["to move"].refused(_("judging by the stones in hand, it is the other player's turn"))
