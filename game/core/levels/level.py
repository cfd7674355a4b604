"""What a level is: an opponent, as data."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.core.character import Character


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent, as data.

    ``thinker`` is the dotted name of a Think function; a name that starts with a dot is looked up in the ruleset's own
    package. ``settings`` are handed to it as keyword arguments. ``source`` names the document and section it follows.
    """

    id: str
    title: str
    pitch: str
    thinker: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    elo: int | None = None
    """Its place on the ruleset's Elo scale, from an arena run; None where it was not measured."""
    chooses: bool = False
    """Whether its thinker is asked in the opening's choices too; for the other levels the first word is taken."""
    ponders: bool = False
    """Whether its thinker profits from pondering, that is from searching on while the opponent thinks."""
    compiled: bool = False
    """Whether its thinker runs code that has to be compiled first, by the function ``warm`` of the thinker's module;
    the other levels are instant players, which answer as soon as they are asked."""
    character: Character | None = None
    """The character that plays it; without one the level is called by its title."""
    relief: BlendedLevel | None = None
    """Who plays some of its turns, None for nobody."""

    @property
    def name(self) -> str:
        """The opponent's name: its character's name, else its title."""
        return self.character.name if self.character is not None else self.title

    def at_turn(self, seed: int) -> Level:
        """The level as it plays the turn of this seed: as itself, or by the dice as the one that relieves it."""
        if self.relief is None:
            return self
        plays = self.relief.level if random.Random(f"relief {seed}").random() < self.relief.share else self
        return replace(self, thinker=plays.thinker, settings=plays.settings, relief=None)


@dataclass(frozen=True, slots=True)
class BlendedLevel:
    """A level that plays a share of another one's turns, 0 to 1."""

    level: Level
    share: float
