"""Search in the library for the turns played from a position, with the results of those games.

The index stores each position together with the turn that was played there. An index of positions alone would be
smaller, and the position after each legal move could be looked up. But this would miss the choices of an opening, which
leave the board unchanged, count games that reached the next position by another path, and need tens of thousands of
queries for turns of two stones.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.core.match import Match
from game.core.model import Move, ParseError, State
from game.core.ruleset import Ruleset, parse_move
from game.core.symmetry import Symmetry
from game.library.index.indexed_game import SideResult
from game.library.index.indexed_turn import in_order, place_in_order, stones_together, turned_by
from game.library.index.position_key import keyed_position
from game.library.index.search import FoundGame, Search
from game.library.index.sources import SourceKind
from game.storage.names import folded

#: Maximum number of turns returned, most frequent first.
MOST_TURNS = 60


@dataclass(frozen=True, slots=True)
class NextTurnsQuery:
    """A search request for the turns played from a position, possibly only in the games of some players."""

    ruleset: Ruleset
    state: State
    """The position at the beginning of the turn."""
    laid: tuple[Move, ...] = ()
    """Stones of the turn already placed, in any order: only turns that contain them are returned."""
    players: frozenset[str] = frozenset()
    """Names in lower case: only games that these people played in this program count. Empty for everybody's games."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A turn that was played from the searched position, rotated or reflected to match the board on screen."""

    moves: tuple[Move, ...]
    """Moves of the turn without those already placed."""
    results: Mapping[SideResult, int]
    """Number of games by result for the side that played the turn."""
    newest: FoundGame
    """Most recent game in which the turn was played."""

    @property
    def games(self) -> int:
        """Number of games in which the turn was played."""
        return sum(self.results.values())

    @property
    def score(self) -> float | None:
        """Average points of the side that played the turn: 1 for a win, 0.5 for a draw; None without known results."""
        won, drawn = self.results.get(SideResult.WON, 0), self.results.get(SideResult.DRAWN, 0)
        known = won + drawn + self.results.get(SideResult.LOST, 0)
        return (won + drawn / 2) / known if known else None


@dataclass(frozen=True, slots=True)
class NextTurns:
    """The turns played from a position in the library's games."""

    turns: tuple[NextTurn, ...]
    """Turns that were played from the position, most frequent first."""
    games: int
    """Number of games that continued from the position."""
    more: int
    """Number of further turns that are left out of the list."""
    seconds: float
    """Duration of the search in seconds."""


def next_turns_query(match: Match, players: frozenset[str] = frozenset()) -> NextTurnsQuery:
    """Return the search request for the position at the start of a match's current turn.

    Between turns, this is the current position.
    """
    states = [match.first_state, *(ply.step.state for ply in match.plies)]
    laid: list[Move] = []
    while len(laid) < len(match.plies) and stones_together(states[-2 - len(laid)]) > 1:
        laid.append(match.plies[-1 - len(laid)].move)
    return NextTurnsQuery(match.ruleset, states[-1 - len(laid)], tuple(laid), players)


@dataclass(slots=True)
class _Tally:
    """Number of games with each result, and the most recent game, for one turn of the search result."""

    results: Counter[SideResult] = field(default_factory=Counter)
    newest: tuple[int, int] = (-1, 0)
    """Date and id of the most recent game."""

    @property
    def games(self) -> int:
        return self.results.total()


def find_next_turns(connection: sqlite3.Connection, query: NextTurnsQuery) -> NextTurns:
    """Return the turns played from a position in the library's games. Raises sqlite3.Error."""
    begin = time.perf_counter()
    position = keyed_position(query.ruleset, query.state)
    ways = [_back(symmetry) for symmetry in position.symmetries]
    tallies = _tallies(connection, position.key, query)
    if query.laid:
        tallies = {words: tally for words, tally in tallies.items() if _as_it_stands(words, ways, query)}
    # Only the returned turns are converted: with two stones a turn there may be tens of thousands.
    most = sorted(tallies, key=lambda words: (-tallies[words].games, words))[:MOST_TURNS]
    standing = {moves: tallies[words] for words in most if (moves := _as_it_stands(words, ways, query))}
    order = sorted(standing, key=lambda moves: (-standing[moves].games, place_in_order(moves)))
    search = Search(connection)
    turns = [NextTurn(moves, standing[moves].results, search.game(standing[moves].newest[1])) for moves in order]
    games = sum(tally.games for tally in tallies.values())
    return NextTurns(tuple(turns), games, len(tallies) - len(turns), time.perf_counter() - begin)


# The rows of a position are ordered by turn and result. CROSS JOIN keeps that order, so counting needs no sorting.
_COUNTED = """
SELECT turn, positions.result, COUNT(*), MAX(day), games.id
FROM positions CROSS JOIN games ON games.id = positions.game
WHERE key = ? AND turn <> '' AND source NOT IN (SELECT id FROM sources WHERE kind = ?)
"""
_PLAYED_HERE = """
SELECT games.id FROM games JOIN details ON details.game = games.id
WHERE source IN (SELECT id FROM sources WHERE kind IN (?, ?)) AND (is_wanted(first) OR is_wanted(second))
"""


def _tallies(connection: sqlite3.Connection, key: int, query: NextTurnsQuery) -> dict[str, _Tally]:
    """Return the game counts for each turn played from a position, by the turn's text.

    Studies do not count, because they were not played.
    """
    statement, values = _COUNTED, list[object]((key, SourceKind.STUDY.value))
    if query.players:
        connection.create_function("is_wanted", 1, lambda name: folded(name) in query.players, deterministic=True)
        statement += f"AND games.id IN ({_PLAYED_HERE})"
        values += [SourceKind.SAVE.value, SourceKind.RECORD.value]
    tallies: dict[str, _Tally] = {}
    # With MAX(day), SQLite takes the other columns from the row of the maximum: the newest game.
    for words, result, games, day, newest in connection.execute(f"{statement} GROUP BY turn, positions.result", values):
        tally = tallies.setdefault(words, _Tally())
        tally.results[SideResult(result)] += games
        tally.newest = max(tally.newest, (day, newest))
    return tallies


def _as_it_stands(words: str, ways: Sequence[Symmetry], query: NextTurnsQuery) -> tuple[Move, ...]:
    """Return an indexed turn's moves still to be played, or () if it lacks a stone already placed.

    ``ways`` are the symmetries from the canonical orientation back to the board on screen.
    """
    info, state, laid = query.ruleset.info, query.state, set(query.laid)
    try:
        told = [parse_move(info, state, word) for word in words.split()]
    except ParseError:  # the ruleset has changed since
        return ()
    turns = (in_order(turned_by(way, told)) for way in ways)
    fitting = [turn for turn in turns if laid <= set(turn)]
    if not fitting:
        return ()
    return tuple(move for move in min(fitting, key=place_in_order) if move not in laid)


def _back(symmetry: Symmetry) -> Symmetry:
    """Return the inverse of a board symmetry."""
    return tuple(cell for _turned, cell in sorted((turned, cell) for cell, turned in enumerate(symmetry)))
