"""Position keys: hash values that are equal for positions that differ only by a board symmetry."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import product

from game.core.geometry import Geometry, Position
from game.core.model import EMPTY, Move, Place, State

#: For each cell, the cell that it is mapped to.
Turning = tuple[int, ...]
#: Number of bits of a stone's random number, and of a key; shorter keys keep the rows of the index short.
_WORD, _KEY = 64, 48
_MOST = (1 << _WORD) - 1
#: Odd multiplier that mixes the bits: the smallest of several numbers has upper bits that are mostly 0.
_MIX = 0x9E3779B97F4A7C15


@cache
def turnings(geometry: Geometry) -> tuple[Turning, ...]:
    """Return all symmetries of a board (rotations and reflections), the identity first; a square has eight."""
    found = (_turning(geometry, _way(geometry, *each)) for each in product((False, True), repeat=3))
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _way(geometry: Geometry, swaps: bool, mirrors_x: bool, mirrors_y: bool) -> Callable[[Position], Position]:
    def turned(position: Position) -> Position:
        x, y = position
        x, y = geometry.columns - 1 - x if mirrors_x else x, geometry.rows - 1 - y if mirrors_y else y
        return (y, x) if swaps else (x, y)

    return turned


def _turning(geometry: Geometry, way: Callable[[Position], Position]) -> Turning | None:
    cells = [geometry.at(*way(position)) for position in geometry.cells]
    known = tuple(cell for cell in cells if cell is not None)
    return known if len(known) == len(cells) else None


def canonical(geometry: Geometry, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return cells in canonical orientation: the smallest tuple among their images under all board symmetries."""
    return min(tuple(turning[cell] for cell in cells) for turning in turnings(geometry))


@dataclass(frozen=True, slots=True)
class KeyedPosition:
    """The key of a position, and the board symmetries that turn it to its canonical orientation."""

    key: int
    """Key of the position, from 0 to 2**48 - 1."""
    turnings: tuple[Turning, ...]
    """Symmetries to the canonical orientation; more than one if the position is itself symmetrical."""


class PositionKeys:
    """Position keys for one ruleset and board size, computed from the stones and the colour to move.

    This is Zobrist hashing with one hash per board symmetry: each stone on each cell has a random number, and the hash
    of a position is the XOR of the numbers of its stones. The key is derived from the smallest of the hashes. The
    hashes of all symmetries are packed into one long integer, so that adding a stone costs one operation.
    """

    def __init__(self, ruleset_id: str, geometry: Geometry) -> None:
        self._name = f"{ruleset_id} {geometry.columns} {geometry.rows} {len(geometry)}"
        self._turnings = turnings(geometry)
        self._format = f"<{len(self._turnings)}Q"
        self._stones: dict[tuple[int, str], int] = {}
        self._colours: dict[str, int] = {}

    def key(self, board: Sequence[str], colour: str) -> int:
        """Return the position's key, from 0 to 2**48 - 1; ``colour`` is the colour to move."""
        return _key(self._numbers(self._whole(board), colour))

    def keyed(self, board: Sequence[str], colour: str) -> KeyedPosition:
        """Return a position's key, and the board symmetries that turn it to its canonical orientation."""
        return self._keyed(self._numbers(self._whole(board), colour))

    def along(self, first: State, steps: Iterable[tuple[Move, State]]) -> Iterator[int]:
        """Yield the position's key after each move of a game that begins with position ``first``."""
        return map(_key, self._numbers_along(first, steps))

    def keyed_along(self, first: State, steps: Iterable[tuple[Move, State]]) -> Iterator[KeyedPosition]:
        """Yield the position's key after each move, and the board symmetries to its canonical orientation."""
        return map(self._keyed, self._numbers_along(first, steps))

    def _numbers_along(self, first: State, steps: Iterable[tuple[Move, State]]) -> Iterator[tuple[int, ...]]:
        before, long = first.board, self._whole(first.board)
        for move, state in steps:
            long, before = self._after(long, before, move, state.board), state.board
            yield self._numbers(long, state.colour)

    def _after(self, long: int, before: Sequence[str], move: Move, board: Sequence[str]) -> int:
        """Return the packed hashes of the position after a move; ``long`` are those of the position before it.

        They are updated if the move only added a stone, otherwise computed from the board.
        """
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
        """Return the position's hash for each board symmetry, including the colour to move.

        ``long`` packs the hashes without it.
        """
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
    """Return the cached key computation for a ruleset and board. Keys are the same in every run of the program."""
    return PositionKeys(ruleset_id, geometry)


def keyed_position(ruleset_id: str, state: State) -> KeyedPosition:
    """Return a position's key, and the board symmetries that turn it to its canonical orientation."""
    return position_keys(ruleset_id, state.geometry).keyed(state.board, state.colour)


def key_of(ruleset_id: str, state: State) -> int:
    """Return a position's key, which is the same for all rotations and reflections of the board."""
    return position_keys(ruleset_id, state.geometry).key(state.board, state.colour)
