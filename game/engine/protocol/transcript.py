"""The latest lines exchanged with a child process: those sent to it, its answers and its error output.

The reading threads of a process add lines, and any thread may look at them.
"""

from __future__ import annotations

import locale
import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from game.core.plain_text import one_line

#: Limits of a transcript: its number of lines, and the characters of a line.
MOST_LINES, LONGEST_LINE = 500, 400
#: Number of lines of error output that are quoted when a program fails.
_LAST_ERRORS = 3


class LineKind(Enum):
    """The kinds of lines of a transcript. Their values stand before the line when it is copied as text."""

    STARTED = "#"
    """The command line of a program that was started."""
    SENT = ">"
    RECEIVED = "<"
    ERROR = "!"
    """A line of the program's error output (stderr)."""


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A line of a transcript, cut if it was very long, and without characters that cannot be drawn."""

    kind: LineKind
    text: str


class Transcript:
    """The latest lines exchanged with the programs of one engine, in the order in which they passed. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: deque[TranscriptLine] = deque(maxlen=MOST_LINES)
        self._errors: deque[str] = deque(maxlen=_LAST_ERRORS)
        self._count = 0

    def begin(self, command: str) -> None:
        """Note that a program is started by this command line; ``errors`` then belongs to the new program."""
        with self._lock:
            self._errors.clear()
        self.add(LineKind.STARTED, [command])

    def add(self, kind: LineKind, lines: Iterable[str]) -> None:
        """Add lines that were just exchanged; blank ones are ignored."""
        cut = [text for line in lines if (text := one_line(line, LONGEST_LINE))]
        with self._lock:
            self._lines.extend(TranscriptLine(kind, text) for text in cut)
            self._count += len(cut)
            if kind is LineKind.ERROR:
                self._errors.extend(cut)

    def lines(self) -> tuple[TranscriptLine, ...]:
        """Return the lines that are still kept, oldest first."""
        with self._lock:
            return tuple(self._lines)

    @property
    def errors(self) -> tuple[str, ...]:
        """The last lines of the error output of the program that was started last."""
        with self._lock:
            return tuple(self._errors)

    @property
    def count(self) -> int:
        """The number of lines added so far, which grows with every line."""
        with self._lock:
            return self._count


def decode_leniently(data: bytes) -> str:
    """Decode text of any program: UTF-8, or else the encoding of the system (on Windows, its ANSI code page).

    A program's error output often comes from the system's own messages, which are in the system's encoding.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(locale.getencoding(), "replace")
