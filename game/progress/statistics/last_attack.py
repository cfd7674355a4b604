"""The attack that won a game by a row: turns that each had to be answered, by fours alone or by double threats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from game.core.match import Match
from game.core.model import State, Termination, Threats
from game.core.ruleset import threats_of


def attack_turns(match: Match) -> int:
    """The turns of a game's last attack, of whose threats the last ones could not be stopped; 0 without such a win.

    The turn that made the row counts. Each one before it threatened so much that the other side's whole turn was needed
    to stop it: a four in games of one stone a turn (a VCF), a double threat where a turn brings two.
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
    """The positions after each turn of the winner's but for the last one, the latest first."""
    for earlier, later in zip(match.plies[-2::-1], match.plies[:0:-1], strict=True):
        if earlier.seat == winner != later.seat:
            yield earlier.step.state


def _threats_by(match: Match, state: State, winner: int) -> Threats | None:
    """The winner's threats, where all stones of the other side's turn are needed to stop them; None with less."""
    colour, sides = state.colours[winner], threats_of(match.ruleset, state) or ()
    return next((side for side in sides if side.colour == colour and side.needed >= state.placements_left), None)
