"""The lines that an engine writes in the Gomocup protocol, with our extensions, parsed and formatted without I/O.

While it thinks, our engine writes

    MESSAGE depth 9-9 ev 35 n 81200 n/ms 640 tm 127 pv h8 i9 g7
    MESSAGE note Blocks an open three.
    MESSAGE verdict A certain win in 4 more stones.

    MESSAGE compiling 3 of 11

The first line has the form of Rapfi and Yixin, which managers read: depth twice, the score in points for the side to
move, nodes, nodes per millisecond, and milliseconds. ``pv`` precedes the principal variation in our notation and is
left out if there is none. ``multipv 2`` before ``ev`` marks the second best move, and so on. The note is about the
move, the verdict about the result of the game. ``compiling`` reports the progress of the compilation, which happens
once on a machine; the thinking time of the move starts after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.core.geometry import Geometry
from game.core.notation import Remark
from game.core.plain_text import one_line
from game.core.ruleset import Proof, WinMeans

#: Most characters of a variation; the rest of a longer one is dropped.
_LONGEST_VARIATION = 1_000


@dataclass(frozen=True, slots=True)
class Moves:
    """An engine's reply with the moves of one turn, such as ``h8 i9``, as text."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """An engine's reply ERROR or UNKNOWN, with a sentence that gives the reason."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Compiling:
    """An engine's report on the compilation of its code, in steps; it starts to think after the last step."""

    done: int
    total: int


_MOVE = r"[a-z][a-z0-9_]{0,19}(=[a-z])?"
_MOVES = re.compile(rf"{_MOVE}( {_MOVE}){{0,15}}")
_PROOF = re.compile(rf"PROOF (?:(none|unknown)|({'|'.join(means.value for means in WinMeans)})((?: {_MOVE}){{0,15}}))")
_COMPILING = re.compile(r"MESSAGE compiling (\d{1,6}) of (\d{1,6})")
_THOUGHT = re.compile(
    r"MESSAGE depth (?P<depth>\d{1,9})-\d{1,9}(?: multipv (?P<rank>\d{1,3}))? ev (?P<score>-?[0-9.e+]{1,20})"
    r" n (?P<nodes>\d{1,18}) n/ms (?P<speed>\d{1,15}) tm \d{1,18}(?: pv (?P<line>.+))?"
)
#: The form of earlier versions, which may be opponents in the arena.
_EARLIER_THOUGHT = re.compile(
    r"MESSAGE depth (?P<depth>\d{1,9}) score (?P<score>-?[0-9.e+]{1,20}) nodes (?P<nodes>\d{1,18})"
    r"(?: speed \d{1,18})?(?: rank (?P<rank>\d{1,3}))?(?: pv (?P<line>.+))?"
)


def format_remark(remark: Remark) -> list[str]:
    """Format an engine's remark as MESSAGE lines: its numbers, its note and its verdict, each only if present."""
    lines = []
    if remark.has_numbers:
        variation = f" pv {' '.join(remark.variation)}" if remark.variation else ""
        rank = f" multipv {remark.rank}" if remark.rank > 1 else ""
        milliseconds = round(remark.nodes * 1000 / remark.speed) if remark.speed else 0
        work = f"n {remark.nodes} n/ms {round(remark.speed / 1000)} tm {milliseconds}"
        lines.append(f"MESSAGE depth {remark.depth}-{remark.depth}{rank} ev {remark.score:.10g} {work}{variation}")
    if remark.note:
        lines.append(f"MESSAGE note {one_line(remark.note)}")
    if remark.verdict:
        lines.append(f"MESSAGE verdict {one_line(remark.verdict)}")
    return lines


def format_proof(proof: Proof[str]) -> str:
    """Format the answer to PROVE: the kind of threats by which the side to move wins, and the first moves of the win.

    An example is ``PROOF fours h8``. The answer is ``PROOF none`` if no forced win was found, and ``PROOF unknown`` if
    no search was possible.
    """
    if proof.means is None:
        return "PROOF none" if proof.is_known else "PROOF unknown"
    return " ".join(("PROOF", proof.means.value, *proof.moves))


def format_compiling(done: int, total: int) -> str:
    """Format the MESSAGE line that reports progress in compiling the engine's code."""
    return f"MESSAGE compiling {done} of {total}"


def format_error(sentence: str) -> str:
    """Format an engine's answer to a command that cannot be carried out."""
    return f"ERROR {one_line(sentence)}"


def format_message(sentence: str) -> str:
    """Format a sentence for the person who watches the engine."""
    return f"MESSAGE {one_line(sentence)}"


def format_point(geometry: Geometry, cell: int) -> str:
    """Format a cell number as ``x,y``."""
    x, y = geometry.cells[cell]
    return f"{x},{y}"


def format_forbidden(geometry: Geometry, cells: Iterable[int]) -> str:
    """Format the answer to YXSHOWFORBID: ``FORBID``, two digits for each coordinate, and a full stop."""
    points = (geometry.cells[cell] for cell in cells)
    return f"FORBID {''.join(f'{x:02}{y:02}' for x, y in points)}."


def read_reply(line: str) -> Moves | Remark | Proof[str] | Compiling | ErrorReply | None:
    """Parse a line from an engine; return None for a line that needs no reaction, such as OK, DEBUG or garbage."""
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
    found = _THOUGHT.fullmatch(text) or _EARLIER_THOUGHT.fullmatch(text)
    return None if found is None else _read_thought(found.groupdict())


def _read_proof(found: re.Match[str]) -> Proof[str]:
    if found[1]:
        return Proof(is_known=found[1] == "none")
    return Proof(WinMeans(found[2]), tuple(found[3].split()))


def _read_thought(found: Mapping[str, str | None]) -> Remark | None:
    try:
        score = float(found["score"] or 0)
    except ValueError:
        return None
    return Remark(
        depth=int(found["depth"] or 0),
        score=score,
        nodes=int(found["nodes"] or 0),
        variation=tuple((found["line"] or "")[:_LONGEST_VARIATION].split()),
        speed=1000 * int(found.get("speed") or 0),
        rank=int(found["rank"] or 1),
    )
