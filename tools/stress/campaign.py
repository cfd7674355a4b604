"""A campaign of the stress test, which repeats one kind of attack on the program, each time with another random seed.

The same seed repeats the same attack.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

#: Environment variables for processes whose output is read line by line: they suppress the greeting of pygame.
WITHOUT_GREETING = {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
#: A trial: takes a random seed and an empty folder, attacks the program once, and returns a sentence that describes
#: the failure, or "" when the program passes. An exception that a trial raises counts as a failure, too.
Trial = Callable[[int, Path], str]


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign of the stress test: one kind of attack on the program, and how it is repeated."""

    name: str
    about: str
    trial: Trial
    batch: int
    """The number of trials that run in one process before a new process starts with fresh memory."""
    patience: float
    """Seconds that a trial may take; a trial that has not reported its result by then counts as hanging."""
    weight: int = 1
    """The number of attempts in one trial, such as events; the table of results counts attempts."""


class WaitProbe:
    """The longest times of a frame in windows of this process, in milliseconds: in calm and under attack."""

    def __init__(self) -> None:
        self.calm = self.attacked = 0.0

    def note(self, milliseconds: float, *, is_attack: bool) -> None:
        """Record the longest frame of a window, if it is longer than those recorded before.

        ``is_attack`` is True if the window was attacked meanwhile; calm and attacked windows are recorded apart.
        """
        if is_attack:
            self.attacked = max(self.attacked, milliseconds)
        else:
            self.calm = max(self.calm, milliseconds)


#: The frame times that the trials of this process have measured.
WAITS = WaitProbe()
