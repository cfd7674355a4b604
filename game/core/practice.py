"""What makes a game practice: it stands in the records, but counts for neither rating nor ladder.

A teacher at the table does, however strong.
"""

from __future__ import annotations

from enum import Enum


class Practice(Enum):
    """Why a game is practice; the value is its word in files."""

    HINT = "hint"
    ANALYSED = "analysed"
    """An engine's results about it were shown while it was played: forced wins, thoughts, a review."""
    UNDO = "undo"
    TAKEN_OVER = "taken over"
    """It begins with the moves of another game, or comes from a file of another program."""
    CHANGED = "changed by hand"
    """Its position or its moves are not those that were played."""
    STAND_IN = "stand-in"
    """Somebody else played a move for the opponent."""
    TEACHER = "teacher"
    """A teacher watched it, and took slips back."""
    PAUSED = "paused"
    """The player left the table while a clock ran."""


class TeacherStrength(Enum):
    """What the teacher at a table takes back; the value is its word in files."""

    GENTLE = "gentle"
    """Blunders, and forced wins that are thrown away or given to the other side."""
    ATTENTIVE = "attentive"
    """Mistakes, too."""
    STRICT = "strict"
    """Inaccuracies, too."""
