"""Unrated games: the reasons why a game counts for neither rating nor ladder, and the strengths of a teacher.

An unrated game remains in the records. In the code it is called a practice game.
"""

from __future__ import annotations

from enum import Enum


class Practice(Enum):
    """The reason why a game is unrated; the value is its text in files."""

    HINT = "hint"
    ANALYSED = "analysed"
    """An engine's analysis was shown during the game: forced wins, evaluations or a review."""
    UNDO = "undo"
    TAKEN_OVER = "taken over"
    """The game begins with the moves of another game, or was read from a file of another program."""
    CHANGED = "changed by hand"
    """The position or the moves in the file differ from those that were played."""
    STAND_IN = "stand-in"
    """Another engine played a move for the opponent."""
    TEACHER = "teacher"
    """A teacher watched the game and took back mistakes."""
    PAUSED = "paused"
    """The player left the game screen while a clock was running."""


class TeacherStrength(Enum):
    """The strength of a teacher, who takes mistakes back during a game; the value is its text in files."""

    GENTLE = "gentle"
    """The teacher takes back blunders, and moves that miss a forced win or allow one."""
    ATTENTIVE = "attentive"
    """The teacher also takes back mistakes."""
    STRICT = "strict"
    """The teacher also takes back mistakes and inaccuracies."""
