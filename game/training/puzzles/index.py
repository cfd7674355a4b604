"""Fast index of puzzle sets; it reads only themes, ratings and positions and leaves the rest for later."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import takewhile

from game.core.language import _
from game.core.model import Options, ParseError
from game.core.ruleset import Ruleset
from game.training.puzzles.puzzle import Puzzle, PuzzleTheme
from game.training.puzzles.puzzle_file import read_puzzles, ruleset_of

#: Maximum length of the header and of a puzzle in characters, because a puzzle is parsed between two frames.
LONGEST_HEAD, LONGEST_PUZZLE = 10_000, 6_000
_BLOCK = re.compile(r"^Puzzle [0-9]+[ ]*\n", re.MULTILINE)
_RATING = re.compile(r"[0-9]{1,4}")
_THEMES: Mapping[str, PuzzleTheme] = {each.value: each for each in PuzzleTheme}


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle whose text has not been parsed yet."""

    ruleset_id: str
    mark: str
    """Hash of ruleset, options and position."""
    theme: PuzzleTheme
    rating: int
    _head: str
    _block: str

    @property
    def board(self) -> str:
        """Hash of the puzzle's position, which does not depend on the game options."""
        return _digest(_position(self._block))

    def read(self, ruleset: Ruleset) -> tuple[Puzzle, Options]:
        """Parse the puzzle; return it with its options. Raises ParseError, and PluginError if the ruleset fails."""
        found = read_puzzles(f"{self._head}\nPuzzle 1\n{self._block}", {ruleset.info.id: ruleset})
        return found.puzzles[0], found.options


def entries_of(text: str) -> tuple[PuzzleEntry, ...]:
    """Return the unparsed puzzles in the text of a puzzle set.

    Puzzles that are too long or lack a theme, rating or position are left out.

    Raises ParseError if the text is not a puzzle set.
    """
    ruleset_id = ruleset_of(text)
    if ruleset_id is None:
        # Raises ParseError with a description of the first lines.
        read_puzzles(text, {})
        raise ParseError(text[:40])
    blocks = _blocks(text.removeprefix("\ufeff"))
    head = next(blocks)
    if len(head) > LONGEST_HEAD:
        raise ParseError(_("the file header has more than {most} characters", most=LONGEST_HEAD))
    return tuple(_entries(ruleset_id, head, (block for block in blocks if len(block) <= LONGEST_PUZZLE)))


def _blocks(text: str) -> Iterator[str]:
    """Yield the header of a puzzle set, then each puzzle without its first line.

    It is a generator, so that the caller can spread the work over several frames.
    """
    begin = 0
    for found in _BLOCK.finditer(text):
        yield text[begin : found.start()]
        begin = found.end()
    yield text[begin:]


def _entries(ruleset_id: str, head: str, blocks: Iterator[str]) -> Iterator[PuzzleEntry]:
    for block in blocks:
        theme, rating, position = _field(block, "Theme"), _field(block, "Rating"), _position(block)
        if theme in _THEMES and _RATING.fullmatch(rating) and position:
            yield PuzzleEntry(ruleset_id, _mark(head, position), _THEMES[theme], int(rating), head, block)


def _field(block: str, key: str) -> str:
    """Return the value of a single-line field of a puzzle, or "" if the field is missing."""
    start = f"{key}:"
    return next((line.removeprefix(start).strip(" ") for line in block.split("\n") if line.startswith(start)), "")


def _position(block: str) -> list[str]:
    """Return the lines of a puzzle's position; empty if it is missing."""
    lines = iter(block.split("\n"))
    if all(line.rstrip(" ") != "Position:" for line in lines):
        return []
    return list(takewhile(lambda line: not line.strip(" \t") or line.startswith((" ", "\t")), lines))


def _mark(head: str, position: list[str]) -> str:
    """Return a hash of a puzzle's ruleset, options and position.

    The first line of the header is left out, as it has the format's version.
    """
    return _digest([*sorted(head.splitlines()[1:]), *position])


def _digest(lines: list[str]) -> str:
    text = "\n".join(line.strip() for line in lines if line.strip())
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
