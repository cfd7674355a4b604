"""The rules of games of rows as the kit knows them: plain data, one record a colour."""

from __future__ import annotations

from dataclasses import dataclass, replace

#: The longest reach along a line: a key of the table of lines has two bits for each neighbour.
FARTHEST = 5


@dataclass(frozen=True)
class ColourRule:
    """The winning line of one colour, and what is forbidden to it."""

    overline_wins: bool = True
    needs_open_end: bool = False
    """Whether a winning line with a stone of the other colour at both ends does not win."""
    bans_overline: bool = False
    bans_double_four: bool = False
    bans_double_three: bool = False

    @property
    def name(self) -> str:
        """What differs from the free rules, ``any`` where nothing does."""
        words = (
            ("exact", not self.overline_wins),
            ("open", self.needs_open_end),
            ("no_overline", self.bans_overline),
            ("no_44", self.bans_double_four),
            ("no_33", self.bans_double_three),
        )
        return "+".join(word for word, holds in words if holds) or "any"


@dataclass(frozen=True)
class Rules:
    """The rules of both colours, the first one's first; only the first one may have bans.

    The kit's names are those of five in a row. Where ``length``, the stones of a winning line, is another, a *five* is
    such a line, a *four* lacks one stone of it, a *three* lacks two, and so on.
    """

    first: ColourRule
    second: ColourRule
    length: int = 5
    stones_a_turn: int = 1

    @property
    def name(self) -> str:
        """A stable name: ``5-any-any`` for the free rules."""
        name = f"{self.length}-{self.first.name}-{self.second.name}"
        return name if self.stones_a_turn == 1 else f"{name}-{self.stones_a_turn}_a_turn"

    @property
    def nearest(self) -> tuple[Rules, ...]:
        """These rules, and those whose numbers serve where these have none of their own, the nearest first.

        Single bans, which a player may add to the rules, hardly change what a pattern is worth.
        """
        no_single_bans = replace(self.first, bans_double_four=False, bans_double_three=False)
        no_other_line = replace(self, first=ColourRule(), second=ColourRule())
        return self, replace(self, first=no_single_bans), no_other_line, FREE

    @property
    def reach(self) -> int:
        """The distance at which a neighbour can matter: beyond a winning line, unless overlines win for both."""
        looks_beyond = any(not rule.overline_wins or rule.needs_open_end for rule in (self.first, self.second))
        return self.length if looks_beyond else self.length - 1


#: Five or more in a row win, and nothing is forbidden.
FREE = Rules(ColourRule(), ColourRule())
