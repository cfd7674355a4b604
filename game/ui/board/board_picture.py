"""Pictures of a board with a position, to be saved as files."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.core.geometry import Geometry
from game.core.model import State
from game.core.ruleset import Ruleset
from game.ui.board.board_view import BoardView
from game.ui.effects.motion.tween import Tweens
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.sprites import Sprites
from game.ui.painting.stage import PIXELS
from game.ui.painting.theme import Theme

#: The side of a picture in pixels.
SIDE = 1080
#: The share of the side that the board takes, and the width of a board in design pixels.
_SHARE, _DESIGN = 1032 / 1080, 704


class BoardPictures:
    """Painter of pictures of positions in one ruleset."""

    def __init__(self, theme: Theme, sprites: Sprites, ruleset: Ruleset, side: int = SIDE) -> None:
        self._ruleset, self._side = ruleset, side
        self._paintbox = Paintbox(theme, side * _SHARE / _DESIGN, sprites=sprites)
        self._view = BoardView(ruleset.info, Tweens(), lambda: None)
        self._geometry: Geometry | None = None
        """The board geometry for which the view is laid out."""

    def of(self, state: State, numbers: Mapping[int, int] | None = None) -> pygame.Surface:
        """Return a picture of a position with marks, coordinates and the move numbers on its stones."""
        picture = pygame.Surface((self._side, self._side))
        canvas = Canvas(picture, PIXELS, self._paintbox)
        canvas.backdrop(dimmed=True)
        if self._geometry is not state.geometry:
            board = round(self._side * _SHARE)
            edge = (self._side - board) // 2
            place = pygame.Rect(edge, edge, board, board)
            self._view.arrange(self._paintbox, state.geometry, place, coordinates=True)
            self._geometry = state.geometry
        self._view.show(state, self._ruleset.marks(state), numbers)
        self._view.paint(canvas)
        return picture
