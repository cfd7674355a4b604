"""Functions that write to the library index: sources of games, and the games themselves.

Games are written all at once or in batches.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from game.library.index.indexed_game import IndexedGame, side_result

#: Prefix of the stamp of a source that has not been read completely.
UNFINISHED = "~"
_UNREAD = """
SELECT id, name, problem FROM sources
WHERE problem <> '' AND kind <> 'record' AND NOT EXISTS (SELECT 1 FROM games WHERE source = sources.id)
ORDER BY name
"""
_DETAILS = "INSERT INTO details VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


@contextmanager
def together(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block of a with statement as one transaction on the library index. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        yield


def begin_source(connection: sqlite3.Connection, kind: str, name: str, stamp: str) -> tuple[int, int]:
    """Register a source of games in the index before reading it, or resume a source that was partly read.

    ``kind`` and ``name`` identify the source, and ``stamp`` its present state. Returns the id of the source, and the
    number of its first game that is not in the index yet.
    """
    values = (kind, name, UNFINISHED + stamp)
    connection.execute(
        "INSERT INTO sources (kind, name, stamp, problem) VALUES (?, ?, ?, '') ON CONFLICT DO NOTHING", values
    )
    row = connection.execute("SELECT id FROM sources WHERE kind = ? AND name = ?", (kind, name)).fetchone()
    following = connection.execute("SELECT COALESCE(MAX(number) + 1, 0) FROM games WHERE source = ?", row).fetchone()
    return int(row[0]), int(following[0])


def finish_source(connection: sqlite3.Connection, source: int, stamp: str, problem: str = "") -> None:
    """Mark a source of games as completely read. ``stamp`` identifies its state; ``problem`` is an error or ""."""
    connection.execute("UPDATE sources SET stamp = ?, problem = ? WHERE id = ?", (stamp, problem, source))


def add_games(connection: sqlite3.Connection, source: int, games: Mapping[int, IndexedGame]) -> None:
    """Add games of one source to the library index; each has a number within the source."""
    numbered = [(_add_facts(connection, source, number, game), game) for number, game in games.items()]
    connection.executemany(_DETAILS, [_details(number, game) for number, game in numbered])
    words = _word_ids(connection, {word for game in games.values() for word in game.words})
    mentions = sorted((words[word], number) for number, game in numbered for word in game.words)
    connection.executemany("INSERT INTO mentions VALUES (?, ?)", mentions)
    # Sorted by primary key, so that the same database pages are written in succession.
    positions = sorted(
        (key, played.words, int(side_result(game.result, played.seat)), number)
        for number, game in numbered
        for key, played in game.positions.items()
    )
    connection.executemany("INSERT INTO positions VALUES (?, ?, ?, ?)", positions)


def _add_facts(connection: sqlite3.Connection, source: int, number: int, game: IndexedGame) -> int:
    done = connection.execute(
        "INSERT INTO games (source, number, ruleset, result, day) VALUES (?, ?, ?, ?, ?)",
        (source, number, game.ruleset_id, int(game.result), game.day),
    )
    assert done.lastrowid is not None
    return done.lastrowid


def _details(number: int, game: IndexedGame) -> tuple[object, ...]:
    return (
        number,
        *game.players,
        game.event,
        game.opening,
        game.opening_name,
        game.options,
        game.start,
        str(game.seed),
        game.moves,
        game.plies,
        int(game.has_more),
        game.own_key,
    )


def _word_ids(connection: sqlite3.Connection, words: Collection[str]) -> dict[str, int]:
    connection.executemany("INSERT INTO words (word) VALUES (?) ON CONFLICT DO NOTHING", [(word,) for word in words])
    found = "SELECT id FROM words WHERE word = ?"
    return {word: connection.execute(found, (word,)).fetchone()[0] for word in words}


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file of the library in which no game could be read, with an error message."""

    name: str
    problem: str


def unread_files(connection: sqlite3.Connection) -> tuple[UnreadFile, ...]:
    """Return the files of the library in which no game could be read, each with an error message."""
    return tuple(UnreadFile(name, problem) for _number, name, problem in connection.execute(_UNREAD))


def forget_unread(connection: sqlite3.Connection) -> None:
    """Remove the unreadable files from the index, so that the next update tries to read them again."""
    with together(connection):
        drop_sources(connection, [number for number, _name, _problem in connection.execute(_UNREAD).fetchall()])


def drop_sources(connection: sqlite3.Connection, sources: Collection[int]) -> None:
    """Remove sources of games and all their games from the library index."""
    if not sources:
        return
    marks = ", ".join("?" * len(sources))
    values = tuple(sources)
    gone = f"SELECT id FROM games WHERE source IN ({marks})"
    # None of these tables is ordered by game, so each is scanned once for all removed sources.
    for table in ("positions", "mentions", "details"):
        connection.execute(f"DELETE FROM {table} WHERE game IN ({gone})", values)
    connection.execute(f"DELETE FROM games WHERE source IN ({marks})", values)
    connection.execute(f"DELETE FROM sources WHERE id IN ({marks})", values)
