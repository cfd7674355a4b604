"""The lines between a manager and an engine: the Gomocup protocol and our extensions, parsed and formatted, no I/O.

Source: the protocol's page in Piskvork, source/doc/protocl2en.htm; the commands in YX are Yixin's.
Our extensions: ``INFO ruleset``, ``INFO option``, ``INFO level``, ``INFO seed`` and ``INFO language``; and
``POSITION``, a ruleset's dump, ``DONE``, answered by the moves of one turn in our notation; ``PROVE``, a dump,
``DONE``, answered by ``PROOF fours h8`` and the like: by what means the side on turn wins by force and with which moves
it begins, ``PROOF none`` where nothing is found, and ``PROOF unknown`` where nothing can be looked for; ``JUDGE n``, a
dump, ``DONE``: a MESSAGE is wanted of each of the n best moves, answered by the best one in our notation, even where a
turn brings more. Points are ``x,y`` from 0 at the upper left.

While it thinks our engine says

    MESSAGE depth 9 score 35 nodes 81200 speed 640000 pv h8 i9 g7
    MESSAGE note Blocks an open three.
    MESSAGE verdict A certain win in 4 more stones.

    MESSAGE compiling 3 of 11

where the score is in points for the side on turn, the speed in nodes a second, and ``pv`` the expected moves in our
notation, left out when there are none. ``rank 2`` before ``pv`` tells of the second best move, and so on. The note is
about the move, the verdict about the end of the game. While its code is compiled, which happens once on a machine, it
says how far that is; its time for the move begins when all is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from game.core.geometry import Geometry, Position
from game.core.model import ParseError
from game.core.notation import Remark
from game.core.plain_text import one_line
from game.core.ruleset import Proof, WinMeans

#: Bytes of a line that are kept; what comes beyond is dropped.
LONGEST_LINE = 8192
#: Lines of a POSITION that are read before it is given up.
LONGEST_POSITION = 500
#: Stones of a board that are read, more than any board has cells.
MOST_STONES = 10_000
#: Letters of a variation that are read.
_LONGEST_VARIATION = 1_000

_LINE_END = re.compile(rb"\r\n|\r|\n")
_POINT = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})")
_STONE = re.compile(r"(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*([123])")


class LineSplitter:
    """A splitter of bytes into lines, ended by CR, LF or CRLF, as soon as their end is there."""

    def __init__(self) -> None:
        self._rest = b""
        self._ended_in_return = False

    def feed(self, data: bytes) -> list[str]:
        """The lines that these bytes complete."""
        if self._ended_in_return:
            data = data.removeprefix(b"\n")
        self._ended_in_return = data.endswith(b"\r")
        pieces = _LINE_END.split(data)
        pieces[0] = self._rest + pieces[0]
        self._rest = pieces.pop()[:LONGEST_LINE]
        return [piece[:LONGEST_LINE].decode("utf-8", "replace") for piece in pieces]


# Lines of a manager


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """A manager's command to an engine."""


@dataclass(frozen=True, slots=True)
class Start(EngineCommand):
    """START n or RECTSTART w,h: a new board; answered by OK."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Begin(EngineCommand):
    """The engine makes the first move."""


@dataclass(frozen=True, slots=True)
class TurnCommand(EngineCommand):
    """The opponent has moved; answered by a move."""

    point: Position


@dataclass(frozen=True, slots=True)
class BoardStone:
    """A line of BOARD; the owner is 1 for the engine and 2 for its opponent (3, no stone to play with, is left out)."""

    point: Position
    owner: int


@dataclass(frozen=True, slots=True)
class Board(EngineCommand):
    """A whole position, oldest stone first; YXBOARD wants no answer, BOARD a move."""

    stones: tuple[BoardStone, ...]
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Swap2Board(EngineCommand):
    """The stones of a Swap2 opening so far: none, three or five."""

    points: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class PositionText(EngineCommand):
    """POSITION: a ruleset's dump, answered by the moves of one turn in our notation."""

    text: str


@dataclass(frozen=True, slots=True)
class ProvePosition(EngineCommand):
    """PROVE: a ruleset's dump, answered by what its prover finds for the side on turn."""

    text: str


@dataclass(frozen=True, slots=True)
class JudgePosition(EngineCommand):
    """JUDGE n: a ruleset's dump; a MESSAGE is wanted of each of its n best moves, and the best one as the answer."""

    count: int
    text: str


@dataclass(frozen=True, slots=True)
class InfoLine(EngineCommand):
    """INFO: a setting; never answered."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Takeback(EngineCommand):
    """A stone is taken back; answered by OK."""

    point: Position


@dataclass(frozen=True, slots=True)
class Restart(EngineCommand):
    """The same board, empty again; answered by OK."""


@dataclass(frozen=True, slots=True)
class About(EngineCommand):
    """The request for name, version, author and country."""


@dataclass(frozen=True, slots=True)
class ShowForbidden(EngineCommand):
    """The request for the points that are forbidden now."""


@dataclass(frozen=True, slots=True)
class Play(EngineCommand):
    """The manager wants our own stone here, as its answer to a SUGGEST; answered by the same point."""

    point: Position


@dataclass(frozen=True, slots=True)
class BestMoves(EngineCommand):
    """YXNBEST n: a MESSAGE is wanted of each of the n best moves; answered by the best one, as after BEGIN."""

    count: int


@dataclass(frozen=True, slots=True)
class ClearMemory(EngineCommand):
    """YXHASHCLEAR: what was found out about other positions is to be forgotten; never answered."""


@dataclass(frozen=True, slots=True)
class Stop(EngineCommand):
    """Thinking ends and the best move so far is the answer."""


@dataclass(frozen=True, slots=True)
class End(EngineCommand):
    """The engine ends."""


@dataclass(frozen=True, slots=True)
class Unknown(EngineCommand):
    """A command that is none of these."""

    line: str


@dataclass(frozen=True, slots=True)
class Malformed(EngineCommand):
    """A known command that cannot be read, and why."""

    sentence: str


class _Lines:
    """Lines of which one can be given back."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._returned: list[str] = []

    def take(self) -> str | None:
        return self._returned.pop() if self._returned else next(self._lines, None)

    def give_back(self, line: str) -> None:
        self._returned.append(line)


def read_commands(lines: Iterable[str]) -> Iterator[EngineCommand]:
    """The commands in these lines, each as soon as its last line is there; empty lines are skipped."""
    source = _Lines(lines)
    while (line := source.take()) is not None:
        word, _, rest = line.strip().partition(" ")
        if word:
            yield _read_command(word.upper(), rest.strip(), source)


def _read_command(word: str, rest: str, source: _Lines) -> EngineCommand:
    if word in _PLAIN:
        return _PLAIN[word]
    reader = _READERS.get(word)
    if reader is None:
        return Unknown(f"{word} {rest}".strip())
    try:
        return reader(rest, source)
    except ParseError as error:
        return Malformed(f"{word}: {error}")


def _read_start(rest: str, _source: _Lines) -> EngineCommand:
    if not re.fullmatch(r"\d{1,3}", rest):
        raise ParseError(f"{rest!r} is not a board size (as in START 15)")
    return Start(int(rest), int(rest))


def _read_best_moves(rest: str, _source: _Lines) -> EngineCommand:
    return BestMoves(_read_count(rest, "YXNBEST 3"))


def _read_judge(rest: str, source: _Lines) -> EngineCommand:
    text = _read_text(source)
    return JudgePosition(_read_count(rest, "JUDGE 2"), text)


def _read_count(rest: str, example: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,2}", rest):
        raise ParseError(f"{rest!r} is not a number of moves (as in {example})")
    return int(rest)


def _read_info(rest: str, _source: _Lines) -> EngineCommand:
    key, _, value = rest.partition(" ")
    return InfoLine(key.lower(), value.strip())


def _read_board(source: _Lines, *, answered: bool) -> EngineCommand:
    return Board(tuple(stone for stone in _read_block(source, _read_stone) if stone.owner != 3), answered)


def _read_text(source: _Lines) -> str:
    """A ruleset's dump, up to DONE."""
    lines: list[str] = []
    while (line := source.take()) is not None and not _is_done(line):
        lines.append(line)
        if len(lines) > LONGEST_POSITION:
            raise ParseError(f"no DONE within {LONGEST_POSITION} lines")
    return "\n".join(lines)


def _is_done(line: str) -> bool:
    return line.strip().upper() == "DONE"


def _read_point(text: str) -> Position:
    found = _POINT.fullmatch(text)
    if found is None:
        raise ParseError(f"{text!r} is not a pair of numbers (as in 7,7)")
    return int(found[1]), int(found[2])


def _read_stone(text: str) -> BoardStone:
    found = _STONE.fullmatch(text)
    if found is None:
        raise ParseError(f"{text!r} is not a stone (x,y and 1 for the engine's or 2 for its opponent's, as in 7,7,1)")
    return BoardStone((int(found[1]), int(found[2])), int(found[3]))


_Read = TypeVar("_Read")


def _read_block(source: _Lines, read: Callable[[str], _Read]) -> list[_Read]:
    """The lines up to DONE; a command among them shows that DONE was forgotten and is given back."""
    found: list[_Read] = []
    trouble: ParseError | None = None
    while (line := source.take()) is not None and not _is_done(line):
        text = line.strip()
        if text[:1].isalpha():
            source.give_back(line)
            raise ParseError(f"DONE is missing before {text!r}")
        if len(found) >= MOST_STONES:
            trouble = trouble or ParseError(f"no DONE within {MOST_STONES} stones")
            continue
        try:
            found.append(read(text))
        except ParseError as error:
            trouble = trouble or error
    if trouble is not None:
        raise trouble
    return found


_PLAIN: dict[str, EngineCommand] = {
    "BEGIN": Begin(),
    "RESTART": Restart(),
    "ABOUT": About(),
    "END": End(),
    "YXSTOP": Stop(),
    "YXSHOWFORBID": ShowForbidden(),
    "YXHASHCLEAR": ClearMemory(),
}

_READERS: dict[str, Callable[[str, _Lines], EngineCommand]] = {
    "START": _read_start,
    "RECTSTART": lambda rest, _: Start(*_read_point(rest)),
    "TURN": lambda rest, _: TurnCommand(_read_point(rest)),
    "TAKEBACK": lambda rest, _: Takeback(_read_point(rest)),
    "PLAY": lambda rest, _: Play(_read_point(rest)),
    "YXNBEST": _read_best_moves,
    "INFO": _read_info,
    "BOARD": lambda _, source: _read_board(source, answered=True),
    "YXBOARD": lambda _, source: _read_board(source, answered=False),
    "SWAP2BOARD": lambda _, source: Swap2Board(tuple(_read_block(source, _read_point))),
    "POSITION": lambda _, source: PositionText(_read_text(source)),
    "PROVE": lambda _, source: ProvePosition(_read_text(source)),
    "JUDGE": _read_judge,
}


# Lines of an engine


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of one turn, in our notation."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """ERROR or UNKNOWN, and why."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Compiling:
    """The engine compiles what it needs, and is so far; a move will be thought about afterwards."""

    done: int
    total: int


_MOVE = r"[a-z][a-z0-9_]{0,19}(=[a-z])?"
_MOVES = re.compile(rf"{_MOVE}( {_MOVE}){{0,15}}")
_PROOF = re.compile(rf"PROOF (?:(none|unknown)|({'|'.join(means.value for means in WinMeans)})((?: {_MOVE}){{0,15}}))")
_COMPILING = re.compile(r"MESSAGE compiling (\d{1,6}) of (\d{1,6})")
_THOUGHT = re.compile(
    r"MESSAGE depth (\d{1,9}) score (-?[0-9.e+]{1,20}) nodes (\d{1,18})(?: speed (\d{1,18}))?(?: rank (\d{1,3}))?"
    r"(?: pv (.+))?"
)


def format_remark(remark: Remark) -> list[str]:
    """The MESSAGE lines of a remark: its numbers, then its note and its verdict."""
    lines = []
    if remark.has_numbers:
        variation = f" pv {' '.join(remark.variation)}" if remark.variation else ""
        rank = f" rank {remark.rank}" if remark.rank > 1 else ""
        work = f"nodes {remark.nodes} speed {remark.speed}"
        lines.append(f"MESSAGE depth {remark.depth} score {remark.score:.10g} {work}{rank}{variation}")
    if remark.note:
        lines.append(f"MESSAGE note {one_line(remark.note)}")
    if remark.verdict:
        lines.append(f"MESSAGE verdict {one_line(remark.verdict)}")
    return lines


def format_proof(proof: Proof[str]) -> str:
    """The answer to PROVE."""
    if proof.means is None:
        return "PROOF none" if proof.is_known else "PROOF unknown"
    return " ".join(("PROOF", proof.means.value, *proof.moves))


def format_compiling(done: int, total: int) -> str:
    """The line that says how far the engine's code is compiled."""
    return f"MESSAGE compiling {done} of {total}"


def format_error(sentence: str) -> str:
    """The answer to a command that cannot be carried out."""
    return f"ERROR {one_line(sentence)}"


def format_point(geometry: Geometry, cell: int) -> str:
    """A cell as ``x,y``."""
    x, y = geometry.cells[cell]
    return f"{x},{y}"


def format_forbidden(geometry: Geometry, cells: Iterable[int]) -> str:
    """The answer to YXSHOWFORBID: two digits for each coordinate."""
    points = (geometry.cells[cell] for cell in cells)
    return f"FORBID {''.join(f'{x:02}{y:02}' for x, y in points)}."


def read_reply(line: str) -> Moves | Remark | Proof[str] | Compiling | ErrorReply | None:
    """The meaning of an engine's line; None for one without a meaning here, such as OK, DEBUG or garbage."""
    text = line.strip()
    if _MOVES.fullmatch(text):
        return Moves(tuple(text.split()))
    word, _, rest = text.partition(" ")
    if word in ("ERROR", "UNKNOWN"):
        return ErrorReply(one_line(rest))
    if text.startswith("MESSAGE note "):
        return Remark(note=one_line(text.removeprefix("MESSAGE note ")))
    if text.startswith("MESSAGE verdict "):
        return Remark(verdict=one_line(text.removeprefix("MESSAGE verdict ")))
    if proof := _PROOF.fullmatch(text):
        return _read_proof(proof)
    if compiling := _COMPILING.fullmatch(text):
        return Compiling(int(compiling[1]), int(compiling[2]))
    found = _THOUGHT.fullmatch(text)
    return None if found is None else _read_thought(found)


def _read_proof(found: re.Match[str]) -> Proof[str]:
    if found[1]:
        return Proof(is_known=found[1] == "none")
    return Proof(WinMeans(found[2]), tuple(found[3].split()))


def _read_thought(found: re.Match[str]) -> Remark | None:
    try:
        score = float(found[2])
    except ValueError:
        return None
    return Remark(
        depth=int(found[1]),
        score=score,
        nodes=int(found[3]),
        variation=tuple((found[6] or "")[:_LONGEST_VARIATION].split()),
        speed=int(found[4] or 0),
        rank=int(found[5] or 1),
    )
