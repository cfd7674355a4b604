"""The mistakes of a reviewed game: the turns of one side after which its winning chance had swung."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from game.core.match import Match, Ply
from game.core.model import Choose, State
from game.core.notation import playable_moves
from game.core.ruleset import format_move, reason_for
from game.review.judgement import GameReview, JudgedMove, states_of
from game.review.kept import mark_of_game, write_readings
from game.review.phases import phases_of
from game.review.reading import Reading
from game.store.learning.mistakes import Mistake

#: What a turn loses of the winning chance, 0 to 1, from which on it is a question. Source: lichess (lila, retro).
SWING = 0.075


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A whole turn of a game and what it was worth."""

    ply: int
    """Its first ply, from 1."""
    seat: int
    plies: Sequence[Ply]
    worst: JudgedMove
    """Its worst move."""
    loss: float
    """What the turn cost of the mover's winning chance, 0 to 1."""

    @property
    def is_mistake(self) -> bool:
        """Whether something better is to be found."""
        return self.loss > SWING

    @property
    def spent(self) -> int:
        """The thinking time in milliseconds; 0 without a clock."""
        return sum(ply.spent for ply in self.plies)


def judged_turns(match: Match, review: GameReview, seat: int) -> Iterator[JudgedTurn]:
    """The turns of a seat that are judged: those of an opening's choices and of book moves are not."""
    numbered = enumerate(match.plies, start=1)
    for mover, group in groupby(numbered, key=lambda each: (each[1].seat, isinstance(each[1].move, Choose))):
        turn = list(group)
        is_whole = mover == (seat, False) and _is_whole(match, turn)
        found = _judged(review, turn) if is_whole else None
        if found is not None:
            yield found


def _is_whole(match: Match, turn: Sequence[tuple[int, Ply]]) -> bool:
    """Whether a turn was played to its end; the last one of a game that was resigned may not be."""
    last, after = turn[-1][0], turn[-1][1].step.state
    return last < len(match.plies) or after.seat != turn[-1][1].seat or match.ruleset.outcome(after) is not None


def _judged(review: GameReview, turn: Sequence[tuple[int, Ply]]) -> JudgedTurn | None:
    """A turn as the review sees it; None where that says nothing about its start or its end."""
    first, last, seat = turn[0][0], turn[-1][0], turn[0][1].seat
    before, after = review.chances[first - 1], review.chances[last]
    if before is None or after is None:
        return None
    moves = review.moves[first - 1 : last]
    swing = max(0.0, before - after if seat == 0 else after - before)
    # The best move loses nothing, although the position after it is seen a little deeper.
    loss = swing if any(move.loss for move in moves) else 0.0
    return JudgedTurn(first, seat, [ply for _number, ply in turn], max(moves, key=lambda move: move.loss), loss)


def mistakes_of(
    match: Match, review: GameReview, readings: Mapping[int, Reading], seat: int, opponent: str
) -> list[Mistake]:
    """The mistakes of a seat in a match, oldest first."""
    turns = [turn for turn in judged_turns(match, review, seat) if turn.is_mistake]
    mark, states = mark_of_game(match), states_of(match)
    return [_mistake(match, states, readings, turn, mark=mark, opponent=opponent) for turn in turns]


def _mistake(
    match: Match,
    states: Sequence[State],
    readings: Mapping[int, Reading],
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
        turn.worst.kind.value,
        _pattern(match, states, turn.worst),
        phases_of(match)[turn.ply].value,
        opponent,
    )


def _pattern(match: Match, states: Sequence[State], judged: JudgedMove) -> str:
    """The code of what a move overlooks: of a win that was there, else of the answer; "" where nothing stands out."""
    own, answer = (states[judged.ply - 1], judged.line), (states[judged.ply], judged.answer)
    sources = (own,) if judged.missed_win else (answer, own)
    for state, line in sources:
        for move, _after in playable_moves(match.ruleset, state, line[:1]):
            reason = reason_for(match.ruleset, state, move)
            if reason is not None and reason.lines:
                return reason.code
    return ""
