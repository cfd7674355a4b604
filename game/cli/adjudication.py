"""When an arena game is over though its rules let it go on."""

from __future__ import annotations

from game.core.lines.line_state import LineState
from game.core.model import EMPTY, State


def is_dead_draw(state: State) -> bool:
    """Whether nobody can win any more: every place for a line holds stones of both colours.

    Never wrong for a game of lines, whatever its variant; other games are never called off.
    """
    if not isinstance(state, LineState) or state.lines or state.phase is not None:
        return False
    board = state.board
    windows = state.geometry.windows(state.rule.length)
    return all(len({board[cell] for cell in window} - {EMPTY}) > 1 for window in windows)
