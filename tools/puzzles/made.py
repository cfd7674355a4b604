"""The log of a run of the maker, and the file that comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import field

from game.core.model import Options
from game.core.ruleset import Ruleset
from game.session.matches.game_log import GameLog, LogRecord
from game.storage.files import write_through
from game.training.puzzles.puzzle import Puzzle, PuzzleSet, PuzzleTheme, puzzle_key
from game.training.puzzles.puzzle_file import read_puzzles, write_head, write_puzzle, write_puzzles

#: The share of a set that a theme may have, and that wins with the turn after the first may have.
_A_THEME, _SHORT = 0.4, 0.15
#: The themes that stand for all there is in their games, and have no such bound.
_WHOLE = (PuzzleTheme.DOUBLE_THREATS, PuzzleTheme.MOST_POINTS)


class SearchedGame(LogRecord, frozen=True):
    """A game in the log, and the puzzles that were found in it, as blocks of a file."""

    number: int = field(name="number")
    puzzles: list[str] = field(name="puzzles")
    short: int = field(name="short")
    """How many of them are won with the turn after the first."""


class MadePuzzles:
    """What a run has found, without what repeats or is there often enough."""

    def __init__(self, ruleset: Ruleset, options: Options, count: int, log: GameLog[SearchedGame]) -> None:
        self._ruleset, self._options, self._count, self._log = ruleset, options, count, log
        self.puzzles: list[Puzzle] = []
        self._keys: set[int] = set()
        self._themes: Counter[str] = Counter()
        self._short = 0
        for game in log.games:
            self._short += game.short
            self._note(self._read(game.puzzles))

    @property
    def next_number(self) -> int:
        """The game that is to be searched next, from 0."""
        return len(self._log.games)

    @property
    def is_enough(self) -> bool:
        """Whether as many are there as were asked for."""
        return len(self.puzzles) >= self._count

    def wants(self, puzzle: Puzzle, *, is_short: bool) -> bool:
        """Whether a puzzle is new, and its kind not there often enough."""
        if puzzle_key(self._ruleset, puzzle) in self._keys or (is_short and self._short >= _SHORT * self._count):
            return False
        return puzzle.theme in _WHOLE or self._themes[puzzle.theme.value] < _A_THEME * self._count

    def add(self, puzzles: Iterable[Puzzle], short: int) -> None:
        """Keep what was found in the next game; it is on the disk before this returns."""
        found = list(puzzles)
        texts = [write_puzzle(self._set(()), 0, each) for each in found]
        self._log.add(SearchedGame(self.next_number, texts, short))
        self._short += short
        self._note(found)

    def _note(self, puzzles: Iterable[Puzzle]) -> None:
        for puzzle in puzzles:
            self.puzzles.append(puzzle)
            self._keys.add(puzzle_key(self._ruleset, puzzle))
            self._themes[puzzle.theme.value] += 1

    def _read(self, texts: Iterable[str]) -> Iterator[Puzzle]:
        blocks = "\n".join([write_head(self._set(())), *texts])
        yield from read_puzzles(blocks, {self._ruleset.info.id: self._ruleset}).puzzles

    def _set(self, puzzles: tuple[Puzzle, ...]) -> PuzzleSet:
        return PuzzleSet(self._ruleset, self._options, puzzles)

    def write(self, file: Path) -> None:
        """Write the set, the easiest puzzle first."""
        ranked = sorted(self.puzzles[: self._count], key=lambda puzzle: puzzle.rating)
        write_through(file, write_puzzles(self._set(tuple(ranked))).encode())

    def themes(self) -> Mapping[str, int]:
        """How many puzzles there are of each theme."""
        return self._themes
