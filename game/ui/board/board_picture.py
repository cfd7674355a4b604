"""A picture of a board by itself, for saving as a file."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.core.model import State
from game.core.ruleset import Ruleset
from game.ui.board.board_view import BoardView
from game.ui.motion.tween import Tweens
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.sprites import Sprites
from game.ui.painting.stage import PIXELS
from game.ui.painting.theme import Theme

#: The side of the picture, and of the board in it, in pixels; in the design a board is 704 pixels wide.
_SIDE, _BOARD, _DESIGN = 1080, 1032, 704


def board_picture(
    theme: Theme, sprites: Sprites, ruleset: Ruleset, state: State, numbers: Mapping[int, int] | None = None
) -> pygame.Surface:
    """Draw the position with its marks, coordinates and numbers on stones, on a piece of the sky."""
    paintbox = Paintbox(theme, _BOARD / _DESIGN, sprites=sprites)
    picture = pygame.Surface((_SIDE, _SIDE))
    canvas = Canvas(picture, PIXELS, paintbox)
    canvas.backdrop(dimmed=True)
    view = BoardView(ruleset.info, Tweens(), lambda: None)
    edge = (_SIDE - _BOARD) // 2
    view.arrange(paintbox, state.geometry, pygame.Rect(edge, edge, _BOARD, _BOARD), coordinates=True)
    view.show(state, ruleset.marks(state), numbers)
    view.paint(canvas)
    return picture
