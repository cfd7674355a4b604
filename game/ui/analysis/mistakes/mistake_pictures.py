"""Pictures of the positions before mistakes, cached for each size and theme."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.core.language import _
from game.core.model import ParseError, State
from game.core.ruleset import PluginError, Ruleset
from game.storage.learning.mistakes import Mistake
from game.training.mistakes.question import position_of
from game.ui.analysis.mistakes.mistake_texts import played_text
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.paintbox import Paintbox

#: Largest number of cached boards.
_MOST_STORED = 60

_Key = tuple[str, int]


class MistakePictures:
    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self._rulesets = rulesets
        self._positions: dict[_Key, State | None] = {}
        self._boards: dict[tuple[_Key, tuple[int, int]], pygame.Surface] = {}
        self._paintbox: Paintbox | None = None
        """The paintbox that drew the cached boards; a new size or theme brings another one."""

    def title(self, mistake: Mistake) -> str:
        """Return a title for a mistake: the game's name and the turn that the player chose."""
        ruleset = self._rulesets.get(mistake.ruleset_id)
        game = _(ruleset.info.title) if ruleset else mistake.ruleset_id
        return _("{game}: you played {played}", game=game, played=played_text(mistake))

    def position_of(self, mistake: Mistake) -> State | None:
        """Return the position before a mistake, or None if its ruleset is missing or rejects it."""
        key = mistake.mark, mistake.ply
        if key not in self._positions:
            self._positions[key] = _position(self._rulesets.get(mistake.ruleset_id), mistake)
        return self._positions[key]

    def board(self, canvas: Canvas, mistake: Mistake, size: tuple[int, int], *, whole: bool) -> pygame.Surface | None:
        """Return a picture of the position before a mistake; None if the position cannot be restored.

        ``size`` is in pixels. Unless ``whole``, the picture shows only the area around the stones.
        """
        state, ruleset = self.position_of(mistake), self._rulesets.get(mistake.ruleset_id)
        if state is None or ruleset is None:
            return None
        if self._paintbox is not canvas.paintbox or len(self._boards) > _MOST_STORED:
            self._paintbox = canvas.paintbox
            self._boards.clear()
        key, info = ((mistake.mark, mistake.ply), size), ruleset.info
        if key not in self._boards:
            self._boards[key] = little_board(
                canvas.paintbox, state.geometry, state.board, info.stones, size, accent=info.accent, whole=whole
            )
        return self._boards[key]


def _position(ruleset: Ruleset | None, mistake: Mistake) -> State | None:
    try:
        return None if ruleset is None else position_of(ruleset, mistake).state
    except (ParseError, PluginError):
        return None
