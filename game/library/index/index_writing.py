"""What is written to the index: the games of a source, all of them or in batches, and what goes with a source."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from game.library.index.indexed_game import IndexedGame, side_result

#: What stands before the stamp of a source that was not read to its end.
UNFINISHED = "~"
_UNREAD = """
SELECT id, name, problem FROM sources
WHERE problem <> '' AND kind <> 'record' AND NOT EXISTS (SELECT 1 FROM games WHERE source = sources.id)
ORDER BY name
"""
_DETAILS = "INSERT INTO details VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


@contextmanager
def together(connection: sqlite3.Connection) -> Iterator[None]:
    """Make the writes in this block all or not at all. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        yield


def begin_source(connection: sqlite3.Connection, kind: str, name: str, stamp: str) -> tuple[int, int]:
    """Enter a source that is about to be read, or go on with one that was not finished.

    Returns its number, and that of the first of its games that is not there yet.
    """
    values = (kind, name, UNFINISHED + stamp)
    connection.execute(
        "INSERT INTO sources (kind, name, stamp, problem) VALUES (?, ?, ?, '') ON CONFLICT DO NOTHING", values
    )
    row = connection.execute("SELECT id FROM sources WHERE kind = ? AND name = ?", (kind, name)).fetchone()
    following = connection.execute("SELECT COALESCE(MAX(number) + 1, 0) FROM games WHERE source = ?", row).fetchone()
    return int(row[0]), int(following[0])


def finish_source(connection: sqlite3.Connection, source: int, stamp: str, problem: str = "") -> None:
    """Note that a source was read as it was at this stamp, and what of it could not be read."""
    connection.execute("UPDATE sources SET stamp = ?, problem = ? WHERE id = ?", (stamp, problem, source))


def add_games(connection: sqlite3.Connection, source: int, games: Mapping[int, IndexedGame]) -> None:
    """Add games of a source, by their numbers in it."""
    numbered = [(_add_facts(connection, source, number, game), game) for number, game in games.items()]
    connection.executemany(_DETAILS, [_details(number, game) for number, game in numbered])
    words = _word_ids(connection, {word for game in games.values() for word in game.words})
    mentions = sorted((words[word], number) for number, game in numbered for word in game.words)
    connection.executemany("INSERT INTO mentions VALUES (?, ?)", mentions)
    # In the order of the table: pages that were just written are written on.
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
    """A file of which no game could be read, and why, in a sentence."""

    name: str
    problem: str


def unread_files(connection: sqlite3.Connection) -> tuple[UnreadFile, ...]:
    """The files, but for the records, of which no game is in the index because of a problem."""
    return tuple(UnreadFile(name, problem) for _number, name, problem in connection.execute(_UNREAD))


def forget_unread(connection: sqlite3.Connection) -> None:
    """Let these files be read again."""
    with together(connection):
        drop_sources(connection, [number for number, _name, _problem in connection.execute(_UNREAD).fetchall()])


def drop_sources(connection: sqlite3.Connection, sources: Collection[int]) -> None:
    """Take sources and all their games out of the index."""
    if not sources:
        return
    marks = ", ".join("?" * len(sources))
    values = tuple(sources)
    gone = f"SELECT id FROM games WHERE source IN ({marks})"
    # Both tables are ordered otherwise, so they are read through, once for all that goes.
    for table in ("positions", "mentions", "details"):
        connection.execute(f"DELETE FROM {table} WHERE game IN ({gone})", values)
    connection.execute(f"DELETE FROM games WHERE source IN ({marks})", values)
    connection.execute(f"DELETE FROM sources WHERE id IN ({marks})", values)
