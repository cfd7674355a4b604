"""Writer of puzzle sets; the format is described in ``game.training.puzzles.reader``."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.plain_text import one_line
from game.core.record.format import INDENT, OPTION, wrapped
from game.core.ruleset import format_move
from game.training.puzzles.puzzle import Puzzle, PuzzleSet
from game.training.puzzles.reader import VERSION


def write_puzzles(puzzles: PuzzleSet) -> str:
    """Return a puzzle set as the text of a file."""
    blocks = (write_puzzle(puzzles, number, each) for number, each in enumerate(puzzles.puzzles, start=1))
    return "\n".join([write_head(puzzles), *blocks])


def write_head(puzzles: PuzzleSet) -> str:
    """Return the header of a puzzle set as text; the blocks of the puzzles follow, separated by empty lines."""
    options = (f"{OPTION}{key}: {_word(value)}" for key, value in puzzles.options.items())
    return "\n".join([f"Stone Fair puzzles, version {VERSION}", f"Ruleset: {puzzles.ruleset.info.id}", *options, ""])


def write_puzzle(puzzles: PuzzleSet, number: int, puzzle: Puzzle) -> str:
    """Return the text of one puzzle in a set; ``number`` counts from 1."""
    return "\n".join([f"Puzzle {number}", *_fields(puzzles, puzzle), ""])


def _fields(puzzles: PuzzleSet, puzzle: Puzzle) -> Iterator[str]:
    yield f"Theme: {puzzle.theme.value}"
    yield f"Rating: {puzzle.rating}"
    if puzzle.source:
        yield f"Source: {one_line(puzzle.source)}"
    info, geometry = puzzles.ruleset.info, puzzle.state.geometry
    yield "Solution:"
    for solution in puzzle.solutions:
        yield INDENT + " ".join(format_move(info, geometry, move) for move in solution)
    yield "Position:"
    yield wrapped(puzzles.ruleset.dump(puzzle.state))


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
