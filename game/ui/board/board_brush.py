"""Functions that draw the parts of a game board: stones, bands, beams and marks.

They do not know the position.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pygame

from game.core.geometry import Geometry, Lattice, Surface
from game.core.model import EMPTY
from game.core.ruleset import RulesetInfo
from game.ui.painting.board_layout import BoardLayout, stretches
from game.ui.painting.canvas import Canvas
from game.ui.painting.numerals import draw_numeral
from game.ui.painting.sprites import Sprites

#: The thickness of a band under stones, as a share of a cell.
BAND = 0.5
#: The number of glows per cell in the light that runs along a winning line.
_GLOWS = 8
_GLOW = 0.2
#: The size of the mark on a free cell and of the ring around a stone to pick from, as shares of a stone.
_POINT, _RING = 0.42, 1.24


@dataclass(frozen=True, slots=True)
class BoardBrush:
    """Painter of the stones and marks of one board at one size, on canvases in pixels."""

    info: RulesetInfo
    sprites: Sprites
    geometry: Geometry
    layout: BoardLayout
    numbers: Mapping[int, int] = field(default_factory=dict)
    """The move number that is shown on the stone of each cell."""

    @property
    def is_pond(self) -> bool:
        """True if this is the pond board, whose cells are pockets rather than grid points."""
        return self.geometry.surface is Surface.POCKETS

    def picture_of(self, stone: str, *, blinking: bool = False) -> pygame.Surface:
        """Return the picture of a stone, given by the letter of its kind."""
        kind = self.info.stone(stone)
        return self.sprites.stone(kind.art if kind else stone, self.layout.stone_diameter, blinking=blinking)

    def at(self, canvas: Canvas, picture: pygame.Surface, cells: Iterable[int]) -> None:
        """Draw a picture centred on each of the given cells."""
        for cell in cells:
            canvas.target.blit(picture, picture.get_rect(center=self.layout.centre(cell)))

    def stone(self, canvas: Canvas, stone: str, cell: int, height: float = 0.0) -> None:
        """Draw a stone with its move number, if it has one, ``height`` pixels above its cell."""
        x, y = self.layout.centre(cell)
        picture = self.picture_of(stone)
        canvas.target.blit(picture, picture.get_rect(center=(x, y - height)))
        self.number(canvas, stone, cell, height)

    def number(self, canvas: Canvas, stone: str, cell: int, height: float = 0.0) -> None:
        """Draw the move number of a stone, if it has one, ``height`` pixels above its cell."""
        number = self.numbers.get(cell)
        if number is None:
            return
        (x, y), kind = self.layout.centre(cell), self.info.stone(stone)
        place, newest = ((x, y - height), self.layout.stone_diameter), number == len(self.numbers)
        draw_numeral(canvas, kind.art if kind else stone, place, number, newest=newest)

    def shadow(self, canvas: Canvas, cell: int, share: float = 1.0) -> None:
        """Draw a stone's shadow; ``share`` is its opacity, 0 to 1, which is low for a stone in the air."""
        diameter = self.layout.stone_diameter
        shadow = self.sprites.shadow(diameter, pond=self.is_pond)
        x, y = self.layout.centre(cell)
        if share < 1:
            shadow = pygame.transform.smoothscale_by(shadow, 0.5 + 0.5 * share)
            shadow.set_alpha(round(255 * (0.3 + 0.7 * share)))
        canvas.target.blit(shadow, shadow.get_rect(center=(x + diameter * 0.08, y + diameter * 0.15)))

    def stones(self, canvas: Canvas, board: Sequence[str], cells: Iterable[int]) -> None:
        """Draw the stones on the given cells; all shadows are drawn before the first stone."""
        cells = list(cells)
        for cell in cells:
            self.shadow(canvas, cell)
        for cell in cells:
            self.stone(canvas, board[cell], cell)

    def along(self, canvas: Canvas, cells: Sequence[int], thickness: float, role: str, grown: float = 1) -> None:
        """Draw a straight band over a line of board cells, from the first to the last; over a joined edge in two parts.

        ``thickness`` is a share of a cell's width, ``role`` the name of its colour in the theme, and ``grown`` the
        visible share of the length.
        """
        for part in stretches(self.geometry, cells):
            start, end = self.layout.centre(part[0]), self.layout.centre(part[-1])
            dx, dy = round(end[0] - start[0]), round(end[1] - start[1])
            band = self.sprites.band(dx, dy, round(self.layout.cell * thickness), role)
            if grown < 1:
                band = pygame.transform.smoothscale_by(band, max(0.02, grown))
            canvas.target.blit(band, band.get_rect(center=((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)))

    def scored_band(self, canvas: Canvas, colour: str, cells: Sequence[int], grown: float = 1) -> None:
        """Draw a band in a side's colour along a line of stones that earned a point.

        ``colour`` is the letter of the side, ``grown`` (0 to 1) the visible share of the band's length.
        """
        second = colour in self.info.colours[1:]
        self.along(canvas, cells, BAND, "band_second" if second else "band_first", grown)

    def beams(self, canvas: Canvas, cell: int, share: float = 1.0) -> None:
        """Draw beams of light along a cell's row and column; ``share`` (0 to 1) is their visible part."""
        if self.geometry.lattice is Lattice.HEXAGONS:  # its columns are not upright
            return
        x, y = self.geometry.cells[cell]
        thickness = round(self.layout.cell * 0.93)
        whole = canvas.target.get_clip()
        canvas.target.set_clip(whole if share >= 1 else self.reach(cell, share).clip(whole))
        for line in (self.geometry.row_cells[y], self.geometry.column_cells[x]):
            (x0, y0), (x1, y1) = self.layout.centre(line[0]), self.layout.centre(line[-1])
            length = round(math.dist((x0, y0), (x1, y1)) + 1.9 * self.layout.cell)
            beam = self.sprites.beam(length, thickness, upright=x0 == x1)
            canvas.target.blit(beam, beam.get_rect(center=((x0 + x1) / 2, (y0 + y1) / 2)))
        canvas.target.set_clip(whole)

    def reach(self, cell: int, share: float) -> pygame.Rect:
        """Return the square around a cell that its light beams have crossed; ``share`` is their progress.

        The progress is from 0 to 1.
        """
        side = 2 * share * max(self.geometry.columns, self.geometry.rows) * self.layout.cell
        square = pygame.Rect(0, 0, round(side), round(side))
        square.center = (round(self.layout.centre(cell)[0]), round(self.layout.centre(cell)[1]))
        return square

    def legal(self, canvas: Canvas, cells: Iterable[int]) -> None:
        """Highlight the pockets of the pond board in which a stone may be placed."""
        cells = list(cells)
        for picture in (self.sprites.lit_pocket, self.sprites.legal_ring):
            self.at(canvas, picture(self.layout.pocket_diameter), cells)

    def choices(self, canvas: Canvas, board: Sequence[str], cells: Iterable[int]) -> None:
        """Mark the cells to which the next move is limited: a small mark on free cells, a ring on stones."""
        cells, diameter = list(cells), self.layout.stone_diameter
        mark, ring = self.sprites.block_mark(round(_POINT * diameter)), self.sprites.legal_ring(round(_RING * diameter))
        self.at(canvas, mark, [cell for cell in cells if board[cell] == EMPTY])
        self.at(canvas, ring, [cell for cell in cells if board[cell] != EMPTY])

    def last_ring(self) -> pygame.Surface:
        """Return the picture that marks the last move; it has no dot if the stones show move numbers."""
        return self.sprites.last_move_ring(self.layout.stone_diameter, pond=self.is_pond, dotted=not self.numbers)

    def glow_along(self, canvas: Canvas, cells: Sequence[int], progress: float) -> None:
        """Draw a line of light along the winning line; ``progress`` (0 to 1) is the visible part."""
        size, visible = round(self.layout.cell * 1.7), len(cells) * progress
        for part in stretches(self.geometry, cells):
            share = min(1.0, visible / len(part))
            visible -= len(part)
            if share <= 0:
                return
            start, end = self.layout.centre(part[0]), self.layout.centre(part[-1])
            steps = max(1, round(len(part) * _GLOWS * share))
            for step in range(steps + 1):
                t = share * step / steps
                at = (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
                canvas.lights.glow(*at, size, "amber", _GLOW)

    def win_stone(self, canvas: Canvas, stone: str, cell: int, height: float = 0.0) -> None:
        """Draw a stone of the winning line and its ring, ``height`` pixels above its cell."""
        self.stone(canvas, stone, cell, height)
        x, y = self.layout.centre(cell)
        ring = self.sprites.win_ring(self.layout.stone_diameter)
        canvas.target.blit(ring, ring.get_rect(center=(x, y - height)))
