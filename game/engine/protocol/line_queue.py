"""The lines that came in from a child and wait to be received: bounded, whatever the child writes.

A full queue drops its oldest chatter, so that an answer behind a flood of remarks is reached. Answers are never
dropped: where nothing else is left to drop, the reading thread waits, and with it the child, as its pipe is full.
"""

from __future__ import annotations

import threading
from collections import deque

#: The most lines that wait, and the most letters of all of them together.
MOST_LINES, MOST_LETTERS = 512, 1 << 20
#: The first words of lines that report how thinking goes, in upper case.
_CHATTER = ("MESSAGE", "DEBUG", "INFO")


class LineQueue:
    """A queue from the thread that reads a child's lines to the one that receives them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._chatter: deque[tuple[int, str]] = deque()
        self._rest: deque[tuple[int, str]] = deque()
        self._count = 0
        """The number of the next line."""
        self._letters = 0
        self._is_closed = False

    def put(self, line: str) -> bool:
        """Add a line, or wait while only answers are in a full queue; returns whether it is full.

        Lines without a word are left out, and after ``close`` all are.
        """
        if not line.strip():
            return False
        is_chatter = line.lstrip()[:8].upper().startswith(_CHATTER)
        with self._changed:
            was_full = self._is_full(line)
            while self._is_full(line) and self._chatter:
                self._letters -= len(self._chatter.popleft()[1])
            if is_chatter and self._is_full(line):
                return True
            self._changed.wait_for(lambda: self._is_closed or not self._is_full(line))
            if not self._is_closed:
                (self._chatter if is_chatter else self._rest).append((self._count, line))
                self._count += 1
                self._letters += len(line)
            return was_full

    def take(self, most: int) -> list[str]:
        """The oldest lines, at most so many."""
        lines: list[str] = []
        with self._changed:
            while len(lines) < most and (self._chatter or self._rest):
                is_chatter_next = self._chatter and (not self._rest or self._chatter[0] < self._rest[0])
                lines.append((self._chatter if is_chatter_next else self._rest).popleft()[1])
                self._letters -= len(lines[-1])
            self._changed.notify()
        return lines

    def close(self) -> None:
        """Take no more lines: nobody receives them."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    @property
    def is_empty(self) -> bool:
        """Whether no line waits."""
        with self._changed:
            return not self._chatter and not self._rest

    def _is_full(self, line: str) -> bool:
        waiting = len(self._chatter) + len(self._rest)
        return waiting > 0 and (waiting >= MOST_LINES or self._letters + len(line) > MOST_LETTERS)
