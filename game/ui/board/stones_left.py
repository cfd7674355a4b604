"""The card that shows how many stones each side has left, and in some puzzles also the points."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.language import _
from game.core.model import State
from game.core.ruleset import RulesetInfo
from game.session.shown_game import ShownGame
from game.session.texts import POINTS, score_unit
from game.ui.board.player_card import face_of
from game.ui.painting.canvas import Canvas

_X, _Y, _ROW, _HEAD = 24.0, 324.0, 50.0, 44.0
_WIDTH, _FOOT = 240.0, 14.0
#: The left end of the first column, the width of a column, and the height of the row of points, in design pixels.
_FIRST_COLUMN, _COLUMN, _POINTS = 150.0, 50.0, 36.0

#: Draws the head of a column, given its middle.
DrawHead = Callable[[float, float], None]


def draw_stones_left(canvas: Canvas, table: ShownGame, seats: tuple[int, int]) -> None:
    """Draw the card with the number of stones left, with a column below each player's face."""

    def draw_face(seat: int) -> DrawHead:
        face = face_of(table, table.game.participant_of(seat))
        return lambda x, y: canvas.face(face, x, y, 26, ring=5)

    info, state = table.tournament.ruleset.info, table.match.state
    _draw_card(canvas, info, state, {seat: draw_face(seat) for seat in seats}, top=_Y)


def draw_hands_and_points(canvas: Canvas, info: RulesetInfo, state: State, bottom: float) -> float:
    """Draw a card with the points and the remaining stones of both sides; return the top of the card.

    The columns are headed by the stones of the sides, because a puzzle has no players.
    """
    arts = {stone.letter: stone.art for stone in info.stones}

    def draw_stone(seat: int) -> DrawHead:
        return lambda x, y: canvas.stone(arts[state.colours[seat]], x, y, 30)

    top = bottom - _height(info, _POINTS)
    _draw_card(canvas, info, state, {seat: draw_stone(seat) for seat in (0, 1)}, top=top, points=_POINTS)
    return top


def _height(info: RulesetInfo, points: float) -> float:
    return _HEAD + points + _ROW * len(info.stones) + _FOOT


def _draw_card(
    canvas: Canvas, info: RulesetInfo, state: State, heads: Mapping[int, DrawHead], *, top: float, points: float = 0.0
) -> None:
    canvas.panels.card(_X, top, _WIDTH, _height(info, points), radius=20, lip=6)
    canvas.text(_("Stones left"), _X + 20, top + 14, family="bold", colour="mist", width=106, height=28)
    for column, seat in enumerate(heads):
        heads[seat](_column(column), top + 24)
    y = top + _HEAD
    for stone in info.stones:
        canvas.panels.well(_X + 16, y, 208, 42, radius=21)
        canvas.stone(stone.art, _X + 40, y + 21, 32)
        canvas.text(_(stone.name), _X + 62, y + 21, size=13, anchor="midleft", width=68, height=42)
        _draw_numbers(canvas, state, {seat: _left(state, seat, stone.letter) for seat in heads}, y + 21)
        y += _ROW
    if points:
        unit = _("Points") if info.score_name == POINTS else score_unit(info, 2).capitalize()
        canvas.text(unit, _X + 20, y + 14, family="bold", colour="mist", anchor="midleft", width=106, height=28)
        _draw_numbers(canvas, state, {seat: state.scores.get(state.colours[seat], 0) for seat in heads}, y + 14)


def _column(number: int) -> float:
    return _X + _FIRST_COLUMN + number * _COLUMN


def _draw_numbers(canvas: Canvas, state: State, numbers: Mapping[int, int], middle: float) -> None:
    """Draw the number of stones or points of each side; the number of the side to move is highlighted."""
    for column, (seat, number) in enumerate(numbers.items()):
        colour = "amber" if seat == state.seat else "cream"
        canvas.text(
            str(number), _column(column), middle,
            family="bold", size=17, colour=colour, anchor="center", width=28, height=42,
        )  # fmt: skip


def _left(state: State, seat: int, letter: str) -> int:
    """Return the number of stones of a kind that a side has left."""
    hand = state.hands.get(state.colours[seat]) or next(iter(state.hands.values()), {})
    return hand.get(letter, 0)
