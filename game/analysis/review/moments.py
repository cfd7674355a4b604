"""Sentences about the turning point of a game and the loser's last chance."""

from __future__ import annotations

from collections.abc import Iterator

from game.analysis.review.claims import ClaimKind, MoveClaim, Sentence
from game.analysis.review.judgement import Escape, GameReview, states_of
from game.analysis.review.turns import Turns
from game.core.language import _
from game.core.match import Match
from game.session.texts import stones_placed


def moments(match: Match, review: GameReview, ply: int) -> Iterator[Sentence]:
    """Yield sentences about the turning point and the loser's last chance, if they are at a ply.

    At the end of the game, the last chance is mentioned once more.
    """
    escape = review.last_escape
    is_turning, is_last = review.turning_point == ply, escape is not None and escape.ply == ply
    before = states_of(match)[ply - 1]
    turning = MoveClaim(ClaimKind.TURNING_POINT, before, number=ply)
    if is_turning and not is_last:
        side = Turns(match.ruleset).side(before)
        yield Sentence(_("The turning point: from here on, {side} was always behind.", side=side), (turning,))
    if escape is None or ply not in (escape.ply, len(match.plies)):
        return
    side, move, claim = _last_chance(match, escape)
    if is_turning and is_last:
        text = _("The turning point, and the last chance to save the game, perhaps with {move}.", move=move)
        yield Sentence(text, (turning, claim))
    elif is_last:
        yield Sentence(_("This was the last chance to save the game, perhaps with {move}.", move=move), (claim,))
    else:
        number = stones_placed(match, escape.ply)
        text = _(
            "The last chance of {side} was at move {number}, perhaps with {move}.", side=side, number=number, move=move
        )
        yield Sentence(text, (claim,))


def _last_chance(match: Match, escape: Escape) -> tuple[str, str, MoveClaim]:
    """Return the name of the loser, that of the move that might have saved it, and the claim about both."""
    turns, before = Turns(match.ruleset), states_of(match)[escape.ply - 1]
    moves = tuple(turns.moves(before, (escape.move,)))
    claim = MoveClaim(ClaimKind.LAST_CHANCE, before, moves, number=escape.ply)
    return turns.side(before), turns.name(before, moves[0]), claim
