"""Pictures of library games: rows of the list with a small board, and the card of the selected game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.core.language import _
from game.core.model import Reason, State
from game.core.ruleset import PluginError, Ruleset
from game.library.index.found_study import last_state, study_of_found
from game.library.index.search import PAGE, FoundGame
from game.ui.analysis.board.result_texts import day_text, names_text, opening_text, score_text
from game.ui.library.game_card import GameCard, board_of
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox

_BOARD = 58.0
#: Separator of facts in a row.
_BETWEEN = "  ·  "
#: Largest number of cached positions and boards: two pages.
_MOST_STORED = 2 * PAGE


class GamePictures:
    """Painter of library games; it caches their last positions and board pictures."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self._rulesets = rulesets
        self._last: dict[int, State | Reason] = {}
        self._boards: dict[tuple[int, tuple[int, int]], pygame.Surface | None] = {}
        self._paintbox: Paintbox | None = None
        """The paintbox that drew the cached boards; a new size or theme brings another one."""

    def card(self, found: FoundGame) -> GameCard:
        """Return the card of a library game."""

        def board(canvas: Canvas, size: tuple[int, int]) -> pygame.Surface | None:
            return self._board(canvas, found, size, whole=True)

        return GameCard(found, self._rulesets.get(found.ruleset_id), self._last_of(found), board)

    def draw_row(self, canvas: Canvas, found: FoundGame, edges: tuple[float, float], middle: float) -> None:
        """Draw the row of a library game between two horizontal ``edges``, centred on height ``middle``."""
        (left, right), side = edges, canvas.px(_BOARD)
        picture = self._board(canvas, found, (side, side), whole=False)
        if picture is not None:
            canvas.picture(picture, left + _BOARD / 2, middle, anchor="center")
        x, height = left + _BOARD + 16, canvas.tall(25)
        upper, lower = middle - canvas.tall(14), middle + canvas.tall(14)
        score = canvas.text(
            score_text(found.result), right, upper, family="display", size=19,
            colour="amber" if found.result else "mist", anchor="midright", width=90, height=height,
        )  # fmt: skip
        ruleset = self._rulesets.get(found.ruleset_id)
        names = names_text(found, ruleset)
        room = right - x - score.width - 14
        canvas.text(
            names, x, upper, family="bold", size=17, colour="cream", anchor="midleft", width=room, height=height
        )
        day = canvas.text(
            day_text(found.day), right, lower, size=14, colour="mist", anchor="midright", width=170, height=height
        )
        title = _(ruleset.info.title) if ruleset else found.ruleset_id
        room = right - x - day.width - 14
        words = _as_fits(canvas, (title, opening_text(found), "" if names == found.event else found.event), room)
        canvas.text(words, x, lower, size=14, colour="soft", anchor="midleft", width=room, height=height)

    def _board(self, canvas: Canvas, found: FoundGame, size: tuple[int, int], *, whole: bool) -> pygame.Surface | None:
        if self._paintbox is not canvas.paintbox or len(self._boards) > _MOST_STORED:
            self._paintbox = canvas.paintbox
            self._boards.clear()
        key = (found.id, size)
        if key not in self._boards:
            ruleset = self._rulesets.get(found.ruleset_id)
            self._boards[key] = board_of(canvas, ruleset, self._last_of(found), size, whole=whole)
        return self._boards[key]

    def _last_of(self, found: FoundGame) -> State | Reason:
        """Return the last position of a library game, or the Reason why it is unknown."""
        if len(self._last) > _MOST_STORED:
            self._last.clear()
        if found.id not in self._last:
            self._last[found.id] = self._last_state(found)
        return self._last[found.id]

    def _last_state(self, found: FoundGame) -> State | Reason:
        try:
            study = study_of_found(found, self._rulesets)
            return study if isinstance(study, Reason) else last_state(study)
        except PluginError as error:
            return Reason("a ruleset failed", str(error))


def _as_fits(canvas: Canvas, parts: Sequence[str], room: float) -> str:
    """Join as many texts from the start of a sequence as fit into one line, but at least the first.

    Fewer parts leave more room for large letters.
    """
    size = canvas.tall(14)
    sentences = [each for each in parts if each]
    while len(sentences) > 1 and not canvas.fits(_BETWEEN.join(sentences), "text", size, room):
        sentences.pop()
    return _BETWEEN.join(sentences)
