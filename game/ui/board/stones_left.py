"""The card of the stones left in both sides' hands."""

from __future__ import annotations

from game.core.language import _
from game.session.shown_game import ShownGame
from game.ui.board.player_card import face_of
from game.ui.painting.canvas import Canvas

_X, _Y, _ROW = 24, 324, 50


def draw_stones_left(canvas: Canvas, table: ShownGame, seats: tuple[int, int]) -> None:
    """Draw a tray for each kind of stone, with a column for each of the seats."""
    info, state = table.tournament.ruleset.info, table.match.state
    canvas.card(_X, _Y, 240, 208, radius=20, lip=6)
    canvas.text(_("Stones left"), _X + 20, _Y + 14, family="bold", colour="mist", width=106, height=28)
    columns = [(seat, _X + 150 + column * 50) for column, seat in enumerate(seats)]
    for seat, x in columns:
        canvas.face(face_of(table, table.game.participant_of(seat)), x, _Y + 24, 26, ring=5)
    for row, stone in enumerate(info.stones):
        y = _Y + 44 + row * _ROW
        canvas.well(_X + 16, y, 208, 42, radius=21)
        canvas.stone(stone.art, _X + 40, y + 21, 32)
        canvas.text(_(stone.name), _X + 62, y + 21, size=13, anchor="midleft", width=68, height=42)
        for seat, x in columns:
            colour = "amber" if seat == state.seat else "cream"
            left = str(_left(table, seat, stone.letter))
            canvas.text(left, x, y + 21, family="bold", size=17, colour=colour, anchor="center", width=28, height=42)


def _left(table: ShownGame, seat: int, letter: str) -> int:
    """The stones of a kind in a seat's hand; both hands are equal while the seats have no colours."""
    state = table.match.state
    hand = state.hands.get(state.colours[seat]) or next(iter(state.hands.values()), {})
    return hand.get(letter, 0)
