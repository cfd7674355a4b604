"""The list of moves: a row for each pair of turns, newest at the bottom."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from game.core.language import _
from game.core.match import Ply
from game.core.model import Choose, Place
from game.ui.canvas import Canvas
from game.ui.shown_game import ShownGame
from game.ui.wording import screen_move, stones_placed

_ROW = 37


@dataclass(slots=True)
class Turn:
    """The plies that one seat made in a row."""

    seat: int
    plies: list[Ply]


def turns_of(plies: list[Ply]) -> list[Turn]:
    """Plies grouped into turns; what is longer than two stones, or a choice, stands by itself."""
    turns: list[Turn] = []
    for (seat, is_choice), group in groupby(plies, key=lambda ply: (ply.seat, isinstance(ply.move, Choose))):
        together = list(group)
        alone = is_choice or len(together) > 2
        turns += [Turn(seat, [ply]) for ply in together] if alone else [Turn(seat, together)]
    return turns


def rows_of(plies: list[Ply]) -> list[list[Turn]]:
    """Turns in rows of two: the side that moved first on the left, whatever the opening did to the order."""
    turns = turns_of(plies)
    return [turns[start : start + 2] for start in range(0, len(turns), 2)]


class MoveList:
    """Draws the card and keeps how far it is scrolled back."""

    def __init__(self, table: ShownGame, x: float, y: float, height: float) -> None:
        self.table = table
        self.x, self.y, self.height = x, y, height
        self._back = 0

    @property
    def _visible_rows(self) -> int:
        return max(0, int((self.height - 60) // _ROW))

    def scroll(self, rows: int) -> None:
        """Scrolls towards older moves by so many rows, or back."""
        most = max(0, len(rows_of(self.table.match.plies)) - self._visible_rows)
        self._back = min(most, max(0, self._back + rows))

    def follow(self) -> None:
        """Shows the newest moves."""
        self._back = 0

    def draw(self, canvas: Canvas) -> None:
        """Draws the card with the rows that fit, nothing where not even one does."""
        if self._visible_rows < 1:
            return
        plies = self.table.match.plies
        canvas.card(self.x, self.y, 240, self.height)
        canvas.title(_("Moves"), self.x + 22, self.y + 14)
        total = _("of {number}", number=stones_placed(self.table.match))
        canvas.text(total, self.x + 218, self.y + 21, colour="mist", anchor="topright")
        rows = list(enumerate(rows_of(plies), start=1))
        end = len(rows) - self._back
        for line, (number, turns) in enumerate(rows[max(0, end - self._visible_rows) : end]):
            y = self.y + 56 + line * _ROW
            if line % 2 == 0:
                canvas.painter.row_plate(canvas.target, canvas.stage.rect(self.x + 14, y, 212, 35))
            canvas.text(str(number), self.x + 40, y + 17, size=14, colour="mist", anchor="midright")
            for column, turn in enumerate(turns):
                self._draw_turn(canvas, self.x + 50 + column * 88, y, turn)

    def _draw_turn(self, canvas: Canvas, x: float, y: float, turn: Turn) -> None:
        newest = turn.plies[-1] is self.table.match.plies[-1]
        if newest:
            canvas.painter.chosen_plate(canvas.target, canvas.stage.rect(x - 4, y + 2, 86, 31))
        move = turn.plies[-1].move
        stone = self.table.tournament.ruleset.info.stone(move.stone) if isinstance(move, Place) else None
        alone = len(turn.plies) == 1
        across = 0 if stone is None else 18 if alone else 12
        if stone is not None:
            canvas.stone(stone.art, x + (8 if alone else 4), y + 17, across)
        words = " ".join(screen_move(self.table, ply.move) for ply in turn.plies)
        left = x + across + 3 if stone is not None else x + 2
        size = 16 if alone and stone is not None else 13
        colour = "amber_text" if newest else "cream"
        width = x + 82 - left
        canvas.text(words, left, y + 17, family="bold", size=size, colour=colour, anchor="midleft", width=width)
