"""The crash reports that are kept: a text file each, at most a few, and which of them was offered to the player."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

from game.storage.files import write_whole

#: How many reports are kept; older ones go.
MOST_KEPT = 5
_OFFERED = "offered"
_MOST_BYTES = 200_000


class ReportFolder:
    """The reports in a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, text: str, when: datetime) -> Path:
        """Keep a report, and let the oldest go; returns its file. Raises OSError where it cannot be written."""
        path = self.folder / f"crash-{when:%Y%m%d-%H%M%S-%f}.txt"
        write_whole(path, text.encode("utf-8", "replace"), private=True)
        for old in self._files()[:-MOST_KEPT]:
            with contextlib.suppress(OSError):
                old.unlink()
        return path

    def to_offer(self) -> Path | None:
        """The latest report, where it was not offered yet; it counts as offered from now on."""
        files = self._files()
        if not files or files[-1].name <= self._offered():
            return None
        # Where that cannot be noted it is not offered at all: it would be at every start.
        try:
            write_whole(self.folder / _OFFERED, files[-1].name.encode())
        except OSError:
            return None
        return files[-1]

    def _offered(self) -> str:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            return (self.folder / _OFFERED).read_text("utf-8").strip()
        return ""

    def _files(self) -> list[Path]:
        """The reports, the latest last."""
        with contextlib.suppress(OSError):
            return sorted(path for path in self.folder.glob("crash-*.txt") if path.is_file())
        return []


def read_report(path: Path) -> str:
    """The text of a report; "" where it cannot be read."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return file.read(_MOST_BYTES).decode("utf-8", "replace")
    return ""
