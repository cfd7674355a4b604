"""The command `main.py bench library`: how long each kind of search takes in an index of many games, as a table.

The games are made up: some thousands are played at random by the rules of the first ruleset, near the stones that are
there, and stand in the index many times, with other names, days and results, and other positions from the eighth
move on.
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

from game.core.geometry import DIRECTIONS, Geometry
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

#: Games that are really played, plies of one, and plies that those made of it share.
_PLAYED, _PLIES, _SHARED = 1_000, (25, 60), 7
_BATCH = 1_000
#: One batch in so many was played here.
_OWN = 20
_RUNS, _COLD_RUNS = 25, 5
#: Milliseconds that a search may take.
_LIMIT = 100.0
_SYLLABLES = ("ka", "ri", "to", "mi", "sa", "len", "ov", "son", "nen", "la", "ju", "pe", "an", "el", "jo", "vi")


@dataclass(frozen=True, slots=True)
class _Played:
    """A game that was played, and its first positions, which those made of it share."""

    game: IndexedGame
    first: tuple[State, ...]
    """As states; the first one of all is the first."""
    shared: frozenset[int]
    """Their keys."""


class _Maker:
    """Makes games by dice."""

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
        """A game whose stones are put near those that are there."""
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
        keys = frozenset(key_of(ruleset.info.id, state) for state in shared)
        return _Played(indexed(study, self._names), tuple(shared), keys)

    def games(self, number: int) -> dict[int, IndexedGame]:
        """So many games made of those that were played."""
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
    """The two nearest cells in each of the eight directions."""
    for x, y in DIRECTIONS:
        yield from geometry.ray(cell, (x, y))[:2]
        yield from geometry.ray(cell, (-x, -y))[:2]


def run(arguments: argparse.Namespace) -> int:
    """Fill an index, measure and print the table."""
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
    """Write so many games; returns some of them, to be searched."""
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
    """The searches of each kind, for games that are there."""
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
    """The questions what was played next, of each kind."""
    rng = random.Random(3)
    ruleset, picked = maker.ruleset, rng.choices(maker.played, k=_RUNS)
    mine = frozenset((folded(maker.players[0]),))
    return {
        "what was played first": [NextTurnsQuery(ruleset, played.first[0]) for played in picked],
        "what was played after a stone": [NextTurnsQuery(ruleset, played.first[1]) for played in picked],
        "what was played after four": [NextTurnsQuery(ruleset, played.first[4]) for played in picked],
        "what one played first oneself": [NextTurnsQuery(ruleset, each.first[0], players=mine) for each in picked],
    }


#: A search over a connection, which returns the seconds that it took.
_TimedSearch = Callable[[sqlite3.Connection], float]


def _games(query: Query) -> _TimedSearch:
    return lambda connection: Search(connection).find(query).seconds


def _next(query: NextTurnsQuery) -> _TimedSearch:
    return lambda connection: find_next_turns(connection, query).seconds


def _warm(path: Path, kind: str, searches: Sequence[_TimedSearch]) -> Measure:
    """The searches of a kind, one after the other over one connection, after a first one."""
    with contextlib.closing(open_index(path)) as connection:
        searches[0](connection)
        return Measure(kind, "ms", _LIMIT, tuple(1000 * search(connection) for search in searches))


def _cold(path: Path, kind: str, searches: Sequence[_TimedSearch]) -> Measure:
    """The first search after the program was started, with a file that the system has in memory no longer."""
    milliseconds = []
    for search in searches[:_COLD_RUNS]:
        _forget(path)
        with contextlib.closing(open_index(path)) as connection:
            milliseconds.append(1000 * search(connection))
    return Measure(f"cold: {kind}", "ms", _LIMIT, tuple(milliseconds))


def _forget(path: Path) -> None:
    """Let the system drop what it holds of a file, where that can be asked for."""
    if sys.platform == "linux":
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201 - the table is what this command is for
