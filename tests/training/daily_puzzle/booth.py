"""Riddles for tests: a set of each kind whose solutions are known."""

from __future__ import annotations

from game.plugins.registry import discover
from game.training.daily_puzzle.puzzle_attempt import PuzzleAttempt
from game.training.puzzles.index import PuzzleEntry, entries_of
from game.training.puzzles.puzzle import PuzzleTheme
from game.training.puzzles.puzzle_file import shipped_sets
from tools.pilot.scripted_opponent import ScriptedOpponent

CATALOGUE = discover()


def entries(name: str) -> list[PuzzleEntry]:
    """All riddles that come with a ruleset."""
    paths = shipped_sets(name, CATALOGUE.folder(name))
    return [entry for path in paths for entry in entries_of(path.read_text(encoding="utf-8"))]


def entry_with(name: str, theme: PuzzleTheme, turns: int = 1) -> PuzzleEntry:
    """The first riddle of a theme in which so many turns are to be found at least."""
    return next(each for each in entries(name) if each.theme is theme and puzzle_of(each)[0].turns >= turns)


def puzzle_of(entry: PuzzleEntry) -> tuple[PuzzleAttempt, ScriptedOpponent]:
    """A riddle on the board, and the engine that is asked about other turns."""
    ruleset = CATALOGUE.rulesets[entry.ruleset_id]
    judge = ScriptedOpponent()
    puzzle, options = entry.read(ruleset)
    return PuzzleAttempt(ruleset, puzzle, options, judge), judge
