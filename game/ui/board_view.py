"""The board on screen: stones, marks, the ghost under the pointer, and the motions that events start."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from game.core.geometry import Geometry
from game.core.model import EMPTY, Event, LineMade, Mark, MarkKind, Place, Placed, Reason, Scored, State
from game.core.ruleset import RulesetInfo
from game.ui.painting.board_art import bake_board, highlight_coordinates
from game.ui.painting.board_layout import BoardLayout, lay_out
from game.ui.painting.painter import Painter
from game.ui.painting.sprites import Sprites
from game.ui.tween import Tween, Tweens, ease_out_back, ease_out_bounce, ease_out_cubic

DROP_SECONDS = 0.22
MASCOT_DROP_SECONDS = 0.26
SHAKE_SECONDS = 0.18
LINE_SECONDS = 0.3
POINT_SECONDS = 0.6
GHOST_SECONDS = 0.09


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the board points out in help mode."""

    lines: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The side that threatens, and the first to the last cell of a line that it could complete."""
    cells: tuple[int, ...] = ()
    """Where a stone of the side on turn helps."""


class BoardView:
    """Draws a state on a board and finds the cell under a point.

    ``paint`` draws what stands still, ``paint_live`` what moves and the ghost. ``show`` takes a new state; ``animate``
    turns events into tweens.
    """

    def __init__(self, info: RulesetInfo, tweens: Tweens, *, reduced_motion: bool = False) -> None:
        self._info = info
        self._tweens = tweens
        self.reduced_motion = reduced_motion
        self._arranged_for: tuple[Painter, BoardLayout] | None = None
        self._falling: dict[int, float] = {}
        self._rising_points: dict[int, tuple[tuple[float, float], str, float]] = {}
        self._shake = 0.0
        self._line_progress = 1.0
        self._ghost_alpha = 1.0
        self.cursor: int | None = None
        """The cell of the ghost: where the pointer or the keyboard is."""
        self.stone = ""
        """The kind of stone the ghost shows, "" for none."""
        self.suggestions: Sequence[Place] = ()
        """The placements of a hint."""
        self.suggested_lines: Sequence[tuple[int, ...]] = ()
        """The lines that are the reason for the hint."""
        self.ghosts: Sequence[Place] = ()
        """Stones of a turn that is laid out and not yet played."""
        self.guidance = Guidance()
        """What help mode points out."""
        self.forecast: Sequence[Place] = ()
        """Placements that somebody expects, to be shown faintly with their numbers."""

    # What is shown

    def arrange(
        self, painter: Painter, sprites: Sprites, geometry: Geometry, rect: pygame.Rect, *, coordinates: bool
    ) -> None:
        """Lays the board out in a rectangle of the screen."""
        layout = lay_out(geometry, rect, coordinates=coordinates)
        if self._arranged_for == (painter, layout):
            return
        self._arranged_for = (painter, layout)
        self._painter, self._sprites, self._geometry, self.layout = painter, sprites, geometry, layout
        self._board, self._board_at = bake_board(painter, layout, geometry, accent=self._info.accent)

    def show(self, state: State, marks: tuple[Mark, ...]) -> None:
        """Takes the state to draw."""
        self._state, self._marks = state, marks

    def suggest(self, placements: Sequence[Place], lines: Sequence[tuple[int, ...]] = ()) -> None:
        """Shows a hint and the lines that are the reason for it; without placements there is none."""
        self.suggestions, self.suggested_lines = placements, lines

    @property
    def why(self) -> Reason | None:
        """What makes the cell under the cursor what its mark says, where the ruleset tells it."""
        return next((mark.why for mark in self._marks if self.cursor in mark.cells and mark.why is not None), None)

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """The cell under a point of the screen."""
        return self.layout.cell_at(point)

    def hover(self, cell: int | None) -> bool:
        """Moves the ghost; returns whether that changed anything."""
        if cell == self.cursor:
            return False
        self.cursor = cell
        if not self.reduced_motion:
            self._tweens.start(Tween(GHOST_SECONDS, self._set_ghost))
        return True

    def move_cursor(self, way: tuple[int, int]) -> None:
        """Moves the keyboard's ghost to the next cell in a direction, across holes; starts in the middle."""
        geometry = self._geometry
        if self.cursor is None:
            self.cursor = min(range(len(geometry)), key=self._distance_from_middle)
            return
        x, y = geometry.cells[self.cursor]
        for _ in range(max(geometry.columns, geometry.rows)):
            x, y = x + way[0], y + way[1]
            found = geometry.at(x, y)
            if found is not None:
                self.cursor = found
                return

    def _distance_from_middle(self, cell: int) -> float:
        x, y = self._geometry.cells[cell]
        return math.dist((x, y), ((self._geometry.columns - 1) / 2, (self._geometry.rows - 1) / 2))

    # Motion

    def animate(self, events: Iterable[Event], repaint: Callable[[], None]) -> None:
        """Starts the motions of events; ``repaint`` is called when a moving thing has come to rest."""
        if self.reduced_motion:
            return
        for event in events:
            match event:
                case Placed(_, cell, stone):
                    self._drop(cell, stone, repaint)
                case Scored(colour, lines):
                    self._raise_points(colour, lines)
                case LineMade():
                    self._line_progress = 0.0
                    self._tweens.start(Tween(LINE_SECONDS, self._set_line, delay=0.12 + DROP_SECONDS, done=repaint))

    def _drop(self, cell: int, stone: str, repaint: Callable[[], None]) -> None:
        kind = self._info.stone(stone)
        mascot = kind is not None and kind.art not in ("black", "white")
        self._falling[cell] = 0.0

        def fall(progress: float) -> None:
            self._falling[cell] = progress

        def rest() -> None:
            self._falling.pop(cell, None)
            repaint()

        seconds = MASCOT_DROP_SECONDS if mascot else DROP_SECONDS
        self._tweens.start(Tween(seconds, fall, ease_out_back if mascot else ease_out_bounce, done=rest))

    def _raise_points(self, colour: str, lines: tuple[tuple[int, ...], ...]) -> None:
        for line in lines:
            key = hash((colour, line))
            middle = self.layout.centre(line[len(line) // 2])

            def rise(progress: float, key: int = key, middle: tuple[float, float] = middle) -> None:
                self._rising_points[key] = (middle, colour, progress)

            def gone(key: int = key) -> None:
                self._rising_points.pop(key, None)

            self._tweens.start(Tween(POINT_SECONDS, rise, ease_out_cubic, delay=DROP_SECONDS, done=gone))

    def shake(self) -> None:
        """The motion of a refused move."""
        if not self.reduced_motion:
            self._tweens.start(Tween(SHAKE_SECONDS, self._set_shake))

    def _set_line(self, progress: float) -> None:
        self._line_progress = progress

    def _set_ghost(self, progress: float) -> None:
        self._ghost_alpha = progress

    def _set_shake(self, progress: float) -> None:
        self._shake = 0.0 if progress >= 1 else math.sin(progress * math.pi * 6) * 6 * (1 - progress)

    # Drawing what stands still

    def paint(self, target: pygame.Surface) -> None:
        """Board, marks and stones, bottom up."""
        target.blit(self._board, self._board_at)
        for mark in self._marks:
            if mark.kind is MarkKind.LEGAL:
                self._paint_legal(target, mark.cells)
        for mark in self._marks:
            if mark.kind is MarkKind.SCORED:
                self._paint_band(target, mark)
            elif mark.kind is MarkKind.FORBIDDEN:
                self._paint_at(target, self._sprites.forbidden_mark(round(self.layout.cell * 0.5)), mark.cells)
        self._paint_guidance(target)
        self._paint_stones(target)
        for mark in self._marks:
            if mark.kind is MarkKind.LINE and self._line_progress >= 1:
                self._paint_line(target, mark.cells, 1.0)
        if not self._falling:
            self._paint_last(target, self._state.last)

    def _paint_at(self, target: pygame.Surface, picture: pygame.Surface, cells: Iterable[int]) -> None:
        for cell in cells:
            target.blit(picture, picture.get_rect(center=self.layout.centre(cell)))

    def _paint_legal(self, target: pygame.Surface, cells: tuple[int, ...]) -> None:
        """Beams along the row and column that narrow the choice, and a ring on each legal pocket."""
        if self._state.last:
            self._paint_beams(target, self._state.last[-1])
        for picture in (self._sprites.lit_pocket, self._sprites.legal_ring):
            self._paint_at(target, picture(self.layout.pocket_diameter), cells)

    def _paint_beams(self, target: pygame.Surface, cell: int) -> None:
        x, y = self._geometry.cells[cell]
        thickness = round(self.layout.cell * 0.93)
        for line in (self._geometry.row_cells[y], self._geometry.column_cells[x]):
            (x0, y0), (x1, y1) = self.layout.centre(line[0]), self.layout.centre(line[-1])
            length = round(math.dist((x0, y0), (x1, y1)) + 1.9 * self.layout.cell)
            beam = self._sprites.beam(length, thickness, upright=x0 == x1)
            target.blit(beam, beam.get_rect(center=((x0 + x1) / 2, (y0 + y1) / 2)))

    def _paint_band(self, target: pygame.Surface, mark: Mark) -> None:
        side = self._info.colours.index(mark.colour) if mark.colour in self._info.colours else 0
        self._paint_along(target, mark.cells, 0.5, "band_first" if side == 0 else "band_second")

    def _paint_along(self, target: pygame.Surface, cells: Sequence[int], thickness: float, role: str) -> None:
        """A band of that part of a cell's width from the first cell to the last."""
        start, end = self.layout.centre(cells[0]), self.layout.centre(cells[-1])
        dx, dy = round(end[0] - start[0]), round(end[1] - start[1])
        band = self._sprites.band(dx, dy, round(self.layout.cell * thickness), role)
        target.blit(band, band.get_rect(center=((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)))

    def _paint_guidance(self, target: pygame.Surface) -> None:
        """The lines that each side threatens, and where the side on turn stops them."""
        for colour, line in self.guidance.lines:
            dark = (stone := self._info.stone(colour)) is not None and stone.art == "black"
            self._paint_along(target, line, 0.3, "threat_dark" if dark else "threat_light")
        mark = self._sprites.block_mark(round(self.layout.cell * 0.5))
        self._paint_at(target, mark, self.guidance.cells)

    def _paint_stones(self, target: pygame.Surface) -> None:
        diameter = self.layout.stone_diameter
        shadow = self._sprites.shadow(diameter, pond=self._is_pond)
        resting = [c for c, stone in enumerate(self._state.board) if stone != EMPTY and c not in self._falling]
        for cell in resting:
            x, y = self.layout.centre(cell)
            target.blit(shadow, shadow.get_rect(center=(x + diameter * 0.08, y + diameter * 0.15)))
        for cell in resting:
            picture = self._stone_picture(self._state.board[cell])
            target.blit(picture, picture.get_rect(center=self.layout.centre(cell)))

    @property
    def _is_pond(self) -> bool:
        return self._geometry.surface.value == "pockets"

    def _stone_picture(self, letter: str) -> pygame.Surface:
        kind = self._info.stone(letter)
        return self._sprites.stone(kind.art if kind else letter, self.layout.stone_diameter)

    def _paint_last(self, target: pygame.Surface, cells: tuple[int, ...]) -> None:
        ring = self._sprites.last_move_ring(self.layout.stone_diameter, pond=self._is_pond)
        self._paint_at(target, ring, cells)

    def _paint_line(self, target: pygame.Surface, cells: tuple[int, ...], progress: float) -> None:
        """A line of glow through the winning stones, as far as it has run, with the stones on top of it."""
        start, end = self.layout.centre(cells[0]), self.layout.centre(cells[-1])
        steps = max(1, round(len(cells) * 8 * progress))
        size = round(self.layout.cell * 1.7)
        for step in range(steps + 1):
            t = progress * step / steps
            at = (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
            self._painter.glow(target, at, size, "amber", 0.14)
        for cell in cells[: round(len(cells) * progress)]:
            picture = self._stone_picture(self._state.board[cell])
            target.blit(picture, picture.get_rect(center=self.layout.centre(cell)))
            self._paint_at(target, self._sprites.win_ring(self.layout.stone_diameter), [cell])

    # Drawing what moves

    def paint_live(self, target: pygame.Surface, *, ghost: bool) -> None:
        """Lines that are a reason, falling stones, the running line, rising points, the hint and the ghost."""
        self._paint_reasons(target)
        for cell, progress in self._falling.items():
            self._paint_falling(target, cell, progress)
        if self._line_progress < 1:
            for mark in self._marks:
                if mark.kind is MarkKind.LINE:
                    self._paint_line(target, mark.cells, self._line_progress)
        for middle, colour, progress in self._rising_points.values():
            self._paint_point(target, middle, colour, progress)
        self._paint_forecast(target)
        for place in self.suggestions:
            self._paint_suggestion(target, place)
        for place in self.ghosts:
            self._paint_laid(target, place)
        if ghost and self.cursor is not None:
            self._paint_ghost(target, self.cursor)

    def _paint_reasons(self, target: pygame.Surface) -> None:
        """The lines that forbid the cell under the cursor, else those that the hint is about, under their stones."""
        why = self.why
        lines = self.suggested_lines if why is None else why.lines
        if not lines:
            return
        role = "banned" if why is not None else "band_first" if self._is_pond else "reason"
        for line in lines:
            self._paint_along(target, line, 0.5 if self._is_pond else 1.08, role)
        cells = dict.fromkeys(cell for line in lines for cell in line)
        for cell in cells:
            if self._state.board[cell] != EMPTY and cell not in self._falling:
                self._paint_at(target, self._stone_picture(self._state.board[cell]), [cell])
        if why is not None and self.cursor is not None:
            self._paint_at(target, self._sprites.forbidden_mark(round(self.layout.cell * 0.5)), [self.cursor])

    def _paint_forecast(self, target: pygame.Surface) -> None:
        diameter = self.layout.stone_diameter
        size = diameter * 0.46 / self._painter.scale
        for number, place in enumerate(self.forecast, start=1):
            kind = self._info.stone(place.stone)
            if kind is None or self._state.board[place.cell] != EMPTY:
                continue
            centre = self.layout.centre(place.cell)
            self._paint_at(target, self._sprites.faint(kind.art, diameter), [place.cell])
            colour = "cream" if kind.art == "black" else "ink"
            self._painter.text(target, str(number), centre, family="bold", size=size, colour=colour, anchor="center")

    def _paint_suggestion(self, target: pygame.Surface, place: Place) -> None:
        centre = self.layout.centre(place.cell)
        self._painter.glow(target, centre, round(self.layout.cell * 2.4), "amber", 0.7)
        if place.cell in self._laid_cells:
            return
        kind = self._info.stone(place.stone)
        if kind is not None:
            ghost = self._sprites.ghost(kind.art, self.layout.stone_diameter, pond=self._is_pond)
            ghost.set_alpha(255)
            self._paint_at(target, ghost, [place.cell])
        self._paint_at(target, self._sprites.dashed_ring(round(self.layout.cell * 1.2), "coral_lip"), [place.cell])

    def _paint_laid(self, target: pygame.Surface, place: Place) -> None:
        kind = self._info.stone(place.stone)
        if kind is not None:
            stone = self._sprites.laid(kind.art, self.layout.stone_diameter, pond=self._is_pond)
            self._paint_at(target, stone, [place.cell])

    @property
    def _laid_cells(self) -> set[int]:
        return {place.cell for place in self.ghosts}

    def _paint_falling(self, target: pygame.Surface, cell: int, progress: float) -> None:
        if self._state.board[cell] == EMPTY:
            return
        x, y = self.layout.centre(cell)
        diameter = self.layout.stone_diameter
        shadow = self._sprites.shadow(diameter, pond=self._is_pond)
        shadow_at = shadow.get_rect(center=(x + diameter * 0.08, y + diameter * 0.15))
        target.blit(shadow, shadow_at)
        picture = self._stone_picture(self._state.board[cell])
        height = (1 - progress) * 1.2 * self.layout.cell
        target.blit(picture, picture.get_rect(center=(x, y - height)))

    def _paint_point(self, target: pygame.Surface, middle: tuple[float, float], colour: str, progress: float) -> None:
        side = "amber" if colour == self._info.colours[0] else "band_second"
        at = (middle[0] + self.layout.cell * 0.5, middle[1] - self.layout.cell * (0.4 + 0.45 * progress))
        self._painter.text(target, "+1", at, family="display", size=30, colour=side, anchor="center", shadow=True)

    def _paint_ghost(self, target: pygame.Surface, cell: int) -> None:
        if self.layout.coordinates:
            highlight_coordinates(self._painter, target, self.layout, cell)
        centre = self.layout.centre(cell)
        x = centre[0] + self._shake * self._painter.scale
        kind = self._info.stone(self.stone)
        is_shown = self._state.board[cell] != EMPTY or cell in self._laid_cells or self.why is not None
        if is_shown or kind is None:
            ring = self._sprites.dashed_ring(round(self.layout.cell * 1.15), "cream")
            target.blit(ring, ring.get_rect(center=(x, centre[1])))
            return
        picture = self._sprites.ghost(kind.art, self.layout.stone_diameter, pond=self._is_pond)
        picture.set_alpha(round(255 * self._ghost_alpha))
        target.blit(picture, picture.get_rect(center=(x, centre[1])))
