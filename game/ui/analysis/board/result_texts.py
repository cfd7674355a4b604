"""Texts about a game of the library: players, result, date and opening."""

from __future__ import annotations

from datetime import datetime

from game.core.language import _
from game.core.ruleset import Ruleset
from game.library.index.indexed_game import OPENING_STONES, Result
from game.library.index.search import FoundGame
from game.session.dates import whole_date
from game.session.engines import stored_name

#: Results as scores, player 0 first; the same in every language.
SCORES = {Result.FIRST: "1 – 0", Result.DRAWN: "½ – ½", Result.SECOND: "0 – 1"}  # no words


def score_text(result: Result) -> str:
    """Return the result of a game as a score, or a dash if it is unknown."""
    return SCORES.get(result, "–")


def player_text(found: FoundGame, seat: int, ruleset: Ruleset | None) -> str:
    """Return the name of a player, or "?" if it is unknown; a level's name comes from its ruleset."""
    name = found.players[seat]
    return stored_name(ruleset.info.levels if ruleset else (), name) or "?"


def names_text(found: FoundGame, ruleset: Ruleset | None) -> str:
    """Return the names of a game's players, or the title of the event if both are unknown."""
    if found.event and not any(found.players):
        return found.event
    return f"{player_text(found, 0, ruleset)}  –  {player_text(found, 1, ruleset)}"  # no words


def day_text(day: int) -> str:
    """Return a date as text, as far as it is known: ``3 March 2024``, ``2024``, or ""."""
    year, month, date = day // 10000, day // 100 % 100, day % 100
    if not (year and month and date):
        return str(year or "")
    try:
        return whole_date(datetime(year, month, date))
    except ValueError:
        return str(year)


def opening_text(found: FoundGame) -> str:
    """Return the name of a game's opening or, without a name, its first stones; "" if it has no opening."""
    if found.opening_name:
        return _(found.opening_name)
    return " ".join(found.placed_cells[:OPENING_STONES]).upper() if found.opening else ""
