"""Draws the moving parts of a board at their current place; the still parts are in the board's own picture."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.model import EMPTY, Mark, MarkKind, State
from game.ui.board.board_brush import BAND, BoardBrush
from game.ui.motion import timings
from game.ui.motion.board_motion import BoardMotion, Fall


def paint_under(
    target: pygame.Surface, brush: BoardBrush, motion: BoardMotion, state: State, marks: Sequence[Mark]
) -> None:
    """Draw moving beams and bands, under the stones on them."""
    now = motion.now
    covered: set[int] = set()
    if now.sweep is not None and state.last:
        covered |= _paint_sweep(target, brush, state, marks, now.sweep)
    for mark in marks:
        grown = now.bands.get((mark.colour, frozenset(mark.cells)))
        if mark.kind is MarkKind.SCORED and grown is not None:
            brush.scored_band(target, mark.colour, mark.cells, grown)
            covered |= set(mark.cells)
        elif mark.kind is MarkKind.SCORED and covered & set(mark.cells):
            brush.scored_band(target, mark.colour, mark.cells)
            covered |= set(mark.cells)
    for cell in sorted(covered):
        if state.board[cell] != EMPTY and cell not in now.falling:
            brush.stone(target, state.board[cell], cell)


def _paint_sweep(
    target: pygame.Surface, brush: BoardBrush, state: State, marks: Sequence[Mark], share: float
) -> set[int]:
    """Draw the beams and the pockets that they have reached; returns the cells along them."""
    legal = [cell for mark in marks if mark.kind is MarkKind.LEGAL for cell in mark.cells]
    if not legal:
        return set()
    cell = state.last[-1]
    reach = brush.reach(cell, share)
    brush.beams(target, cell, share)
    brush.legal(target, (lit for lit in legal if reach.collidepoint(brush.layout.centre(lit))))
    x, y = brush.geometry.cells[cell]
    return {*brush.geometry.row_cells[y], *brush.geometry.column_cells[x]}


def paint_stones(target: pygame.Surface, brush: BoardBrush, motion: BoardMotion, state: State) -> None:
    """Draw stones that drop or leave, and the rings that slide to the last placements."""
    now = motion.now
    for cell, fall in (*now.leaving.items(), *now.falling.items()):
        _paint_fall(target, brush, cell, fall)
    if now.ring is not None and now.win is None:
        for cell in state.last:
            _paint_ring(target, brush, cell, now.ring_from.get(cell, cell), now.ring)


def _paint_fall(target: pygame.Surface, brush: BoardBrush, cell: int, fall: Fall) -> None:
    brush.shadow(target, cell, min(1.0, max(0.0, fall.progress)))
    picture = brush.picture_of(fall.stone, blinking=fall.eyes_closed)
    x, y = brush.layout.centre(cell)
    width, height = picture.get_size()
    if fall.squash:
        flat, wide = (1 + (share - 1) * fall.squash for share in timings.SQUASH)
        picture = pygame.transform.smoothscale(picture, (round(width * wide), round(height * flat)))
    y -= (1 - fall.progress) * timings.DROP_HEIGHT * brush.layout.cell
    target.blit(picture, picture.get_rect(midbottom=(round(x), round(y - height / 2) + height)))


def _paint_ring(target: pygame.Surface, brush: BoardBrush, cell: int, start: int | None, progress: float) -> None:
    ring = brush.last_ring()
    (x0, y0), (x1, y1) = brush.layout.centre(cell if start is None else start), brush.layout.centre(cell)
    place = ring.get_rect(center=(x0 + (x1 - x0) * progress, y0 + (y1 - y0) * progress))
    ring.set_alpha(round(255 * progress) if start is None else 255)
    target.blit(ring, place)
    ring.set_alpha(255)


def paint_win(target: pygame.Surface, brush: BoardBrush, motion: BoardMotion, state: State, mark: Mark) -> None:
    """Draw the winning line as far as its light has run, with its stones hopping."""
    win = motion.now.win
    progress = 1.0 if win is None else win.progress
    if win is not None:
        resting = (cell for cell in mark.cells if cell not in motion.now.falling)
        brush.stones(target, state.board, resting)
    if progress <= 0:
        return
    brush.glow_along(target, mark.cells, progress)
    for place, cell in enumerate(mark.cells[: round(len(mark.cells) * progress)]):
        hop = 0.0 if win is None else win.hop(place) * timings.HOP_HEIGHT * brush.layout.cell
        brush.win_stone(target, state.board[cell], cell, hop)


def paint_points(target: pygame.Surface, brush: BoardBrush, motion: BoardMotion) -> None:
    """Draw the "+1" of each line that earned a point, rising from its middle and fading out."""
    layout = brush.layout
    for (colour, line), progress in motion.points.items():
        if progress <= 0:
            continue
        side = "amber" if colour == brush.info.colours[0] else "band_second"
        x, y = layout.centre(line[len(line) // 2])
        at = (x + layout.cell * BAND, y - layout.cell * 0.4 - timings.POINT_RISE * brush.painter.scale * progress)
        edge = brush.painter.px(2)
        for x, y in ((-edge, -edge), (edge, -edge), (-edge, edge), (edge, edge)):
            corner = (at[0] + x, at[1] + y)
            brush.painter.text(target, "+1", corner, family="display", size=32, colour="ink", anchor="center")
        brush.painter.text(target, "+1", at, family="display", size=32, colour=side, anchor="center")
