"""The games in which puzzles are looked for: games from files, or random games between levels of medium strength."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from game.analysis.review.scale import thrown_opening
from game.core.match import Match
from game.core.model import Options, State
from game.core.ruleset import Level, Limits
from game.library.formats.reading import open_file
from game.library.study.study import Study
from game.library.study.tree import ROOT
from tools.puzzles.solver import Solver

#: The minimum Elo of the levels that play the games, and the maximum number of nodes of a level that plays quickly.
_LEAST_ELO, _QUICK = 800, 3_000
#: The maximum number of nodes for a move.
_NODES = 1_000
#: The time limit of a move in seconds.
_SECONDS = 10.0
#: The number of plies after which a game is stopped.
_LONGEST = 150


@dataclass(frozen=True, slots=True)
class SourceGame:
    """A game in which puzzles are looked for, as a list of positions."""

    told: str
    """The origin of the game in one line: its file, or its players and seed."""
    positions: tuple[State, ...]
    """The positions in which the turns of the game begin."""


def games_of_files(files: Iterable[Path], solver: Solver, options: Options) -> Iterator[SourceGame]:
    """Yield the games in files, of any readable format, that have the solver's ruleset and the given options.

    Raises ParseError for a file in which nothing can be read.
    """
    rulesets = {solver.ruleset.info.id: solver.ruleset}
    for file in files:
        for number, study in enumerate(open_file(file, rulesets).studies, start=1):
            if study.ruleset.info.id == solver.ruleset.info.id and dict(study.options) == dict(options):
                players = " - ".join(filter(None, study.players))
                text = f"{file.name}, game {number}{f' ({players})' if players else ''}"
                yield SourceGame(text, tuple(_turn_starts(_main_line(study))))


def _main_line(study: Study) -> Iterator[State]:
    yield study.first_state
    for node in study.tree.continuation(ROOT):
        state = study.state(node)
        if not isinstance(state, State):
            return
        yield state


def played_game(solver: Solver, options: Options, seed: int, number: int) -> SourceGame:
    """Play a game between two levels after a few random stones. The seed and the number determine both."""
    rng = random.Random(f"puzzles {seed} {number}")
    match = Match(solver.ruleset, options, rng.randrange(1 << 30))
    thrown_opening(match, rng)
    levels = source_levels(solver.ruleset.info.levels)
    two = rng.choice(levels), rng.choice(levels)
    states = [match.state]
    while match.outcome is None and len(match.plies) < _LONGEST:
        limits = Limits(seconds=_SECONDS, nodes=_NODES, seed=rng.randrange(1 << 30))
        match.play(solver.move_of(two[match.state.seat], match.state, limits))
        states.append(match.state)
    first, second = (level.title for level in two)
    return SourceGame(f"{first} - {second}, game {number} of seed {seed}", tuple(_turn_starts(states)))


def source_levels(levels: Sequence[Level]) -> list[Level]:
    """Return the levels that play quickly and with enough strength for puzzles, or all levels if there are none."""
    bounded = [level for level in levels if not level.compiled or "depth" in level.settings or _nodes(level)]
    return [level for level in bounded if (level.elo or 0) >= _LEAST_ELO] or list(levels)


def _nodes(level: Level) -> bool:
    return bool(0 < level.settings.get("nodes", 0) <= _QUICK)


def _turn_starts(states: Iterable[State]) -> Iterator[State]:
    """Yield those of the consecutive positions of a game in which a turn begins."""
    listed = list(states)
    yield from listed[:1]
    yield from (after for before, after in pairwise(listed) if after.seat != before.seat)
