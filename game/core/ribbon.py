"""The ribbons of a ladder: at each fifth stall its keeper can be met under an odd rule, and beaten for a ribbon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.core.clock import UNTIMED, TimeControl
from game.core.model import OptionValue

#: How many stalls lie between two ribbons.
STALLS_APART = 5


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A ribbon and its odd rule: options of the ruleset that differ from the default ones, a clock, or both."""

    id: str
    title: str
    about: str
    """The rule in a sentence."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    time_control: TimeControl = UNTIMED


def ribbon_at(ribbons: Sequence[Ribbon], place: int) -> Ribbon | None:
    """The ribbon that can be earned at the stall of this place, from 0; None where there is none."""
    number, rest = divmod(place + 1, STALLS_APART)
    return ribbons[number - 1] if not rest and number <= len(ribbons) else None
