"""Messages for the player about a failed turn of an opponent or a failed hint. No pygame here."""

from __future__ import annotations

from game.core.language import _, strip_period
from game.core.match import Match
from game.core.model import Move
from game.core.ruleset import PluginError
from game.engine.client.opponent import Trouble
from game.engine.client.opponent_turn import Refused, Unreadable

#: The result of a question that did not lead to moves.
Failure = Trouble | Unreadable | Refused


def complaint(name: str, failure: Failure) -> str:
    """Return a message about an opponent's failure to make its turn."""
    match failure:
        case Trouble():
            return failure.sentence
        case Unreadable():
            return _("{name} gave an invalid answer: {problem}.", name=name, problem=strip_period(failure.problem))
        case Refused():
            return _("{name} tried a move that is not allowed: {reason}", name=name, reason=failure.reason.message)


def no_hint(failure: Failure) -> str:
    """Return a message about a failed hint."""
    if isinstance(failure, Trouble):
        return _("There is no hint this time: {sentence}", sentence=failure.sentence)
    return _("The hint could not be understood.")


def stand_in_move(match: Match) -> Move:
    """Return the move to make for an opponent that failed: the first legal one.

    Raises PluginError if there is none.
    """
    move = next(match.ruleset.legal_moves(match.state), None)
    if move is None:
        title = _(match.ruleset.info.title)
        raise PluginError(_("{title} allows no move, but says that the game is not over.", title=title))
    return move
