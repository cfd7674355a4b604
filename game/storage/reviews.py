"""Reviews of games in the database: an engine's evaluations of each position of a game, as text."""

from __future__ import annotations

from game.storage.finished_games import GameTables
from game.storage.sqlite.sql_file import now
from game.storage.sqlite.write_queue import Write

#: The maximum number of stored reviews. The ones used longest ago are deleted.
MOST_REVIEWS = 2_000


class ReviewTable(GameTables):
    """The database table of engines' reviews of games."""

    def save_review(self, mark: str, reader: str, text: str) -> Write:
        """Store the review by the engine ``reader`` of the game with this mark, replacing its earlier one."""
        keep = (
            "INSERT INTO reviews VALUES (?, ?, ?, ?)"
            " ON CONFLICT (mark, reader) DO UPDATE SET text = excluded.text, looked_at = excluded.looked_at"
        )
        make_room = (
            # The reviews are counted first, by the index alone: sorting them has to read past all their texts.
            "DELETE FROM reviews WHERE rowid IN (SELECT rowid FROM reviews"
            f" WHERE (SELECT COUNT(*) FROM reviews) > {MOST_REVIEWS}"
            f" ORDER BY looked_at DESC, rowid DESC LIMIT -1 OFFSET {MOST_REVIEWS})"
        )
        return self._write_all((keep, (mark, reader, text, now())), (make_room, ()))

    def stored_review(self, mark: str, reader: str) -> str:
        """Return an engine's review of the game with this identifying mark, "" if there is none."""
        rows = self._rows("SELECT text FROM reviews WHERE mark = ? AND reader = ?", (mark, reader))
        text = rows[0][0] if rows else ""
        return text if isinstance(text, str) else ""
