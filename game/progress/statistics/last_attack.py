"""Length of the attack that won a game by a row: a series of threats that each had to be answered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from game.core.match import Match
from game.core.model import State, Termination, Threats
from game.core.ruleset import threats_of


def attack_turns(match: Match) -> int:
    """Return the number of turns in the winner's last attack, or 0 if the game was not won by an unstoppable attack.

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
    """Yield the positions after each of the winner's turns except the last one, latest first."""
    for earlier, later in zip(match.plies[-2::-1], match.plies[:0:-1], strict=True):
        if earlier.seat == winner != later.seat:
            yield earlier.step.state


def _threats_by(match: Match, state: State, winner: int) -> Threats | None:
    """Return the winner's threats if stopping them takes all stones of the opponent's turn, otherwise None."""
    colour, sides = state.colours[winner], threats_of(match.ruleset, state) or ()
    return next((side for side in sides if side.colour == colour and side.needed >= state.placements_left), None)
