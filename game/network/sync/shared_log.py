"""The journal that two sides share: lines in order, each with the hash of all up to it."""

from __future__ import annotations

from collections.abc import Sequence

from game.network.messages import LINES_A_MESSAGE, MOST_BYTES, LogMark, LogPart, LogSummary, format_message
from game.network.sync.entries import NO_LINES, SharedLine, hash_after

#: What a message may weigh before lines are left for the next one.
_ROOM = MOST_BYTES // 2


class SharedLog:
    """The lines of one table. Hash ``n`` is that of the first ``n`` lines."""

    def __init__(self, lines: Sequence[SharedLine] = ()) -> None:
        self.lines: list[SharedLine] = []
        self._hashes = [NO_LINES]
        for line in lines:
            self.append(line)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def hash(self) -> str:
        """The hash of all lines."""
        return self._hashes[-1]

    def hash_at(self, length: int) -> str:
        """The hash of the first lines, so many; "" where there are fewer."""
        return self._hashes[length] if length < len(self._hashes) else ""

    def append(self, line: SharedLine) -> None:
        """Let a line follow."""
        self._hashes.append(hash_after(self.hash, line))
        self.lines.append(line)

    def cut(self, length: int) -> None:
        """Keep only the first lines, so many."""
        del self.lines[length:]
        del self._hashes[length + 1 :]

    def summary(self) -> LogSummary:
        """What the other side needs to find where the journals part."""
        return LogSummary(len(self), self.hash, tuple(self._marks()))

    def _marks(self) -> list[LogMark]:
        """Hashes of one line less, two less, four less and so on, and of none."""
        backs = [1 << power for power in range(len(self).bit_length())]
        lengths = sorted({len(self) - back for back in backs if back < len(self)} | {0}, reverse=True)
        return [LogMark(length, self._hashes[length]) for length in lengths]

    def common_with(self, summary: LogSummary) -> int:
        """The most lines that are sure to be the same in the other side's journal."""
        marks = (LogMark(summary.length, summary.hash), *summary.marks)
        return max((mark.length for mark in marks if self.hash_at(mark.length) == mark.hash), default=0)

    def part_from(self, length: int) -> LogPart:
        """The lines after the first ``length``, as many as one message carries; asserts that there is one."""
        assert length < len(self)
        part = LogPart(length, self._hashes[length], tuple(self.lines[length : length + LINES_A_MESSAGE]))
        while len(part.lines) > 1 and len(format_message(part)) > _ROOM:
            part = LogPart(length, part.hash, part.lines[: len(part.lines) // 2])
        return part
