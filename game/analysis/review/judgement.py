"""A game as it was read: the worth of each move, both sides' accuracy, the turning point and the last escape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

from game.analysis.review.accuracy import accuracy_of_game
from game.analysis.review.evaluation import CandidateMove, Evaluation, ProofStatus
from game.core.match import Match
from game.core.model import Move, State
from game.core.notation import playable_moves
from game.core.ruleset import Ruleset, format_move, threats_of

#: What a move loses of the winning chance, from which on it has this class.
#: Source: lichess, whose 0.1, 0.2 and 0.3 are on a scale from -1 to 1.
_INACCURACY, _MISTAKE, _BLUNDER = 0.05, 0.10, 0.15
#: What the second best move has to lose for the best one to be the only one.
_ONLY = 0.10
#: The winning chance up to which a move is as good as lost.
_AS_GOOD_AS_LOST = 0.05


class MoveClass(Enum):
    """How good a move was."""

    ONLY = "only"
    """The only good move, where the game was not decided and the answer not plain to see."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNJUDGED = "unjudged"
    """The engine says nothing about the position, as in an opening."""


#: The classes of the moves that something better was missed with.
SLIPS = (MoveClass.INACCURACY, MoveClass.MISTAKE, MoveClass.BLUNDER)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move with what it was worth."""

    ply: int
    """From 1."""
    move: str
    """In our notation."""
    seat: int
    chance: float | None
    """The mover's winning chance after it, 0 to 1; None where nothing is known."""
    loss: float = 0.0
    """What it lost of the mover's winning chance, 0 to 1."""
    kind: MoveClass = MoveClass.UNJUDGED
    missed_win: bool = False
    """Whether the mover had a forced win, proved before the move and not after it."""
    allowed_loss: bool = False
    """Whether the mover is proved lost after it, and was not before."""
    best: tuple[str, ...] = ()
    """The best moves instead, the best one first."""
    line: tuple[str, ...] = ()
    """The best move and those expected after it."""
    answer: tuple[str, ...] = ()
    """What is expected after the move that was played."""
    is_escape: bool = False
    """Whether it was the only move that did not lose, where no win was proved and the answer not plain to see."""


@dataclass(frozen=True, slots=True)
class Escape:
    """The last position in which the loser was not proved lost, and the move that held it."""

    ply: int
    """The ply that was played there, from 1."""
    move: str


@dataclass(frozen=True, slots=True)
class GameReview:
    """A whole game as it was read."""

    moves: tuple[JudgedMove, ...]
    chances: tuple[float | None, ...]
    """The winning chance of seat 0 in each position, from the first on; None where nothing is known."""
    accuracy: Mapping[int, float | None]
    """Each seat's accuracy, 0 to 100; None without a judged move."""
    turning_point: int | None
    """The ply after which the loser never was even again; None where there is none."""
    last_escape: Escape | None


def states_of(match: Match) -> list[State]:
    """The positions of a match, from the first one to the one that stands."""
    return [match.first_state, *(ply.step.state for ply in match.plies)]


def is_plain(ruleset: Ruleset, state: State) -> bool:
    """Whether anybody sees the move: a side wins with its next stones, or has to stop the other."""
    return any(side.lines for side in threats_of(ruleset, state) or ())


def judge(match: Match, readings: Mapping[int, Evaluation], first: int = 1) -> GameReview:
    """The review of a match from its ``first`` ply on; ``readings`` by the number of plies before the position.

    The last position needs none where the game has ended.
    """
    positions = ReadPositions(match, readings)
    moves = tuple(positions.judged(ply) for ply in range(first, len(match.plies) + 1))
    chances = tuple(positions.chance_of(0, number) for number in range(len(match.plies) + 1))
    accuracy = {seat: _accuracy(seat, moves, chances) for seat in (0, 1)}
    return GameReview(moves, chances, accuracy, _turning_point(match, moves, chances), positions.last_escape(first))


def judge_turn(match: Match, readings: Mapping[int, Evaluation], first: int) -> JudgedMove:
    """The judgement of the turn from the ``first`` ply to the last one, as of one move.

    It is made of the positions before and after it; those between its plies need no reading.
    """
    return ReadPositions(match, readings).judged(len(match.plies), first)


class ReadPositions:
    """The positions of a match and what is known of them."""

    def __init__(self, match: Match, readings: Mapping[int, Evaluation]) -> None:
        self._match = match
        self._readings = readings
        self.states: Sequence[State] = states_of(match)
        self._end = match.ruleset.outcome(match.state)
        """The end by the rules: a resignation says nothing about the position."""

    def _reading(self, number: int) -> Evaluation:
        """What is known of a position; where only one move was possible, what is known of the next one."""
        if number in self._readings or number >= len(self._match.plies):
            return self._readings.get(number, Evaluation())
        moves = list(islice(self._match.ruleset.legal_moves(self.states[number]), 2))
        chance = self.chance_of(self.states[number].seat, number + 1) if len(moves) == 1 else None
        if chance is None:
            return Evaluation()
        fate = self.fate_of(self.states[number].seat, number + 1)
        return Evaluation((CandidateMove((self._word(self.states[number], moves[0]),), chance),), fate)

    def chance_of(self, seat: int, number: int) -> float | None:
        """A seat's winning chance in a position, 0 to 1; that of the end where the game has ended."""
        outcome = self._end if number == len(self._match.plies) else None
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner == seat)
        winner = self._proved_winner(number)
        if winner is not None:
            return float(winner == seat)
        chance = self._reading(number).chance
        if chance is None:
            return None
        return chance if self.states[number].seat == seat else 1 - chance

    def fate_of(self, seat: int, number: int) -> ProofStatus:
        """What is proved of a seat in a position."""
        outcome = self._end if number == len(self._match.plies) else None
        if outcome is not None and outcome.winner is not None:
            return ProofStatus.WON if outcome.winner == seat else ProofStatus.LOST
        winner = self._proved_winner(number)
        if winner is not None:
            return ProofStatus.WON if winner == seat else ProofStatus.LOST
        fate = self._reading(number).fate
        if fate is ProofStatus.OPEN or self.states[number].seat == seat:
            return fate
        return ProofStatus.LOST if fate is ProofStatus.WON else ProofStatus.WON

    def _proved_winner(self, number: int) -> int | None:
        """The seat whose proved win was followed to this position; None where there was none."""
        if not 0 < number <= len(self._match.plies) or number - 1 not in self._readings:
            return None
        if self._readings[number - 1].fate is not ProofStatus.WON or not self.is_best(number):
            return None
        return self.states[number - 1].seat

    def loss(self, ply: int, first: int = 0) -> float:
        """What a ply, from 1, cost of the mover's winning chance, 0 to 1; 0 where nothing is known.

        So of the whole turn from the ``first`` ply to this one, if that is given.
        """
        before = (first or ply) - 1
        reading, after = self._reading(before), self.chance_of(self.states[before].seat, ply)
        # The best move loses nothing, although the position after it is seen a little deeper.
        if reading.chance is None or after is None or self.is_best(ply, first):
            return 0.0
        return max(0.0, reading.chance - after)

    def is_best(self, ply: int, first: int = 0) -> bool:
        """Whether a ply was the best move, or the turn from the ``first`` ply on the best one, in any order."""
        candidates, played = self._reading((first or ply) - 1).candidates, self._played(first or ply, ply)
        return bool(candidates) and sorted(candidates[0].line[: len(played)]) == sorted(played)

    def _played(self, first: int, ply: int) -> list[str]:
        """The moves of these plies, in our notation."""
        return [
            self._word(self.states[number - 1], self._match.plies[number - 1].move) for number in range(first, ply + 1)
        ]

    def judged(self, ply: int, first: int = 0) -> JudgedMove:
        """The judgement of a ply, from 1, or of the turn that begins with the ``first`` ply and ends with this one."""
        before = (first or ply) - 1
        state, reading = self.states[before], self._reading(before)
        seat, after = state.seat, self.chance_of(state.seat, ply)
        line = self._missed_first(before, reading.candidates[0].line) if reading.candidates else ()
        found = JudgedMove(
            ply,
            " ".join(self._played(before + 1, ply)),
            seat,
            after,
            best=tuple(dict.fromkeys((*line[:1], *(candidate.line[0] for candidate in reading.candidates)))),
            line=line,
            answer=next((candidate.line for candidate in self._reading(ply).candidates), ()),
        )
        if reading.chance is None or after is None:
            return found
        loss, is_best = self.loss(ply, first), self.is_best(ply, first)
        fates = self.fate_of(seat, before), self.fate_of(seat, ply)
        kind = self._kind(state, reading, loss, is_best=is_best)
        others_lose = kind is MoveClass.ONLY and reading.candidates[1].chance <= _AS_GOOD_AS_LOST
        return replace(
            found,
            loss=loss,
            kind=kind,
            is_escape=others_lose and fates[0] is ProofStatus.OPEN,
            missed_win=fates[0] is ProofStatus.WON and fates[1] is not ProofStatus.WON,
            allowed_loss=fates[0] is not ProofStatus.LOST and fates[1] is ProofStatus.LOST and not is_best,
        )

    def _missed_first(self, number: int, line: tuple[str, ...]) -> tuple[str, ...]:
        """The best line of a position, from a stone on that the turn played there does not place.

        A turn's stones of one colour may be placed in any order: the one that comes later anyway was not missed.
        """
        state, ruleset = self.states[number], self._match.ruleset
        own = line[: state.placements_left]
        turn = self._played(number + 1, min(number + state.placements_left, len(self._match.plies)))
        missed = [word for word in own if word not in turn]
        if turn[:1] == list(own[:1]) or not missed or len(own) < 2:
            return line
        colours = {after.colour for _move, after in playable_moves(ruleset, state, own[:-1])}
        return (
            (*missed, *(word for word in own if word in turn), *line[len(own) :]) if colours == {state.colour} else line
        )

    def _kind(self, state: State, reading: Evaluation, loss: float, *, is_best: bool) -> MoveClass:
        if loss >= _BLUNDER:
            return MoveClass.BLUNDER
        if loss >= _MISTAKE:
            return MoveClass.MISTAKE
        if loss >= _INACCURACY:
            return MoveClass.INACCURACY
        is_only = is_best and reading.lead >= _ONLY
        return MoveClass.ONLY if is_only and not is_plain(self._match.ruleset, state) else MoveClass.GOOD

    def last_escape(self, first: int) -> Escape | None:
        """The last move of the loser before which it was not proved lost, with the one that would have held.

        None where no other move is known there.
        """
        ply = self.last_open_ply(first)
        if ply is None:
            return None
        played = self._word(self.states[ply - 1], self._match.plies[ply - 1].move)
        others = (each.line[0] for each in self._reading(ply - 1).candidates if each.line[0] != played)
        return next((Escape(ply, move) for move in others), None)

    def last_open_ply(self, first: int) -> int | None:
        """The last ply of the loser before which it was not proved lost; None where there is none from ``first`` on."""
        outcome = self._match.outcome
        if outcome is None or outcome.winner is None:
            return None
        loser, plies = 1 - outcome.winner, self._match.plies
        late = range(len(plies), first - 1, -1)
        own = (ply for ply in late if plies[ply - 1].seat == loser)
        return next((ply for ply in own if self.fate_of(loser, ply - 1) is not ProofStatus.LOST), None)

    def _word(self, state: State, move: Move) -> str:
        return format_move(self._match.ruleset.info, state.geometry, move)


def _accuracy(seat: int, moves: Sequence[JudgedMove], chances: Sequence[float | None]) -> float | None:
    own = [(move.ply - 1, move.loss) for move in moves if move.seat == seat and move.kind is not MoveClass.UNJUDGED]
    return accuracy_of_game([0.5 if chance is None else chance for chance in chances], own)


def _turning_point(match: Match, moves: Sequence[JudgedMove], chances: Sequence[float | None]) -> int | None:
    """The loser's worst move among those after which it never was even again."""
    outcome = match.outcome
    if outcome is None or outcome.winner is None:
        return None
    loser, even = 1 - outcome.winner, 0
    for number, chance in enumerate(chances):
        own = None if chance is None else chance if loser == 0 else 1 - chance
        if own is not None and own >= 0.5:
            even = number
    late = [move for move in moves if move.seat == loser and move.ply > even and move.loss >= _INACCURACY]
    return max(late, key=lambda move: move.loss).ply if late else None
