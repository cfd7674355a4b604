"""The rules of n-in-a-row games as the search uses them: plain data, one record for each colour."""

from __future__ import annotations

from dataclasses import dataclass, replace

#: Longest reach along a line: a key of the line table has two bits for each neighbour.
FARTHEST = 5


@dataclass(frozen=True)
class ColourRule:
    """The winning line and the forbidden moves of one colour."""

    overline_wins: bool = True
    needs_open_end: bool = False
    """True if a line of exactly the winning length does not win with an opponent's stone at both ends."""
    bans_overline: bool = False
    bans_double_four: bool = False
    bans_double_three: bool = False

    @property
    def name(self) -> str:
        """Text that lists the differences from the free rules, such as ``exact+no_33``; ``any`` for none."""
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
    """The rules of both colours, the first colour's first; only the first colour may have forbidden moves.

    The search uses the terms of five in a row for every length: a *five* is a winning line of ``length`` stones, a
    *four* has one stone less, a *three* two less, and so on.
    """

    first: ColourRule
    second: ColourRule
    length: int = 5
    stones_a_turn: int = 1

    @property
    def name(self) -> str:
        """A stable name of the rules, such as ``5-any-any`` for free rules."""
        name = f"{self.length}-{self.first.name}-{self.second.name}"
        return name if self.stones_a_turn == 1 else f"{name}-{self.stones_a_turn}_a_turn"

    @property
    def nearest(self) -> tuple[Rules, ...]:
        """These rules, then similar rules whose tuned parameters may be used instead, the most similar first.

        Single forbidden moves, which a player may add to the rules, hardly change the value of a pattern. Among rules
        that need an open end, neither does a win by an overline: there is only a net for those without it.
        """
        no_single_bans = replace(self.first, bans_double_four=False, bans_double_three=False)
        no_other_line = replace(self, first=ColourRule(), second=ColourRule())
        open_end = ColourRule(overline_wins=False, needs_open_end=True)
        same_ends = replace(self, first=open_end, second=open_end) if self.first.needs_open_end else no_other_line
        return self, replace(self, first=no_single_bans), same_ends, no_other_line, FREE

    @property
    def reach(self) -> int:
        """Distance, in cells, up to which a neighbour can affect the pattern of a stone on a line.

        That is one cell beyond a winning line, unless overlines win for both colours.
        """
        looks_beyond = any(not rule.overline_wins or rule.needs_open_end for rule in (self.first, self.second))
        return self.length if looks_beyond else self.length - 1


#: Five or more in a row win, and nothing is forbidden.
FREE = Rules(ColourRule(), ColourRule())
