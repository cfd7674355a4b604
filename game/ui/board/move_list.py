"""The move list next to the board: a row for each pair of turns, the newest at the bottom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from game.core.language import _
from game.core.match import Ply, standing_moves
from game.core.model import Choose, Place
from game.session.shown_game import ShownGame
from game.session.texts import screen_move
from game.ui.painting.canvas import Canvas

_ROW = 37
#: The distance between the stones of a turn with several, in design pixels.
_NEXT = 70.0
#: The width of the card's title in design pixels.
_HEAD = 84


@dataclass(slots=True)
class Turn:
    """A turn of one side: its consecutive plies, since a turn may place several stones."""

    seat: int
    plies: list[Ply]


def turns_of(plies: list[Ply]) -> list[Turn]:
    """Group the plies of a game into turns of one side each.

    A turn of more than two stones is split into single plies, and a choice is a turn of its own.
    """
    turns: list[Turn] = []
    for (seat, is_choice), group in groupby(plies, key=lambda ply: (ply.seat, isinstance(ply.move, Choose))):
        together = list(group)
        alone = is_choice or len(together) > 2
        turns += [Turn(seat, [ply]) for ply in together] if alone else [Turn(seat, together)]
    return turns


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A row of the move list: one or two turns, or another entry between turns."""

    number: int
    """The number of the row in the move list, from 1; 0 for a row without turns."""
    turns: list[Turn]


def rows_of(plies: list[Ply], columns: int = 2) -> list[MoveRow]:
    """Group the turns of a game into rows of the move list with ``columns`` turns each."""
    turns = turns_of(plies)
    starts = range(0, len(turns), columns)
    return [MoveRow(number, turns[start : start + columns]) for number, start in enumerate(starts, start=1)]


@dataclass(frozen=True, slots=True)
class _Arranged:
    """The rows of the move list, made from the plies of a match."""

    rows: list[MoveRow]
    columns: int
    """The number of turns per row: two, or one if turns have several stones."""
    count: int
    newest: Ply | None

    def is_of(self, plies: list[Ply]) -> bool:
        """Return True if the rows were made from these plies and are still up to date.

        Only the number of plies and the newest one are compared, because each ply that is made is a new object.
        """
        return len(plies) == self.count and (plies[-1] if plies else None) is self.newest


def _arranged(plies: list[Ply]) -> _Arranged:
    columns = 1 if any(len(turn.plies) > 1 for turn in turns_of(plies)) else 2
    return _Arranged(rows_of(plies, columns), columns, len(plies), plies[-1] if plies else None)


class MoveList:
    """The card with the list of moves, which can be scrolled."""

    def __init__(self, table: ShownGame, x: float, y: float, height: float) -> None:
        self.table = table
        self.x, self.y, self.height = x, y, height
        self._back = 0
        self._arranged: _Arranged | None = None

    def _rows(self) -> list[MoveRow]:
        """Return the rows of the move list, oldest first."""
        return self._arrangement().rows

    def _arrangement(self) -> _Arranged:
        """Return the plies of the match, grouped into rows of the move list.

        The arrangement is cached until the plies change, because pointer movements need it sixty times a second.
        """
        plies = self.plies
        if self._arranged is None or not self._arranged.is_of(plies):
            self._arranged = _arranged(plies)
        return self._arranged

    @property
    def plies(self) -> list[Ply]:
        """The plies in the move list; the position on the board may be an earlier one."""
        return self.table.match.plies

    @property
    def _visible_rows(self) -> int:
        return max(0, int((self.height - 60) // _ROW))

    def scroll(self, rows: int) -> None:
        """Scroll the move list by rows: towards older moves if positive."""
        most = max(0, len(self._rows()) - self._visible_rows)
        self._back = min(most, max(0, self._back + rows))

    def reset_for_position(self) -> None:
        """Scroll the move list to the newest moves."""
        self._back = 0

    def _seen_rows(self) -> Iterator[tuple[float, MoveRow]]:
        """Yield the visible rows of the move list, each with its top in design pixels."""
        rows = self._rows()
        end = len(rows) - self._back
        for line, row in enumerate(rows[max(0, end - self._visible_rows) : end]):
            yield self.y + 56 + line * _ROW, row

    @property
    def _turn_width(self) -> float:
        return 86 if self._arrangement().columns == 2 else 174

    def _seen_turns(self) -> Iterator[tuple[float, float, Turn]]:
        for y, row in self._seen_rows():
            for column, turn in enumerate(row.turns):
                yield self.x + 50 + column * 88, y, turn

    @property
    def _stones(self) -> int:
        """The number of stones on the board after all plies of the list."""
        plies = self.plies
        return len(standing_moves([ply.move for ply in plies], plies[-1].step.state.board)) if plies else 0

    def draw(self, canvas: Canvas) -> None:
        """Draw the move list with the rows that fit; draw nothing if no row fits."""
        if self._visible_rows < 1:
            return
        canvas.panels.card(self.x, self.y, 240, self.height)
        canvas.title(_("Moves"), self.x + 22, self.y + 14, width=_HEAD)
        total = _("{number} total", number=self._stones)
        at = (self.x + 218, self.y + 31)
        canvas.text(total, *at, colour="mist", anchor="midright", width=196 - _HEAD - 6, height=30)
        for line, (y, row) in enumerate(self._seen_rows()):
            if line % 2 == 0:
                canvas.panels.row_plate(self.x + 14, y, 212, 35)
            if row.turns:
                at = (self.x + 40, y + 17)
                canvas.text(str(row.number), *at, size=14, colour="mist", anchor="midright", width=28, height=34)
            else:
                self._draw_between(canvas, row, y)
        shown = self.table.match.plies
        later = {id(ply) for ply in self.plies[len(shown) :]}
        for x, y, turn in self._seen_turns():
            is_newest = any(ply is shown[-1] for ply in turn.plies) if shown else False
            colour = "amber_text" if is_newest else "mist" if id(turn.plies[0]) in later else "cream"
            self._draw_turn(canvas, x, y, turn, colour)

    def _draw_between(self, canvas: Canvas, row: MoveRow, y: float) -> None:
        """Draw an entry between the turns of the move list; subclasses implement it."""

    def _draw_mark(self, canvas: Canvas, turn: Turn, x: float, y: float) -> float:
        """Draw a mark at the right end of a turn in the move list, if it has one; return the mark's width."""
        return 0.0

    def _draw_turn(self, canvas: Canvas, x: float, y: float, turn: Turn, colour: str) -> None:
        if colour == "amber_text":
            canvas.panels.chosen_plate(x - 4, y + 2, self._turn_width, 31)
        move = turn.plies[-1].move
        stone = self.table.tournament.ruleset.info.stone(move.stone) if isinstance(move, Place) else None
        left = x + 2 if stone is None else x + 21
        if stone is not None:
            canvas.stone(stone.art, x + 8, y + 17, 18)
        size, end = 13 if stone is None else 16, x + self._turn_width - 4 - self._draw_mark(canvas, turn, x, y)
        for ply in turn.plies:
            width = min(end - left, _NEXT - 4) if len(turn.plies) > 1 else end - left
            words = screen_move(self.table, ply.move)
            at = (left, y + 17)
            canvas.text(
                words,
                *at,
                family="bold",
                size=size,
                colour=colour,
                anchor="midleft",
                width=width,
                height=34,
                smallest=10,
            )
            left += _NEXT
