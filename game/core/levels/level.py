"""A level: a computer opponent described by data."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from game.core.character import Character
from game.core.clock import UNTIMED, TimeControl
from game.core.model import OptionValue

#: The number of ladder levels from one ribbon to the next.
CARDS_APART = 5


@dataclass(frozen=True, slots=True)
class Level:
    """A computer opponent of a certain strength, described by data.

    ``id`` is unique in the ruleset and appears in files; ``title`` and ``pitch`` (a sentence) appear on screen.
    ``thinker`` is the dotted name of the function that chooses its moves (see ``game.core.thinker.Think``); a name that
    starts with a dot is relative to the ruleset's package. ``settings`` are keyword arguments for that function.
    ``source`` names the document that the level follows, "" for none.

        Level("greedy", "Greedy", "Takes what it can.", thinker=".opponents.greedy", settings={"depth": 1})
    """

    id: str
    title: str
    pitch: str
    thinker: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    elo: int | None = None
    """The rating of the level on the ruleset's Elo scale, measured in the arena; None if it was not measured."""
    chooses: bool = False
    """True if the thinker also answers the questions of an opening. Other levels always give the first answer."""
    ponders: bool = False
    """True if the thinker can ponder, that is, search on during the opponent's turn."""
    compiled: bool = False
    """True if the thinker's code must be compiled before it can play.

    The function ``warm`` in the thinker's module compiles it. Other levels answer as soon as they are asked.
    """
    character: Character | None = None
    """The character that plays the level; without one, the level appears under its title."""
    blended: BlendedLevel | None = None
    """Another level that plays some of its turns; None for none."""

    @property
    def name(self) -> str:
        """The name of the computer opponent: its character's name, else its title."""
        return self.character.name if self.character is not None else self.title

    def at_turn(self, seed: int) -> Level:
        """Return the level that plays one turn: this level or its second level, chosen at random by ``seed``.

        The second level is in the field ``blended``.
        """
        if self.blended is None:
            return self
        plays = self.blended.level if random.Random(f"relief {seed}").random() < self.blended.share else self
        return replace(self, thinker=plays.thinker, settings=plays.settings, blended=None)


@dataclass(frozen=True, slots=True)
class BlendedLevel:
    """A second level that plays some of an opponent's turns, and its share of them, from 0 (none) to 1 (all)."""

    level: Level
    share: float


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A ribbon: an award for beating a computer opponent under an unusual rule.

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
    """Return the ribbon (an award) for beating the level at a place of the ladder, or None if there is no ribbon.

    Places count from 0.
    """
    number, rest = divmod(place + 1, CARDS_APART)
    return ribbons[number - 1] if not rest and number <= len(ribbons) else None
