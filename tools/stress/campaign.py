"""A campaign: one way to attack the program, in trials that are numbered and that a seed makes again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

#: What the environment of processes that report in lines has besides: pygame's greeting would stand among them.
WITHOUT_GREETING = {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
#: A trial: attacks with the dice of a seed in a new folder. It returns what broke, in a sentence, "" when all held;
#: what it raises is a finding as well.
Trial = Callable[[int, Path], str]


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign: its name and what it is about, its trial, and how much of it a round brings."""

    name: str
    about: str
    trial: Trial
    batch: int
    """Trials of one process; a new one begins with clean memory."""
    patience: float
    """Seconds after which a trial that has said nothing is taken to hang."""
    weight: int = 1
    """How many things one trial tries, such as events."""


class WaitProbe:
    """The longest frames of windows in this process, in milliseconds: of harmless ones, and of those under attack."""

    def __init__(self) -> None:
        self.calm = self.attacked = 0.0

    def note(self, milliseconds: float, *, is_attack: bool) -> None:
        """Note the longest frame of a window."""
        if is_attack:
            self.attacked = max(self.attacked, milliseconds)
        else:
            self.calm = max(self.calm, milliseconds)


#: What the trials of this process measured.
WAITS = WaitProbe()
