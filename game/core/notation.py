"""Conversion between moves and notation such as ``h8``, for whole turns, variations and search reports."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from game.core.geometry import Geometry
from game.core.model import Move, ParseError, State
from game.core.ruleset import (
    Info,
    PluginError,
    Report,
    Ruleset,
    RulesetInfo,
    complete_options,
    format_move,
    parse_move,
)


@dataclass(frozen=True, slots=True)
class Remark(Report[str]):
    """A report of a running search, with its variation written in notation."""

    @property
    def has_numbers(self) -> bool:
        """True if the report contains results of the search in numbers, not only a sentence."""
        return bool(self.depth or self.nodes or self.variation)


def format_report(info: RulesetInfo, geometry: Geometry, said: Info) -> Remark:
    """Return a search report with the moves of its variation written in notation."""
    words = tuple(format_move(info, geometry, move) for move in said.variation)
    return Remark(said.depth, said.score, said.nodes, words, said.note, said.speed, said.rank, said.verdict)


def parse_turn(ruleset: Ruleset, state: State, words: Iterable[str]) -> tuple[Move, ...]:
    """Return the moves of one turn, parsed from notation.

    Each move is parsed in the position after the moves before it. Reading stops after the first illegal move, because
    no position follows it. The legality of the last move is not checked; the match does that. Raises ParseError, which
    quotes the move that cannot be read.
    """
    moves: list[Move] = []
    for word in words:
        if moves:
            if ruleset.check(state, moves[-1]) is not None:
                break
            state = ruleset.apply(state, moves[-1]).state
        moves.append(parse_move(ruleset.info, state, word))
    return tuple(moves)


def playable_moves(ruleset: Ruleset, state: State, words: Iterable[str]) -> Iterator[tuple[Move, State]]:
    """Yield the moves of a variation, each with the position after it.

    Stops before the first move that cannot be read or is illegal.
    """
    for word in words:
        try:
            move = parse_move(ruleset.info, state, word)
        except ParseError:
            return
        if ruleset.check(state, move) is not None:
            return
        state = ruleset.apply(state, move).state
        yield move, state


def sample_state(ruleset: Ruleset) -> State:
    """Return the position after a ruleset's sample moves, up to the first illegal one.

    Raises PluginError if the setup fails.
    """
    state = ruleset.setup(complete_options(ruleset.info, {}), 0).state
    with contextlib.suppress(ParseError, PluginError):
        for _move, after in playable_moves(ruleset, state, ruleset.info.sample):
            state = after
    return state
