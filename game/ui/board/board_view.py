"""The view of a board: stones, marks, the ghost under the pointer, and the motions that events start."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.geometry import Geometry
from game.core.model import EMPTY, Event, Mark, MarkKind, Place, Reason, State
from game.core.ruleset import RulesetInfo
from game.ui.board import moving_board
from game.ui.board.board_brush import BoardBrush
from game.ui.motion import timings
from game.ui.motion.board_motion import BoardMotion
from game.ui.motion.tween import Tweens
from game.ui.motion.veil import Veil, night_over
from game.ui.painting import surfaces
from game.ui.painting.board_art import bake_board, highlight_coordinates
from game.ui.painting.board_layout import BoardLayout, lay_out
from game.ui.painting.painter import Painter
from game.ui.painting.sprites import Sprites
from game.ui.painting.surfaces import blit_faded

#: The scale of a ghost while the pointer presses it.
_PRESSED = 0.88


@dataclass(frozen=True, slots=True)
class Guidance:
    """The marks of help mode on the board."""

    lines: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The threatening side, and the first and last cell of a line that it could complete."""
    cells: tuple[int, ...] = ()
    """The cells where a stone of the side on turn stops a threat."""


class BoardView:
    """Draws a state on a board and finds the cell under a point.

    ``paint`` draws the still picture, ``paint_live`` what moves and the ghost. ``show`` takes a new state; ``animate``,
    called before it, starts the motions that lead there.
    """

    def __init__(self, info: RulesetInfo, tweens: Tweens, repaint: Callable[[], None]) -> None:
        """``repaint`` is called when all motions have ended."""
        self._info = info
        self.motion = BoardMotion(info, tweens, repaint)
        self.veil = Veil(tweens, repaint)
        self._arranged_for: tuple[Painter, BoardLayout] | None = None
        self._night: pygame.Surface | None = None
        self._numbers: Mapping[int, int] = {}
        self.cursor: int | None = None
        """The cell of the ghost: where the pointer or the keyboard is."""
        self.pressed: int | None = None
        """The cell on which the pointer is held down, to place there when it comes up."""
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

    # The position shown

    def arrange(
        self, painter: Painter, sprites: Sprites, geometry: Geometry, rect: pygame.Rect, *, coordinates: bool
    ) -> None:
        """Lay the board out in a rectangle of the screen."""
        layout = lay_out(geometry, rect, coordinates=coordinates)
        if self._arranged_for == (painter, layout):
            return
        self._arranged_for = (painter, layout)
        self._painter, self._sprites, self._geometry, self.layout = painter, sprites, geometry, layout
        self._board, self._board_at = bake_board(painter, layout, geometry, accent=self._info.accent)
        self._brush = BoardBrush(self._info, painter, sprites, geometry, layout, self._numbers)
        self._night = None

    def show(self, state: State, marks: tuple[Mark, ...], numbers: Mapping[int, int] | None = None) -> None:
        """Take the state to draw, and the numbers of stones that show one, by cell."""
        self._state, self._marks, self._numbers = state, marks, numbers or {}
        self._brush = replace(self._brush, numbers=self._numbers)

    def suggest(self, placements: Sequence[Place], lines: Sequence[tuple[int, ...]] = ()) -> None:
        """Show a hint and the lines that are its reason; no placements hide it."""
        self.suggestions, self.suggested_lines = placements, lines

    @property
    def why(self) -> Reason | None:
        """The reason for the mark on the cell under the cursor, where the ruleset gives one."""
        return next((mark.why for mark in self._marks if self.cursor in mark.cells and mark.why is not None), None)

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """The cell under a point of the screen."""
        return self.layout.cell_at(point)

    def hover(self, cell: int | None) -> bool:
        """Move the ghost; returns whether that changed anything."""
        if cell == self.cursor:
            return False
        self.cursor = cell
        self.motion.show_ghost()
        return True

    def move_cursor(self, way: tuple[int, int]) -> bool:
        """Move the keyboard's ghost to the next cell in a direction, across holes; starts in the middle.

        Returns whether that changed anything.
        """
        geometry, before = self._geometry, self.cursor
        if before is None:
            self.cursor = min(range(len(geometry)), key=self._distance_from_middle)
            return True
        x, y = geometry.cells[before]
        for _ in range(max(geometry.columns, geometry.rows)):
            x, y = x + way[0], y + way[1]
            found = geometry.at(x, y)
            if found is not None:
                self.cursor = found
                break
        return self.cursor != before

    def _distance_from_middle(self, cell: int) -> float:
        x, y = self._geometry.cells[cell]
        return math.dist((x, y), ((self._geometry.columns - 1) / 2, (self._geometry.rows - 1) / 2))

    # Motion

    def animate(self, events: Iterable[Event]) -> None:
        """Start the motions of events that follow the state shown."""
        self._keep_picture()
        self.motion.follow(events, self._state.last)

    def animate_change(self, after: State) -> None:
        """Start the motions from the state shown to another one that is not one move away."""
        self._keep_picture()
        self.motion.change(self._state, after)

    def _keep_picture(self) -> None:
        """Keep the current picture while motions are reduced, so that it can fade into the new one."""
        if self.motion.is_reduced:
            left, top = self._board_at
            whole = surfaces.blank((left + self._board.get_width(), top + self._board.get_height()))
            self.paint(whole)
            self._before = whole.subsurface(self.layout.frame.clip(whole.get_rect())).copy()

    def shake(self) -> None:
        """Start the shake of a refused move."""
        self.motion.refuse()

    # Drawing the still picture

    def paint(self, target: pygame.Surface) -> None:
        """Draw board, marks and stones, bottom up, without what moves."""
        target.blit(self._board, self._board_at)
        now, brush = self.motion.now, self._brush
        for mark in self._marks:
            if mark.kind is MarkKind.LEGAL and now.sweep is None:
                self._paint_legal(target, mark.cells)
        for mark in self._marks:
            if mark.kind is MarkKind.SCORED and (mark.colour, frozenset(mark.cells)) not in now.bands:
                brush.scored_band(target, mark.colour, mark.cells)
            elif mark.kind is MarkKind.FORBIDDEN:
                brush.at(target, self._sprites.forbidden_mark(round(self.layout.cell * 0.5)), mark.cells)
        self._paint_guidance(target)
        brush.stones(target, self._state.board, self._resting())
        if self.veil.stands:
            self._paint_veil(target)
        self._paint_ends(target)

    def _paint_ends(self, target: pygame.Surface) -> None:
        """Draw the winning line, else the marks of the last placements."""
        now = self.motion.now
        if self._win_marks:
            if now.win is None:
                self._paint_win_marks(target)
        elif now.ring is None:
            self._brush.at(target, self._brush.last_ring(), self._state.last)
            for cell in self._state.last:
                self._brush.number(target, self._state.board[cell], cell)

    def _resting(self) -> list[int]:
        now = self.motion.now
        moving = set(now.falling)
        if now.win is not None:
            moving.update(cell for mark in self._win_marks for cell in mark.cells)
        return [cell for cell, stone in enumerate(self._state.board) if stone != EMPTY and cell not in moving]

    @property
    def _win_marks(self) -> list[Mark]:
        return [mark for mark in self._marks if mark.kind is MarkKind.LINE]

    def _paint_win_marks(self, target: pygame.Surface) -> None:
        for mark in self._win_marks:
            moving_board.paint_win(target, self._brush, self.motion, self._state, mark)

    def _paint_legal(self, target: pygame.Surface, cells: tuple[int, ...]) -> None:
        """Draw beams along the row and column that limit the choice, and a ring on each legal pocket."""
        if self._state.last:
            self._brush.beams(target, self._state.last[-1])
        self._brush.legal(target, cells)

    def _paint_guidance(self, target: pygame.Surface) -> None:
        """Draw the lines that each side threatens, and the cells where the side on turn stops them."""
        for colour, line in self.guidance.lines:
            dark = (stone := self._info.stone(colour)) is not None and stone.art == "black"
            self._brush.along(target, line, 0.3, "threat_dark" if dark else "threat_light")
        mark = self._sprites.block_mark(round(self.layout.cell * 0.5))
        self._brush.at(target, mark, self.guidance.cells)

    def _paint_veil(self, target: pygame.Surface) -> None:
        """Draw the veil that darkens the board at the end."""
        if self._night is None:
            self._night = night_over(self._board, self._painter.theme.colour("board_veil"), timings.VEIL_SHARE)
        blit_faded(target, self._night, self._night.get_rect(topleft=self._board_at), self.veil.share)

    # Drawing what moves

    def paint_live(self, target: pygame.Surface, *, ghost: bool) -> None:
        """Draw what moves, the lines of a reason, the hint and the ghost."""
        moving_board.paint_under(target, self._brush, self.motion, self._state, self._marks)
        self._paint_reasons(target)
        moving_board.paint_stones(target, self._brush, self.motion, self._state)
        if self.veil.moves:
            self._paint_veil(target)
        if self.veil.moves or self.motion.now.win is not None:
            self._paint_win_marks(target)
        moving_board.paint_points(target, self._brush, self.motion)
        if self.motion.now.fade is not None:
            blit_faded(target, self._before, self.layout.frame, 1 - self.motion.now.fade)
        self._paint_forecast(target)
        for place in self.suggestions:
            self._paint_suggestion(target, place)
        for place in self.ghosts:
            self._paint_laid(target, place)
        if ghost and self.cursor is not None:
            self._paint_ghost(target, self.cursor)

    def _paint_reasons(self, target: pygame.Surface) -> None:
        """Draw the lines that forbid the cell under the cursor, else those that a hint is about, under their stones."""
        why = self.why
        lines = self.suggested_lines if why is None else why.lines
        if not lines:
            return
        role = "banned" if why is not None else "band_first" if self._brush.is_pond else "reason"
        for line in lines:
            self._brush.along(target, line, 0.5 if self._brush.is_pond else 1.08, role)
        cells = dict.fromkeys(cell for line in lines for cell in line)
        for cell in cells:
            if self._state.board[cell] != EMPTY and cell not in self.motion.now.falling:
                self._brush.stone(target, self._state.board[cell], cell)
        if why is not None and self.cursor is not None:
            self._brush.at(target, self._sprites.forbidden_mark(round(self.layout.cell * 0.5)), [self.cursor])

    def _paint_forecast(self, target: pygame.Surface) -> None:
        diameter = self.layout.stone_diameter
        size = diameter * 0.46 / self._painter.scale
        for number, place in enumerate(self.forecast, start=1):
            kind = self._info.stone(place.stone)
            if kind is None or self._state.board[place.cell] != EMPTY:
                continue
            centre = self.layout.centre(place.cell)
            self._brush.at(target, self._sprites.faint(kind.art, diameter), [place.cell])
            colour = "stone_black_text" if kind.art == "black" else "stone_white_text"
            self._painter.text(target, str(number), centre, family="bold", size=size, colour=colour, anchor="center")

    def _paint_suggestion(self, target: pygame.Surface, place: Place) -> None:
        centre = self.layout.centre(place.cell)
        self._painter.glow(target, centre, round(self.layout.cell * 2.4), "amber", 0.7)
        if place.cell in self._laid_cells:
            return
        kind = self._info.stone(place.stone)
        if kind is not None:
            ghost = self._sprites.ghost(kind.art, self.layout.stone_diameter, pond=self._brush.is_pond)
            self._brush.at(target, ghost, [place.cell])
        self._brush.at(target, self._sprites.dashed_ring(round(self.layout.cell * 1.2), "coral_lip"), [place.cell])

    def _paint_laid(self, target: pygame.Surface, place: Place) -> None:
        kind = self._info.stone(place.stone)
        if kind is not None:
            stone = self._sprites.laid(kind.art, self.layout.stone_diameter, pond=self._brush.is_pond)
            self._brush.at(target, stone, [place.cell])

    @property
    def _laid_cells(self) -> set[int]:
        return {place.cell for place in self.ghosts}

    def _paint_ghost(self, target: pygame.Surface, cell: int) -> None:
        if self.layout.coordinates:
            highlight_coordinates(self._painter, target, self.layout, cell)
        centre = self.layout.centre(cell)
        x = centre[0] + self.motion.shake * self._painter.scale
        kind = self._info.stone(self.stone)
        is_taken = self._state.board[cell] != EMPTY or cell in self._laid_cells or self.why is not None
        has_slid_off = self.pressed is not None and self.pressed != cell
        if is_taken or has_slid_off or kind is None:
            ring = self._sprites.dashed_ring(round(self.layout.cell * 1.15), "cream")
            target.blit(ring, ring.get_rect(center=(x, centre[1])))
            return
        draw, diameter = self._sprites.ghost, self.layout.stone_diameter
        if self.pressed == cell:
            draw, diameter = self._sprites.laid, round(diameter * _PRESSED)
        picture = draw(kind.art, diameter, pond=self._brush.is_pond)
        blit_faded(target, picture, picture.get_rect(center=(x, centre[1])), self.motion.ghost)
