"""Hints during a game: the suggested moves, the reasons for them, and the sentences about them. No pygame here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.language import _, join_sentences, plural
from game.core.model import Move, Place, Reason, State
from game.core.ruleset import Level, Ruleset, attacks_of, reason_for, threats_of
from game.session.assist.texts import HelpView, attack_sentence, sentences
from game.session.game_session import GameSession
from game.session.match_plan import MatchPlan, start_session
from game.session.services import Services
from game.session.shown_game import name_at
from game.session.texts import as_sentence, listed, screen_move, stone_name, turn_sentence


def hint_reasons(table: GameSession, moves: Sequence[Move]) -> list[Reason]:
    """Return the ruleset's reasons for the moves that a hint suggests; empty if it has none."""
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
    """Return the attack on the board that a move carries out or stops, or None if there is none."""
    if not isinstance(move, Place):
        return None
    view = HelpView(ruleset.info, state, threats_of(ruleset, state) or (), attacks_of(ruleset, state))
    for attack in view.attacks or ():
        if move.cell in (attack.goes_on if attack.colour == state.colour else attack.stops):
            return Reason("seen", attack_sentence(view, attack), attack.lines)
    for side in view.threats if view.attacks is None else ():
        told = dict(sentences(view, state.colour)).get(state.colour, "")
        if told and side.colour != state.colour and move.cell in side.cells:
            return Reason("seen", told)
    return None


def hint_sentence(table: GameSession, moves: Sequence[Move], reasons: Sequence[Reason], note: str) -> str:
    """Return the text of a hint, such as ``Try H8. Blocks an open three. A certain win.``

    ``note`` is the hint engine's remark.
    """
    tried = _("Try {moves}.", moves=listed([_suggested_move(table, move) for move in moves]))
    because = dict.fromkeys(reason.message for reason in reasons)
    rest = note
    for sentence in because:
        rest = rest.removeprefix(sentence).strip()
    return join_sentences((tried, *because, as_sentence(rest)))


def lay_out_again(number: int) -> str:
    """Return the sentence "Press Hint again to place …", for a hint of ``number`` stones."""
    return plural("Press Hint again to place the stone.", "Press Hint again to place the stones.", number)


def _suggested_move(table: GameSession, move: Move) -> str:
    info, words = table.match.ruleset.info, screen_move(table, move)
    if not (isinstance(move, Place) and info.names_stone):
        return words
    return _("{move} with the {stone}", move=words, stone=stone_name(info, move.stone))


def position_sentence(table: GameSession) -> str:
    """Return the sentence that says who is to move, that the game is paused, or the result."""
    if table.opponent.is_paused and table.match.outcome is None:
        return _("Game paused. The next move resumes it.")
    return turn_sentence(table)


def waiting_sentence(table: GameSession) -> str:
    """Return a sentence saying that the opponent to move is being prepared, or "" if it is ready."""
    progress = table.computer.getting_ready if table.opponent_to_move else None
    if progress is None:
        return ""
    name = name_at(table, table.match.state.seat)
    if table.preparation.has_failed(table.tournament.ruleset.info.id):
        return _("{name} cannot run on this computer.", name=name)
    if not progress.total:
        return _("Preparing {name} (only once on this computer). The clock is stopped.", name=name)
    return _(
        "Preparing {name} (only once on this computer): {done} of {total}. The clock is stopped.",
        name=name,
        done=progress.done,
        total=progress.total,
    )


def somebody_meanwhile(table: GameSession) -> Level | None:
    """Return the strongest computer opponent that is compiled and ready to play, or None if there is none.

    It can play while the chosen opponent is still being prepared.
    """
    info, preparation = table.tournament.ruleset.info, table.preparation
    ready = [level for level in info.levels if preparation.can_answer(info.id, level)]
    return max(ready, key=lambda level: level.elo or 0, default=None)


def play_meanwhile(services: Services, table: GameSession) -> GameSession:
    """Start a new match with the same rules against an opponent that is ready to play.

    The old match stays unchanged.
    """
    old, level = table.tournament, somebody_meanwhile(table)
    assert level is not None, "nobody can play"
    first = "me" if old.first == old.person_index else "other"
    plan = MatchPlan(old.ruleset, dict(old.options), level.id, first=first, time_control=old.time_control)
    plan.teacher = old.teacher
    return start_session(services, plan)
