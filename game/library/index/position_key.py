"""Position keys: hash values that are equal for positions that differ only by a board symmetry."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from game.core.geometry import DIRECTIONS, Geometry, Wrap
from game.core.model import EMPTY, Move, Place, State
from game.core.ruleset import Ruleset, symmetries_of
from game.core.symmetry import Symmetry

#: Number of bits of a stone's random number, and of a key; shorter keys keep the rows of the index short.
_WORD, _KEY = 64, 48
_MOST = (1 << _WORD) - 1
#: Odd multiplier that mixes the bits: the smallest of several numbers has upper bits that are mostly 0.
_MIX = 0x9E3779B97F4A7C15


def canonical(symmetries: Iterable[Symmetry], cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return cells in canonical orientation: the smallest tuple among their images under these symmetries."""
    return min(tuple(symmetry[cell] for cell in cells) for symmetry in symmetries)


@dataclass(frozen=True, slots=True)
class KeyedPosition:
    """The key of a position, and the board symmetries that turn it to its canonical orientation."""

    key: int
    """Key of the position, from 0 to 2**48 - 1."""
    symmetries: tuple[Symmetry, ...]
    """Symmetries to the canonical orientation; more than one if the position is itself symmetrical."""


class PositionKeys:
    """Position keys for one ruleset and board, computed from the stones and the colour to move.

    This is Zobrist hashing with one hash per symmetry of the rules: each stone on each cell has a random number, and
    the hash of a position is the XOR of the numbers of its stones. The key is derived from the smallest of the hashes.
    The hashes of all symmetries are packed into one long integer, so that adding a stone costs one operation.
    """

    def __init__(self, ruleset_id: str, geometry: Geometry, symmetries: tuple[Symmetry, ...]) -> None:
        self._name = f"{ruleset_id} {geometry.columns} {geometry.rows} {len(geometry)}"
        if (geometry.wrap, geometry.directions) != (Wrap.NONE, DIRECTIONS):
            # Keys of other boards are stored in databases, so they stay without this.
            self._name += f" {geometry.wrap.value} {geometry.directions}"
        self._symmetries = symmetries
        self._format = f"<{len(self._symmetries)}Q"
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
        whole = (long ^ self._colour(colour)).to_bytes(8 * len(self._symmetries), "little")
        return struct.unpack(self._format, whole)

    def _keyed(self, numbers: tuple[int, ...]) -> KeyedPosition:
        least = min(numbers)
        lying = tuple(symmetry for symmetry, number in zip(self._symmetries, numbers, strict=True) if number == least)
        return KeyedPosition(_key(numbers), lying)

    def _stone(self, cell: int, letter: str) -> int:
        known = self._stones.get((cell, letter))
        if known is None:
            known = self._long(f"{letter} {symmetry[cell]}" for symmetry in self._symmetries)
            self._stones[cell, letter] = known
        return known

    def _colour(self, colour: str) -> int:
        if colour not in self._colours:
            self._colours[colour] = self._long(f"on turn {colour}" for _symmetry in self._symmetries)
        return self._colours[colour]

    def _long(self, names: Iterable[str]) -> int:
        drawn = (blake2b(f"{self._name} {name}".encode(), digest_size=8).digest() for name in names)
        return int.from_bytes(b"".join(drawn), "little")


def _key(numbers: tuple[int, ...]) -> int:
    return (min(numbers) * _MIX & _MOST) >> (_WORD - _KEY)


def position_keys(ruleset: Ruleset, geometry: Geometry) -> PositionKeys:
    """Return the cached key computation for a ruleset and board. Keys are the same in every run of the program."""
    return _position_keys(ruleset.info.id, geometry, symmetries_of(ruleset, geometry))


@cache
def _position_keys(ruleset_id: str, geometry: Geometry, symmetries: tuple[Symmetry, ...]) -> PositionKeys:
    return PositionKeys(ruleset_id, geometry, symmetries)


def keyed_position(ruleset: Ruleset, state: State) -> KeyedPosition:
    """Return a position's key, and the board symmetries that turn it to its canonical orientation."""
    return position_keys(ruleset, state.geometry).keyed(state.board, state.colour)


def key_of(ruleset: Ruleset, state: State) -> int:
    """Return a position's key, which is the same for all rotations and reflections that the rules allow."""
    return position_keys(ruleset, state.geometry).key(state.board, state.colour)
