"""Texts about opening practice: the balance of a position, and the quality of a decision."""

from __future__ import annotations

from game.core.language import _, join_sentences
from game.core.lines.line_state import LineState
from game.core.lines.phases import AskChoice, PutStones
from game.session.texts import choice_title, colour_name
from game.training.openings.balance import Balance, balance_of
from game.training.openings.rehearsal import DecisionAsked, OpeningRehearsal, asks_for_word_now


def judgement_text(rehearsal: OpeningRehearsal, asked: DecisionAsked) -> str:
    """Return sentences with the engine's judgement of an opening decision."""
    share = asked.share
    if share is None:
        return asked.judged.problem or _("No engine can estimate winning chances in this game.")
    sentences = [_chances(asked, share)]
    if asked.seat == rehearsal.seat:
        sentences += [_cost(asked), _advice(asked)]
    elif rehearsal.is_about_stones(asked):
        sentences.append(_evenness(asked, share))
    if asked.has_offers_ahead:
        sentences.append(_("The winning chance ignores stones that are offered later in the opening."))
    return join_sentences(sentences)


def _chances(asked: DecisionAsked, share: float) -> str:
    """Return a sentence with the winning chance of the side that an opening position favours."""
    info = asked.match.ruleset.info
    first = share >= 0.5
    side = colour_name(info, info.colours[0 if first else 1])
    return _("Winning chance for {side}: {percent} %.", side=side, percent=round(100 * max(share, 1 - share)))


def _evenness(asked: DecisionAsked, share: float) -> str:
    """Return a sentence on whether the stones of the opening give both sides even chances, or "".

    It is "" if a later phase may offer several stones.
    """
    if asked.has_offers_ahead:
        return ""
    balance, info = balance_of(share), asked.match.ruleset.info
    if balance is Balance.EVEN:
        return _("The position is even: choosing a side gains nothing.")
    side = colour_name(info, info.colours[0 if balance is Balance.FIRST else 1])
    return _("The position is not even: the player who chooses takes {side}.", side=side)


def _cost(asked: DecisionAsked) -> str:
    cost = None if asked.has_offers_ahead else asked.cost_of(asked.word)
    if cost is None:
        return ""
    percent = round(100 * cost)
    if percent <= 0:
        return _("Your choice does not lower your winning chance.")
    return _("Your choice lowers your winning chance by {percent} %.", percent=percent)


def _advice(asked: DecisionAsked) -> str:
    """Return a sentence with the choice that the engine would have made in an opening decision."""
    if not asked.advised_word:
        return ""
    if asked.advised_word == asked.word:
        return _("The engine would have chosen the same.")
    word = choice_title(asked.match.ruleset.info, asked.advised_word)
    return _("The engine would have chosen: {word}.", word=word)


def aim_text(rehearsal: OpeningRehearsal) -> str:
    """Return a sentence with the player's aim in the opening, or "" if no decision is involved."""
    if not rehearsal.person_to_move:
        return ""
    if asks_for_word_now(rehearsal.match):
        return _("Which choice is best?")
    state = rehearsal.match.state
    phase = state.phase if isinstance(state, LineState) else None
    if isinstance(phase, PutStones) and isinstance(phase.then, AskChoice) and phase.then.seat != phase.seat:
        return _("Aim for an even position: your opponent may choose a side next.")
    return ""


def end_text(rehearsal: OpeningRehearsal) -> str:
    """Return a sentence with the player's winning chance after the opening, or "" if it is unknown."""
    chance, match = rehearsal.end_chance, rehearsal.match
    if chance is None:
        return ""
    side = colour_name(match.ruleset.info, match.state.colours[rehearsal.seat])
    return _(
        "The opening is over. You play {side}. Winning chance: {percent} %.", side=side, percent=round(100 * chance)
    )
