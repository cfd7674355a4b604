"""A bounded queue of the lines that a child process has written and that were not received yet.

A full queue drops its oldest progress reports, so that an answer behind many of them is still reached. Answers are
never dropped: if the queue holds nothing else, the reading thread waits, the pipe fills up, and the child blocks.
"""

from __future__ import annotations

import threading
from collections import deque

#: Limits of the queue: the number of lines, and the number of characters of all lines together.
MOST_LINES, MOST_LETTERS = 512, 1 << 20
#: Beginnings of progress reports, in upper case.
_CHATTER = ("MESSAGE", "DEBUG", "INFO")


class LineQueue:
    """A bounded queue that passes the lines of a child process from the reading thread to another one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._chatter: deque[tuple[int, str]] = deque()
        self._rest: deque[tuple[int, str]] = deque()
        self._count = 0
        """Serial number of the next line, which keeps the order across both deques."""
        self._letters = 0
        self._is_closed = False

    def put(self, line: str) -> bool:
        """Add a line of the child process's output, and return True if the queue was full.

        Waits while the queue is full of answers. Blank lines are ignored, and so is every line after ``close``.
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
        """Remove and return at most ``most`` lines, oldest first."""
        lines: list[str] = []
        with self._changed:
            while len(lines) < most and (self._chatter or self._rest):
                is_chatter_next = self._chatter and (not self._rest or self._chatter[0] < self._rest[0])
                lines.append((self._chatter if is_chatter_next else self._rest).popleft()[1])
                self._letters -= len(lines[-1])
            self._changed.notify()
        return lines

    def close(self) -> None:
        """Ignore all lines added from now on, and wake up a ``put`` that waits for space."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    @property
    def is_empty(self) -> bool:
        """True if no line is waiting."""
        with self._changed:
            return not self._chatter and not self._rest

    def _is_full(self, line: str) -> bool:
        waiting = len(self._chatter) + len(self._rest)
        return waiting > 0 and (waiting >= MOST_LINES or self._letters + len(line) > MOST_LETTERS)
