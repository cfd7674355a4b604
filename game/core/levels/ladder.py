"""The ladder of a game: its computer opponents in order of Elo, and a player's progress in beating them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from game.core.character import Character
from game.core.language import _
from game.core.levels.level import Ribbon, ribbon_at
from game.core.model import ParseError
from game.core.ruleset import Level, complete_options
from game.core.tournament import Tournament, beaten_level


def rated(levels: Iterable[Level], text: str) -> tuple[Level, ...]:
    """Return the levels of computer opponents with the Elo that a table gives them, weakest first.

    Levels without a measurement come last.

    ``text`` is the output of ``main.py arena --ladder``. Raises ParseError for any other text.
    """
    elos = _elos(text)
    return by_strength(replace(level, elo=elos.get(level.id)) for level in levels)


def by_strength(levels: Iterable[Level]) -> tuple[Level, ...]:
    """Return the levels of computer opponents, weakest first. Levels without an Elo come last.

    Levels without an Elo keep their given order.
    """
    return tuple(sorted(levels, key=lambda level: float("inf") if level.elo is None else level.elo))


def played_by(levels: Iterable[Level], characters: Mapping[str, Character]) -> tuple[Level, ...]:
    """Return the levels of computer opponents, each with the character for its id in ``characters``.

    A level without an entry stays as it is.
    """
    return tuple(replace(level, character=characters.get(level.id, level.character)) for level in levels)


def earned_ribbon(tournament: Tournament) -> Ribbon | None:
    """Return the ribbon (an award of the ladder) that the person has earned by winning this series, or None.

    The opponent must be the level at the ribbon's place on the ladder, and the options and the clock must be the
    ribbon's.
    """
    level, info = beaten_level(tournament), tournament.ruleset.info
    ladder = [each.id for each in by_strength(info.levels)]
    ribbon = ribbon_at(info.ribbons, ladder.index(level.id)) if level is not None else None
    if ribbon is None or tournament.time_control != ribbon.time_control:
        return None
    return ribbon if tournament.options == complete_options(info, ribbon.options) else None


@dataclass(frozen=True, slots=True)
class LadderProgress:
    """The progress of a player on a ladder of computer opponents: its levels and those that are beaten.

    The levels are in order, weakest first. A level is unlocked if it is the first, or if the player has beaten it, the
    level just below it, or a stronger one. So a player who beats a strong level by free choice need not beat the weaker
    ones.
    """

    levels: tuple[Level, ...]
    beaten: frozenset[str]

    @classmethod
    def on(cls, levels: Iterable[Level], beaten: Collection[str]) -> LadderProgress:
        """Return the progress of a player who has beaten the levels with these ids. Unknown ids are ignored."""
        ladder = by_strength(levels)
        return cls(ladder, frozenset(level.id for level in ladder if level.id in beaten))

    @property
    def reached(self) -> int:
        """The number of levels up to the strongest beaten one, which is the index of the next level."""
        return max((place for place, level in enumerate(self.levels, 1) if level.id in self.beaten), default=0)

    @property
    def next_level(self) -> Level | None:
        """The level above the strongest beaten one, which the player should challenge next; None at the top."""
        return self.levels[self.reached] if self.reached < len(self.levels) else None

    def is_unlocked(self, place: int) -> bool:
        """Return True if the level at this place of the ladder, counted from 0, is unlocked for the player."""
        return place <= self.reached


def _elos(text: str) -> Mapping[str, int]:
    try:
        return {str(row["level"]): int(row["elo"]) for row in json.loads(text)["levels"]}
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ParseError(_("the table of opponent levels is not valid: {error!r}", error=error)) from error
