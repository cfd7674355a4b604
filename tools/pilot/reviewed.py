"""Reviewed games for tests, made without an engine: only the chosen moves count as mistakes."""

from __future__ import annotations

from collections.abc import Mapping

from game.analysis.review.evaluation import CandidateMove, Evaluation
from game.analysis.review.judgement import judge, states_of
from game.core.match import Match
from game.core.model import Place
from game.core.ruleset import format_move
from game.core.tournament import Tournament
from game.training.mistakes.memory import ReviewedGame


def reviewed(tournament: Tournament, slips: Mapping[int, float], index: int = 0) -> ReviewedGame:
    """Return the review of a game in which only the moves in ``slips`` lose winning probability.

    ``slips`` maps ply numbers, from 1, to the probability lost. The best turn of a position is the one played, except
    where that was a slip: then it is made of other legal moves.
    """
    match = tournament.games[index].match
    chance, readings = 0.5, {}
    for number, state in enumerate(states_of(match)):
        if match.ruleset.outcome(state) is not None or not state.colour:
            continue
        if number and number in slips:
            chance += slips[number] if match.plies[number - 1].seat == 1 else -slips[number]
        best = _best(match, number, is_mistake=number + 1 in slips)
        readings[number] = Evaluation((CandidateMove(best, chance if state.seat == 0 else 1 - chance),))
    return ReviewedGame(tournament, index, judge(match, readings), readings)


def _best(match: Match, number: int, *, is_mistake: bool) -> tuple[str, ...]:
    """Return the turn that the review calls the best of a position."""
    state, info = states_of(match)[number], match.ruleset.info
    seat, played = state.seat, [ply.move for ply in match.plies[number:]]
    if is_mistake or not played:
        others = [move for move in match.ruleset.legal_moves(state) if isinstance(move, Place) and move not in played]
        return tuple(format_move(info, state.geometry, move) for move in others[-state.placements_left :])
    turn = [ply for ply in match.plies[number:] if ply.seat == seat][: state.placements_left]
    return tuple(format_move(info, state.geometry, ply.move) for ply in turn)
