"""Sets of puzzles looked through without the rules: hundreds in a moment, and one is read when it is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from game.core.model import Options, ParseError
from game.core.ruleset import Ruleset
from game.puzzles.puzzle import Puzzle, PuzzleTheme
from game.puzzles.reader import read_puzzles, ruleset_of

_BLOCK = re.compile(r"^Puzzle [0-9]+[ ]*\n", re.MULTILINE)
_THEME = re.compile(r"^Theme:[ ]*(.+?)[ ]*$", re.MULTILINE)
_RATING = re.compile(r"^Rating:[ ]*([0-9]{1,4})[ ]*$", re.MULTILINE)
_POSITION = re.compile(r"^Position:[ ]*\n((?:[ \t]+.*\n|[ \t]*\n)*)", re.MULTILINE)
_THEMES: Mapping[str, PuzzleTheme] = {each.value: each for each in PuzzleTheme}


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle as it stands in a set, not read yet."""

    ruleset_id: str
    mark: str
    """A word that is the same wherever this position stands as a puzzle."""
    theme: PuzzleTheme
    rating: int
    _head: str
    _block: str

    @property
    def board(self) -> str:
        """A word that is the same wherever these stones stand, whatever the options are."""
        found = _POSITION.search(f"{self._block}\n")
        assert found is not None
        return _digest(found[1].splitlines())

    def read(self, ruleset: Ruleset) -> tuple[Puzzle, Options]:
        """The puzzle and the options of its game; raises ParseError, and PluginError where the ruleset fails."""
        found = read_puzzles(f"{self._head}\nPuzzle 1\n{self._block}", {ruleset.info.id: ruleset})
        return found.puzzles[0], found.options


def entries_of(text: str) -> tuple[PuzzleEntry, ...]:
    """The puzzles of a set; one without a theme, rating and position is left out.

    Raises ParseError where the text is no set of puzzles.
    """
    ruleset_id = ruleset_of(text)
    if ruleset_id is None:
        # The reader says what is wrong with the first lines.
        read_puzzles(text, {})
        raise ParseError(text[:40])
    head, *blocks = _BLOCK.split(text.removeprefix("\ufeff"))
    return tuple(_entries(ruleset_id, head, blocks))


def _entries(ruleset_id: str, head: str, blocks: list[str]) -> Iterator[PuzzleEntry]:
    for block in blocks:
        theme, rating, position = _THEME.search(block), _RATING.search(block), _POSITION.search(f"{block}\n")
        if theme and rating and position and theme[1] in _THEMES:
            mark = _mark(head, position[1])
            yield PuzzleEntry(ruleset_id, mark, _THEMES[theme[1]], int(rating[1]), head, block)


def _mark(head: str, position: str) -> str:
    """Ruleset, options and position make a puzzle what it is; the first line has the format's version."""
    return _digest([*sorted(head.splitlines()[1:]), *position.splitlines()])


def _digest(lines: list[str]) -> str:
    text = "\n".join(line.strip() for line in lines if line.strip())
    return blake2b(text.encode(), digest_size=8).hexdigest()
