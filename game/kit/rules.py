"""The rules of five in a row as the kit knows them: plain data, one record a colour."""

from __future__ import annotations

from dataclasses import dataclass

#: Stones in a winning line of these games.
LENGTH = 5


@dataclass(frozen=True)
class ColourRule:
    """What wins and what is forbidden for one colour."""

    overline_wins: bool = True
    needs_open_end: bool = False
    """Whether a five with a stone of the other colour at both ends does not win."""
    bans_overline: bool = False
    bans_double_four: bool = False
    bans_double_three: bool = False

    @property
    def reach(self) -> int:
        """How far a neighbour can matter: what lies beyond five stones matters unless longer lines win too."""
        return LENGTH - 1 if self.overline_wins and not self.needs_open_end else LENGTH


@dataclass(frozen=True)
class Rules:
    """The rules of both colours, the first one's first; only the first one may have bans."""

    first: ColourRule
    second: ColourRule
