"""Texts about a player's mistakes: the opponent, the turn, its cost, and the day of the next repetition."""

from __future__ import annotations

from collections.abc import Sequence

from game.analysis.review.phases import GamePhase, phase_title, phase_turns
from game.core.language import _, plural
from game.core.ruleset import Ruleset
from game.session.engines import stored_name
from game.storage.learning.mistakes import Mistake
from game.training.mistakes.scheduling import day_of

_PHASES = {phase.value: phase for phase in GamePhase}


def played_text(mistake: Mistake) -> str:
    """Return the mistaken turn as text, with cells in capitals as on the board."""
    return " ".join(word.partition("=")[0].upper() for word in mistake.played)


def cost_text(mistake: Mistake) -> str:
    """Return a text that says how much winning chance the mistake cost."""
    return _("Winning chance lost: {percent} %", percent=round(100 * mistake.loss))


def facts(mistake: Mistake, ruleset: Ruleset | None) -> list[str]:
    """Return texts that name the opponent and the game phase of a mistake, as far as they are known.

    ``ruleset`` supplies the names of levels.
    """
    name = stored_name(ruleset.info.levels if ruleset else (), mistake.opponent)
    found = [_("Against {name}", name=name)] if name else []
    phase = _PHASES.get(mistake.phase)
    if phase is None:
        return found
    return [*found, _("{phase} ({turns})", phase=phase_title(phase), turns=phase_turns(phase))]


def due_text(mistake: Mistake) -> str:
    """Return the day on which a mistake is to be practised again, as text."""
    days = day_of(mistake)
    if days <= 0:
        return _("Practise today")
    return plural("Practise in {count} day", "Practise in {count} days", days)


def next_due_text(mistakes: Sequence[Mistake]) -> str:
    """Return a text that says when the next of the mistakes is to be practised; "" if there are none."""
    if not mistakes:
        return ""
    days = min(day_of(mistake) for mistake in mistakes)
    return plural("The next practice is due in {count} day", "The next practice is due in {count} days", days)
