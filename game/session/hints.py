"""Hints: the suggested moves, their reasons, and the lines that show them. No pygame here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.language import _, join_sentences, plural
from game.core.model import Move, Place, Reason, State
from game.core.ruleset import Ruleset, attacks_of, reason_for, threats_of
from game.session.assist.texts import HelpView, attack_sentence, sentences
from game.session.game_session import GameSession
from game.session.texts import as_sentence, colour_name, listed, screen_move


def hint_reasons(table: GameSession, moves: Sequence[Move]) -> list[Reason]:
    """Return the ruleset's reasons for the moves of a hint; empty if it has none."""
    return list(_reasons(table, moves))


def _reasons(table: GameSession, moves: Sequence[Move]) -> Iterator[Reason]:
    ruleset, state = table.match.ruleset, table.match.state
    for move in moves:
        if ruleset.check(state, move) is not None:
            return
        reason = reason_for(ruleset, state, move) or _seen_reason(ruleset, state, move)
        if reason is not None:
            yield reason
        state = ruleset.apply(state, move).state


def _seen_reason(ruleset: Ruleset, state: State, move: Move) -> Reason | None:
    """Return the threat or attack on the board that a stone stops or carries out; None if there is none."""
    if not isinstance(move, Place):
        return None
    sight = HelpView(ruleset.info, state, threats_of(ruleset, state) or (), attacks_of(ruleset, state))
    for attack in sight.attacks or ():
        if move.cell in (attack.goes_on if attack.colour == state.colour else attack.stops):
            return Reason("seen", attack_sentence(sight, attack), attack.lines)
    for side in sight.threats if sight.attacks is None else ():
        told = dict(sentences(sight, state.colour)).get(state.colour, "")
        if told and side.colour != state.colour and move.cell in side.cells:
            return Reason("seen", told)
    return None


def hint_sentence(table: GameSession, moves: Sequence[Move], reasons: Sequence[Reason], note: str) -> str:
    """Return the text of a hint: ``Try H8. Blocks an open three. A certain win.``

    ``note`` is the hint engine's remark.
    """
    tried = _("Try {moves}.", moves=listed([_suggested_move(table, move) for move in moves]))
    because = dict.fromkeys(reason.message for reason in reasons)
    rest = note
    for sentence in because:
        rest = rest.removeprefix(sentence).strip()
    return join_sentences((tried, *because, as_sentence(rest)))


def lay_out_again(number: int) -> str:
    """Return the sentence that offers to place the ``number`` stones of a hint on pressing Hint again."""
    return plural("Press Hint again to place it.", "Press Hint again to place them.", number)


def _suggested_move(table: GameSession, move: Move) -> str:
    info, words = table.match.ruleset.info, screen_move(table, move)
    if not (isinstance(move, Place) and info.names_stone):
        return words
    return _("{move} with the {stone}", move=words, stone=colour_name(info, move.stone))
