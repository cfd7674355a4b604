"""Functions that draw the moving parts of a board at the current progress of their animations.

The still picture of the board has the other parts.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.model import EMPTY, Mark, MarkKind, State
from game.ui.board.board_brush import BAND, BoardBrush
from game.ui.effects.motion import timings
from game.ui.effects.motion.board_motion import BoardMotion, Fall
from game.ui.painting.canvas import Canvas


def paint_under(canvas: Canvas, brush: BoardBrush, motion: BoardMotion, state: State, marks: Sequence[Mark]) -> None:
    """Draw the animated beams and bands of a board, which are below its stones."""
    now = motion.now
    covered: set[int] = set()
    if now.sweep is not None and state.last:
        covered |= _paint_sweep(canvas, brush, state, marks, now.sweep)
    for mark in marks:
        grown = now.bands.get((mark.colour, frozenset(mark.cells)))
        if mark.kind is MarkKind.SCORED and grown is not None:
            brush.scored_band(canvas, mark.colour, mark.cells, grown)
            covered |= set(mark.cells)
        elif mark.kind is MarkKind.SCORED and covered & set(mark.cells):
            brush.scored_band(canvas, mark.colour, mark.cells)
            covered |= set(mark.cells)
    for cell in sorted(covered):
        if state.board[cell] != EMPTY and cell not in now.falling:
            brush.stone(canvas, state.board[cell], cell)


def _paint_sweep(canvas: Canvas, brush: BoardBrush, state: State, marks: Sequence[Mark], share: float) -> set[int]:
    """Draw the moving light beams and the pockets they have reached; return the cells along the beams.

    ``share`` (0 to 1) is the progress of the beams.
    """
    legal = [cell for mark in marks if mark.kind is MarkKind.LEGAL for cell in mark.cells]
    if not (legal and brush.is_pond):
        return set()
    cell = state.last[-1]
    reach = brush.reach(cell, share)
    brush.beams(canvas, cell, share)
    brush.legal(canvas, (lit for lit in legal if reach.collidepoint(brush.layout.centre(lit))))
    x, y = brush.geometry.cells[cell]
    return {*brush.geometry.row_cells[y], *brush.geometry.column_cells[x]}


def paint_stones(canvas: Canvas, brush: BoardBrush, motion: BoardMotion, state: State) -> None:
    """Draw falling and rising stones, and the rings that slide to the cells of the last move."""
    now = motion.now
    for cell, fall in (*now.leaving.items(), *now.falling.items()):
        _paint_fall(canvas, brush, cell, fall)
    if now.ring is not None and now.win is None:
        for cell in state.last:
            _paint_ring(canvas, brush, cell, now.ring_from.get(cell, cell), now.ring)


def _paint_fall(canvas: Canvas, brush: BoardBrush, cell: int, fall: Fall) -> None:
    brush.shadow(canvas, cell, min(1.0, max(0.0, fall.progress)))
    picture = brush.picture_of(fall.stone, blinking=fall.eyes_closed)
    x, y = brush.layout.centre(cell)
    width, height = picture.get_size()
    if fall.squash:
        flat, wide = (1 + (share - 1) * fall.squash for share in timings.SQUASH)
        picture = pygame.transform.smoothscale(picture, (round(width * wide), round(height * flat)))
    y -= (1 - fall.progress) * timings.DROP_HEIGHT * brush.layout.cell
    canvas.target.blit(picture, picture.get_rect(midbottom=(round(x), round(y - height / 2) + height)))


def _paint_ring(canvas: Canvas, brush: BoardBrush, cell: int, start: int | None, progress: float) -> None:
    ring = brush.last_ring()
    (x0, y0), (x1, y1) = brush.layout.centre(cell if start is None else start), brush.layout.centre(cell)
    place = ring.get_rect(center=(x0 + (x1 - x0) * progress, y0 + (y1 - y0) * progress))
    ring.set_alpha(round(255 * progress) if start is None else 255)
    canvas.target.blit(ring, place)
    ring.set_alpha(255)


def paint_win(canvas: Canvas, brush: BoardBrush, motion: BoardMotion, state: State, mark: Mark) -> None:
    """Draw the animated winning line: a glow that runs along it, and hopping stones."""
    win = motion.now.win
    progress = 1.0 if win is None else win.progress
    if win is not None:
        resting = (cell for cell in mark.cells if cell not in motion.now.falling)
        brush.stones(canvas, state.board, resting)
    if progress <= 0:
        return
    brush.glow_along(canvas, mark.cells, progress)
    for place, cell in enumerate(mark.cells[: round(len(mark.cells) * progress)]):
        hop = 0.0 if win is None else win.hop(place) * timings.HOP_HEIGHT * brush.layout.cell
        brush.win_stone(canvas, state.board[cell], cell, hop)


def paint_points(canvas: Canvas, brush: BoardBrush, motion: BoardMotion) -> None:
    """Draw the "+1" of each line that earned a point, which rises from the line's middle and fades out."""
    layout = brush.layout
    for (colour, line), progress in motion.points.items():
        if progress <= 0:
            continue
        side = "amber" if colour == brush.info.colours[0] else "band_second"
        x, y = layout.centre(line[len(line) // 2])
        at = (x + layout.cell * BAND, y - layout.cell * 0.4 - timings.POINT_RISE * canvas.paintbox.scale * progress)
        edge = canvas.px(2)
        for x, y in ((-edge, -edge), (edge, -edge), (-edge, edge), (edge, edge)):
            corner = (at[0] + x, at[1] + y)
            canvas.text("+1", *corner, family="display", size=32, colour="ink", anchor="center")
        canvas.text("+1", *at, family="display", size=32, colour=side, anchor="center")
