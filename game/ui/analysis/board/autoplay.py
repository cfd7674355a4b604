"""Automatic play on the analysis board: the next move each second."""

from __future__ import annotations

#: Seconds between two moves.
SECONDS = 1.0


class Autoplay:
    """Automatic play, which steps through the moves, one each second."""

    def __init__(self) -> None:
        self.is_on = False
        self._waited = 0.0

    def toggle(self) -> None:
        """Start or pause automatic play."""
        self.is_on, self._waited = not self.is_on, 0.0

    def is_due(self, seconds: float) -> bool:
        """Advance by some seconds; return True when the next move is to be shown."""
        self._waited += seconds
        if not self.is_on or self._waited < SECONDS:
            return False
        self._waited = 0.0
        return True
