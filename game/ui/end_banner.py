"""The words of the end of a game, which grow across the lower part of the board."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.core.language import _
from game.ui.canvas import Canvas
from game.ui.engines import shown_name
from game.ui.table import Table
from game.ui.tween import Tween, Tweens, ease_out_back

_SECONDS, _DELAY = 0.38, 0.9


class EndBanner:
    """Hidden while the game goes on; a game that was over from the start shows it at once."""

    def __init__(self, table: Table, tweens: Tweens) -> None:
        self._table, self._tweens = table, tweens
        self._progress = 1.0 if table.match.outcome is not None else 0.0
        """How far it is grown; 0 is hidden."""
        self._picture: pygame.Surface | None = None
        self._words = ""

    def show(self) -> None:
        """Lets it grow, unless it is there already."""
        if self._progress == 0.0:
            self._tweens.start(Tween(_SECONDS, self._grow, ease_out_back, delay=_DELAY))

    def _grow(self, progress: float) -> None:
        self._progress = progress

    def hide(self) -> None:
        """Gives the board free."""
        self._progress = 0.0

    def forget_sizes(self) -> None:
        """The window changed its size."""
        self._picture = None

    def draw(self, canvas: Canvas) -> None:
        """The words as far as they are grown; drawn once at full size and scaled while they grow."""
        if self._progress <= 0 or self._table.match.outcome is None:
            return
        words = self._end_words()
        if self._picture is None or self._words != words:
            whole = pygame.Surface(canvas.stage.size, pygame.SRCALPHA)
            place = replace(canvas, target=whole).logo(words, 640, 640, 60, 660)
            self._picture, self._words = whole.subsurface(place.clip(whole.get_rect())).copy(), words
        picture = self._picture
        if self._progress < 1:
            picture = pygame.transform.smoothscale_by(picture, 0.6 + 0.4 * max(0.0, self._progress))
        canvas.target.blit(picture, picture.get_rect(center=canvas.stage.point(640, 640)))

    def _end_words(self) -> str:
        outcome = self._table.match.outcome
        if outcome is None or outcome.winner is None:
            return _("A draw!")
        if self._table.match.ended_by_rule and self._table.only_person in (None, outcome.winner):
            return _(self._table.tournament.ruleset.info.win_banner)
        return _("{name} wins!", name=shown_name(self._table.participant(outcome.winner)))
