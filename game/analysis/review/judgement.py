"""Judgement of an analysed game: quality of moves, accuracy, turning point, and the loser's last escape.

The last escape is the loser's last position that was not yet proved lost, with a better move.
"""

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

#: Minimum loss of winning chance for each class. Source: lichess, whose 0.1, 0.2 and 0.3 are on a scale from -1 to 1.
_INACCURACY, _MISTAKE, _BLUNDER = 0.05, 0.10, 0.15
#: Minimum loss by the second-best move for the best one to be the only one.
_ONLY = 0.10
#: Winning chance up to which a move counts as losing.
_AS_GOOD_AS_LOST = 0.05


class MoveClass(Enum):
    """Quality of a move, such as good, mistake or blunder."""

    ONLY = "only"
    """The only good move in an undecided position in which it was not obvious."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNJUDGED = "unjudged"
    """The engine gave no evaluation, for example in an opening."""


#: Classes of mistakes.
MISTAKES = (MoveClass.INACCURACY, MoveClass.MISTAKE, MoveClass.BLUNDER)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of a reviewed game with the judgement of its quality."""

    ply: int
    """Ply of the move, from 1."""
    move: str
    """The move in the program's notation."""
    seat: int
    chance: float | None
    """Winning chance, after the move, of the side that moved, 0 to 1; None if unknown."""
    loss: float = 0.0
    """Loss of winning chance by the move, 0 to 1."""
    kind: MoveClass = MoveClass.UNJUDGED
    missed_win: bool = False
    """True if a forced win was proved before the move, but not after it."""
    allowed_loss: bool = False
    """True if the move loses by force: the side that moved is proved lost after it, but was not before."""
    best: tuple[str, ...] = ()
    """Best moves in the position before it, the best one first."""
    line: tuple[str, ...] = ()
    """Best move and its expected continuation."""
    answer: tuple[str, ...] = ()
    """Expected continuation after the move that was played."""
    is_escape: bool = False
    """True if it was the only move that did not lose, in an undecided position in which it was not obvious."""


@dataclass(frozen=True, slots=True)
class Escape:
    """The last position of a game in which the loser was not proved lost, and a move that avoids the loss."""

    ply: int
    """Ply that was played in that position, from 1."""
    move: str


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of a whole game: judged moves, accuracies, turning point and the loser's last escape."""

    moves: tuple[JudgedMove, ...]
    chances: tuple[float | None, ...]
    """Winning chance of seat 0 in each position from the first on; None if unknown."""
    accuracy: Mapping[int, float | None]
    """Accuracy of each seat, 0 to 100; None if none of its moves was judged."""
    turning_point: int | None
    """Ply after which the loser was never again even; None if there is none."""
    last_escape: Escape | None


def states_of(match: Match) -> list[State]:
    """Return the positions of a match from the first to the current one."""
    return [match.first_state, *(ply.step.state for ply in match.plies)]


def is_plain(ruleset: Ruleset, state: State) -> bool:
    """Return True if the best move is obvious: it wins with the next stones, or prevents such a win."""
    return any(side.lines for side in threats_of(ruleset, state) or ())


#: Judged moves by ply, each with the evaluations of the three positions before it, between it and after it.
JudgedBefore = dict[int, tuple[tuple[Evaluation, ...], JudgedMove]]


def judge(
    match: Match, readings: Mapping[int, Evaluation], first: int = 1, known: JudgedBefore | None = None
) -> GameReview:
    """Return the review of a match from its ``first`` ply on; ``readings`` are evaluations by ply count.

    If the rules have ended the game, the last position needs no evaluation. ``known`` has the judged moves of an
    earlier review of the same match: a judgement is taken from there if its evaluations are unchanged, else added.
    """
    positions = ReadPositions(match, readings)
    known = {} if known is None else known
    moves = tuple(positions.judged_once(ply, known) for ply in range(first, len(match.plies) + 1))
    chances = tuple(positions.chance_of(0, number) for number in range(len(match.plies) + 1))
    accuracy = {seat: _accuracy(seat, moves, chances) for seat in (0, 1)}
    return GameReview(moves, chances, accuracy, _turning_point(match, moves, chances), positions.last_escape(first))


def judge_turn(match: Match, readings: Mapping[int, Evaluation], first: int) -> JudgedMove:
    """Return the judgement of the last turn in a match, which begins at the ``first`` ply.

    Only the positions before and after the turn need evaluations.
    """
    return ReadPositions(match, readings).judged(len(match.plies), first)


class ReadPositions:
    """The positions of a match together with their evaluations."""

    def __init__(self, match: Match, readings: Mapping[int, Evaluation]) -> None:
        self._match = match
        self._readings = readings
        self.states: Sequence[State] = states_of(match)
        self._end = match.ruleset.outcome(match.state)
        """Result by the rules; a resignation says nothing about the position."""

    def _reading(self, number: int) -> Evaluation:
        """Return the evaluation of a position; if only one move is legal, derive it from the next position."""
        if number in self._readings or number >= len(self._match.plies):
            return self._readings.get(number, Evaluation())
        moves = list(islice(self._match.ruleset.legal_moves(self.states[number]), 2))
        chance = self.chance_of(self.states[number].seat, number + 1) if len(moves) == 1 else None
        if chance is None:
            return Evaluation()
        proof_status = self.proof_status_of(self.states[number].seat, number + 1)
        return Evaluation((CandidateMove((self._word(self.states[number], moves[0]),), chance),), proof_status)

    def chance_of(self, seat: int, number: int) -> float | None:
        """Return the winning chance of a player (0 or 1) in a position, 0 to 1, or None if unknown.

        A game ended by its rules has the exact value 0, 0.5 or 1.
        """
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

    def proof_status_of(self, seat: int, number: int) -> ProofStatus:
        """Return the proved result of a position from the view of a player (0 or 1)."""
        outcome = self._end if number == len(self._match.plies) else None
        if outcome is not None and outcome.winner is not None:
            return ProofStatus.WON if outcome.winner == seat else ProofStatus.LOST
        winner = self._proved_winner(number)
        if winner is not None:
            return ProofStatus.WON if winner == seat else ProofStatus.LOST
        proof_status = self._reading(number).proof_status
        if proof_status is ProofStatus.OPEN or self.states[number].seat == seat:
            return proof_status
        return ProofStatus.LOST if proof_status is ProofStatus.WON else ProofStatus.WON

    def _proved_winner(self, number: int) -> int | None:
        """Return the player (0 or 1) who has a proved win after playing the best move, or None."""
        if not 0 < number <= len(self._match.plies) or number - 1 not in self._readings:
            return None
        if self._readings[number - 1].proof_status is not ProofStatus.WON or not self.is_best(number):
            return None
        return self.states[number - 1].seat

    def loss(self, ply: int, first: int = 0) -> float:
        """Return the winning chance that a ply (from 1) has lost, 0 to 1; 0 if unknown.

        If ``first`` is given, return the loss by the turn from that ply to ``ply``.
        """
        before = (first or ply) - 1
        seat = self.states[before].seat
        known, after = self.chance_of(seat, before), self.chance_of(seat, ply)
        # The best move loses nothing, even if the position after it was searched one ply deeper.
        if known is None or after is None or self.is_best(ply, first):
            return 0.0
        return max(0.0, known - after)

    def is_best(self, ply: int, first: int = 0) -> bool:
        """Return True if a ply, or the turn from ``first`` to that ply, was the best move.

        The stones of a turn may be in any order, so each of those in the best line is a best move.
        """
        before = (first or ply) - 1
        candidates, played = self._reading(before).candidates, self._played(first or ply, ply)
        own = candidates[0].line[: max(len(played), self.states[before].placements_left)] if candidates else ()
        return bool(own) and set(played) <= set(own)

    def _played(self, first: int, ply: int) -> list[str]:
        """Return the moves of the plies from ``first`` to ``ply`` in the program's notation."""
        return [
            self._word(self.states[number - 1], self._match.plies[number - 1].move) for number in range(first, ply + 1)
        ]

    def judged_once(self, ply: int, known: JudgedBefore) -> JudgedMove:
        """Return the judgement of a ply, from ``known`` if the evaluations that it depends on are the same."""
        numbers = range(max(0, ply - 2), ply + 1)
        key = tuple(self._readings[number] for number in numbers if number in self._readings)
        # Without one of them, the judgement may depend on later positions.
        if len(key) < len(numbers):
            return self.judged(ply)
        if ply not in known or any(a is not b for a, b in zip(known[ply][0], key, strict=True)):
            known[ply] = key, self.judged(ply)
        return known[ply][1]

    def judged(self, ply: int, first: int = 0) -> JudgedMove:
        """Return the judgement of a ply (from 1) or, with ``first``, of the turn that ends with the ply."""
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
        proof_statuses = self.proof_status_of(seat, before), self.proof_status_of(seat, ply)
        kind = self._kind(state, reading, loss, is_best=is_best)
        others_lose = kind is MoveClass.ONLY and reading.candidates[1].chance <= _AS_GOOD_AS_LOST
        return replace(
            found,
            loss=loss,
            kind=kind,
            is_escape=others_lose and proof_statuses[0] is ProofStatus.OPEN,
            missed_win=proof_statuses[0] is ProofStatus.WON and proof_statuses[1] is not ProofStatus.WON,
            allowed_loss=proof_statuses[0] is not ProofStatus.LOST
            and proof_statuses[1] is ProofStatus.LOST
            and not is_best,
        )

    def _missed_first(self, number: int, line: tuple[str, ...]) -> tuple[str, ...]:
        """Return the best line, reordered to begin with stones that the player did not place in the turn.

        Stones of one colour may be placed in any order, so a stone that was placed later in the turn was not missed.
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
        """Return the loser's last ply in a position not yet proved lost, and a better move there.

        Returns None if there is no such position, or if no better move is known there.
        """
        ply = self.last_open_ply(first)
        if ply is None:
            return None
        played = self._word(self.states[ply - 1], self._match.plies[ply - 1].move)
        others = (each for each in self._reading(ply - 1).candidates if each.line[0] != played and each.chance > 0.0)
        return next((Escape(ply, each.line[0]) for each in others), None)

    def last_open_ply(self, first: int) -> int | None:
        """Return the last ply, from ``first`` on, that the loser played when not yet proved lost, or None."""
        outcome = self._match.outcome
        if outcome is None or outcome.winner is None:
            return None
        loser, plies = 1 - outcome.winner, self._match.plies
        late = range(len(plies), first - 1, -1)
        own = (ply for ply in late if plies[ply - 1].seat == loser)
        return next((ply for ply in own if self.proof_status_of(loser, ply - 1) is not ProofStatus.LOST), None)

    def _word(self, state: State, move: Move) -> str:
        return format_move(self._match.ruleset.info, state.geometry, move)


def _accuracy(seat: int, moves: Sequence[JudgedMove], chances: Sequence[float | None]) -> float | None:
    own = [(move.ply - 1, move.loss) for move in moves if move.seat == seat and move.kind is not MoveClass.UNJUDGED]
    return accuracy_of_game([0.5 if chance is None else chance for chance in chances], own)


def _turning_point(match: Match, moves: Sequence[JudgedMove], chances: Sequence[float | None]) -> int | None:
    """Return the ply of the worst mistake after which the loser never had an even position again, or None."""
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
