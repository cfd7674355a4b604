"""What makes a game practice: it stands in the records, but counts for neither rating nor ladder."""

from __future__ import annotations

from enum import Enum


class Practice(Enum):
    """Why a game is practice; the value is its word in files."""

    HINT = "hint"
    UNDO = "undo"
    TAKEN_OVER = "taken over"
    """It begins with the moves of another game, or comes from a file of another program."""
    CHANGED = "changed by hand"
    """Its position or its moves are not those that were played."""
    STAND_IN = "stand-in"
    """Somebody else played a move for the opponent."""
