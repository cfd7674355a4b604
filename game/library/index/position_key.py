"""Keys of positions: numbers that are equal for positions that are the same when the board is turned or mirrored."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from game.core.geometry import Geometry
from game.core.model import EMPTY, Move, Place, State
from game.library.index.symmetry import Turning, turnings

#: Bits of a number that is drawn for a stone on a cell, and of a key: a row of the index is the shorter.
_WORD, _KEY = 64, 48
_MOST = (1 << _WORD) - 1
#: Odd; it mixes the bits of the smallest of several numbers, whose upper ones are mostly 0.
_MIX = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class KeyedPosition:
    """The key of a position, and how its board has to be turned to lie as all boards with that key."""

    key: int
    """From 0 to 2**48 - 1."""
    turnings: tuple[Turning, ...]
    """The ways to turn it so; several where the position is the same in some of them."""


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
        return _key(self._numbers(self._whole(board), colour))

    def keyed(self, board: Sequence[str], colour: str) -> KeyedPosition:
        """The key of a position, and how the board is turned for it."""
        return self._keyed(self._numbers(self._whole(board), colour))

    def along(self, first: State, steps: Iterable[tuple[Move, State]]) -> Iterator[int]:
        """The keys of the position after each move of a game that begins with ``first``."""
        return map(_key, self._numbers_along(first, steps))

    def keyed_along(self, first: State, steps: Iterable[tuple[Move, State]]) -> Iterator[KeyedPosition]:
        """The same, with how each board is turned for its key."""
        return map(self._keyed, self._numbers_along(first, steps))

    def _numbers_along(self, first: State, steps: Iterable[tuple[Move, State]]) -> Iterator[tuple[int, ...]]:
        before, long = first.board, self._whole(first.board)
        for move, state in steps:
            long, before = self._after(long, before, move, state.board), state.board
            yield self._numbers(long, state.colour)

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

    def _numbers(self, long: int, colour: str) -> tuple[int, ...]:
        """The number of a position in each turning, of its long number without the colour on turn."""
        whole = (long ^ self._colour(colour)).to_bytes(8 * len(self._turnings), "little")
        return struct.unpack(self._format, whole)

    def _keyed(self, numbers: tuple[int, ...]) -> KeyedPosition:
        least = min(numbers)
        lying = tuple(turning for turning, number in zip(self._turnings, numbers, strict=True) if number == least)
        return KeyedPosition(_key(numbers), lying)

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


def _key(numbers: tuple[int, ...]) -> int:
    return (min(numbers) * _MIX & _MOST) >> (_WORD - _KEY)


@cache
def position_keys(ruleset_id: str, geometry: Geometry) -> PositionKeys:
    """The keys of a ruleset's positions on a board; they are the same in every run of the program."""
    return PositionKeys(ruleset_id, geometry)


def keyed_position(ruleset_id: str, state: State) -> KeyedPosition:
    """The key of a position, and how its board is turned for it."""
    return position_keys(ruleset_id, state.geometry).keyed(state.board, state.colour)


def key_of(ruleset_id: str, state: State) -> int:
    """The key of a position."""
    return position_keys(ruleset_id, state.geometry).key(state.board, state.colour)
