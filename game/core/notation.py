"""Reports in our notation: a thinker's moves as words, as they go over the wire, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from game.core.geometry import Geometry
from game.core.model import Move, ParseError, State
from game.core.ruleset import Info, Report, Ruleset, RulesetInfo, format_move, parse_move


@dataclass(frozen=True, slots=True)
class Remark(Report[str]):
    """A report with its variation in our notation, as it goes over the wire and onto the screen."""


def in_words(info: RulesetInfo, geometry: Geometry, said: Info) -> Remark:
    """A thinker's report with its variation in our notation."""
    words = tuple(format_move(info, geometry, move) for move in said.variation)
    return Remark(said.depth, said.score, said.nodes, words, said.note, said.speed, said.rank)


def playable_moves(ruleset: Ruleset, state: State, words: Iterable[str]) -> Iterator[tuple[Move, State]]:
    """The moves of a variation as far as they can be read and are legal, each with the position after it."""
    for word in words:
        try:
            move = parse_move(ruleset.info, state, word)
        except ParseError:
            return
        if ruleset.check(state, move) is not None:
            return
        state = ruleset.apply(state, move).state
        yield move, state
