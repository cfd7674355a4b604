"""The reviews that the database keeps: what engines found out about the positions of a game, as text."""

from __future__ import annotations

from game.storage.finished_games import GameTables
from game.storage.sqlite.sql_file import now
from game.storage.sqlite.write_queue import Write

#: The games whose reviews are kept; those that were looked at longest ago make room.
MOST_REVIEWS = 2_000


class ReviewTable(GameTables):
    """The part of the database that keeps reviews."""

    def keep_review(self, mark: str, reader: str, text: str) -> Write:
        """Keep what a reader found out about the game of this mark, instead of what it found before."""
        keep = (
            "INSERT INTO reviews VALUES (?, ?, ?, ?)"
            " ON CONFLICT (mark, reader) DO UPDATE SET text = excluded.text, looked_at = excluded.looked_at"
        )
        make_room = (
            # The reviews are counted first, in their index: to sort them, all their texts are passed over.
            "DELETE FROM reviews WHERE rowid IN (SELECT rowid FROM reviews"
            f" WHERE (SELECT COUNT(*) FROM reviews) > {MOST_REVIEWS}"
            f" ORDER BY looked_at DESC, rowid DESC LIMIT -1 OFFSET {MOST_REVIEWS})"
        )
        return self._write_all((keep, (mark, reader, text, now())), (make_room, ()))

    def kept_review(self, mark: str, reader: str) -> str:
        """What a reader found out about the game of this mark, "" where nothing is kept."""
        rows = self._rows("SELECT text FROM reviews WHERE mark = ? AND reader = ?", (mark, reader))
        text = rows[0][0] if rows else ""
        return text if isinstance(text, str) else ""
