"""The puzzles that ``main.py puzzles make`` has found, the log that keeps them, and the file with the final set."""

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

#: The maximum share of a theme in the set, and the maximum share of short puzzles, which are won within two turns.
_A_THEME, _SHORT = 0.4, 0.15
#: The themes without a maximum share, because they are the only ones in their games.
_WHOLE = (PuzzleTheme.DOUBLE_THREATS, PuzzleTheme.MOST_POINTS)


class SearchedGame(LogRecord, frozen=True):
    """An entry of the log: a searched game, with its puzzles as blocks of text in the format of the file."""

    number: int = field(name="number")
    puzzles: list[str] = field(name="puzzles")
    short: int = field(name="short")
    """The number of short puzzles in the game, which are won within two turns."""


class MadePuzzles:
    """The set of puzzles found so far, which accepts no repeated positions and limits the share of each kind."""

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
        """The number of the game to search next, from 0."""
        return len(self._log.games)

    @property
    def is_enough(self) -> bool:
        """True if the set has the requested number of puzzles."""
        return len(self.puzzles) >= self._count

    def wants(self, puzzle: Puzzle, *, is_short: bool) -> bool:
        """Return True if a puzzle is to be added: it is new, and its kind has not reached its maximum share of the set.

        ``is_short`` says that its solution is short; such puzzles also have a maximum share.
        """
        if puzzle_key(self._ruleset, puzzle) in self._keys or (is_short and self._short >= _SHORT * self._count):
            return False
        return puzzle.theme in _WHOLE or self._themes[puzzle.theme.value] < _A_THEME * self._count

    def add(self, puzzles: Iterable[Puzzle], short: int) -> None:
        """Add the puzzles of the next game, possibly none, to the set and to the log on disk.

        ``short`` of them have a short solution.
        """
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
        """Write the requested number of puzzles to a file, the easiest first."""
        ranked = sorted(self.puzzles[: self._count], key=lambda puzzle: puzzle.rating)
        write_through(file, write_puzzles(self._set(tuple(ranked))).encode())

    def themes(self) -> Mapping[str, int]:
        """Return the number of puzzles of each theme."""
        return self._themes
