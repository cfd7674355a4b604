"""The end of a game on screen: a dark layer over the board, a growing banner, and confetti for a winner."""

from __future__ import annotations

import pygame

from game.core.language import _
from game.core.model import Termination
from game.session.engines import shown_name
from game.session.shown_game import GameOnScreen
from game.ui.board.board_view import BoardView
from game.ui.effects.motion import timings
from game.ui.effects.motion.confetti import Confetti
from game.ui.effects.motion.tween import Tweens
from game.ui.painting.canvas import Canvas
from game.ui.painting.surfaces import blit_faded

#: Speed of the banner's fade, as a multiple of its growth.
_FADES_IN = 3


class EndBanner:
    """The banner with the result of a game. It grows when the game ends.

    It is shown at once if the game was over from the start.
    """

    def __init__(self, table: GameOnScreen, board: BoardView, tweens: Tweens) -> None:
        self._table, self._board, self._tweens = table, board, tweens
        self._progress = 0.0
        """Progress of the banner's growth, 0 (hidden) to 1."""
        self._flown = 0.0
        """Progress of the confetti's fall, 0 to 1."""
        self._confetti: Confetti | None = None
        self._picture: pygame.Surface | None = None
        self._words = ""
        self._is_up = table.match.outcome is not None
        if self._is_up:
            self._progress = 1.0
            board.veil.drop()

    @property
    def is_moving(self) -> bool:
        """True while the result banner grows or confetti falls."""
        return self._is_up and (self._progress != 1.0 or 0 < self._flown < 1)

    def show(self, canvas: Canvas) -> None:
        """Let the result banner grow after the winning line's animation, unless it is shown already."""
        if self._is_up:
            return
        self._is_up = True
        start = self._board.motion.win_seconds
        self._board.veil.fall(start)
        grown = start + timings.VEIL.seconds + timings.BANNER.seconds
        self._tweens.play(timings.BANNER, self._grow, delay=grown - timings.BANNER.seconds)
        if self._is_celebrated and not self._tweens.reduced:
            self._confetti = Confetti(canvas.transform, canvas.theme, self._table.match.seed)
            self._tweens.play(timings.CONFETTI, self._fly, delay=grown, done=self._sweep_up)

    @property
    def _is_celebrated(self) -> bool:
        """True if a person on this computer has won the game."""
        outcome = self._table.match.outcome
        winner = None if outcome is None else outcome.winner
        return winner is not None and self._table.only_person in (None, winner)

    def _grow(self, progress: float) -> None:
        self._progress = progress

    def _fly(self, progress: float) -> None:
        self._flown = progress

    def _sweep_up(self) -> None:
        self._confetti = None

    def hide(self) -> None:
        self._progress, self._is_up = 0.0, False
        self._board.veil.lift()

    def forget_sizes(self) -> None:
        """Discard the banner's picture and the confetti after a change of the window's size."""
        self._picture = self._confetti = None

    def draw(self, canvas: Canvas) -> None:
        """Draw the result banner and the confetti.

        The banner is rendered once at full size, and scaled while it grows.
        """
        if self._progress > 0 and self._table.match.outcome is not None:
            self._draw_texts(canvas)
        if self._confetti is not None:
            self._confetti.draw(canvas.target, self._flown)

    def _draw_texts(self, canvas: Canvas) -> None:
        text = self._end_text()
        if self._picture is None or self._words != text:
            whole = pygame.Surface(canvas.target.get_size(), pygame.SRCALPHA)
            place = canvas.onto(whole).logo(text, 640, 640, 60, 660).rect
            self._picture, self._words = whole.subsurface(place.clip(whole.get_rect())).copy(), text
        picture, share = self._picture, min(1.0, self._progress * (1 if self._tweens.reduced else _FADES_IN))
        if self._progress != 1 and not self._tweens.reduced:
            grown = timings.BANNER_FROM + (1 - timings.BANNER_FROM) * self._progress
            picture = pygame.transform.smoothscale_by(picture, grown)
        blit_faded(canvas.target, picture, picture.get_rect(center=canvas.transform.point(640, 640)), share)

    def _end_text(self) -> str:
        outcome = self._table.match.outcome
        if outcome is None or outcome.winner is None:
            return _("A draw!")
        is_made = outcome.termination is not Termination.OWN_LINE
        if self._table.match.ended_by_rule and is_made and self._table.only_person in (None, outcome.winner):
            return _(self._table.tournament.ruleset.info.win_banner)
        return _("{name} wins!", name=shown_name(self._table.participant(outcome.winner)))
