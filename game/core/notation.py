"""Moves in words: reports of a thinker as they go over the wire, and the words of a turn or a variation read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from game.core.geometry import Geometry
from game.core.model import Move, ParseError, State
from game.core.ruleset import Info, Report, Ruleset, RulesetInfo, format_move, parse_move


@dataclass(frozen=True, slots=True)
class Remark(Report[str]):
    """A report with its variation in our notation, as it goes over the wire and onto the screen."""

    @property
    def has_numbers(self) -> bool:
        """Whether it tells of a search, and is not just a sentence."""
        return bool(self.depth or self.nodes or self.variation)


def in_words(info: RulesetInfo, geometry: Geometry, said: Info) -> Remark:
    """A thinker's report with its variation in our notation."""
    words = tuple(format_move(info, geometry, move) for move in said.variation)
    return Remark(said.depth, said.score, said.nodes, words, said.note, said.speed, said.rank, said.verdict)


def parse_turn(ruleset: Ruleset, state: State, words: Iterable[str]) -> tuple[Move, ...]:
    """Read the moves of a turn, each in the position that the ones before lead to.

    Raises ParseError, which quotes the word. Reading ends with a move that the rules refuse, as no position comes after
    it; whether the last move is legal is not asked, and left to the match.
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
    """The moves of a variation or a sample as far as they can be read and played, each with the position after it."""
    for word in words:
        try:
            move = parse_move(ruleset.info, state, word)
        except ParseError:
            return
        if ruleset.check(state, move) is not None:
            return
        state = ruleset.apply(state, move).state
        yield move, state
