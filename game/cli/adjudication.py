"""Adjudication: ends an arena game whose outcome is certain though its rules let it go on."""

from __future__ import annotations

from game.core.lines.line_state import LineState
from game.core.model import EMPTY, State


def is_dead_draw(state: State) -> bool:
    """Whether neither side can win any more: every possible line holds stones of both colours.

    Exact for games of rows, whatever the variant; for other games always False.
    """
    if not isinstance(state, LineState) or state.lines or state.phase is not None:
        return False
    board = state.board
    windows = state.geometry.windows(state.rule.length)
    return all(len({board[cell] for cell in window} - {EMPTY}) > 1 for window in windows)
