"""How large words become: as large as the player wishes and their box allows, and never smaller than at 100 %."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.ui.painting.lettering import longest_word
from game.ui.painting.theme import Family

if TYPE_CHECKING:
    from game.ui.painting.painter import Painter

#: Words as large as this, in design pixels, are large enough for everybody.
LARGE = 30.0
#: From line to line, in parts of the letters' size: as designed, and of letters that have grown, which sit closer.
LEADING, _GROWN_LEADING = 1.6, 1.4
#: The height that the letters of one line take, with accents and what hangs below, in parts of their size.
_LINE = 1.25
_SPREAD = 0.5
#: Between the sizes that are tried for a passage, in parts of the usual one.
_STEP = 0.05


@dataclass(frozen=True, slots=True)
class Passage:
    """Words to be set in lines; ``size`` in design pixels is that at 100 %, where there are ``most`` lines at most."""

    string: str
    family: Family = "text"
    size: float = 15
    most: int = 40
    leading: float = LEADING
    """From line to line at 100 %, in parts of the size."""


@dataclass(frozen=True, slots=True)
class Block:
    """A passage in lines; ``size`` and ``leading``, from line to line, are design pixels."""

    lines: tuple[str, ...]
    family: Family
    size: float
    leading: float

    @property
    def height(self) -> float:
        """What the lines take, in design pixels."""
        return len(self.lines) * self.leading


def wished(painter: Painter, size: float) -> float:
    """The size that the player wishes for words of a size, in design pixels."""
    return max(size, min(size * painter.letters, LARGE))


def spread(letters: float) -> float:
    """By how much what holds lines of words grows with them: less than they, for there is room round the usual ones."""
    return 1 + (letters - 1) * _SPREAD


def line_size(painter: Painter, string: str, family: Family, size: float, box: tuple[float, float]) -> float:
    """The largest size from ``size`` to the wished one at which one line keeps within a box of pixels."""
    width, height = box
    largest = min(wished(painter, size), height / _LINE / painter.scale)
    pixels = int(largest * painter.scale)
    while pixels > size * painter.scale:
        if painter.measure(string, family, pixels / painter.scale)[0] <= width:
            return pixels / painter.scale
        pixels -= 1
    return size


def set_passages(painter: Painter, passages: Sequence[Passage], width: int, height: float) -> list[Block]:
    """The passages in lines no wider than ``width`` pixels, all grown alike as far as ``height`` design pixels allow.

    What does not fit at 100 % either is shortened to the lines that each passage may have there.
    """
    for scale in _scales(painter.letters):
        blocks = [_grown(painter, passage, scale, width) for passage in passages]
        if all(block is not None for block in blocks):
            grown = [block for block in blocks if block is not None]
            if sum(block.height for block in grown) <= height:
                return grown
    return [_usual(painter, passage, width) for passage in passages]


def _scales(largest: float) -> Iterator[float]:
    """From the largest down to just above 1."""
    for step in range(round((largest - 1) / _STEP), 0, -1):
        yield 1 + step * _STEP


def _grown(painter: Painter, passage: Passage, scale: float, width: int) -> Block | None:
    """The passage at a larger size, None where one of its words would be too long for a line."""
    size = min(wished(painter, passage.size), passage.size * scale)
    font = painter.font(passage.family, size, passage.string)
    if longest_word(font, passage.string) > width:
        return None
    lines = painter.wrap(passage.string, passage.family, size, width)
    # A line without Chinese is drawn in other letters than the passage was measured in.
    if any(painter.measure(line, passage.family, size)[0] > width for line in lines):
        return None
    return Block(tuple(lines), passage.family, size, size * _GROWN_LEADING)


def _usual(painter: Painter, passage: Passage, width: int) -> Block:
    lines = painter.wrap(passage.string, passage.family, passage.size, width)
    if len(lines) > passage.most:
        rest = " ".join(lines[passage.most - 1 :])
        lines = [*lines[: passage.most - 1], painter.fit(rest, passage.family, passage.size, width)]
    return Block(tuple(lines), passage.family, passage.size, passage.size * passage.leading)
