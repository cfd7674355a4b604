"""Texts that describe a position in the position editor."""

from __future__ import annotations

from functools import reduce

from game.analysis.editor.draft import Draft, asks_for_last
from game.core.language import _, join_sentences, plural
from game.core.model import Outcome, Reason, State
from game.core.ruleset import RulesetInfo


def draft_text(draft: Draft) -> str:
    """Return sentences about a drafted position: side to move, stones and score, or why the position is invalid."""
    found = draft.checked()
    if isinstance(found, Reason):
        return found.message
    outcome = draft.ruleset.outcome(found)
    turn = _turn(draft, found) if outcome is None else over(draft.ruleset.info, found, outcome)
    return join_sentences((turn, _counts(draft), _score(draft.ruleset.info, found)))


def _turn(draft: Draft, state: State) -> str:
    name = _name(draft.ruleset.info, state.colour)
    if state.placements_left > 1:
        text = plural("{name} places {count} stone.", "{name} places {count} stones.", state.placements_left, name=name)
    else:
        text = _("{name} is to move.", name=name)
    is_free = bool(draft.stones) and not state.last and asks_for_last(draft)
    return (
        join_sentences((text, _("The last stone is not marked, so the next stone may go anywhere.")))
        if is_free
        else text
    )


def over(info: RulesetInfo, state: State, outcome: Outcome) -> str:
    """Return sentences that say how the game ended in a position, and that the position can only be studied."""
    if outcome.winner is None:
        ended = _("The game is already over: it is a draw.")
    else:
        ended = _("The game is already over: {name} has won.", name=_name(info, state.colours[outcome.winner]))
    return join_sentences((ended, _("You can study this position, but not play on from it.")))


def _counts(draft: Draft) -> str:
    """Return the number of stones of each kind on the board as a sentence."""
    counts = draft.counts()
    lying = [(stone, counts[stone.letter]) for stone in draft.ruleset.info.stones if counts[stone.letter]]
    parts = [_("{name} {count}", name=_(stone.name), count=count) for stone, count in lying]
    return _("{words}.", words=reduce(_listed_on, parts)) if parts else ""


def _score(info: RulesetInfo, state: State) -> str:
    """Return the score of a position as text, or "" in a game that shows no score."""
    if not info.shows_score:
        return ""
    first, second = (state.scores.get(colour, 0) for colour in info.colours)
    return _("The score is {first} to {second}.", first=first, second=second)


def _listed_on(words: str, another: str) -> str:
    return _("{words}, {another}", words=words, another=another)


def _name(info: RulesetInfo, colour: str) -> str:
    stone = info.stone(colour)
    return _(stone.name) if stone else colour
