"""The conformance test of a plug-in's beginner lessons and rules card (short rules text)."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.core.lessons import Attempt, Lesson, any_turn, attempt_since, start_lesson, turn_moves
from game.core.match import Match
from game.core.model import Move, ParseError
from game.core.rules_card import Section
from game.core.ruleset import Ruleset, complete_options

#: The least and the most lessons of an introduction.
STEPS = (4, 6)
#: The number of random turns, at least one of which must miss the goal of a lesson.
_MISSES_SOUGHT = 60


def teaching_flaws(ruleset: Ruleset) -> Iterator[str]:
    """Yield a sentence about each flaw in a ruleset's lessons or rules card (short rules text).

    The sentences have no full stop.
    """
    lessons = ruleset.info.introduction
    if lessons and not STEPS[0] <= len(lessons) <= STEPS[1]:
        yield f"the introduction has {len(lessons)} steps; it takes {STEPS[0]} to {STEPS[1]}"
    for lesson in lessons:
        for flaw in _lesson_flaws(ruleset, lesson):
            yield f"lesson {lesson.title!r}: {flaw}"
    for section in ruleset.info.rules_card:
        for flaw in _section_flaws(ruleset, section):
            yield f"rules card, {section.title!r}: {flaw}"


def _lesson_flaws(ruleset: Ruleset, lesson: Lesson) -> Iterator[str]:
    if not (lesson.title and lesson.words and lesson.well):
        yield "it needs a title, words, and words for when it is done"
    if not lesson.solutions:
        yield "it needs a solution that can be shown"
    try:
        match = start_lesson(ruleset, lesson)
    except ParseError as error:
        yield str(error)
        return
    if match.outcome is not None:
        yield "the game is over before the learner's turn"
        return
    for solution in lesson.solutions:
        yield from _solution_flaws(match, lesson, solution)
    if lesson.goal is not any_turn:
        yield from _goal_flaws(match, lesson)


def _solution_flaws(match: Match, lesson: Lesson, solution: str) -> Iterator[str]:
    try:
        moves = turn_moves(match.ruleset, match.state, solution)
    except ParseError as error:
        yield f"the solution {solution!r} cannot be played: {error}"
        return
    attempt = _attempt(match, moves)
    if attempt is None:
        yield f"the solution {solution!r} is not a whole turn"
    elif not lesson.goal(attempt):
        yield f"the solution {solution!r} does not reach the goal"


def _goal_flaws(match: Match, lesson: Lesson) -> Iterator[str]:
    if not lesson.again:
        yield "it has no words for another try"
    rng = random.Random(0)
    tried = (_attempt(match, _random_turn(match, rng)) for _ in range(_MISSES_SOUGHT))
    if all(attempt is not None and lesson.goal(attempt) for attempt in tried):
        yield "every turn reaches its goal, so it teaches nothing"


def _random_turn(match: Match, rng: random.Random) -> tuple[Move, ...]:
    """Return random legal moves that complete one turn from the current position."""
    trial, start = match.copy(), len(match.plies)
    while attempt_since(trial, start) is None:
        trial.play(rng.choice(list(trial.ruleset.legal_moves(trial.state))))
    return trial.moves[start:]


def _attempt(match: Match, moves: tuple[Move, ...]) -> Attempt | None:
    trial = match.copy()
    trial.play(*moves)
    return attempt_since(trial, len(match.plies))


def _section_flaws(ruleset: Ruleset, section: Section) -> Iterator[str]:
    if not (section.title and section.words):
        yield "it needs a title and words"
    diagram = section.diagram
    if diagram is None:
        return
    letters = {stone.letter for stone in ruleset.info.stones}
    unknown = ", ".join(sorted(set(diagram.stones) - letters))
    if unknown:
        yield f"there is no kind of stone {unknown}"
    try:
        geometry = ruleset.geometry(complete_options(ruleset.info, diagram.options))
        diagram.marks_on(geometry)
    except ParseError as error:
        yield str(error)
