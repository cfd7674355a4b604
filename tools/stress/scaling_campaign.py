"""Stress test with growing files: sizes double up to the limit; time and memory must grow in proportion.

Each kind of file repeats one part that has made a reader slow or greedy for memory. A reader that takes longer than the
time limit is stopped, as it is in the window.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from game.core.model import ParseError
from game.core.record.sections import LARGEST_SAVE
from game.core.threads.interruptible import Interrupted, Interruptible
from game.library.formats.reading import MOST_BYTES, MOST_OF_LIBRARY, MOST_OF_SGF, MOST_OF_STUDY, open_bytes
from game.training.puzzles.index import entries_of
from tools.stress.campaign import Campaign
from tools.stress.random_games import rulesets

#: The smallest size, and the largest size whose memory is measured, in bytes: measuring takes ten times as long.
_SMALLEST, _LARGEST_COUNTED = 64_000, 512_000
#: When the size grows fourfold, the time may grow by this factor, plus these seconds. A reader whose time grows with
#: the square of the size would take sixteen times as long.
_MOST_TIMES, _SPARE_SECONDS = 8.0, 0.3
#: When the size doubles, the memory may grow by this factor, plus these bytes.
_MOST_MEMORY, _SPARE_BYTES = 3.0, 4_000_000
#: Seconds after which a reader is stopped; the trial skips larger sizes of that kind.
_LONGEST = 60.0
_LIB = b"\xffRenLib\xff\x03\x04" + bytes(10) + b"\0\0"
_STUDY = b"Stone Fair study, version 1\nRuleset: gomoku\nMoves:\n    1. h8\n"
_TOURNAMENT = b"Stone Fair tournament, version 1\nRuleset: gomoku\nParticipant 1: person, A\nParticipant 2: person, B\n"
_PUZZLES = b"Stone Fair puzzles, version 1\nRuleset: gomoku\n\n"
_PUZZLE_SUFFIX = ".puzzles"


@dataclass(frozen=True, slots=True)
class Filling:
    """A kind of test file: its beginning, the part that repeats, and its end.

    ``%d`` in the part stands for its number.
    """

    name: str
    head: bytes
    part: bytes
    end: bytes = b""
    suffix: str = ".txt"
    most: int = LARGEST_SAVE

    def file(self, size: int) -> bytes:
        """Return the contents of a file of about ``size`` bytes."""
        if b"%d" not in self.part:
            return self.head + self.part * (size // len(self.part)) + self.end
        return self.head + b"".join(self._numbered(size)) + self.end

    def _numbered(self, size: int) -> Iterator[bytes]:
        number = written = 0
        while written < size:
            number += 1
            part = self.part % number
            written += len(part)
            yield part


def _sgf(name: str, part: bytes, head: bytes = b"(;GM[4]SZ[15]", end: bytes = b")") -> Filling:
    return Filling(f"SGF, {name}", head, part, end, ".sgf", MOST_OF_SGF)


def _lib(name: str, part: bytes) -> Filling:
    return Filling(f"library, {name}", _LIB, part, suffix=".lib", most=MOST_OF_LIBRARY)


def _xml(name: str, part: bytes, head: bytes = b"<database><games>", end: bytes = b"</games></database>") -> Filling:
    return Filling(f"XML, {name}", head, part, end, ".rif", MOST_BYTES)


def _study(name: str, part: bytes, head: bytes = b"", end: bytes = b"") -> Filling:
    return Filling(f"study, {name}", _STUDY + head, part, end, most=MOST_OF_STUDY)


FILLINGS = (
    _sgf("empty nodes", b";"),
    _sgf("moves", b";B[aa]"),
    _sgf("variations", b"(;B[aa];W[bb])"),
    _sgf("comments", b"(;B[aa]C[x])"),
    _sgf("labels", b"(;B[aa]LB[aa:%d])"),
    _sgf("marks", b";MA[aa:ss]"),
    _sgf("rectangles", b"[aa:ss]", head=b"(;GM[4]SZ[19]AB"),
    _sgf("values", b"[a]", head=b"(;XX"),
    _sgf("brackets", b"("),
    _sgf("backslashes", b"\\", head=b"(;C[", end=b"a])"),
    _sgf("spaces", b" ", end=b"?"),
    _sgf("games", b"(;B[aa])\n", head=b"", end=b""),
    _sgf("games that break off", b"(;x!\n", head=b"", end=b""),
    _sgf("values that do not end", b"(;C[", head=b"", end=b""),
    _sgf("Chinese letters", b"\xb0\xa1", head=b"(;C[", end=b"])"),
    _lib("one line", b"\x78\x00"),
    _lib("siblings", b"\x78\x80\x79\x40"),
    _lib("comments", b"\x78\x88a\0"),
    _lib("marks", b"\x78\xd0"),
    _lib("texts on the board", b"\x78\xc1\0\1A\0"),
    _lib("passes", b"\x00\xc0"),
    _lib("nodes without a move", b"\x78\xc2"),
    _xml("games", b'<game id="%d" rule="1"><move>h8 i9 g7</move></game>'),
    _xml("parts of no game", b"<move/><a/>"),
    _xml("parts of one game", b"<move/><a/>", head=b"<database><game>", end=b"</game></database>"),
    _xml("depth", b"<a>", end=b""),
    _xml("one text", b"h8 ", head=b"<games><game><move>", end=b"</move></game></games>"),
    _xml("players", b'<player id="%d" name="x"/>'),
    _study("comments", b"    | a\n"),
    _study("labels", b"    label h8: A\n"),
    _study("variations", b"        1. i9 g7\n"),
    _study("damage", b"    ?\n"),
    _study("blank lines", b"\n"),
    _study("one line", b": a", head=b"    kept "),
    Filling("tournament, games", _TOURNAMENT, b"\nGame %d\nMoves: h8 i9\nResult: draw (agreed draw)\n"),
    Filling("tournament, moves", _TOURNAMENT + b"\nGame 1\nMoves: ", b"h8 i9 "),
    Filling("tournament, damage", _TOURNAMENT, b"x\n"),
    Filling("Piskvork, stones", b"Piskvorky 15x15, 0:0, 0\n", b"1,1,0\n", suffix=".psq"),
    Filling("Piskvork, spaces", b"Piskvorky 15x15, 0:0, 0\n1,1,0", b" ", b"x", suffix=".psq"),
    Filling("points", b"", b"h8 ", suffix=".pos"),
    Filling("Connect6, stones", b"{[C6][A B][C R][x][y][z]", b";B(J,10)\n", b"}"),
    Filling("Connect6, spaces", b"{[C6][A", b" ", b"x][C R][x][y][z]}"),
    Filling("text", b"", b"ab "),
    Filling("puzzles", _PUZZLES, b"Puzzle %d\nTheme: vcf\nRating: 1000\nPosition:\n    ..\n", suffix=_PUZZLE_SUFFIX),
    Filling("puzzles, spaces", _PUZZLES + b"Puzzle 1\nTheme:", b" ", b"x\n", suffix=_PUZZLE_SUFFIX),
    Filling("puzzles, position", _PUZZLES + b"Puzzle 1\nPosition:\n", b"    ..\n", suffix=_PUZZLE_SUFFIX),
)


def read(filling: Filling, size: int) -> float:
    """Make a test file of about ``size`` bytes, open it as a player would, and return how long opening it took.

    ``filling`` says what the file consists of. The time is processor time of this thread, in seconds. A file that the
    reader refuses counts as read.
    """
    content = filling.file(size)
    began = time.thread_time()
    try:
        if filling.suffix == _PUZZLE_SUFFIX:
            entries_of(content.decode("utf-8"))
        else:
            open_bytes(content, f"file{filling.suffix}", rulesets())
    except ParseError:
        pass
    return time.thread_time() - began


def slow(filling: Filling, most: int, least: int = _SMALLEST) -> str:
    """Return a sentence about the first size that takes too long to read compared with a quarter of it, else "".

    Sizes double from ``least`` to ``most``. The result is also "" if the reader is stopped at its time limit before.
    """
    seconds: list[float] = []
    size = least
    while size <= most:
        try:
            seconds.append(Interruptible(_LONGEST).run(partial(read, filling, size)))
        except Interrupted:
            return ""
        if len(seconds) > 2 and seconds[-1] > _MOST_TIMES * seconds[-3] + _SPARE_SECONDS:
            return f"{filling.name}: {size} bytes take {seconds[-1]:.2f} s, a quarter takes {seconds[-3]:.2f} s"
        size *= 2
    return ""


def large(filling: Filling, most: int = _LARGEST_COUNTED, least: int = _SMALLEST) -> str:
    """Return a sentence about the first size that takes too much memory to read compared with half of it, else "".

    Sizes double from ``least`` to ``most``.
    """
    known, size = 0, least
    while size <= most:
        tracemalloc.start()
        try:
            read(filling, size)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        if known and peak > _MOST_MEMORY * known + _SPARE_BYTES:
            return f"{filling.name}: {size} bytes take {peak} bytes of memory, half of them {known}"
        known, size = peak, size * 2
    return ""


def _trial(seed: int, folder: Path) -> str:
    """Measure memory and time of reading one kind of file; return what went wrong, else ""."""
    filling = FILLINGS[seed % len(FILLINGS)]
    return large(filling) or slow(filling, filling.most)


SCALING = Campaign("scaling", "files doubled up to their limits", _trial, batch=1, patience=900.0, weight=8)
