"""Schema migrations that create the database tables and bring older files up to date.

A released migration is never changed: its errors are corrected by the next one.
"""

from __future__ import annotations

import sqlite3

#: The SQL statements of each migration; after migration n the database's ``user_version`` is n.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE players (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            folded TEXT NOT NULL UNIQUE,
            created TEXT NOT NULL,
            current INTEGER NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE former_names (
            folded TEXT PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES players (id)
        )
        """,
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        """
        CREATE TABLE results (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES players (id),
            ruleset TEXT NOT NULL,
            opponent TEXT NOT NULL,
            level TEXT NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('won', 'drawn', 'lost')),
            termination TEXT NOT NULL,
            own_score INTEGER,
            other_score INTEGER,
            moves INTEGER NOT NULL,
            played TEXT NOT NULL,
            tournament TEXT NOT NULL,
            seed TEXT NOT NULL,
            game INTEGER NOT NULL,
            UNIQUE (player, ruleset, tournament, seed, game)
        )
        """,
        """
        CREATE TABLE meetings (
            id INTEGER PRIMARY KEY,
            first INTEGER NOT NULL REFERENCES players (id),
            second INTEGER NOT NULL REFERENCES players (id),
            winner INTEGER REFERENCES players (id),
            ruleset TEXT NOT NULL,
            termination TEXT NOT NULL,
            first_score INTEGER,
            second_score INTEGER,
            moves INTEGER NOT NULL,
            played TEXT NOT NULL,
            tournament TEXT NOT NULL,
            seed TEXT NOT NULL,
            game INTEGER NOT NULL,
            CHECK (first < second),
            CHECK (winner IS NULL OR winner IN (first, second)),
            UNIQUE (first, second, ruleset, tournament, seed, game)
        )
        """,
    ),
    (
        """
        CREATE TABLE ladder (
            player INTEGER NOT NULL REFERENCES players (id),
            ruleset TEXT NOT NULL,
            level TEXT NOT NULL,
            beaten TEXT NOT NULL,
            PRIMARY KEY (player, ruleset, level)
        )
        """,
    ),
    (
        "ALTER TABLE players ADD COLUMN face TEXT NOT NULL DEFAULT ''",
        # The whole game as a tournament of its own, so that it can be opened after its file was deleted.
        """
        CREATE TABLE games (
            ruleset TEXT NOT NULL,
            tournament TEXT NOT NULL,
            seed TEXT NOT NULL,
            game INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (ruleset, tournament, seed, game)
        )
        """,
    ),
    # The time when a player left, "" for the others. The row stays for the games.
    ("ALTER TABLE players ADD COLUMN gone TEXT NOT NULL DEFAULT ''",),
    (
        # The reason why the game is unrated; "" for a rated one.
        "ALTER TABLE results ADD COLUMN practice TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE meetings ADD COLUMN practice TEXT NOT NULL DEFAULT ''",
        # The game's own mark, independent of the tournament's title; "" for games recorded before marks existed.
        "ALTER TABLE results ADD COLUMN mark TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE meetings ADD COLUMN mark TEXT NOT NULL DEFAULT ''",
        "CREATE UNIQUE INDEX results_by_mark ON results (player, mark) WHERE mark <> ''",
        "CREATE UNIQUE INDEX meetings_by_mark ON meetings (first, second, mark) WHERE mark <> ''",
        """
        CREATE TABLE ribbons (
            player INTEGER NOT NULL REFERENCES players (id),
            ruleset TEXT NOT NULL,
            ribbon TEXT NOT NULL,
            earned TEXT NOT NULL,
            PRIMARY KEY (player, ruleset, ribbon)
        )
        """,
    ),
    (
        # Reviews of games: ``mark`` identifies the game, ``reader`` the engine.
        """
        CREATE TABLE reviews (
            mark TEXT NOT NULL,
            reader TEXT NOT NULL,
            text TEXT NOT NULL,
            looked_at TEXT NOT NULL,
            PRIMARY KEY (mark, reader)
        )
        """,
    ),
    (
        # The player's mistakes in reviewed games; ``card`` and ``due`` belong to the scheduler of repetitions.
        """
        CREATE TABLE mistakes (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES players (id),
            mark TEXT NOT NULL,
            ply INTEGER NOT NULL,
            ruleset TEXT NOT NULL,
            options TEXT NOT NULL,
            position TEXT NOT NULL,
            played TEXT NOT NULL,
            readings TEXT NOT NULL,
            loss REAL NOT NULL,
            phase TEXT NOT NULL,
            opponent TEXT NOT NULL,
            found TEXT NOT NULL,
            card TEXT NOT NULL DEFAULT '',
            due TEXT NOT NULL DEFAULT '',
            removed TEXT NOT NULL DEFAULT '',
            UNIQUE (player, mark, ply)
        )
        """,
    ),
    (
        # Facts for the statistics, derived from a game's text by a version of the program, and the mark of the game's
        # review.
        "ALTER TABLE games ADD COLUMN moves_mark TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN facts_version INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN facts TEXT NOT NULL DEFAULT ''",
        # Statistics derived from the review of the game with a mark; ``stamp`` identifies the version of that review.
        """
        CREATE TABLE figures (
            mark TEXT PRIMARY KEY,
            stamp TEXT NOT NULL,
            version INTEGER NOT NULL,
            text TEXT NOT NULL
        )
        """,
    ),
    (
        # A player's first try of a puzzle, and the ratings of both after it.
        """
        CREATE TABLE riddle_tries (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES players (id),
            ruleset TEXT NOT NULL,
            riddle TEXT NOT NULL,
            theme TEXT NOT NULL,
            score REAL NOT NULL,
            hints INTEGER NOT NULL,
            seconds REAL NOT NULL,
            tried TEXT NOT NULL,
            elo REAL NOT NULL,
            deviation REAL NOT NULL,
            riddle_elo REAL NOT NULL,
            riddle_deviation REAL NOT NULL,
            UNIQUE (player, ruleset, riddle)
        )
        """,
        # The daily puzzles; ``lit`` is the day on which a puzzle was solved, "" if it was not.
        """
        CREATE TABLE riddle_days (
            player INTEGER NOT NULL REFERENCES players (id),
            ruleset TEXT NOT NULL,
            day TEXT NOT NULL,
            score REAL NOT NULL,
            lit TEXT NOT NULL,
            PRIMARY KEY (player, ruleset, day)
        )
        """,
        # Puzzle runs against the clock.
        """
        CREATE TABLE riddle_runs (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES players (id),
            ruleset TEXT NOT NULL,
            solved INTEGER NOT NULL,
            ended TEXT NOT NULL
        )
        """,
    ),
    # True for opponents met online, who never play on this machine.
    ("ALTER TABLE players ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0",),
    (
        # The puzzles of runs against the clock, and when each was last shown: none is repeated within a week.
        """
        CREATE TABLE run_puzzles (
            player INTEGER NOT NULL REFERENCES players (id),
            ruleset TEXT NOT NULL,
            puzzle TEXT NOT NULL,
            shown TEXT NOT NULL,
            PRIMARY KEY (player, ruleset, puzzle)
        )
        """,
    ),
    (
        # The long texts of games have a table of their own, so that a query or a copy of ``games`` does not read them.
        "CREATE TABLE game_texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL)",
        "INSERT INTO game_texts SELECT rowid, text FROM games",
        "ALTER TABLE games RENAME TO games_with_text",
        """
        CREATE TABLE games (
            ruleset TEXT NOT NULL,
            tournament TEXT NOT NULL,
            seed TEXT NOT NULL,
            game INTEGER NOT NULL,
            text_id INTEGER NOT NULL,
            moves_mark TEXT NOT NULL DEFAULT '',
            facts_version INTEGER NOT NULL DEFAULT 0,
            facts TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (ruleset, tournament, seed, game)
        )
        """,
        """
        INSERT INTO games SELECT ruleset, tournament, seed, game, rowid, moves_mark, facts_version, facts
        FROM games_with_text ORDER BY rowid
        """,
        "DROP TABLE games_with_text",
    ),
    (
        # What the built-in engine found for positions; ``key`` is a hash, ``used`` the Unix time of the latest use.
        "CREATE TABLE positions (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, text TEXT NOT NULL, used INTEGER)",
        "CREATE INDEX positions_by_use ON positions (used)",
    ),
)


def migrate(connection: sqlite3.Connection, steps: tuple[tuple[str, ...], ...] = MIGRATIONS) -> None:
    """Apply the schema migrations that this database lacks, each in a transaction."""
    while version(connection) < len(steps):
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            # Read again inside the transaction: another program may have applied it in the meantime.
            _take(connection, steps[version(connection) :][:1])


def _take(connection: sqlite3.Connection, steps: tuple[tuple[str, ...], ...]) -> None:
    for statements in steps:
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version(connection) + 1}")


def version(connection: sqlite3.Connection) -> int:
    """Return the number of schema migrations that were applied to this database."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found
