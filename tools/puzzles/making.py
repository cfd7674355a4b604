"""``main.py puzzles make``: finds puzzles in games, proves their solutions, rates them and writes them to a file."""

from __future__ import annotations

import random
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from game.core.model import Options
from game.core.ruleset import Level
from game.session.matches.game_log import GameLog
from game.training.puzzles.puzzle import Puzzle, PuzzleTheme
from tools.puzzles.difficulty import first_rating
from tools.puzzles.finding import Finder, FoundPuzzle
from tools.puzzles.games import SourceGame, games_of_files, played_game, source_levels
from tools.puzzles.made import MadePuzzles, SearchedGame
from tools.puzzles.solver import Solver
from tools.tune.headway import Headway

#: The number of last turns of a game that are searched, and the maximum number of puzzles from one game.
_LAST_TURNS, _A_GAME = 26, 2
#: The number of games between two messages about progress.
_TOLD_EVERY = 20


class Maker:
    """Makes puzzles for one ruleset with the given options."""

    def __init__(self, solver: Solver, options: Options, seed: int) -> None:
        self._solver, self._options, self._seed = solver, options, seed
        self._finder = Finder(solver, options)
        self._levels: Sequence[Level] = source_levels(solver.ruleset.info.levels)

    def make(self, arguments: Namespace, say: Callable[[str], None]) -> MadePuzzles:
        """Search games until there are enough puzzles or no more games, and write the puzzles to a file.

        ``say`` is called with each line of progress. Raises ParseError for a file of games or a log that cannot be
        read, and OSError for other problems with files.
        """
        out: Path = arguments.out
        files = [str(file) for file in arguments.games_from]
        header = {"ruleset": self._solver.ruleset.info.id, "options": self._options, "seed": self._seed, "from": files}
        log = GameLog(out.with_suffix(".jsonl"), header, "search for puzzles", SearchedGame)
        made = MadePuzzles(self._solver.ruleset, self._options, arguments.count, log)
        headway = Headway(arguments.count, len(made.puzzles))
        for game in self._games(arguments.games_from, made):
            self._search(game, made)
            if made.next_number % _TOLD_EVERY == 0:
                told = headway.told(len(made.puzzles))
                say(f"{len(made.puzzles)} of {arguments.count} puzzles in {made.next_number} games, {told}")
            if made.is_enough:
                break
        made.write(out)
        return made

    def _games(self, files: Sequence[Path], made: MadePuzzles) -> Iterator[SourceGame]:
        """Yield the games that have not been searched yet: those in the files or, if there are none, random games."""
        if files:
            known = made.next_number
            for number, game in enumerate(games_of_files(files, self._solver, self._options)):
                if number >= known:
                    yield game
            return
        while not made.is_enough:
            yield played_game(self._solver, self._options, self._seed, made.next_number)

    def _search(self, game: SourceGame, made: MadePuzzles) -> None:
        positions = list(game.positions[-_LAST_TURNS:])
        random.Random(f"order {self._seed} {made.next_number}").shuffle(positions)
        puzzles, short, themes = list[Puzzle](), 0, set[PuzzleTheme]()
        for state in positions:
            if len(puzzles) == _A_GAME or state.is_opening or self._solver.ruleset.outcome(state) is not None:
                continue
            found = self._finder.find(state)
            if found is None or found.theme in themes:
                continue
            puzzle, is_short = self._rated(found, game.told), _is_short(found)
            if made.wants(puzzle, is_short=is_short):
                puzzles.append(puzzle)
                themes.add(found.theme)
                short += is_short
        made.add(puzzles, short)

    def _rated(self, found: FoundPuzzle, source: str) -> Puzzle:
        rating = first_rating(self._solver, found, self._levels)
        return Puzzle(found.state, found.theme, rating, found.solutions, source)


def _is_short(found: FoundPuzzle) -> bool:
    return found.own_turns <= 2 and found.theme is not PuzzleTheme.DEFEND
