"""Detection of mistakes in a reviewed game, which are turns that lost too much winning chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.analysis.review.evaluation import Evaluation
from game.analysis.review.judgement import GameReview, states_of
from game.analysis.review.phases import PlayedTurn, phases_of, turns_of
from game.analysis.review.review_store import mark_of_game, write_readings
from game.core.match import Match, Ply
from game.core.model import State
from game.core.ruleset import format_move
from game.storage.learning.mistakes import Mistake

#: Loss of winning chance from which on a turn is a mistake. Source: lichess (lila, retro).
SWING = 0.075


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn of a reviewed game, with the winning chance that it lost."""

    ply: int
    """First ply of the turn, from 1."""
    seat: int
    plies: Sequence[Ply]
    loss: float
    """Loss of winning chance for the side that moved, 0 to 1."""

    @property
    def is_mistake(self) -> bool:
        """True if a clearly better turn was possible."""
        return self.loss > SWING


def judged_turns(match: Match, review: GameReview, seat: int) -> Iterator[JudgedTurn]:
    """Yield a player's judged turns in a game, except opening decisions and turns without an evaluation."""
    for turn in turns_of(match):
        found = _judged(match, review, turn) if turn.seat == seat and _is_whole(match, turn) else None
        if found is not None:
            yield found


def _is_whole(match: Match, turn: PlayedTurn) -> bool:
    """Return True if all stones of a turn were placed; a resignation may cut the last turn short."""
    after = match.plies[turn.last - 1].step.state
    return turn.last < len(match.plies) or after.seat != turn.seat or match.ruleset.outcome(after) is not None


def _judged(match: Match, review: GameReview, turn: PlayedTurn) -> JudgedTurn | None:
    """Return a turn with the winning chance that it lost; None if it cannot be evaluated.

    It needs evaluations of the positions before and after it.
    """
    before, after = review.chances[turn.first - 1], review.chances[turn.last]
    if before is None or after is None:
        return None
    swing = max(0.0, before - after if turn.seat == 0 else after - before)
    # The best move loses nothing, even if the position after it was searched one ply deeper.
    loss = swing if any(move.loss for move in review.moves[turn.first - 1 : turn.last]) else 0.0
    return JudgedTurn(turn.first, turn.seat, match.plies[turn.first - 1 : turn.last], loss)


def mistakes_of(
    match: Match, review: GameReview, readings: Mapping[int, Evaluation], seat: int, opponent: str
) -> list[Mistake]:
    """Return the mistakes of one player in a match, oldest first."""
    turns = [turn for turn in judged_turns(match, review, seat) if turn.is_mistake]
    mark, states = mark_of_game(match), states_of(match)
    return [_mistake(match, states, readings, turn, mark=mark, opponent=opponent) for turn in turns]


def _mistake(
    match: Match,
    states: Sequence[State],
    readings: Mapping[int, Evaluation],
    turn: JudgedTurn,
    *,
    mark: str,
    opponent: str,
) -> Mistake:
    before = states[turn.ply - 1]
    known = {number: readings.get(turn.ply - 1 + number) for number in range(len(turn.plies) + 1)}
    info = match.ruleset.info
    return Mistake(
        mark,
        turn.ply,
        info.id,
        match.options,
        match.ruleset.dump(before),
        tuple(format_move(info, before.geometry, ply.move) for ply in turn.plies),
        write_readings({number: reading for number, reading in known.items() if reading is not None}),
        turn.loss,
        phases_of(match)[turn.ply].value,
        opponent,
    )
