"""Positions in the openings that protocols describe by their stones alone: Swap2 and Soosorv-8."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core.geometry import Position
from game.core.lines.line_state import LineState
from game.core.lines.phases import AskChoice, offers_by_word, swap_words
from game.core.model import Choose, Move, ParseError, Place, State
from game.engine.server.rule_lookup import ConfiguredRuleset

#: An answer to a question of an opening: its key, a number of stones to offer, or None to keep the colours.
OpeningAnswer = str | int | None


#: The choice in Swap2 to place two more stones, and the number of stones before it.
PUT_TWO, _BEFORE_PUT_TWO = "put2", 3


def swap2_answers(stones: int) -> list[OpeningAnswer]:
    """Return the answers that led to this number of stones in a Swap2 opening."""
    return [PUT_TWO] if stones > _BEFORE_PUT_TWO else []


def opening_state(game: ConfiguredRuleset, points: Iterable[Position], answers: Sequence[OpeningAnswer]) -> State:
    """Return the position in an opening after these stones and these answers to its questions.

    Answers beyond the last stone are given as well, as far as questions follow it. Raises ParseError for a stone or an
    answer that is not allowed, and if an answer is missing.
    """
    state = game.ruleset.setup(game.options, 0).state
    given = iter(answers)
    for point in points:
        while _question(state) is not None:
            state = _played(game, state, _answer(state, next(given, "")), "the answer before it")
        state = _played(game, state, Place(game.cell(point), state.colour), f"{point[0]},{point[1]}")
    for answer in given:
        if _question(state) is not None:
            state = _played(game, state, _answer(state, answer), "the answer after it")
    return state


def fifths_after(state: State, move: Move) -> int:
    """Return the number of stones to be offered that an answer announces, 0 for any other move."""
    question = _question(state)
    return offers_by_word(question)[move.key] if question is not None and isinstance(move, Choose) else 0


def is_swap(state: State, move: Move) -> bool:
    """Return True if a move exchanges the colours of the players."""
    question = _question(state)
    words = None if question is None else swap_words(question)
    return words is not None and move == Choose(words[1])


def _question(state: State) -> AskChoice | None:
    """Return the question that the opening asks now, or None."""
    phase = state.phase if isinstance(state, LineState) else None
    return phase if isinstance(phase, AskChoice) else None


def _answer(state: State, answer: OpeningAnswer) -> Choose:
    """Return the move that gives an answer to the question asked now; an impossible one if there is none."""
    question = _question(state)
    if isinstance(answer, str) or question is None:
        return Choose(str(answer))
    if answer is None:
        words = swap_words(question)
        return Choose("" if words is None else words[0])
    words_by_number = {number: word for word, number in offers_by_word(question).items()}
    return Choose(words_by_number.get(answer, ""))


def _played(game: ConfiguredRuleset, state: State, move: Move, name: str) -> State:
    refusal = game.ruleset.check(state, move)
    if refusal is not None:
        raise ParseError(f"{name} is refused: {refusal.message}")
    return game.ruleset.apply(state, move).state
