"""Searching the index: by words, ruleset, result, days and by position, all together."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from game.core.model import OptionValue
from game.library.index.indexed_game import Result, opening_word, search_words

#: Games of a page of a list.
PAGE = 100
#: Games found up to which they are listed and sorted; where more are found it is quicker to walk through all games by
#: their days until a page is full.
_FEW = 2_000
#: Letters from which on a word is also looked for inside others, and how many different words it may find.
_LONG, _MOST_WORDS = 3, 2_000
#: A placement in a game's moves; anything else is a choice of an opening.
_PLACEMENT = re.compile(r"([a-z]{1,2}[0-9]{1,2})(?:=.)?")


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched; what is left out excludes nothing."""

    text: str = ""
    """Words of players, events, openings and years; a game must have all of them, each at least as part of a word."""
    ruleset_id: str = ""
    result: Result | None = None
    position: int | None = None
    """The key of a position that must have stood on the board."""
    first_day: int = 0
    """As in ``IndexedGame.day``; a game whose day is not known is never between two days."""
    last_day: int = 0
    opening: str = ""
    """The first stones, as in ``IndexedGame.opening``."""
    kind: str = ""
    """The kind of source."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A page that is asked for: of which search, and from which place of the list on."""

    query: Query
    offset: int = 0


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of the index, as much as a list and a board show of it."""

    id: int
    kind: str
    """The kind of its source."""
    source: str
    """The name of its source."""
    number: int
    """Its number in its source, from 0."""
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
        """The options of its match."""
        options: dict[str, OptionValue] = json.loads(self.options)
        return options

    @property
    def placed_cells(self) -> tuple[str, ...]:
        """The names of the cells that stones were placed on, as they were played; choices are left out."""
        return tuple(found[1] for word in self.moves.split() if (found := _PLACEMENT.fullmatch(word)))


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page of what a search found."""

    count: int
    """Games found in all."""
    games: tuple[FoundGame, ...]
    """Those of the page, the newest first; a game whose day is not known is the oldest."""
    seconds: float
    """How long the search took."""


@dataclass(frozen=True, slots=True)
class _Set:
    """The games that a criterion lets through, as a table that is ordered by it tells them."""

    table: str
    column: str
    values: tuple[int, ...]
    finds_game: bool = True
    """Whether the table finds a game at once among those of a value."""

    @property
    def condition(self) -> str:
        return f"{self.column} IN ({', '.join('?' * len(self.values))})"

    @property
    def listed(self) -> str:
        """The condition on ``games`` that lists the set first: quick where few games are in it."""
        return f"games.id IN (SELECT game FROM {self.table} WHERE {self.condition})"

    @property
    def looked_up(self) -> str:
        """The condition on ``games`` that looks each game up, in a list of them all where the table does not find it:
        quick where most games are in it."""
        if not self.finds_game:
            return f"+{self.listed}"  # SQLite is not to begin with the list
        return f"EXISTS (SELECT 1 FROM {self.table} WHERE game = games.id AND {self.condition})"


class Search:
    """Searches over one connection, which belongs to the thread that asks. All methods may raise sqlite3.Error."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def find(self, query: Query, offset: int = 0, most: int = PAGE) -> FoundPage:
        """So many games that the query lets through, from a place of the list on, and how many there are in all."""
        begin = time.perf_counter()
        sets = self._sets(query)
        if sets is None:
            return FoundPage(0, (), time.perf_counter() - begin)
        count = self._count(query, sets)
        games = tuple(map(self.game, self._page(query, sets, count, offset, most)))
        return FoundPage(count, games, time.perf_counter() - begin)

    def _sets(self, query: Query) -> list[_Set] | None:
        """The sets that a game must be in; None where a word is in no game."""
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
        """The words of the index that begin with a word; a long one, or one without an alphabet, may be inside them."""
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
        """The game of a number of the index."""
        row = self._connection.execute(_GAME, (number,)).fetchone()
        facts = dict(zip(_COLUMNS, row, strict=True))
        players = facts.pop("first"), facts.pop("second")
        result, seed, has_more = Result(facts.pop("result")), int(facts.pop("seed")), bool(facts.pop("has_more"))
        return FoundGame(id=number, players=players, result=result, seed=seed, has_more=has_more, **facts)

    def rulesets(self) -> list[str]:
        """The ids of the rulesets that there are games of."""
        return [each for (each,) in self._connection.execute("SELECT DISTINCT ruleset FROM games ORDER BY ruleset")]


def find_page(connection: sqlite3.Connection, asked: Asked) -> FoundPage:
    """The page that is asked for. Raises sqlite3.Error."""
    return Search(connection).find(asked.query, asked.offset)


_COLUMNS = (
    *("kind", "source", "number", "ruleset_id", "result", "day", "first", "second", "event", "opening"),
    *("opening_name", "options", "start", "seed", "moves", "plies", "has_more"),
)
_GAME = """
SELECT sources.kind, sources.name, games.number, games.ruleset, games.result, games.day, first, second, event, opening,
    opening_name, options, start, seed, moves, plies, has_more
FROM games JOIN sources ON sources.id = games.source JOIN details ON details.game = games.id WHERE games.id = ?
"""


def _facts(query: Query) -> tuple[list[str], list[object]]:
    """The conditions on the columns of ``games``, and their values."""
    told: list[tuple[str, object]] = []
    if query.ruleset_id:
        told.append(("ruleset = ?", query.ruleset_id))
    if query.result is not None:
        told.append(("result = ?", int(query.result)))
    if query.first_day:
        told.append(("day >= ?", query.first_day))
    if query.kind:
        told.append(("source IN (SELECT id FROM sources WHERE kind = ?)", query.kind))
    if query.last_day:
        told.append(("day BETWEEN 1 AND ?", query.last_day))
    return [condition for condition, _value in told], [value for _condition, value in told]


def _where(conditions: Sequence[str]) -> str:
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""
