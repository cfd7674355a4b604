"""A playable introduction to a game. A learner completes its lessons by making moves on the real board.

A lesson is data:

    Lesson(
        title="The goal",
        words="Five in a row win. Complete the row.",
        moves="h8 i9 g8 f7 f8 j9 i8 h10",
        solutions=("e8", "j8"),
        goal=wins,
        well="Five in a row!",
        again="Right beside the four stones.",
    )
"""

from __future__ import annotations

from game.core.language import _
from game.core.match import Match
from game.core.model import Choose, Move, ParseError, Place, Reason, Scored, State, Threats
from game.core.notation import parse_turn
from game.core.ruleset import Attempt as Attempt
from game.core.ruleset import Goal as Goal
from game.core.ruleset import Lesson as Lesson
from game.core.ruleset import Ruleset, complete_options, parse_move, reason_for, threats_of


def start_lesson(ruleset: Ruleset, lesson: Lesson) -> Match:
    """Return a match in the position of a lesson, with the learner to move.

    Raises ParseError if the options do not go together or a move cannot be read or is illegal.
    """
    options = complete_options(ruleset.info, lesson.options)
    refusal = ruleset.check_options(options)
    if refusal is not None:
        raise ParseError(
            _(
                "the options in the lesson {title!r} cannot be combined: {problem}",
                title=lesson.title,
                problem=refusal.message,
            )
        )
    match = Match(ruleset, options, seed=0)
    for word in lesson.moves.split():
        played = match.play(parse_move(ruleset.info, match.state, word))
        if isinstance(played, Reason):
            raise ParseError(
                _(
                    "the move {move!r} in the lesson {title!r} is not allowed: {problem}",
                    move=word,
                    title=lesson.title,
                    problem=played.message,
                )
            )
    return match


def turn_moves(ruleset: Ruleset, state: State, turn: str) -> tuple[Move, ...]:
    """Return the moves of a lesson's solution, written in notation. Raises ParseError if one is invalid or illegal."""
    words = turn.split()
    moves = parse_turn(ruleset, state, words)
    played = Match(ruleset, {}, 0, start=state).play(*moves)
    if isinstance(played, Reason):
        refused = words[len(moves) - 1]
        raise ParseError(_("the move {move!r} is not allowed: {problem}", move=refused, problem=played.message))
    return moves


def attempt_since(match: Match, plies: int) -> Attempt | None:
    """Return the turn made after the first ``plies`` plies of a match, or None if it is not complete."""
    made = match.plies[plies:]
    if not made:
        return None
    before = match.plies[plies - 1].step.state if plies else match.first_state
    after, moves = match.state, tuple(ply.move for ply in made)
    is_whole = isinstance(moves[-1], Choose) or after.seat != before.seat or match.outcome is not None
    events = tuple(event for ply in made for event in ply.step.events)
    return Attempt(match.ruleset, before, moves, after, events) if is_whole else None


# Goals


def any_turn(attempt: Attempt) -> bool:
    """Return True for every turn (a goal for lessons in which any turn will do)."""
    return True


def wins(attempt: Attempt) -> bool:
    """Return True if the learner's turn wins the game (a goal for lessons)."""
    outcome = attempt.ruleset.outcome(attempt.after)
    return outcome is not None and outcome.winner == attempt.before.seat


def scores(attempt: Attempt) -> bool:
    """Return True if the learner's turn gains a point (a goal for lessons)."""
    return any(isinstance(event, Scored) and event.colour == attempt.before.colour for event in attempt.events)


def stops_all(attempt: Attempt) -> bool:
    """Return True if the opponent cannot win with the turn after the learner's (a goal for lessons)."""
    return all(side.needed == 0 for side in _threats(attempt) if side.colour != attempt.before.colour)


def gives_nothing(attempt: Attempt) -> bool:
    """Return True if no reply to the learner's turn gains the opponent a point (a goal for lessons)."""
    ruleset, state = attempt.ruleset, attempt.after
    replies = (ruleset.apply(state, move).events for move in ruleset.legal_moves(state))
    return not any(isinstance(e, Scored) and e.colour == state.colour for events in replies for e in events)


def threatens(stones: int) -> Goal:
    """Return a goal for lessons: to make threats that take at least ``stones`` stones to stop."""

    def goal(attempt: Attempt) -> bool:
        return any(side.needed >= stones for side in _threats(attempt) if side.colour == attempt.before.colour)

    return goal


def does(phrase: str) -> Goal:
    """Return a goal for lessons: to place a stone whose purpose, in the ruleset's words, contains ``phrase``.

    For example, ``does("open three")`` accepts a stone whose reason is ``makes an open three``.
    """

    def goal(attempt: Attempt) -> bool:
        state = attempt.before
        for move in attempt.moves:
            reason = reason_for(attempt.ruleset, state, move)
            if reason is not None and phrase in reason.code:
                return True
            state = attempt.ruleset.apply(state, move).state
        return False

    return goal


def places(letter: str) -> Goal:
    """Return a goal for lessons: to place a stone of one kind, which is given by its letter."""

    def goal(attempt: Attempt) -> bool:
        return any(isinstance(move, Place) and move.stone == letter for move in attempt.moves)

    return goal


def both(*goals: Goal) -> Goal:
    """Return a goal for lessons that combines other goals: one turn must reach all of them."""

    def goal(attempt: Attempt) -> bool:
        return all(each(attempt) for each in goals)

    return goal


def _threats(attempt: Attempt) -> tuple[Threats, ...]:
    return threats_of(attempt.ruleset, attempt.after) or ()
