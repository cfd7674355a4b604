"""Classification of mistakes by the threat or winning chance that the player missed.

The threat is found from patterns on the board and from proved wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import takewhile

from game.analysis.review.judgement import MISTAKES, JudgedMove, states_of
from game.analysis.review.turns import Turns
from game.core.match import Match
from game.core.model import Move, State, Termination, Threats
from game.core.ruleset import reason_for, threats_of


class MissedThreat(Enum):
    """Kind of threat or winning chance that a player missed, most serious first."""

    OWN_WIN = "own win"
    """A missed stone that would have won at once."""
    OWN_FORCED_WIN = "own forced win"
    THEIR_WIN = "their win"
    """A winning stone left to the opponent."""
    THEIR_ATTACK = "their attack"
    """An attack on the board that was not stopped, although a single stone could have stopped it."""
    THEIR_DOUBLE = "their double"
    """An opponent's reply that makes two threats at once."""
    THEIR_ROW = "their row"
    """An opponent's reply that makes a threat."""
    THEIR_POINTS = "their points"
    THEIR_FORCED_WIN = "their forced win"
    """A forced win for the opponent that does not begin with a double threat."""
    OWN_DOUBLE = "own double"
    OWN_ROW = "own row"
    OWN_POINTS = "own points"
    OWN_DEFENCE = "own defence"
    """A missed stone that would have blocked the opponent."""
    QUIET = "quiet"
    """A missed move without a recognisable pattern."""


def is_mistake(judged: JudgedMove) -> bool:
    """Return True if the player missed a better move."""
    return judged.kind in MISTAKES or judged.missed_win or judged.allowed_loss


class MissedThreatFinder:
    """A classifier of the mistakes in a match by the kind of threat or chance that the player missed."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._states = states_of(match)
        self._turns = Turns(match.ruleset)

    def of(self, judged: JudgedMove) -> MissedThreat:
        """Return the kind of threat or chance that the player missed with a mistake."""
        before, after = self._states[judged.ply - 1], self._states[judged.ply]
        best = self._turns.moves(before, judged.line)
        if judged.missed_win and best:
            return MissedThreat.OWN_WIN if self._turns.stones_to_win(before, best) == 1 else MissedThreat.OWN_FORCED_WIN
        left = self._left(before, after, judged)
        if left is not None:
            return left
        return self._own(before, best)

    def _left(self, before: State, after: State, judged: JudgedMove) -> MissedThreat | None:
        """Return the kind of threat that a move allows; None if there is none or the same side moves again."""
        if after.seat == before.seat or self._turns.is_over(after):
            return None
        if self._turns.wins_at_once(after):
            return MissedThreat.THEIR_WIN
        if self._turns.unstopped_attack(before, self._match.plies[judged.ply - 1].move, after) is not None:
            return MissedThreat.THEIR_ATTACK
        kinds = (MissedThreat.THEIR_DOUBLE, MissedThreat.THEIR_ROW, MissedThreat.THEIR_POINTS)
        answer = self._made(after, self._turns.moves(after, judged.answer), kinds)
        # A forced win often begins with a mere threat.
        if judged.allowed_loss and answer in (None, MissedThreat.THEIR_ROW):
            return MissedThreat.THEIR_FORCED_WIN
        return answer

    def _own(self, before: State, best: Sequence[Move]) -> MissedThreat:
        """Return the kind of chance that the player missed by not playing the best line."""
        made = self._made(before, best, (MissedThreat.OWN_DOUBLE, MissedThreat.OWN_ROW, MissedThreat.OWN_POINTS))
        if made is not None:
            return made
        return MissedThreat.OWN_DEFENCE if self._code(before, best) else MissedThreat.QUIET

    def _made(
        self, state: State, moves: Sequence[Move], kinds: tuple[MissedThreat, MissedThreat, MissedThreat]
    ) -> MissedThreat | None:
        """Return the kind of threat that the first move of a line makes, or None.

        ``kinds`` are the kinds for two threats, one threat, and points.
        """
        made = self._code(state, moves)
        # Of "makes an open three and blocks a three", keep only what it makes.
        own = made.partition(" and blocks")[0].partition(" and stops")[0]
        if own.startswith("makes a double") or (own.startswith("makes") and " and " in own):
            return kinds[0]
        if own.startswith("makes"):
            return kinds[1]
        return kinds[2] if own.startswith("scores") else None

    def _code(self, state: State, moves: Sequence[Move]) -> str:
        """Return the code for the effect of the first move of a line, or "" if it has no known effect."""
        reason = reason_for(self._match.ruleset, state, moves[0]) if moves else None
        return reason.code if reason is not None and reason.lines else ""


def attack_turns(match: Match) -> int:
    """Return the number of turns in the unstoppable attack that won the game, or 0 if there was none.

    The turn that completed the row counts. Each turn before it made threats that the opponent needed a whole turn to
    stop: a four if turns have one stone (a VCF), a double threat if they have two.
    """
    outcome = match.outcome
    if outcome is None or outcome.termination is not Termination.LINE or outcome.winner is None:
        return 0
    answers = _positions_to_answer(match, outcome.winner)
    threats = (_threats_by(match, state, outcome.winner) for state in answers)
    forcing = takewhile(lambda each: each is not None, threats)
    last = next(forcing, None)
    return 2 + sum(1 for _each in forcing) if last is not None and last.is_unstoppable else 0


def _positions_to_answer(match: Match, winner: int) -> Iterator[State]:
    """Yield the positions after the winner's turns, latest first, except the final position."""
    for earlier, later in zip(match.plies[-2::-1], match.plies[:0:-1], strict=True):
        if earlier.seat == winner != later.seat:
            yield earlier.step.state


def _threats_by(match: Match, state: State, winner: int) -> Threats | None:
    """Return the winner's threats if the opponent needs all stones of a turn to stop them, otherwise None."""
    colour, sides = state.colours[winner], threats_of(match.ruleset, state) or ()
    return next((side for side in sides if side.colour == colour and side.needed >= state.placements_left), None)
