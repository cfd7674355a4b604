"""The game journal that both sides share: its lines, and a hash of its first n lines for every n."""

from __future__ import annotations

from collections.abc import Sequence

from game.network.messages import LINES_A_MESSAGE, MOST_BYTES, LogMark, LogPart, LogSummary, format_message
from game.network.sync.entries import NO_LINES, SharedLine, hash_after

#: The maximum size in bytes of a message with several lines.
_ROOM = MOST_BYTES // 2


class SharedLog:
    """The journal lines of one remote game. Hash ``n`` covers the first ``n`` lines."""

    def __init__(self, lines: Sequence[SharedLine] = ()) -> None:
        self.lines: list[SharedLine] = []
        self._hashes = [NO_LINES]
        for line in lines:
            self.append(line)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def hash(self) -> str:
        """Hash of all lines of the game journal."""
        return self._hashes[-1]

    def hash_at(self, length: int) -> str:
        """Return the hash of the first ``length`` journal lines; "" if there are fewer lines."""
        return self._hashes[length] if length < len(self._hashes) else ""

    def append(self, line: SharedLine) -> None:
        """Append a line to the game journal."""
        self._hashes.append(hash_after(self.hash, line))
        self.lines.append(line)

    def cut(self, length: int) -> None:
        """Shorten the game journal to its first ``length`` lines."""
        del self.lines[length:]
        del self._hashes[length + 1 :]

    def summary(self) -> LogSummary:
        """Return hashes of the journal, from which the other side finds the last common line."""
        return LogSummary(len(self), self.hash, tuple(self._marks()))

    def _marks(self) -> list[LogMark]:
        """Return hashes of the empty journal, and of the journal without its last 1, 2, 4, 8 … lines."""
        backs = [1 << power for power in range(len(self).bit_length())]
        lengths = sorted({len(self) - back for back in backs if back < len(self)} | {0}, reverse=True)
        return [LogMark(length, self._hashes[length]) for length in lengths]

    def common_with(self, summary: LogSummary) -> int:
        """Return a lower bound of the number of lines that our journal shares with the other side's."""
        marks = (LogMark(summary.length, summary.hash), *summary.marks)
        return max((mark.length for mark in marks if self.hash_at(mark.length) == mark.hash), default=0)

    def part_from(self, length: int) -> LogPart:
        """Return the journal lines after the first ``length``, as many as one message can hold.

        There must be at least one (asserted).
        """
        assert length < len(self)
        part = LogPart(length, self._hashes[length], tuple(self.lines[length : length + LINES_A_MESSAGE]))
        while len(part.lines) > 1 and len(format_message(part)) > _ROOM:
            part = LogPart(length, part.hash, part.lines[: len(part.lines) // 2])
        return part
