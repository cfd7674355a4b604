"""The folder of crash reports, with up to five reports and a record of those offered to the player."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

from game.storage.files import write_file

#: Maximum number of reports; older ones are deleted.
MOST_STORED = 5
_OFFERED = "offered"
_MOST_BYTES = 200_000


class ReportFolder:
    """The crash reports in a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, text: str, when: datetime) -> Path:
        """Write a crash report, delete the oldest ones, and return the new path. Raises OSError."""
        path = self.folder / f"crash-{when:%Y%m%d-%H%M%S-%f}.txt"
        write_file(path, text.encode("utf-8", "replace"), private=True)
        for old in self._files()[:-MOST_STORED]:
            with contextlib.suppress(OSError):
                old.unlink()
        return path

    def to_offer(self) -> Path | None:
        """Return the latest crash report and mark it as offered, or None if it was offered before."""
        files = self._files()
        if not files or files[-1].name <= self._offered():
            return None
        # If this cannot be stored, the report is not offered at all; otherwise it would be at every start.
        try:
            write_file(self.folder / _OFFERED, files[-1].name.encode())
        except OSError:
            return None
        return files[-1]

    def _offered(self) -> str:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            return (self.folder / _OFFERED).read_text("utf-8").strip()
        return ""

    def _files(self) -> list[Path]:
        """Return the paths of the crash reports, latest last."""
        with contextlib.suppress(OSError):
            return sorted(path for path in self.folder.glob("crash-*.txt") if path.is_file())
        return []


def read_report(path: Path) -> str:
    """Return the text of a crash report; "" if it cannot be read."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return file.read(_MOST_BYTES).decode("utf-8", "replace")
    return ""
