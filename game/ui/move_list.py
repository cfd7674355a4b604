"""The list of moves: a row for each pair of turns, newest at the bottom."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import pygame

from game.core.match import Ply
from game.core.model import Place
from game.ui.painter import Painter
from game.ui.sprites import Sprites
from game.ui.stage import Stage
from game.ui.table import Table
from game.ui.wording import screen_move

_ROW = 37


@dataclass(slots=True)
class Turn:
    """The plies that one seat made in a row."""

    seat: int
    plies: list[Ply]


def turns_of(plies: list[Ply]) -> list[Turn]:
    """Plies grouped into turns."""
    return [Turn(seat, list(group)) for seat, group in groupby(plies, key=lambda ply: ply.seat)]


def rows_of(plies: list[Ply]) -> list[tuple[Turn | None, Turn | None]]:
    """Turns in two columns: the side that moved first on the left, whatever the opening did to the order."""
    rows: list[tuple[Turn | None, Turn | None]] = []
    turns = turns_of(plies)
    first = turns[0].seat if turns else 0
    for turn in turns:
        if turn.seat == first:
            rows.append((turn, None))
        else:
            rows[-1] = (rows[-1][0], turn)
    return rows


class MoveList:
    """Draws the card and keeps how far it is scrolled back."""

    def __init__(self, table: Table, x: float, y: float, height: float) -> None:
        self.table = table
        self.x, self.y, self.height = x, y, height
        self._back = 0

    @property
    def _visible_rows(self) -> int:
        return int((self.height - 74) // _ROW)

    def rect(self, stage: Stage) -> pygame.Rect:
        """The card on the screen."""
        return stage.rect(self.x, self.y, 240, self.height)

    def scroll(self, rows: int) -> None:
        """Scrolls towards older moves by so many rows, or back."""
        most = max(0, len(rows_of(self.table.match.plies)) - self._visible_rows)
        self._back = min(most, max(0, self._back + rows))

    def follow(self) -> None:
        """Shows the newest moves."""
        self._back = 0

    def draw(self, target: pygame.Surface, stage: Stage, painter: Painter, sprites: Sprites) -> None:
        """Draws the card with the rows that fit."""
        plies = self.table.match.plies
        painter.card(target, self.rect(stage), radius=22, lip=8)
        painter.text(target, "Moves", stage.point(self.x + 22, self.y + 18), family="display", size=24, colour="cream")
        total = stage.point(self.x + 218, self.y + 24)
        painter.text(target, f"of {len(plies)}", total, size=15, colour="mist", anchor="topright")
        rows = list(enumerate(rows_of(plies), start=1))
        end = len(rows) - self._back
        for line, (number, turns) in enumerate(rows[max(0, end - self._visible_rows) : end]):
            self._draw_row(target, stage, painter, sprites, line, number, turns)

    def _draw_row(
        self,
        target: pygame.Surface,
        stage: Stage,
        painter: Painter,
        sprites: Sprites,
        line: int,
        number: int,
        turns: tuple[Turn | None, Turn | None],
    ) -> None:
        y = self.y + 62 + line * _ROW
        if line % 2 == 0:
            painter.well(target, stage.rect(self.x + 14, y, 212, 35), radius=10)
        middle = stage.point(self.x + 40, y + 17)
        painter.text(target, str(number), middle, size=14, colour="mist", anchor="midright")
        for column, turn in enumerate(turns):
            if turn is not None:
                self._draw_turn(target, stage, painter, sprites, (self.x + 50 + column * 88, y), turn)

    def _draw_turn(
        self,
        target: pygame.Surface,
        stage: Stage,
        painter: Painter,
        sprites: Sprites,
        at: tuple[float, float],
        turn: Turn,
    ) -> None:
        x, y = at
        newest = turn.plies[-1] is self.table.match.plies[-1]
        if newest:
            painter.chosen_plate(target, stage.rect(x - 4, y + 2, 86, 31), radius=10)
        move = turn.plies[-1].move
        stone = self.table.tournament.ruleset.info.stone(move.stone) if isinstance(move, Place) else None
        if stone is not None:
            picture = sprites.stone(stone.art, stage.px(18))
            target.blit(picture, picture.get_rect(center=stage.point(x + 8, y + 17)))
        words = " ".join(screen_move(self.table, ply.move) for ply in turn.plies)
        left = x + 21 if stone is not None else x + 2
        size = 16 if len(turn.plies) == 1 and stone is not None else 13
        words = painter.fit(words, "bold", size, stage.px(x + 81 - left))
        colour = "amber_text" if newest else "cream"
        painter.text(target, words, stage.point(left, y + 17), family="bold", size=size, colour=colour, anchor="midleft")
