"""Explanations of why a move was good or bad, by patterns and forced wins instead of numbers.

A sentence is made from claims (``game.analysis.review.claims``), so that tests can check what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.analysis.review.claims import ClaimKind, Fits, MoveClaim, Sentence
from game.analysis.review.judgement import MISTAKES, JudgedMove, MoveClass, states_of
from game.analysis.review.turns import LONGEST, SHORT, Turns
from game.core.language import _, join_sentences, plural
from game.core.match import Match
from game.core.model import Attack, AttackKind, Move, Place, State
from game.core.ruleset import threats_of
from game.session.assist.texts import HelpView, attack_sentence, waiting_text
from game.session.texts import as_sentence, colour_name, either


def why(match: Match, judged: JudgedMove, fits: Fits | None = None) -> str:
    """Return sentences that explain why a move was good or bad, or "" if there is nothing to say.

    The arguments are those of ``explain``.
    """
    return join_sentences(each.text for each in explain(match, judged, fits))


def explain(match: Match, judged: JudgedMove, fits: Fits | None = None, *, with_answer: bool = False) -> list[Sentence]:
    """Return the sentences that explain why a move was good or bad; empty if there is nothing to say.

    For a mistake they name its weakness and the better move, otherwise the merits of the move. If space is limited,
    ``fits`` tests whether a text fits, and the most important sentences are chosen. With ``with_answer``, the expected
    answer is named after a good move, too.
    """
    words = _Words(match, judged)
    if judged.missed_win:
        sentences = [*words.missed_win(), *(words.punishment() if judged.allowed_loss else ())]
    elif judged.kind in MISTAKES or judged.allowed_loss:
        sentences = words.mistake()
    else:
        sentences = [*words.good(), *(words.expected() if with_answer else ())]
    return sentences if fits is None else _fitting(sentences, fits)


def overlooked(match: Match, judged: JudgedMove, first: int, *, is_second: bool) -> str:
    """Return sentences about the mistake in a turn, without naming the better move.

    The turn begins at the ``first`` ply.

    ``is_second`` is True if another turn was taken back in the same position; then the opponent's answer is named, too.
    """
    return _Words(match, judged, first).missed_by_turn(is_second=is_second)


def _fitting(sentences: Sequence[Sentence], fits: Fits) -> list[Sentence]:
    """Return the most important sentences that fit the available space, in their order, but at least one."""
    chosen = dict[int, Sentence]()
    for number in sorted(range(len(sentences)), key=lambda number: sentences[number].rank):
        whole = sentences[number]
        for text in filter(None, (whole.text, whole.short)):
            more = chosen | {number: Sentence(text, whole.claims, whole.rank)}
            if fits(join_sentences(each.text for each in _in_order(more))) or (not chosen and text != whole.text):
                chosen = more
                break
    return _in_order(chosen) or list(sentences[:1])


def _in_order(chosen: Mapping[int, Sentence]) -> list[Sentence]:
    return [chosen[number] for number in sorted(chosen)]


class _Words:
    """Builder of the sentences that explain one move, or the turn that ends with it."""

    def __init__(self, match: Match, judged: JudgedMove, first: int = 0) -> None:
        states = states_of(match)
        self._judged = judged
        self._ruleset = match.ruleset
        before = (first or judged.ply) - 1
        self._before, self._after = states[before], states[judged.ply]
        self._played = match.plies[before].move
        self._turns = Turns(match.ruleset)
        self._counts_points = match.ruleset.info.shows_score
        self._best = self._turns.moves(self._before, judged.line)
        self._answers = self._turns.moves(self._after, judged.answer)

    # Good moves

    def good(self) -> list[Sentence]:
        """Return sentences that explain why a move was good."""
        sentences = list(self._only())
        if self._judged.chance == 0.0 and not sentences:
            side = self._turns.side(self._before)
            sentences = [Sentence(_("The game was already lost for {side}, whatever the move.", side=side))]
        sentences += self._purpose(self._turns.purpose(self._before, self._played), rank=len(sentences))
        if self._judged.chance == 1.0:
            sentences += self._unstoppable(self._before, self._played, rank=len(sentences))
        return sentences

    def _only(self) -> Iterator[Sentence]:
        if self._judged.kind is MoveClass.ONLY:
            if self._judged.chance == 1.0:
                yield Sentence(_("The only move known to win."))
            elif (self._judged.chance or 0.0) >= 0.5:
                yield Sentence(_("The only good move."))
            else:
                yield Sentence(_("The only move that holds the position."))

    def _purpose(self, purpose: MoveClaim | None, rank: int) -> Iterator[Sentence]:
        if purpose is not None:
            yield Sentence(_purpose_text(purpose), (purpose,), rank)

    def _unstoppable(self, state: State, move: Move, rank: int) -> Iterator[Sentence]:
        """Yield a sentence if a single stone of the opponent cannot stop a move's winning threats.

        ``rank`` is the importance of the sentence.
        """
        claim = self._turns.unstoppable(state, move)
        if claim is None:
            return
        after = self._ruleset.apply(state, move).state
        other = self._turns.side(after)
        if claim.number is not None:
            text = waiting_text(other, claim.number, is_too_many=claim.number > after.placements_left)
        elif claim.attack is not None and claim.attack.kind is AttackKind.OPEN_FOUR:
            text = _("No single stone stops this threat.")
        else:
            text = _("{side} cannot stop both threats.", side=other)
        yield Sentence(text, (claim,), rank)

    # Mistakes

    def missed_win(self) -> Iterator[Sentence]:
        """Yield sentences about a forced win that was missed, and about its first move."""
        best = self._best
        if not best:
            return
        claim = self._turns.win(self._before, best)
        yield Sentence(self._win_there(claim), (claim,), 0, self._win_there(claim, SHORT))
        if len(best) > 1:
            yield from self._purpose_of(self._before, best[0], rank=1)
            yield from self._unstoppable(self._before, best[0], rank=1)

    def _win_there(self, claim: MoveClaim, longest: int = LONGEST) -> str:
        line, stones = self._turns.line(claim.state, claim.moves, longest), claim.number
        if stones == 1:
            return _("{move} would have won at once.", move=self._turns.name(claim.state, claim.moves[0]))
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

    def mistake(self) -> list[Sentence]:
        """Return sentences about a mistake: the missed threat, the opponent's answer and the better move."""
        weakness = [*self._overlooked(), *self.punishment()]
        return [*(weakness or self.expected()), *self._better()]

    def _overlooked(self) -> Iterator[Sentence]:
        """Yield sentences about threats of the opponent that the move does not stop, and points that it gives."""
        if self._after.seat == self._before.seat or self._turns.is_over(self._after):
            return
        cells = self._turns.wins_at_once(self._after)
        if cells:
            side = self._turns.side(self._after)
            text = _("Now {side} wins at once at {cells}.", side=side, cells=either(self._names(cells)))
            yield Sentence(text, (MoveClaim(ClaimKind.WINS_AT_ONCE, self._after, cells=cells),))
            return
        yield from self._left_standing()
        gift = self._turns.gift(self._before, self._played)
        if gift is not None:
            yield Sentence(_gift_text(self._turns.side(self._after), gift), (gift,))

    def _left_standing(self) -> Iterator[Sentence]:
        """Yield two sentences about an opponent's attack that the move does not stop, if there is one."""
        attack = self._turns.unstopped_attack(self._before, self._played, self._after)
        if attack is not None:
            move = self._turns.name(self._before, self._played)
            yield Sentence(self._attack_text(attack), (MoveClaim(ClaimKind.HAS_ATTACK, self._before, attack=attack),))
            claim = MoveClaim(ClaimKind.LEAVES_ATTACK, self._before, (self._played,), attack=attack)
            yield Sentence(_("{move} does not stop this threat.", move=move), (claim,))

    def _attack_text(self, attack: Attack) -> str:
        threats = threats_of(self._ruleset, self._before) or ()
        return attack_sentence(HelpView(self._ruleset.info, self._before, threats), attack)

    def punishment(self) -> Iterator[Sentence]:
        """Yield sentences about the opponent's best answer to a mistake."""
        answers = self._answers
        if not answers or self._turns.wins_at_once(self._after):
            return
        if self._after.seat == self._before.seat:
            yield from self._lost_within_turn()
        elif self._judged.allowed_loss:
            claim = self._turns.win(self._after, answers)
            yield Sentence(self._loss_now(claim), (claim,), 1, self._loss_now(claim, SHORT))
            yield from self._purpose_of(self._after, answers[0], rank=3)
            yield from self._unstoppable(self._after, answers[0], rank=3)
        else:
            yield from self._answer_with_purpose(answers)

    def _lost_within_turn(self) -> Iterator[Sentence]:
        """Yield a sentence if the game is lost already before the last stone of the turn."""
        if self._judged.allowed_loss:
            side = colour_name(self._ruleset.info, self._after.colours[1 - self._after.seat])
            line = self._turns.line(self._after, self._answers)
            text = _(
                "Whatever the next stone is, {side} can now force a win, for example {line}.", side=side, line=line
            )
            yield Sentence(text, (MoveClaim(ClaimKind.LOSES_BY_FORCE, self._after, tuple(self._answers)),), 1)

    def _answer_with_purpose(self, answers: Sequence[Move]) -> Iterator[Sentence]:
        side, move = self._turns.side(self._after), self._turns.name(self._after, answers[0])
        merit = self._turns.merit(self._after, answers[0])
        if merit is not None:
            purpose = _within(_purpose_text(merit))
            text = _("{side} answers with {move}: {purpose}", side=side, move=move, purpose=purpose)
            yield Sentence(text, (merit, MoveClaim(ClaimKind.EXPECTED, self._after, tuple(answers))), 2)
        binding = self._turns.binding(self._before, self._played)
        if binding is not None and binding.number:
            yield Sentence(self._binding_text(binding, side), (binding,), 3)

    def _loss_now(self, claim: MoveClaim, longest: int = LONGEST) -> str:
        side, line = self._turns.side(claim.state), self._turns.line(claim.state, claim.moves, longest)
        if self._counts_points:
            return _("{side} now wins, calculated to the last stone: {line}.", side=side, line=line)
        if claim.number is None:
            return _("Now {side} can force a win: {line}.", side=side, line=line)
        return plural(
            "Now {side} can force a win in {count} stone: {line}.",
            "Now {side} can force a win in {count} stones: {line}.",
            claim.number,
            side=side,
            line=line,
        )

    def expected(self) -> Iterator[Sentence]:
        """Yield a sentence about the expected answer to a move that has no recognisable weakness."""
        answers = self._answers
        if not answers:
            return
        claim = MoveClaim(ClaimKind.EXPECTED, self._after, tuple(answers))
        line = self._turns.line(self._after, answers, SHORT)
        if self._after.seat == self._before.seat:
            text = _("The best continuation is {line}.", line=line)
        else:
            text = _("{side} is expected to answer {line}.", side=self._turns.side(self._after), line=line)
        yield Sentence(text, (claim,), 3)

    def _better(self) -> Iterator[Sentence]:
        """Yield sentences about the better move: its purpose or, if unclear, the moves that follow."""
        best = self._best
        if not best or best[0] == self._played:
            return
        move, merit = self._turns.name(self._before, best[0]), self._turns.merit(self._before, best[0])
        claim = MoveClaim(ClaimKind.BETTER, self._before, tuple(best))
        short = _("{move} was better.", move=move)
        if merit is not None:
            text = _("{move} was better: {purpose}", move=move, purpose=_within(_purpose_text(merit)))
            yield Sentence(text, (claim, merit), 2, short)
        elif len(best) > 1:
            line = self._turns.line_after(self._before, best)
            yield Sentence(_("{move} was better, followed by {line}.", move=move, line=line), (claim,), 2, short)
        else:
            yield Sentence(short, (claim,), 2)
        yield from self._binds_better(best[0])

    def _binds_better(self, best: Move) -> Iterator[Sentence]:
        """Yield a sentence about where the opponent may play after the better move, if it can score less there."""
        played, better = (self._turns.binding(self._before, move) for move in (self._played, best))
        if played is not None and better is not None and (better.number or 0) < (played.number or 0):
            after = self._ruleset.apply(self._before, best).state
            yield Sentence(self._binding_text(better, self._turns.side(after)), (better,), 4)

    def _binding_text(self, claim: MoveClaim, side: str) -> str:
        """Return the sentence that says in which row or column a side must play after a move and can score how much."""
        last, geometry, number = claim.moves[0], claim.state.geometry, claim.number or 0
        move = self._turns.name(claim.state, last)
        if not isinstance(last, Place) or not claim.cells:
            return plural(
                "After {move}, {side} may play anywhere and can score {count} point.",
                "After {move}, {side} may play anywhere and can score {count} points.",
                number,
                move=move,
                side=side,
            )
        name = geometry.names[last.cell].upper()
        row = name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return plural(
            "After {move}, {side} must play in row {row} or column {column} and can score {count} point.",
            "After {move}, {side} must play in row {row} or column {column} and can score {count} points.",
            number,
            move=move,
            side=side,
            row=row,
            column=name.removesuffix(row),
        )

    # Turns that the teacher takes back

    def missed_by_turn(self, *, is_second: bool) -> str:
        """Return sentences about the mistake in a whole turn, or "" if there is nothing to say.

        They name what the opponent can do now or, if that is nothing notable, the win or better move that was missed.
        """
        best = self._best
        if self._judged.missed_win and best:
            wins = self._turns.stones_to_win(self._before, best) == 1
            text = _("You could have won at once.") if wins else _("You had a forced win.")
            return join_sentences((text, *self._purposes(self._before, best[0])))
        text = join_sentences(self._left_to_other_side(is_second=is_second))
        if text:
            return text
        merit = self._turns.merit(self._before, best[0]) if best else None
        return join_sentences((_("There was a stronger move."), _purpose_text(merit))) if merit is not None else ""

    def _purposes(self, state: State, move: Move) -> list[str]:
        return [each.text for each in self._purpose(self._turns.purpose(state, move), rank=0)]

    def _left_to_other_side(self, *, is_second: bool) -> Iterator[str]:
        """Yield sentences about the opponent's chances after a mistaken turn."""
        side, cells = self._turns.side(self._after), self._turns.wins_at_once(self._after)
        answers = self._answers
        attack = self._turns.unstopped_attack(self._before, self._played, self._after)
        if cells:
            names = either(self._names(cells))
            at_cells = _("After that move, {side} wins at once at {cells}.", side=side, cells=names)
            yield at_cells if is_second else _("After that move, {side} wins at once.", side=side)
        elif attack is not None:
            yield from (self._attack_text(attack), _("You did not stop this threat."))
        elif answers and self._judged.allowed_loss:
            yield _("After that move, {side} can force a win.", side=side)
            yield from self._answer(answers[0], is_second=is_second)
        elif answers and self._turns.merit(self._after, answers[0]) is not None:
            yield _("{side} has a strong reply to that move.", side=side)
            yield from self._answer(answers[0], is_second=is_second)

    def _answer(self, answer: Move, *, is_second: bool) -> Iterator[str]:
        """Yield sentences about the opponent's answer. They begin with its cell if ``is_second`` is True."""
        if is_second:
            yield from (each.text for each in self._purpose_of(self._after, answer, rank=0))
        else:
            yield from self._purposes(self._after, answer)

    # Parts

    def _purpose_of(self, state: State, move: Move, rank: int) -> Iterator[Sentence]:
        """Yield a sentence about the purpose of a move, which begins with the move's cell and a colon.

        ``rank`` is the importance of the sentence.
        """
        claim = self._turns.purpose(state, move)
        if claim is not None:
            name = self._turns.name(state, move)
            text = _("{move}: {purpose}", move=name, purpose=_within(_purpose_text(claim)))
            yield Sentence(text, (claim,), rank)

    def _names(self, cells: Sequence[int]) -> list[str]:
        return [self._after.geometry.names[cell].upper() for cell in cells]


def _purpose_text(claim: MoveClaim) -> str:
    assert claim.reason is not None
    return as_sentence(claim.reason.message)


def _gift_text(side: str, claim: MoveClaim) -> str:
    return plural("This gives {side} {count} point.", "This gives {side} {count} points.", claim.number or 0, side=side)


def _within(sentence: str) -> str:
    """Return a sentence with a lower-case initial, to follow a colon."""
    return sentence[:1].lower() + sentence[1:]
