"""Ranks: titles, such as Champion, that a player earns by results against the computer. No pygame here.

The 2017 Android thesis (section 1.3) gives each player a rank from the games played and won, but does not define the
ranks; those below are our own. A rank requires a number of wins and a percentage of wins, so that neither patience
alone nor a single lucky day leads to the top.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.core.language import _, gettext_noop, plural
from game.storage.finished_games import Totals


@dataclass(frozen=True, slots=True)
class Rank:
    """A title that a player can earn, and its conditions: games played, games won, and percentage won."""

    title: str
    played: int = 0
    won: int = 0
    percent: int = 0

    def is_reached(self, total: Totals) -> bool:
        """Return True if these totals of a player's games meet the conditions of the rank."""
        return total.played >= self.played and total.won >= self.won and 100 * total.won >= self.percent * total.played

    def demands(self) -> str:
        """Return the conditions of this rank as text for a player who can reach it next."""
        title = _(self.title)
        if not self.won:
            return plural(
                "Next rank: {rank}, after your first game",
                "Next rank: {rank}, after {count} games",
                self.played,
                rank=title,
            )
        if not self.percent:
            return plural(
                "Next rank: {rank}, after your first win", "Next rank: {rank}, after {count} wins", self.won, rank=title
            )
        return plural(
            "Next rank: {rank}, with {count} win and {percent} % of games won",
            "Next rank: {rank}, with {count} wins and {percent} % of games won",
            self.won,
            rank=title,
            percent=self.percent,
        )


#: From the lowest to the highest.
RANKS = (
    # Translators: titles of a player in a club or at a fair, rising from here to “Legend”.
    Rank(gettext_noop("Newcomer")),
    Rank(gettext_noop("Visitor"), played=1),
    Rank(gettext_noop("Apprentice"), played=1, won=1),
    # Translators: somebody who comes often.
    Rank(gettext_noop("Regular"), played=5, won=5, percent=20),
    Rank(gettext_noop("Expert"), played=10, won=10, percent=35),
    Rank(gettext_noop("Champion"), played=20, won=20, percent=50),
    Rank(gettext_noop("Master"), played=50, won=50, percent=60),
    Rank(gettext_noop("Legend"), played=100, won=100, percent=70),
)


def in_all(record: Iterable[Totals]) -> Totals:
    """Add up the totals of a player's games over all rulesets.

    The ruleset id of the result is "".
    """
    rows = list(record)
    return Totals(
        ruleset_id="",
        played=sum(row.played for row in rows),
        won=sum(row.won for row in rows),
        drawn=sum(row.drawn for row in rows),
        lost=sum(row.lost for row in rows),
    )


def rank_of(total: Totals) -> Rank:
    """Return the highest rank that a player with these totals of games reaches."""
    return [rank for rank in RANKS if rank.is_reached(total)][-1]


def next_rank(total: Totals) -> Rank | None:
    """Return the rank above the one of a player with these totals, or None for the highest rank."""
    following = RANKS.index(rank_of(total)) + 1
    return RANKS[following] if following < len(RANKS) else None


def win_rate(total: Totals) -> str:
    """Return the percentage of games won as text; a dash if no game was played."""
    return _("{percent} %", percent=round(100 * total.won / total.played)) if total.played else "–"
