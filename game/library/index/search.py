"""Search in the library index by text, ruleset, result, date and position, in any combination."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.core.model import OptionValue
from game.library.index.indexed_game import Result, opening_word, search_words

#: Number of games on a page.
PAGE = 100
#: Largest number of matches that are listed and then sorted; for more it is faster to walk through all games by date
#: until a page is full.
_FEW = 2_000
#: Minimum length of a word that is also searched inside other words, and the maximum number of index words it may
#: match.
_LONG, _MOST_WORDS = 3, 2_000
#: A placement in the moves of a game; any other word is a choice in an opening.
_PLACEMENT = re.compile(r"([a-z]{1,2}[0-9]{1,2})(?:=.)?")


@dataclass(frozen=True, slots=True)
class Query:
    """Search criteria for the library's games; an unset field matches every game."""

    text: str = ""
    """Words of players, events, openings and years; a game must contain each of them, at least as part of a word."""
    ruleset_id: str = ""
    result: Result | None = None
    position: int | None = None
    """Key of a position that must occur in the game."""
    first_day: int = 0
    """Earliest date, as in ``IndexedGame.day``; games without a date never match a date range."""
    last_day: int = 0
    opening: str = ""
    """First stones, as in ``IndexedGame.opening``."""
    kind: str = ""
    """Kind of source."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Request for one page of a library search result, beginning with result number ``offset``."""

    query: Query
    offset: int = 0


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game found in the library index, with the data for lists and boards on screen."""

    id: int
    kind: str
    """Kind of the source that the game is from."""
    source: str
    """Name of the source that the game is from."""
    number: int
    """Number of the game in its source, from 0."""
    ruleset_id: str
    result: Result
    day: int
    players: tuple[str, str]
    event: str
    opening: str
    opening_name: str
    options: str
    start: str
    seed: int
    moves: str
    plies: int
    has_more: bool

    @property
    def chosen_options(self) -> dict[str, OptionValue]:
        """The options with which the found game was played."""
        options: dict[str, OptionValue] = json.loads(self.options)
        return options

    @property
    def placed_cells(self) -> tuple[str, ...]:
        """Names of the cells where the game's stones were placed, in playing order."""
        return tuple(found[1] for word in self.moves.split() if (found := _PLACEMENT.fullmatch(word)))


@dataclass(frozen=True, slots=True)
class FoundPage:
    """One page of a search result in the library."""

    count: int
    """Total number of matching games."""
    games: tuple[FoundGame, ...]
    """Games on this page, newest first; games without a date come last."""
    seconds: float
    """Duration of the search in seconds."""


@dataclass(frozen=True, slots=True)
class _Set:
    """An SQL condition for one search criterion of the library, which uses one index table."""

    table: str
    column: str
    values: tuple[int, ...]
    finds_game: bool = True
    """True if the table can quickly look up whether a game has a value."""

    @property
    def condition(self) -> str:
        return f"{self.column} IN ({', '.join('?' * len(self.values))})"

    @property
    def listed(self) -> str:
        """SQL condition that lists the matching games first, which is fast if few games match."""
        return f"games.id IN (SELECT game FROM {self.table} WHERE {self.condition})"

    @property
    def looked_up(self) -> str:
        """SQL condition that checks each game separately, which is fast if most games match.

        If the table has no index for this, it is the same condition as ``listed``, but checked last.
        """
        if not self.finds_game:
            return f"+{self.listed}"  # the plus prevents SQLite from beginning with the list
        return f"EXISTS (SELECT 1 FROM {self.table} WHERE game = games.id AND {self.condition})"


class Search:
    """Searches in the library on one database connection of the calling thread. Methods may raise sqlite3.Error."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def find(self, query: Query, offset: int = 0, most: int = PAGE) -> FoundPage:
        """Return the matching games from ``offset`` on, at most ``most``, and the number of all matches."""
        begin = time.perf_counter()
        sets = self._sets(query)
        if sets is None:
            return FoundPage(0, (), time.perf_counter() - begin)
        count = self._count(query, sets)
        games = tuple(map(self.game, self._page(query, sets, count, offset, most)))
        return FoundPage(count, games, time.perf_counter() - begin)

    def _sets(self, query: Query) -> list[_Set] | None:
        """Return the SQL conditions for a search's text, opening and position, or None if a word occurs in no game."""
        wanted = [self._like(word) for word in search_words(query.text)]
        if query.opening:
            wanted.append(self._words("word = ?", opening_word(query.opening)))
        if not all(wanted):
            return None
        sets = [_Set("mentions", "word", words) for words in wanted]
        return (
            sets if query.position is None else [*sets, _Set("positions", "key", (query.position,), finds_game=False)]
        )

    def _like(self, word: str) -> tuple[int, ...]:
        """Return the ids of index words that begin with a word.

        A word that is long or not ASCII may also be inside the index word.
        """
        inside = "%" if len(word) >= _LONG or not word.isascii() else ""
        pattern = inside + word.replace("_", "!_") + "%"
        return self._words(f"word LIKE ? ESCAPE '!' LIMIT {_MOST_WORDS}", pattern)

    def _words(self, condition: str, value: str) -> tuple[int, ...]:
        return tuple(
            number for (number,) in self._connection.execute(f"SELECT id FROM words WHERE {condition}", (value,))
        )

    def _count(self, query: Query, sets: Sequence[_Set]) -> int:
        facts, values = _facts(query)
        if len(sets) == 1 and not facts:
            only = sets[0]
            counted = "*" if len(only.values) == 1 else "DISTINCT game"
            statement = f"SELECT COUNT({counted}) FROM {only.table} WHERE {only.condition}"
            return int(self._connection.execute(statement, only.values).fetchone()[0])
        conditions = [*facts, *(each.listed for each in sets)]
        values += [value for each in sets for value in each.values]
        return int(self._connection.execute(f"SELECT COUNT(*) FROM games{_where(conditions)}", values).fetchone()[0])

    def _page(self, query: Query, sets: Sequence[_Set], count: int, offset: int, most: int) -> list[int]:
        facts, values = _facts(query)
        conditions = [*facts, *(each.listed if count < _FEW else each.looked_up for each in sets)]
        values += [value for each in sets for value in each.values]
        statement = f"SELECT id FROM games{_where(conditions)} ORDER BY day DESC, id DESC LIMIT ? OFFSET ?"
        return [number for (number,) in self._connection.execute(statement, (*values, most, offset))]

    def game(self, number: int) -> FoundGame:
        """Return the game with this id in the library index."""
        return _found_game(number, self._connection.execute(_GAME, (number,)).fetchone())

    def rulesets(self) -> list[str]:
        """Return the ids of all rulesets that have games in the library index."""
        return [each for (each,) in self._connection.execute("SELECT DISTINCT ruleset FROM games ORDER BY ruleset")]


def find_page(connection: sqlite3.Connection, asked: Asked) -> FoundPage:
    """Return the requested page of a library search. Raises sqlite3.Error."""
    return Search(connection).find(asked.query, asked.offset)


_GAME = """
SELECT sources.kind, sources.name, games.number, games.ruleset, games.result, games.day, first, second, event, opening,
    opening_name, options, start, seed, moves, plies, has_more
FROM games JOIN sources ON sources.id = games.source JOIN details ON details.game = games.id WHERE games.id = ?
"""


def _found_game(number: int, row: Sequence[Any]) -> FoundGame:
    """Return a found game, built from its id and its database row.

    The row is a result of the query ``_GAME``.
    """
    kind, source, source_number, ruleset, result, day, first, second, event, opening, *details = row
    opening_name, options, start, seed, moves, plies, has_more = details
    return FoundGame(
        id=number,
        kind=kind,
        source=source,
        number=source_number,
        ruleset_id=ruleset,
        result=Result(result),
        day=day,
        players=(first, second),
        event=event,
        opening=opening,
        opening_name=opening_name,
        options=options,
        start=start,
        seed=int(seed),
        moves=moves,
        plies=plies,
        has_more=bool(has_more),
    )


def _facts(query: Query) -> tuple[list[str], list[object]]:
    """Return SQL conditions and their values for the criteria in the table ``games``, such as result."""
    sentences: list[tuple[str, object]] = []
    if query.ruleset_id:
        sentences.append(("ruleset = ?", query.ruleset_id))
    if query.result is not None:
        sentences.append(("result = ?", int(query.result)))
    if query.first_day:
        sentences.append(("day >= ?", query.first_day))
    if query.kind:
        sentences.append(("source IN (SELECT id FROM sources WHERE kind = ?)", query.kind))
    if query.last_day:
        sentences.append(("day BETWEEN 1 AND ?", query.last_day))
    return [condition for condition, _value in sentences], [value for _condition, value in sentences]


def _where(conditions: Sequence[str]) -> str:
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""
