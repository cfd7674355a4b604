"""Explanations of why a move was good or bad, by patterns and forced wins instead of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.analysis.review.judgement import MISTAKES, JudgedMove, MoveClass, states_of
from game.analysis.review.turns import LONGEST, Turns
from game.core.language import _, join_sentences, plural
from game.core.match import Match
from game.core.model import Move
from game.session.texts import either

#: Number of moves shown of a line if there is little space.
_SHORT = 3


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence that explains a move, with its importance and a shorter version."""

    text: str
    rank: int = 0
    """Rank of importance, 0 for the most important."""
    short: str = ""
    """A shorter version of the sentence, "" if there is none."""


#: Test whether a text fits into the space available.
Fits = Callable[[str], bool]


def why(match: Match, judged: JudgedMove, fits: Fits | None = None) -> str:
    """Return sentences that explain why a move was good or bad, or "" if there is nothing to say.

    For a mistake they name its weakness and the better move, otherwise the merits of the move. If space is limited,
    ``fits`` tests whether a text fits, and the most important sentences are chosen.
    """
    words = _Words(match, judged)
    if judged.missed_win:
        sentences = words.missed_win()
    elif judged.kind in MISTAKES or judged.allowed_loss:
        sentences = words.mistake()
    else:
        sentences = words.good()
    return join_sentences([each.text for each in sentences]) if fits is None else _fitting(sentences, fits)


def overlooked(match: Match, judged: JudgedMove, first: int, *, is_second: bool) -> str:
    """Return sentences about the mistake in a turn, without naming the better move.

    The turn begins at the ``first`` ply.

    ``is_second`` is True if another turn was taken back in the same position; then the opponent's answer is named, too.
    """
    return _Words(match, judged, first).missed_by_turn(is_second=is_second)


def _fitting(sentences: Sequence[_Sentence], fits: Fits) -> str:
    """Return the most important sentences that fit the available space, in their order, but at least one."""
    told = dict[int, str]()
    for number in sorted(range(len(sentences)), key=lambda number: sentences[number].rank):
        for text in filter(None, (sentences[number].text, sentences[number].short)):
            more = told | {number: text}
            if fits(_in_order(more)) or (not told and text != sentences[number].text):
                told = more
                break
    return _in_order(told) or join_sentences(each.text for each in sentences[:1])


def _in_order(told: Mapping[int, str]) -> str:
    return join_sentences(told[number] for number in sorted(told))


class _Words:
    """Builder of the sentences that explain one move, or the turn that ends with it."""

    def __init__(self, match: Match, judged: JudgedMove, first: int = 0) -> None:
        states = states_of(match)
        self._judged = judged
        before = (first or judged.ply) - 1
        self._before, self._after = states[before], states[judged.ply]
        self._played = match.plies[before].move
        self._turns = Turns(match.ruleset)
        self._counts_points = match.ruleset.info.shows_score

    def missed_win(self) -> list[_Sentence]:
        """Return sentences about a forced win that was missed, and about its first move."""
        best = self._best()
        told = [_Sentence(self._win_there(best), 0, self._win_there(best, _SHORT))]
        if len(best) > 1:
            told += (_Sentence(each, 1) for each in self._turns.purpose_of(self._before, best[0]))
            told += (_Sentence(each, 1) for each in self._turns.beyond_stopping(self._before, best[0]))
        return told

    def _win_there(self, best: Sequence[Move], longest: int = LONGEST) -> str:
        line, stones = self._turns.line(self._before, best, longest), self._turns.stones_to_win(self._before, best)
        if stones == 1:
            return _("{move} would have won at once.", move=self._turns.name(self._before, best[0]))
        if self._counts_points:
            return _("There was a win, calculated to the last stone: {line}.", line=line)
        if stones is None:
            return _("There was a forced win: {line}.", line=line)
        return plural(
            "There was a forced win in {count} stone: {line}.",
            "There was a forced win in {count} stones: {line}.",
            stones,
            line=line,
        )

    def mistake(self) -> list[_Sentence]:
        """Return sentences about a mistake: the missed threat, the opponent's answer and the better move."""
        overlooked = [_Sentence(each) for each in self._overlooked()]
        return [*overlooked, *self._punishment(), *self._better()]

    def missed_by_turn(self, *, is_second: bool) -> str:
        """Return sentences about the mistake in a whole turn, or "" if there is nothing to say.

        They name what the opponent can do now or, if that is nothing notable, the win or better move that was missed.
        """
        best = self._best()
        if self._judged.missed_win and best:
            wins = self._turns.stones_to_win(self._before, best) == 1
            text = _("You could have won at once.") if wins else _("You had a forced win.")
            return join_sentences((text, *self._turns.reasons(self._before, best[0])))
        text = join_sentences(self._left_to_other_side(is_second=is_second))
        if text:
            return text
        merits = self._turns.merits(self._before, best[0]) if best else []
        return join_sentences((_("There was a stronger move."), *merits)) if merits else ""

    def _left_to_other_side(self, *, is_second: bool) -> Iterator[str]:
        """Yield sentences about the opponent's chances after a mistaken turn."""
        side, cells = self._turns.side(self._after), self._turns.wins_at_once(self._after)
        answers = self._turns.moves(self._after, self._judged.answer)
        standing = self._turns.unstopped_threat(self._before, self._played, self._after)
        if cells:
            at_cells = _("After that move, {side} wins at once at {cells}.", side=side, cells=either(cells))
            yield at_cells if is_second else _("After that move, {side} wins at once.", side=side)
        elif standing:
            yield from (standing, _("You did not stop this threat."))
        elif answers and self._judged.allowed_loss:
            yield _("After that move, {side} wins by force.", side=side)
            yield from self._answer(answers[0], is_second=is_second)
        elif answers and self._turns.merits(self._after, answers[0]):
            yield _("{side} has a strong reply to that move.", side=side)
            yield from self._answer(answers[0], is_second=is_second)

    def _answer(self, answer: Move, *, is_second: bool) -> Iterator[str]:
        """Yield sentences about the opponent's answer. They begin with its cell if ``is_second`` is True."""
        if is_second:
            yield from self._turns.purpose_of(self._after, answer)
        else:
            yield from self._turns.reasons(self._after, answer)

    def good(self) -> list[_Sentence]:
        """Return sentences that explain why a move was good."""
        sentences = list(self._only())
        if self._judged.chance == 0.0 and not sentences:
            side = self._turns.side(self._before)
            sentences = [_("The game was already lost for {side}, whatever the move.", side=side)]
        sentences += self._turns.reasons(self._before, self._played)
        if self._judged.chance == 1.0:
            sentences += self._turns.beyond_stopping(self._before, self._played)
        return [_Sentence(each, rank) for rank, each in enumerate(sentences)]

    def _only(self) -> Iterator[str]:
        if self._judged.kind is MoveClass.ONLY:
            if self._judged.chance == 1.0:
                yield _("The only move known to win.")
            elif (self._judged.chance or 0.0) >= 0.5:
                yield _("The only good move.")
            else:
                yield _("The only move that holds the position.")

    def _overlooked(self) -> Iterator[str]:
        """Yield sentences about threats of the opponent that the move does not stop."""
        if self._after.seat == self._before.seat or self._turns.is_over(self._after):
            return
        cells = self._turns.wins_at_once(self._after)
        if cells:
            yield _("Now {side} wins at once at {cells}.", side=self._turns.side(self._after), cells=either(cells))
            return
        sentence = self._turns.unstopped_threat(self._before, self._played, self._after)
        if sentence:
            move = self._turns.name(self._before, self._played)
            yield sentence
            yield _("{move} does not stop this threat.", move=move)

    def _punishment(self) -> Iterator[_Sentence]:
        """Yield sentences about the opponent's best answer to a mistake."""
        answers = self._turns.moves(self._after, self._judged.answer)
        if not answers or self._after.seat == self._before.seat or self._turns.wins_at_once(self._after):
            return
        if self._judged.allowed_loss:
            yield _Sentence(self._loss_now(answers), 1, self._loss_now(answers, _SHORT))
            for purpose in self._turns.purpose_of(self._after, answers[0]):
                yield _Sentence(purpose, 3)
            for beyond in self._turns.beyond_stopping(self._after, answers[0]):
                yield _Sentence(beyond, 3)
            return
        reasons = join_sentences(self._turns.merits(self._after, answers[0]))
        if reasons:
            side, move = self._turns.side(self._after), self._turns.name(self._after, answers[0])
            yield _Sentence(
                _("{side} answers with {move}: {purpose}", side=side, move=move, purpose=_within(reasons)), 2
            )

    def _loss_now(self, answers: Sequence[Move], longest: int = LONGEST) -> str:
        side, line = self._turns.side(self._after), self._turns.line(self._after, answers, longest)
        stones = self._turns.stones_to_win(self._after, answers)
        if self._counts_points:
            return _("{side} now wins, calculated to the last stone: {line}.", side=side, line=line)
        if stones is None:
            return _("Now {side} wins by force: {line}.", side=side, line=line)
        return plural(
            "Now {side} wins by force in {count} stone: {line}.",
            "Now {side} wins by force in {count} stones: {line}.",
            stones,
            side=side,
            line=line,
        )

    def _better(self) -> Iterator[_Sentence]:
        """Yield sentences about the better move: its purpose or, if unclear, the moves that follow."""
        best = self._best()
        if not best or best[0] == self._played:
            return
        move, reasons = self._turns.name(self._before, best[0]), self._turns.merits(self._before, best[0])
        short = _("{move} was better.", move=move)
        if reasons:
            purpose = _within(join_sentences(reasons))
            yield _Sentence(_("{move} was better: {purpose}", move=move, purpose=purpose), 2, short)
        elif len(best) > 1:
            line = self._turns.line_after(self._before, best)
            yield _Sentence(_("{move} was better, followed by {line}.", move=move, line=line), 2, short)
        else:
            yield _Sentence(short, 2)

    def _best(self) -> list[Move]:
        return self._turns.moves(self._before, self._judged.line)


def _within(sentence: str) -> str:
    """Return a sentence with a lower-case initial, to follow a colon."""
    return sentence[:1].lower() + sentence[1:]
