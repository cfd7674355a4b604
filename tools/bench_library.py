"""The command `main.py bench library`: prints a table of how long each kind of search takes in an index of many games.

The games are artificial. A thousand games of the first ruleset are played with random moves near the stones on the
board. Each of them is in the index many times, with other names, dates and results, and with other position keys from
the eighth move on.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from game.core.geometry import Geometry
from game.core.model import EMPTY, Place, State
from game.core.ruleset import Ruleset, complete_options
from game.library.index import index_writing as writing
from game.library.index.index_file import open_index
from game.library.index.indexed_game import IndexedGame, OpeningNames, Result, indexed
from game.library.index.next_turns import NextTurnsQuery, find_next_turns
from game.library.index.position_key import key_of
from game.library.index.search import Query, Search
from game.library.index.sources import SourceKind
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.plugins.registry import discover
from game.storage.names import folded
from tools.measure import Measure, as_table

#: The number of games that are really played, the minimum and maximum of their plies, and the number of first plies
#: that a game shares with its variants.
_PLAYED, _PLIES, _SHARED = 1_000, (25, 60), 7
#: The number of games that are written to the index in one transaction.
_BATCH = 1_000
#: One of this many batches is stored as saved games of this program, the others as games from files.
_OWN = 20
#: The number of timed searches of each kind, over an open connection and after the file cache was dropped.
_RUNS, _COLD_RUNS = 25, 5
#: The maximum time that a search may take, in milliseconds.
_LIMIT = 100.0
_SYLLABLES = ("ka", "ri", "to", "mi", "sa", "len", "ov", "son", "nen", "la", "ju", "pe", "an", "el", "jo", "vi")


@dataclass(frozen=True, slots=True)
class _Played:
    """A game that was played, and its first positions, which all its variants share."""

    game: IndexedGame
    first: tuple[State, ...]
    """The shared positions as states, beginning with the position before the first move."""
    shared: frozenset[int]
    """The keys of these positions in the index."""


class _Maker:
    """Plays random games, and makes variants of them with random players, events, dates, results and positions."""

    def __init__(self, ruleset: Ruleset, seed: int = 1) -> None:
        self.ruleset, self._rng = ruleset, random.Random(seed)
        self._names = OpeningNames()
        self.players = [f"{self._name(2)} {self._name(3)}" for _number in range(3_000)]
        self._weights = [1 / (place + 3) for place in range(len(self.players))]
        self.events = [f"{self._name(3)} Open" for _number in range(400)]
        self.played = [self._play() for _number in range(_PLAYED)]

    def _name(self, syllables: int) -> str:
        return "".join(self._rng.choices(_SYLLABLES, k=syllables)).title()

    def _play(self) -> _Played:
        """Play a game with random moves, each near the stones on the board."""
        ruleset = self.ruleset
        study = Study(ruleset, complete_options(ruleset.info, {}))
        first, node, plies = study.first_state, ROOT, self._rng.randint(*_PLIES)
        near, states = [len(first.geometry) // 2], [first]
        while len(states) <= plies and ruleset.outcome(states[-1]) is None:
            state = states[-1]
            move = Place(self._rng.choice(near), state.colour)
            if ruleset.check(state, move) is not None:
                near = [cell for cell in near if state.board[cell] == EMPTY]
                continue
            node = study.tree.append(node, move)
            near = [*near, *_around(state.geometry, move.cell)]
            states.append(ruleset.apply(state, move).state)
        shared = states[: _SHARED + 1]
        keys = frozenset(key_of(ruleset, state) for state in shared)
        return _Played(indexed(study, self._names), tuple(shared), keys)

    def games(self, number: int) -> dict[int, IndexedGame]:
        """Return variants of the played games, as many as the number says, with the numbers from 0 as keys."""
        return {place: self._another(self._rng.choice(self.played)) for place in range(number)}

    def _another(self, played: _Played) -> IndexedGame:
        rng, year = self._rng, self._rng.randint(1990, 2025)
        other = rng.getrandbits(47)
        first, second = rng.choices(self.players, self._weights, k=2)
        return replace(
            played.game,
            players=(first, second),
            event=f"{rng.choice(self.events)} {year}",
            day=year * 10000 + rng.randint(1, 12) * 100 + rng.randint(1, 28),
            result=rng.choice((Result.FIRST, Result.FIRST, Result.SECOND, Result.SECOND, Result.DRAWN)),
            positions={
                key if key in played.shared else key ^ other: turn for key, turn in played.game.positions.items()
            },
        )


def _around(geometry: Geometry, cell: int) -> Iterator[int]:
    """Yield the two cells nearest to a cell in each of the eight directions."""
    for x, y in geometry.directions:
        yield from geometry.ray(cell, (x, y))[:2]
        yield from geometry.ray(cell, (-x, -y))[:2]


def run(arguments: argparse.Namespace) -> int:
    """Fill a temporary index with artificial games, time the searches in it and print the table.

    Return the exit code.
    """
    maker = _Maker(next(iter(discover(arguments.plugins).rulesets.values())))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.db"
        begin = time.perf_counter()
        samples = _fill(path, maker, arguments.games)
        seconds, size = time.perf_counter() - begin, path.stat().st_size / 1e6
        _say(f"{arguments.games:,} games, {size:,.0f} MB, filled in {seconds:.0f} s", "")
        kinds = {kind: list(map(_games, queries)) for kind, queries in _searches(maker, samples).items()}
        kinds |= {kind: list(map(_next, queries)) for kind, queries in _turns(maker).items()}
        rows = [_warm(path, kind, searches) for kind, searches in kinds.items()]
        rows += [_cold(path, kind, searches) for kind, searches in kinds.items()]
        _say(as_table(rows))
    return 0


def _fill(path: Path, maker: _Maker, number: int) -> list[IndexedGame]:
    """Write variants of the games to a new index. Return one game of each batch, for which to search."""
    samples = []
    with contextlib.closing(open_index(path)) as connection:
        with writing.together(connection):
            kinds = [SourceKind.FILE] * (_OWN - 1) + [SourceKind.SAVE]
            sources = [writing.begin_source(connection, kind.value, "made up", "1")[0] for kind in kinds]
        for place, first in enumerate(range(0, number, _BATCH)):
            games, source = maker.games(min(_BATCH, number - first)), sources[place % _OWN]
            with writing.together(connection):
                writing.add_games(connection, source, {first + at: game for at, game in games.items()})
            samples.append(games[0])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return samples


def _searches(maker: _Maker, samples: Sequence[IndexedGame]) -> Mapping[str, list[Query]]:
    """Return the queries of each kind, most of which match games in the index."""
    rng = random.Random(2)
    picked = rng.choices(samples, k=_RUNS)
    ruleset_id = picked[0].ruleset_id
    counts = Counter(key for game in samples for key in game.positions)
    shared = [rng.choice(sorted(key for key in game.positions if counts[key] > 1)) for game in picked]
    rare = [min(reversed(list(game.positions)), key=counts.__getitem__) for game in picked]
    everything = [
        Query(game.players[0], ruleset_id, game.result, key, 19900000, 20251231)
        for game, key in zip(picked, shared, strict=True)
    ]
    return {
        "all games": [Query()] * _RUNS,
        "a player's whole name": [Query(game.players[0]) for game in picked],
        "three letters of a name": [Query(game.players[0][:3]) for game in picked],
        "one letter": [Query(letter) for letter in rng.choices("aejklmnoprstv", k=_RUNS)],
        "two words, one of them in every game": [Query(f"open {game.players[1][:3]}") for game in picked],
        "a year": [Query(str(game.day // 10000)) for game in picked],
        "an event": [Query(game.event) for game in picked],
        "a ruleset and a result": [Query("", ruleset_id, game.result) for game in picked],
        "days": [Query(first_day=game.day, last_day=game.day + 50_000) for game in picked],
        "an opening": [Query(opening=game.opening) for game in picked],
        "a position of the first moves": [Query(position=key) for key in shared],
        "the same with a result": [Query("", "", game.result, key) for game, key in zip(picked, shared, strict=True)],
        "a position of the middle of a game": [Query(position=key) for key in rare],
        "a position that never was": [Query(position=rng.getrandbits(47)) for _run in picked],
        "all of it together": everything,
    }


def _turns(maker: _Maker) -> Mapping[str, list[NextTurnsQuery]]:
    """Return the queries of each kind for the moves that were played next in a position."""
    rng = random.Random(3)
    ruleset, picked = maker.ruleset, rng.choices(maker.played, k=_RUNS)
    mine = frozenset((folded(maker.players[0]),))
    return {
        "what was played first": [NextTurnsQuery(ruleset, played.first[0]) for played in picked],
        "what was played after a stone": [NextTurnsQuery(ruleset, played.first[1]) for played in picked],
        "what was played after four": [NextTurnsQuery(ruleset, played.first[4]) for played in picked],
        "what one played first oneself": [NextTurnsQuery(ruleset, each.first[0], players=mine) for each in picked],
    }


#: A function that searches over a connection and returns the time that this took, in seconds.
_TimedSearch = Callable[[sqlite3.Connection], float]


def _games(query: Query) -> _TimedSearch:
    return lambda connection: Search(connection).find(query).seconds


def _next(query: NextTurnsQuery) -> _TimedSearch:
    return lambda connection: find_next_turns(connection, query).seconds


def _warm(path: Path, kind: str, searches: Sequence[_TimedSearch]) -> Measure:
    """Time the searches of one kind over one connection. An untimed search before them fills the caches."""
    with contextlib.closing(open_index(path)) as connection:
        searches[0](connection)
        return Measure(kind, "ms", _LIMIT, tuple(1000 * search(connection) for search in searches))


def _cold(path: Path, kind: str, searches: Sequence[_TimedSearch]) -> Measure:
    """Time searches as they run after the start of the program: over a new connection, with the file not in memory."""
    milliseconds = []
    for search in searches[:_COLD_RUNS]:
        _forget(path)
        with contextlib.closing(open_index(path)) as connection:
            milliseconds.append(1000 * search(connection))
    return Measure(f"cold: {kind}", "ms", _LIMIT, tuple(milliseconds))


def _forget(path: Path) -> None:
    """Make the operating system drop its cache of a file. This does nothing except on Linux."""
    if sys.platform == "linux":
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201 - this command exists to print the table
