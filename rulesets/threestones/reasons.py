"""Explanations of placements: points scored for either side, and points prevented."""

from __future__ import annotations

from game.core.language import _, join_sentences, plural
from game.core.model import Place, Reason, State

from .pond import PocketLine, gained, other_team


def placement_reason(state: State, move: Place) -> Reason:
    """Return a sentence about what a placement scores or prevents, with the lines of three concerned.

    Its code is ``scores``, ``takes`` (prevents points of the other team) or ``nothing``.
    """
    team, opponent = state.colour, other_team(state.colour)
    made = gained(state.board, move.cell, move.stone)
    hoped = _best_for(state, opponent, move.cell)
    own, given = len(made[team]), len(made[opponent])
    denied = len(hoped) - given
    if not (own or given or denied > 0):
        return Reason("nothing", _("Scores nothing, but gives the opponent nothing either."))
    sentences = (
        (own, plural("Scores {count} point.", "Scores {count} points.", own)),
        (given, plural("Gives the opponent {count} point.", "Gives the opponent {count} points.", given)),
        (
            denied,
            plural("Denies the opponent {count} point.", "Denies the opponent {count} points.", denied),
        ),
    )
    lines = made[team] + made[opponent] + (hoped if denied > 0 else ())
    text = join_sentences(sentence for number, sentence in sentences if number > 0)
    return Reason("scores" if own or given else "takes", text, lines)


def _best_for(state: State, team: str, cell: int) -> tuple[PocketLine, ...]:
    """Return the largest set of lines that a team could complete with one stone in this cell."""
    kinds = [kind for kind, count in state.hands[team].items() if count]
    return max((gained(state.board, cell, kind)[team] for kind in kinds), key=len, default=())
