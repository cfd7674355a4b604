"""The ribbons of a ladder: special games against every fifth opponent, under an unusual rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.core.clock import UNTIMED, TimeControl
from game.core.model import OptionValue

#: The number of ladder levels from one ribbon to the next.
STALLS_APART = 5


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A ribbon, and the unusual rule under which its opponent must be beaten.

    ``options`` are the ruleset's options that differ from their defaults; ``time_control`` is the clock. ``id`` is
    unique in the ruleset, ``title`` is shown on screen.
    """

    id: str
    title: str
    about: str
    """The rule in one sentence."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    time_control: TimeControl = UNTIMED


def ribbon_at(ribbons: Sequence[Ribbon], place: int) -> Ribbon | None:
    """Return the ribbon that can be earned at this place of the ladder, counted from 0; None if there is none."""
    number, rest = divmod(place + 1, STALLS_APART)
    return ribbons[number - 1] if not rest and number <= len(ribbons) else None
