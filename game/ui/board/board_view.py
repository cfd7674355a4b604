"""The view of a board: stones, marks, the preview stone under the pointer, and animations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.geometry import Direction, Geometry, Lattice
from game.core.model import EMPTY, Event, Mark, MarkKind, Place, Reason, State
from game.core.ruleset import RulesetInfo
from game.library.study.tree import CellMark
from game.ui.board import moving_board
from game.ui.board.board_brush import BoardBrush
from game.ui.board.cell_marks import Light, paint_cell_marks, paint_lights
from game.ui.effects.motion import timings
from game.ui.effects.motion.board_motion import BoardMotion
from game.ui.effects.motion.tween import Tweens
from game.ui.effects.motion.veil import Veil, night_over
from game.ui.painting import surfaces
from game.ui.painting.board_art import bake_board, highlight_coordinates
from game.ui.painting.board_layout import BoardLayout, lay_out
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.stage import PIXELS
from game.ui.painting.surfaces import blit_faded

#: The rectangle of the board between the cards, in design pixels.
BOARD_PLACE = (288.0, 80.0, 704.0, 696.0)
#: The thickness of the band under a row that loses, in cells.
_OWN_LINE = 1.08
#: The scale of a preview stone while the mouse button is held down on it.
_PRESSED = 0.88


@dataclass(frozen=True, slots=True)
class Guidance:
    """The marks that help mode draws on the board: threats, and the cells that answer them."""

    lines: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Lines that a side could complete: the letter of the side, and the line's cells from the first to the last."""
    cells: tuple[int, ...] = ()
    """The cells where a stone of the side to move stops a threat."""
    points: tuple[tuple[str, int], ...] = ()
    """Cells where a side can continue its attack: the letter of the side, and the cell."""


def _stay(state: State, cell: int) -> int:
    return cell


class BoardView:
    """View of a board on the screen: it draws a position and finds the cell under a point.

    ``paint`` draws the still picture, ``paint_live`` the moving parts and the preview stone. ``show`` sets a new state;
    call ``animate`` before it to start the animations that lead to it.
    """

    def __init__(
        self,
        info: RulesetInfo,
        tweens: Tweens,
        repaint: Callable[[], None],
        redirect: Callable[[State, int], int] = _stay,
    ) -> None:
        """Create the view of a board; ``repaint`` is called when all its animations have ended.

        ``redirect`` returns the cell to which a stone goes if the player points at a cell (see ``RedirectsStones``).
        """
        self._info, self._redirect = info, redirect
        self.motion = BoardMotion(info, tweens, repaint)
        self.veil = Veil(tweens, repaint)
        self._arranged_for: tuple[Paintbox, BoardLayout] | None = None
        self._night: pygame.Surface | None = None
        self._numbers: Mapping[int, int] = {}
        self.cursor: int | None = None
        """The cell of the preview stone, which is at the mouse pointer or the keyboard cursor; None without one."""
        self.pressed: int | None = None
        """The cell on which the mouse button is held down; its release there places a stone. None without one."""
        self.stone = ""
        """The kind of stone that the preview stone shows; "" for no preview."""
        self.suggestions: Sequence[Place] = ()
        """The moves that a hint suggests, drawn on the board."""
        self.suggested_lines: Sequence[tuple[int, ...]] = ()
        """The lines of stones that are the reason for a hint."""
        self.previews: Sequence[Place] = ()
        """The preview stones of an unfinished turn."""
        self.guidance = Guidance()
        """The marks that help mode draws on the board."""
        self.forecast: Sequence[Place] = ()
        """The moves that the engine expects, drawn faintly with their order as numbers."""
        self.cell_marks: Sequence[CellMark] = ()
        """The marks on cells of a study, such as crosses and circles."""
        self.lights: Sequence[Light] = ()
        """The best moves according to the analysis, highlighted on the board."""

    # Position

    def arrange(self, paintbox: Paintbox, geometry: Geometry, rect: pygame.Rect, *, coordinates: bool) -> None:
        """Lay the board out in a rectangle of the window."""
        layout = lay_out(geometry, rect, coordinates=coordinates)
        if self._arranged_for == (paintbox, layout):
            return
        self._arranged_for = (paintbox, layout)
        self._paintbox, self._sprites, self._geometry, self.layout = paintbox, paintbox.sprites, geometry, layout
        self._board, self._board_at = bake_board(paintbox, layout, geometry, accent=self._info.accent)
        self._brush = BoardBrush(self._info, paintbox.sprites, geometry, layout, self._numbers)
        self._night = None

    def show(self, state: State, marks: tuple[Mark, ...], numbers: Mapping[int, int] | None = None) -> None:
        """Set the position to draw, its marks, and the move numbers on its stones."""
        self._state, self._marks, self._numbers = state, marks, numbers or {}
        if self.cursor is not None:
            self.cursor = self._meant(self.cursor)
        self._brush = replace(self._brush, numbers=self._numbers)

    def suggest(self, placements: Sequence[Place], lines: Sequence[tuple[int, ...]] = ()) -> None:
        """Show the suggested moves of a hint and the lines that explain it; without moves, hide the hint."""
        self.suggestions, self.suggested_lines = placements, lines

    @property
    def why(self) -> Reason | None:
        """The reason why the cell under the cursor is marked, such as a forbidden move; None without one."""
        return next((mark.why for mark in self._marks if self.cursor in mark.cells and mark.why is not None), None)

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """Return the board cell at which the player points on the screen, or None.

        If the stone would go to another cell, as with gravity, it is that one.
        """
        cell = self.layout.cell_at(point)
        return None if cell is None else self._meant(cell)

    def _meant(self, cell: int) -> int:
        return self._redirect(self._state, cell) if cell < len(self._state.board) else cell

    def hover(self, cell: int | None) -> bool:
        """Move the preview stone to the cell under the pointer; return True if its cell changed."""
        if cell == self.cursor:
            return False
        self.cursor = cell
        self.motion.show_preview()
        return True

    def move_cursor(self, way: tuple[int, int]) -> bool:
        """Move the board's keyboard cursor to the next cell in a direction, across holes and joined edges.

        A hidden cursor appears in the middle. Return True if anything changed.
        """
        geometry, before = self._geometry, self.cursor
        if before is None:
            self.cursor = self._meant(min(range(len(geometry)), key=self._distance_from_middle))
            return True
        for direction in _directions(geometry, before, way):
            at = geometry.cells[before]
            for _ in range(max(geometry.columns, geometry.rows)):
                at = geometry.step(at, direction)
                found = geometry.at(*at)
                if found is not None:
                    self.cursor = self._meant(found)
                    return self.cursor != before
        return False

    def _distance_from_middle(self, cell: int) -> float:
        width, height = self._geometry.extent
        return math.dist(self._geometry.project(self._geometry.cells[cell]), ((width - 1) / 2, (height - 1) / 2))

    # Animation

    def animate(self, events: Iterable[Event]) -> None:
        """Start the animations for the events of a move that is played in the position on the board."""
        self._cache_picture()
        self.motion.animate(events, self._state.last)

    def animate_change(self, after: State) -> None:
        """Start the animations that lead from the position on the board to any other position."""
        self._cache_picture()
        self.motion.change(self._state, after)

    def _cache_picture(self) -> None:
        """Store the board's present picture if motion is reduced, so that it can fade into the new one."""
        if self.motion.is_reduced:
            left, top = self._board_at
            whole = surfaces.blank((left + self._board.get_width(), top + self._board.get_height()))
            self.paint(Canvas(whole, PIXELS, self._paintbox))
            self._before = whole.subsurface(self.layout.frame.clip(whole.get_rect())).copy()

    def shake(self) -> None:
        """Shake the preview stone, because its move was refused."""
        self.motion.refuse()

    # Still picture

    def paint(self, canvas: Canvas) -> None:
        """Draw the still parts of the board from the bottom up: the board, its marks and the stones."""
        canvas = canvas.in_pixels
        canvas.target.blit(self._board, self._board_at)
        now, brush = self.motion.now, self._brush
        for mark in self._marks:
            if mark.kind is MarkKind.LEGAL and now.sweep is None:
                self._paint_legal(canvas, mark.cells)
        for mark in self._marks:
            if mark.kind is MarkKind.SCORED and (mark.colour, frozenset(mark.cells)) not in now.bands:
                brush.scored_band(canvas, mark.colour, mark.cells)
            elif mark.kind is MarkKind.OWN_LINE:
                brush.along(canvas, mark.cells, _OWN_LINE, "banned")
            elif mark.kind is MarkKind.FORBIDDEN:
                brush.at(canvas, self._sprites.forbidden_mark(round(self.layout.cell * 0.5)), mark.cells)
        self._paint_guidance(canvas)
        brush.stones(canvas, self._state.board, self._resting())
        if self.veil.stands:
            self._paint_veil(canvas)
        self._paint_ends(canvas)

    def _paint_ends(self, canvas: Canvas) -> None:
        """Draw the winning line, or if there is none, the marks of the last move, but no gold on a losing row."""
        now = self.motion.now
        if self._win_marks:
            if now.win is None:
                self._paint_win_marks(canvas)
        elif now.ring is None and not any(mark.kind is MarkKind.OWN_LINE for mark in self._marks):
            self._brush.at(canvas, self._brush.last_ring(), self._state.last)
            for cell in self._state.last:
                self._brush.number(canvas, self._state.board[cell], cell)

    def _resting(self) -> list[int]:
        now = self.motion.now
        moving = set(now.falling)
        if now.win is not None:
            moving.update(cell for mark in self._win_marks for cell in mark.cells)
        return [cell for cell, stone in enumerate(self._state.board) if stone != EMPTY and cell not in moving]

    @property
    def _win_marks(self) -> list[Mark]:
        return [mark for mark in self._marks if mark.kind is MarkKind.LINE]

    def _paint_win_marks(self, canvas: Canvas) -> None:
        for mark in self._win_marks:
            moving_board.paint_win(canvas, self._brush, self.motion, self._state, mark)

    def _paint_legal(self, canvas: Canvas, cells: tuple[int, ...]) -> None:
        """Draw the cells where a move is allowed, with light beams on the pond board, else with marks."""
        if not self._brush.is_pond:
            self._brush.choices(canvas, self._state.board, cells)
            return
        if self._state.last:
            self._brush.beams(canvas, self._state.last[-1])
        self._brush.legal(canvas, cells)

    def _paint_guidance(self, canvas: Canvas) -> None:
        """Draw the lines that each side threatens to complete, the blocking cells, and the attacking cells.

        The attacking cells are those that continue an attack.
        """
        diameter = round(self.layout.cell * 0.5)
        for colour, line in self.guidance.lines:
            self._brush.along(canvas, line, 0.3, self._threat_roles(colour)[0])
        self._brush.at(canvas, self._sprites.block_mark(diameter), self.guidance.cells)
        for colour, cell in self.guidance.points:
            self._brush.at(canvas, self._sprites.block_mark(diameter, *self._threat_roles(colour)), (cell,))

    def _threat_roles(self, colour: str) -> tuple[str, str]:
        """Return the names of two colours for the marks of a side's threats: for the mark and its outline."""
        dark = (stone := self._info.stone(colour)) is not None and stone.art == "black"
        return ("threat_dark", "threat_light") if dark else ("threat_light", "threat_dark")

    def _paint_veil(self, canvas: Canvas) -> None:
        """Draw the dark veil over the board at the end of a game."""
        if self._night is None:
            self._night = night_over(self._board, canvas.theme.colour("board_veil"), timings.VEIL_SHARE)
        blit_faded(canvas.target, self._night, self._night.get_rect(topleft=self._board_at), self.veil.share)

    # Moving parts

    def paint_live(self, canvas: Canvas, *, ghost: bool) -> None:
        """Draw the moving parts of the board, the current hint and its reason, and the preview stone (if ``ghost``)."""
        canvas = canvas.in_pixels
        moving_board.paint_under(canvas, self._brush, self.motion, self._state, self._marks)
        self._paint_reasons(canvas)
        moving_board.paint_stones(canvas, self._brush, self.motion, self._state)
        if self.veil.moves:
            self._paint_veil(canvas)
        if self.veil.moves or self.motion.now.win is not None:
            self._paint_win_marks(canvas)
        moving_board.paint_points(canvas, self._brush, self.motion)
        if self.motion.now.fade is not None:
            blit_faded(canvas.target, self._before, self.layout.frame, 1 - self.motion.now.fade)
        paint_cell_marks(canvas, self.layout, self._state, self.cell_marks)
        paint_lights(canvas, self.layout, self.lights)
        self._paint_forecast(canvas)
        for place in self.suggestions:
            self._paint_suggestion(canvas, place)
        for place in self.previews:
            self._paint_laid(canvas, place)
        if ghost and self.cursor is not None:
            self._paint_preview(canvas, self.cursor)

    def _paint_reasons(self, canvas: Canvas) -> None:
        """Draw the lines that explain a forbidden cell under the cursor, or else the hint."""
        why = self.why
        lines = self.suggested_lines if why is None else why.lines
        if not lines:
            return
        role = "banned" if why is not None else "band_first" if self._brush.is_pond else "reason"
        for line in lines:
            self._brush.along(canvas, line, 0.5 if self._brush.is_pond else 1.08, role)
        cells = dict.fromkeys(cell for line in lines for cell in line)
        for cell in cells:
            if self._state.board[cell] != EMPTY and cell not in self.motion.now.falling:
                self._brush.stone(canvas, self._state.board[cell], cell)
        if why is not None and self.cursor is not None:
            self._brush.at(canvas, self._sprites.forbidden_mark(round(self.layout.cell * 0.5)), [self.cursor])

    def _paint_forecast(self, canvas: Canvas) -> None:
        diameter = self.layout.stone_diameter
        size = diameter * 0.46 / self._paintbox.scale
        for number, place in enumerate(self.forecast, start=1):
            kind = self._info.stone(place.stone)
            if kind is None or self._state.board[place.cell] != EMPTY:
                continue
            centre = self.layout.centre(place.cell)
            self._brush.at(canvas, self._sprites.faint(kind.art, diameter), [place.cell])
            colour = "stone_black_text" if kind.art == "black" else "stone_white_text"
            canvas.text(str(number), *centre, family="bold", size=size, colour=colour, anchor="center")

    def _paint_suggestion(self, canvas: Canvas, place: Place) -> None:
        centre = self.layout.centre(place.cell)
        canvas.lights.glow(*centre, round(self.layout.cell * 2.4), "amber", 0.7)
        if place.cell in self._laid_cells:
            return
        kind = self._info.stone(place.stone)
        if kind is not None:
            ghost = self._sprites.ghost(kind.art, self.layout.stone_diameter, pond=self._brush.is_pond)
            self._brush.at(canvas, ghost, [place.cell])
        self._brush.at(canvas, self._sprites.dashed_ring(round(self.layout.cell * 1.2), "coral_lip"), [place.cell])

    def _paint_laid(self, canvas: Canvas, place: Place) -> None:
        kind = self._info.stone(place.stone)
        if kind is not None:
            stone = self._sprites.laid(kind.art, self.layout.stone_diameter, pond=self._brush.is_pond)
            self._brush.at(canvas, stone, [place.cell])

    @property
    def _laid_cells(self) -> set[int]:
        return {place.cell for place in self.previews}

    def _paint_preview(self, canvas: Canvas, cell: int) -> None:
        if self.layout.coordinates:
            highlight_coordinates(canvas, self.layout, cell)
        centre = self.layout.centre(cell)
        x = centre[0] + self.motion.shake * self._paintbox.scale
        kind = self._info.stone(self.stone)
        is_taken = self._state.board[cell] != EMPTY or cell in self._laid_cells or self.why is not None
        has_slid_off = self.pressed is not None and self.pressed != cell
        if is_taken or has_slid_off or kind is None:
            ring = self._sprites.dashed_ring(round(self.layout.cell * 1.15), "cream")
            canvas.target.blit(ring, ring.get_rect(center=(x, centre[1])))
            return
        draw, diameter = self._sprites.ghost, self.layout.stone_diameter
        if self.pressed == cell:
            draw, diameter = self._sprites.laid, round(diameter * _PRESSED)
        picture = draw(kind.art, diameter, pond=self._brush.is_pond)
        blit_faded(canvas.target, picture, picture.get_rect(center=(x, centre[1])), self.motion.ghost)


def _directions(geometry: Geometry, cell: int, way: Direction) -> tuple[Direction, ...]:
    """Return the directions in which the keyboard cursor moves for an arrow key, the preferred one first.

    On a board of hexagons, up and down alternate between the two cells above and below, so that the cursor moves
    straight on and returns on the same way. At a slanted edge only one of them is on the board.
    """
    if geometry.lattice is Lattice.SQUARES or not way[1]:
        return (way,)
    (_, y), leans = geometry.cells[cell], (-way[1], way[1])
    straight = y % 2 == 0 if way[1] < 0 else y % 2 == 1
    return (way, leans) if straight else (leans, way)
