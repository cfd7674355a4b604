"""Why a move was good or bad, in words of the game: from the patterns and the proof, and not from numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from game.core.language import _, join_sentences
from game.core.match import Match
from game.core.model import Move, Place, State
from game.core.notation import playable_moves
from game.core.ruleset import reason_for
from game.review.judgement import SLIPS, JudgedMove, MoveClass, states_of
from game.session.wording import as_sentence, colour_name, listed

#: The moves of a line that are told.
_LONGEST = 7


def why(match: Match, judged: JudgedMove) -> str:
    """The sentences about a move of a match: what it overlooks, and what was better; "" where nothing stands out."""
    words = _Words(match, judged)
    if judged.missed_win:
        return words.missed_win()
    if judged.kind in SLIPS or judged.allowed_loss:
        return words.mistake()
    return words.good()


class _Words:
    """The words about one move."""

    def __init__(self, match: Match, judged: JudgedMove) -> None:
        states = states_of(match)
        self._match = match
        self._judged = judged
        self._before, self._after = states[judged.ply - 1], states[judged.ply]
        self._played = match.plies[judged.ply - 1].move

    def missed_win(self) -> str:
        """A forced win was there."""
        told = _("A forced win was there: {line}.", line=self._line(self._before, self._judged.line))
        return join_sentences((told, *self._purpose_of_best()))

    def mistake(self) -> str:
        """What the answer does, and what was better."""
        return join_sentences((*islice(self._punishment(), 2), *islice(self._better(), 2)))

    def good(self) -> str:
        """What the move does."""
        told = [_("The only move that holds.")] if self._judged.kind is MoveClass.ONLY else []
        return join_sentences((*told, *self._reasons(self._before, [self._played])))

    def _punishment(self) -> Iterator[str]:
        """What the other side does with it."""
        answers = self._moves(self._after, self._judged.answer)
        if not answers or self._after.seat == self._before.seat:
            return
        name, side = self._shown(answers[:1]), self._side(self._after)
        reasons = list(self._reasons(self._after, answers[:1]))
        if self._judged.allowed_loss:
            line = self._line(self._after, self._judged.answer)
            yield _("Now {side} wins by force: {line}.", side=side, line=line)
        elif reasons:
            yield _("{side} answers at {move}.", side=side, move=name)
        yield from reasons

    def _better(self) -> Iterator[str]:
        best = self._moves(self._before, self._judged.line)[:1]
        if best and best[0] != self._played:
            yield _("{move} was better.", move=self._shown(best))
            yield from self._reasons(self._before, best)

    def _purpose_of_best(self) -> Iterator[str]:
        yield from self._reasons(self._before, self._moves(self._before, self._judged.line)[:1])

    # Moves in words

    def _moves(self, state: State, line: Sequence[str]) -> list[Move]:
        return [move for move, _state in playable_moves(self._match.ruleset, state, line)]

    def _line(self, state: State, line: Sequence[str]) -> str:
        """The first moves of a line, one after the other."""
        return " ".join(self._names(self._moves(state, line)[:_LONGEST]))

    def _shown(self, moves: Sequence[Move]) -> str:
        return listed(self._names(moves))

    def _names(self, moves: Sequence[Move]) -> list[str]:
        names = self._before.geometry.names
        return [names[move.cell].upper() for move in moves if isinstance(move, Place)]

    def _side(self, state: State) -> str:
        return colour_name(self._match.ruleset.info, state.colour)

    def _reasons(self, state: State, moves: Sequence[Move]) -> Iterator[str]:
        for move in moves:
            if self._match.ruleset.check(state, move) is None:
                reason = reason_for(self._match.ruleset, state, move)
                # A reason without lines says that there is none to see.
                if reason is not None and reason.lines:
                    yield as_sentence(reason.message)
