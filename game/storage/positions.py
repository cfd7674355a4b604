"""The database table of positions that the built-in engine has searched."""

from __future__ import annotations

import time

from game.storage.sqlite.sql_file import SqlFile

#: The maximum number of stored positions, about 7 MB. The ones used longest ago are deleted.
MOST_POSITIONS = 20_000
#: Rows are counted and deleted once for so many writes, because counting takes longer than writing.
_TOGETHER = 100
#: A row's time of use is written again only after so many seconds, so that reading a row seldom writes.
_USED_WITHIN = 86_400


class PositionTable:
    """The database table of searched positions. It is a cache: a row may be missing at any time."""

    def __init__(self, file: SqlFile) -> None:
        self._file = file
        self._saved = 0
        """Number of positions saved since the program was started."""

    def save(self, key: bytes, text: str) -> None:
        """Store what the engine found for the position with this key; an earlier text is replaced.

        Has no effect while other writes wait: a cache need not wait with them.
        """
        if not self._file.is_direct:
            return
        if self._saved % _TOGETHER == 0:
            left = MOST_POSITIONS - _TOGETHER
            self._file.write(
                "DELETE FROM positions WHERE id IN (SELECT id FROM positions"
                f" WHERE (SELECT COUNT(*) FROM positions) > {left} ORDER BY used DESC, id DESC LIMIT -1 OFFSET {left})",
                (),
            )
        self._saved += 1
        self._file.write(
            "INSERT OR REPLACE INTO positions (key, text, used) VALUES (?, ?, ?)", (key, text, int(time.time()))
        )

    def stored(self, key: bytes) -> str:
        """Return what the engine found for the position with this key, or "" if nothing is stored."""
        rows = self._file.rows("SELECT text, used FROM positions WHERE key = ?", (key,))
        if not rows or not isinstance(rows[0][0], str):
            return ""
        text, used = str(rows[0][0]), rows[0][1]
        today = int(time.time())
        if self._file.is_direct and not (isinstance(used, int) and abs(today - used) < _USED_WITHIN):
            self._file.write("UPDATE positions SET used = ? WHERE key = ?", (today, key))
        return text
