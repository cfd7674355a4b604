"""What was played next from a position in the games of the library: each turn once, with results for its side.

Every position stands in the index with the turn that was played there. To look the position up after each legal move
would need no such column, but it could not tell apart the words of an opening, which leave the board as it is; it would
count games that came to the next position on another way; and for two stones a turn it would be tens of thousands of
look-ups.
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
from game.library.index.indexed_game import SideResult
from game.library.index.indexed_turn import in_order, place_in_order, stones_together, turned_by
from game.library.index.position_key import keyed_position
from game.library.index.search import FoundGame, Search
from game.library.index.sources import SourceKind
from game.library.index.symmetry import Turning
from game.storage.names import folded

#: The most turns that are told, the ones that were played most.
MOST_TURNS = 60


@dataclass(frozen=True, slots=True)
class NextTurnsQuery:
    """What is asked: a position, and whose games count."""

    ruleset: Ruleset
    state: State
    """The position at the beginning of the turn."""
    laid: tuple[Move, ...] = ()
    """Stones of the turn that are placed already, in whatever order: only turns with them are told."""
    players: frozenset[str] = frozenset()
    """Names in small letters: only games of theirs that were played here count. Everybody's where there is none."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A turn that was played from a position, on the board as it stands."""

    moves: tuple[Move, ...]
    """Its moves, without those that are laid already."""
    results: Mapping[SideResult, int]
    """How many games ended in which way for the side that played it."""
    newest: FoundGame
    """The game that was played last among them."""

    @property
    def games(self) -> int:
        """In how many games it was played."""
        return sum(self.results.values())

    @property
    def score(self) -> float | None:
        """The share of points that it brought: 1 for a win, a half for a draw; None where no result is known."""
        won, drawn = self.results.get(SideResult.WON, 0), self.results.get(SideResult.DRAWN, 0)
        known = won + drawn + self.results.get(SideResult.LOST, 0)
        return (won + drawn / 2) / known if known else None


@dataclass(frozen=True, slots=True)
class NextTurns:
    """What was played next from a position."""

    turns: tuple[NextTurn, ...]
    """The turns that were played most first."""
    games: int
    """In how many games the position was played on from."""
    more: int
    """How many turns there are besides."""
    seconds: float
    """How long the search took."""


def next_turns_query(match: Match, players: frozenset[str] = frozenset()) -> NextTurnsQuery:
    """The question about the position of a match: in the middle of a turn that about its beginning."""
    states = [match.first_state, *(ply.step.state for ply in match.plies)]
    laid: list[Move] = []
    while len(laid) < len(match.plies) and stones_together(states[-2 - len(laid)]) > 1:
        laid.append(match.plies[-1 - len(laid)].move)
    return NextTurnsQuery(match.ruleset, states[-1 - len(laid)], tuple(laid), players)


@dataclass(slots=True)
class _Tally:
    """What is counted of a turn as the index tells it."""

    results: Counter[SideResult] = field(default_factory=Counter)
    newest: tuple[int, int] = (-1, 0)
    """The day and the number of the game that was played last."""

    @property
    def games(self) -> int:
        return self.results.total()


def find_next_turns(connection: sqlite3.Connection, query: NextTurnsQuery) -> NextTurns:
    """What was played from a position. Raises sqlite3.Error."""
    begin = time.perf_counter()
    position = keyed_position(query.ruleset.info.id, query.state)
    ways = [_back(turning) for turning in position.turnings]
    tallies = _tallies(connection, position.key, query)
    if query.laid:
        tallies = {words: tally for words, tally in tallies.items() if _as_it_stands(words, ways, query)}
    # Only what is told is put on the board as it stands: of two stones a turn there may be tens of thousands.
    most = sorted(tallies, key=lambda words: (-tallies[words].games, words))[:MOST_TURNS]
    standing = {moves: tallies[words] for words in most if (moves := _as_it_stands(words, ways, query))}
    order = sorted(standing, key=lambda moves: (-standing[moves].games, place_in_order(moves)))
    search = Search(connection)
    turns = [NextTurn(moves, standing[moves].results, search.game(standing[moves].newest[1])) for moves in order]
    games = sum(tally.games for tally in tallies.values())
    return NextTurns(tuple(turns), games, len(tallies) - len(turns), time.perf_counter() - begin)


# The rows of a position lie in the order of turns and results, and CROSS keeps them so: they are counted unsorted.
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
    """What was counted, by the words of the turns; a study is no game that was played."""
    statement, values = _COUNTED, list[object]((key, SourceKind.STUDY.value))
    if query.players:
        connection.create_function("is_wanted", 1, lambda name: folded(name) in query.players, deterministic=True)
        statement += f"AND games.id IN ({_PLAYED_HERE})"
        values += [SourceKind.SAVE.value, SourceKind.RECORD.value]
    tallies: dict[str, _Tally] = {}
    # Beside the largest day SQLite gives the other columns of its row: the newest game.
    for words, result, games, day, newest in connection.execute(f"{statement} GROUP BY turn, positions.result", values):
        tally = tallies.setdefault(words, _Tally())
        tally.results[SideResult(result)] += games
        tally.newest = max(tally.newest, (day, newest))
    return tallies


def _as_it_stands(words: str, ways: Sequence[Turning], query: NextTurnsQuery) -> tuple[Move, ...]:
    """What is left of a turn on the board as it stands; nothing where the stones that are laid are no part of it.

    ``ways`` turn the board back from how it lies for its key.
    """
    info, state, laid = query.ruleset.info, query.state, set(query.laid)
    try:
        told = [parse_move(info, state, word) for word in words.split()]
    except ParseError:  # a ruleset that has changed since
        return ()
    turns = (in_order(turned_by(way, told)) for way in ways)
    fitting = [turn for turn in turns if laid <= set(turn)]
    if not fitting:
        return ()
    return tuple(move for move in min(fitting, key=place_in_order) if move not in laid)


def _back(turning: Turning) -> Turning:
    """The way to turn a board back."""
    return tuple(cell for _turned, cell in sorted((turned, cell) for cell, turned in enumerate(turning)))
