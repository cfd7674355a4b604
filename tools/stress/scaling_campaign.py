"""Stress test with growing files: sizes double up to the limit; time and memory must grow in proportion.

Each kind of file repeats one part that has made a reader slow or greedy for memory. A reader that takes longer than the
time limit is stopped, as it is in the window.
"""

from __future__ import annotations

import gzip
import tarfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

from game.core.model import ParseError
from game.core.record.sections import LARGEST_SAVE
from game.core.threads.interruptible import Interrupted, Interruptible
from game.library.formats.clipboard.pasted import MOST_PASTED, read_pasted
from game.library.formats.lists.move_lists import MOST_OF_LIST
from game.library.formats.reading import MOST_BYTES, MOST_OF_LIBRARY, MOST_OF_SGF, MOST_OF_STUDY, open_bytes
from game.library.formats.terms import PasteTarget, RuleBook
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
#: Number of files of an archive from whose size the number for a larger one is estimated.
_SOME = 500
_LIB = b"\xffRenLib\xff\x03\x04" + bytes(10) + b"\0\0"
_STUDY = b"Stone Fair study, version 1\nRuleset: gomoku\nMoves:\n    1. h8\n"
_TOURNAMENT = b"Stone Fair tournament, version 1\nRuleset: gomoku\nParticipant 1: person, A\nParticipant 2: person, B\n"
_PUZZLES = b"Stone Fair puzzles, version 1\nRuleset: gomoku\n\n"
_PUZZLE_SUFFIX, _PASTED_SUFFIX = ".puzzles", ".pasted"


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
    pack: Callable[[Sequence[bytes]], bytes] | None = None
    """Makes an archive of parts, which are a file each."""

    def file(self, size: int) -> bytes:
        """Return the contents of a file of about ``size`` bytes."""
        if self.pack is not None:
            some = len(self.pack([self.part] * _SOME))
            return self.pack([self.part] * (size * _SOME // some))
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


def _text(name: str, part: bytes, head: bytes = b"", end: bytes = b"", suffix: str = ".txt") -> Filling:
    return Filling(name, head, part, end, suffix, LARGEST_SAVE)


def _list(name: str, part: bytes, head: bytes = b"", suffix: str = ".txt") -> Filling:
    return Filling(f"list, {name}", head, part, suffix=suffix, most=MOST_OF_LIST)


def _json(name: str, part: bytes, head: bytes = b"[", end: bytes = b"0]", suffix: str = ".json") -> Filling:
    return Filling(f"JSON, {name}", head, part, end, suffix)


def _pasted(name: str, part: bytes, head: bytes = b"", end: bytes = b"") -> Filling:
    return Filling(f"pasted, {name}", head, part, end, _PASTED_SUFFIX, MOST_PASTED)


def _zip(parts: Sequence[bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number, part in enumerate(parts):
            archive.writestr(f"{number:08}.sgf", part)
    return stream.getvalue()


def _tar(parts: Sequence[bytes]) -> bytes:
    stream = BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for number, part in enumerate(parts):
            head = tarfile.TarInfo(f"{number:08}.sgf")
            head.size = len(part)
            archive.addfile(head, BytesIO(part))
    return stream.getvalue()


def _gzip(parts: Sequence[bytes]) -> bytes:
    return gzip.compress(b"(;GM[4]SZ[15]" + b"".join(parts) + b")", compresslevel=0)


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
    Filling("Connect6, teams", b"{[C6][Dong][Xi][x][y][z]", b";Dong(J,10)\n", b"}"),
    Filling("text", b"", b"ab "),
    _text("Yixin-Board, stones", b"7 7\n", head=b"15\n15\n999\n", suffix=".sav"),
    _text("Yixin-Board, spaces", b" ", head=b"15\n15\n1\n7 7", suffix=".sav"),
    _text("Gomotur, stones", b"7,7,9\n", head=b"A\nB\n", end=b"-1\n", suffix=".rec"),
    _text("Gomotur, one name", b"a", end=b"\nB\n7,7,9\n-1\n", suffix=".rec"),
    _text("Board Game Arena, moves", b"Ann dropped a stone (H, 8)\n"),
    _text("Board Game Arena, a line", b"Ann dropped ", end=b"a stone (H, 8)\n"),
    _list("joined cells", b"h8i9g7\n"),
    _list("cells with spaces", b"h8 i9 g7\n"),
    _list("offsets", b"0,0, 1,1\n"),
    _list("one line of offsets", b"0,0, 1,1,"),
    _list("brackets", b"[(7, 7), (8, 8)]\n"),
    _list("one line of brackets", b"(7, 7), ", head=b"["),
    _list("pairs of letters", b"HhIgGi\n"),
    _list("quotations", b'"h8i9",'),
    _list("quotations that do not end", b'"h8 '),
    _list("table", b'"h8,i9,g7",black\n', head=b"moves,winner\n", suffix=".csv"),
    _list("table, one field", b"h8,", head=b'moves,winner\n"', suffix=".csv"),
    _json("stones", b'{"stones":"H8I9"},'),
    _json("boards", b'{"board":"' + b"\\n".join([b".......xo......"] * 15) + b'"},'),
    _json("points", b'["h8","i9"],'),
    _json("one list", b'"h8",'),
    _json("rules", b'{"variant":"a%d","moves":"h8i9"},'),
    _json("lines", b'{"moves":["h8","i9"]}\n', head=b"", end=b"", suffix=".jsonl"),
    _json("lines that are none", b'{"moves"\n', head=b"[[]]\n", end=b"", suffix=".jsonl"),
    _json("depth", b"[", end=b""),
    _json("depth of objects", b'{"a":', head=b"", end=b""),
    Filling("zip, games", b"", b"(;GM[4]SZ[15];B[aa];W[bb])", suffix=".zip", pack=_zip),
    Filling("zip, no games", b"", b"x", suffix=".zip", pack=_zip),
    Filling("tar, games", b"", b"(;GM[4]SZ[15];B[aa];W[bb])", suffix=".tar", pack=_tar),
    Filling("tar, no games", b"", b"x", suffix=".tar", pack=_tar),
    Filling("gzip, moves", b"", b";B[aa]", suffix=".sgf.gz", pack=_gzip),
    _pasted("moves", b"h8 i9 "),
    _pasted("joined cells", b"h8i9g7\n"),
    _pasted("offsets", b"0,0, 1,1\n"),
    _pasted("address", b"h8", head=b"http://a/#"),
    _pasted("addresses", b"http://a.b/c "),
    _pasted("GTP", b"play b h8\n"),
    _pasted("PlayOK", b"1. h8 i9\n", head=b'[Site "PlayOK"]\n'),
    _pasted("tags", b'[A "b"]\n'),
    _pasted("protocol", b"7,7,1\n", head=b"BOARD\n", end=b"DONE\n"),
    _pasted("diagram", b"xoxo.\n"),
    _pasted("SGF without a beginning", b";B[aa]"),
    _pasted("XML without a beginning", b"h8 ", head=b"<move>"),
    _pasted("Board Game Arena", b"Ann dropped a stone (H, 8)\n"),
    _pasted("JSON", b'{"moves":"h8i9"},', head=b"[", end=b"0]"),
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
        elif filling.suffix == _PASTED_SUFFIX:
            read_pasted(content.decode("utf-8"), PasteTarget(RuleBook(rulesets()).on_board(15, 15)[0], rulesets()))
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
