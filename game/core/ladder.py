"""The ladder of a ruleset: its levels on one Elo scale, who plays them, and how far a player has climbed."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from game.core.character import Character
from game.core.language import _
from game.core.model import ParseError
from game.core.ribbon import Ribbon, ribbon_at
from game.core.ruleset import Level, complete_options
from game.core.tournament import Tournament, beaten_level


def rated(levels: Iterable[Level], text: str) -> tuple[Level, ...]:
    """The levels with the Elo that a table gives them, the weakest first; levels that were not measured come last.

    ``text`` is what ``main.py arena --ladder`` wrote. Raises ParseError for anything else.
    """
    elos = _elos(text)
    return by_strength(replace(level, elo=elos.get(level.id)) for level in levels)


def by_strength(levels: Iterable[Level]) -> tuple[Level, ...]:
    """The levels sorted, the weakest first; those that were not measured come last, in the order that they have."""
    return tuple(sorted(levels, key=lambda level: float("inf") if level.elo is None else level.elo))


def played_by(levels: Iterable[Level], characters: Mapping[str, Character]) -> tuple[Level, ...]:
    """The levels with the character of their id; a level without one stays as it is."""
    return tuple(replace(level, character=characters.get(level.id, level.character)) for level in levels)


def earned_ribbon(tournament: Tournament) -> Ribbon | None:
    """The ribbon that the only person has earned by winning this series; None for any other series.

    It is the keeper of the ribbon's stall who has to be beaten, and by the ribbon's rule.
    """
    level, info = beaten_level(tournament), tournament.ruleset.info
    ladder = [each.id for each in by_strength(info.levels)]
    ribbon = ribbon_at(info.ribbons, ladder.index(level.id)) if level is not None else None
    if ribbon is None or tournament.time_control != ribbon.time_control:
        return None
    return ribbon if tournament.options == complete_options(info, ribbon.options) else None


@dataclass(frozen=True, slots=True)
class LadderProgress:
    """A player's progress on a ladder: its levels, the weakest first, and the ids of those that were beaten.

    A stall is lit when its keeper, a stronger one, or the one just below was beaten; the first always is. A player who
    beats a stronger one by free choice need not climb up to it.
    """

    levels: tuple[Level, ...]
    beaten: frozenset[str]

    @classmethod
    def on(cls, levels: Iterable[Level], beaten: Collection[str]) -> LadderProgress:
        """The climb on the ladder of these levels; beaten ids that are no longer among them are ignored."""
        ladder = by_strength(levels)
        return cls(ladder, frozenset(level.id for level in ladder if level.id in beaten))

    @property
    def reached(self) -> int:
        """The place of the next level to beat, just above the strongest beaten one; the number of levels at the top."""
        return max((place for place, level in enumerate(self.levels, 1) if level.id in self.beaten), default=0)

    @property
    def next_level(self) -> Level | None:
        """The next level to beat, None at the top."""
        return self.levels[self.reached] if self.reached < len(self.levels) else None

    def is_lit(self, place: int) -> bool:
        """Whether the stall at this place, from 0, is lit."""
        return place <= self.reached


def _elos(text: str) -> Mapping[str, int]:
    try:
        return {str(row["level"]): int(row["elo"]) for row in json.loads(text)["levels"]}
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ParseError(_("this is no table of levels: {error!r}", error=error)) from error
