"""Keys of positions: numbers that are equal for positions that are the same when the board is turned or mirrored."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b

from game.core.geometry import Geometry
from game.core.model import EMPTY, Move, Place, State
from game.library.symmetry import turnings

#: Bits of a number that is drawn for a stone on a cell, and of a key: a row of the index is the shorter.
_WORD, _KEY = 64, 48
_MOST = (1 << _WORD) - 1
#: Odd; it mixes the bits of the smallest of several numbers, whose upper ones are mostly 0.
_MIX = 0x9E3779B97F4A7C15


class PositionKeys:
    """The keys of positions of one ruleset on one board: of its stones and the colour on turn.

    Each stone on each cell has a number, and a position the exclusive or of those of its stones, once for each way to
    turn the board; its key is made of the smallest. All ways are kept in one long number, so that a stone costs one
    operation.
    """

    def __init__(self, ruleset_id: str, geometry: Geometry) -> None:
        self._name = f"{ruleset_id} {geometry.columns} {geometry.rows} {len(geometry)}"
        self._turnings = turnings(geometry)
        self._format = f"<{len(self._turnings)}Q"
        self._stones: dict[tuple[int, str], int] = {}
        self._colours: dict[str, int] = {}

    def key(self, board: Sequence[str], colour: str) -> int:
        """The key of a position: a number from 0 to 2**48 - 1; ``colour`` is the colour on turn."""
        return self._key(self._whole(board), colour)

    def along(self, first: State, steps: Iterable[tuple[Move, State]]) -> Iterator[int]:
        """The keys of the position after each move of a game that begins with ``first``."""
        before, long = first.board, self._whole(first.board)
        for move, state in steps:
            long, before = self._after(long, before, move, state.board), state.board
            yield self._key(long, state.colour)

    def _after(self, long: int, before: Sequence[str], move: Move, board: Sequence[str]) -> int:
        """The long number of a board, from that of the board before where a stone was only added."""
        if not isinstance(move, Place):
            return self._whole(board)
        cell = move.cell
        if before[:cell] != board[:cell] or before[cell + 1 :] != board[cell + 1 :] or before[cell] != EMPTY:
            return self._whole(board)
        return long ^ self._stone(cell, board[cell])

    def _whole(self, board: Sequence[str]) -> int:
        long = 0
        for cell, letter in enumerate(board):
            if letter != EMPTY:
                long ^= self._stone(cell, letter)
        return long

    def _key(self, long: int, colour: str) -> int:
        whole = (long ^ self._colour(colour)).to_bytes(8 * len(self._turnings), "little")
        numbers: tuple[int, ...] = struct.unpack(self._format, whole)
        return (min(numbers) * _MIX & _MOST) >> (_WORD - _KEY)

    def _stone(self, cell: int, letter: str) -> int:
        known = self._stones.get((cell, letter))
        if known is None:
            known = self._long(f"{letter} {turning[cell]}" for turning in self._turnings)
            self._stones[cell, letter] = known
        return known

    def _colour(self, colour: str) -> int:
        if colour not in self._colours:
            self._colours[colour] = self._long(f"on turn {colour}" for _turning in self._turnings)
        return self._colours[colour]

    def _long(self, names: Iterable[str]) -> int:
        drawn = (blake2b(f"{self._name} {name}".encode(), digest_size=8).digest() for name in names)
        return int.from_bytes(b"".join(drawn), "little")


@cache
def position_keys(ruleset_id: str, geometry: Geometry) -> PositionKeys:
    """The keys of a ruleset's positions on a board; they are the same in every run of the program."""
    return PositionKeys(ruleset_id, geometry)


def key_of(ruleset_id: str, state: State) -> int:
    """The key of a position."""
    return position_keys(ruleset_id, state.geometry).key(state.board, state.colour)
