"""Statistics in words: what a player overlooks, how long a turn took, and why there are no figures."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _, gettext_noop
from game.progress.statistics.missed_threats import MissedThreat

_TITLES: Mapping[MissedThreat, str] = {
    MissedThreat.OWN_WIN: gettext_noop("Your winning stone"),
    MissedThreat.OWN_FORCED_WIN: gettext_noop("Your forced wins"),
    MissedThreat.THEIR_WIN: gettext_noop("Their winning stone"),
    MissedThreat.THEIR_ATTACK: gettext_noop("Attacks in sight"),
    MissedThreat.THEIR_DOUBLE: gettext_noop("Their double threats"),
    MissedThreat.THEIR_ROW: gettext_noop("Their next threat"),
    MissedThreat.THEIR_POINTS: gettext_noop("Their points"),
    MissedThreat.THEIR_FORCED_WIN: gettext_noop("Their forced wins"),
    MissedThreat.OWN_DOUBLE: gettext_noop("Your double threats"),
    MissedThreat.OWN_ROW: gettext_noop("Your own attack"),
    MissedThreat.OWN_POINTS: gettext_noop("Your points"),
    MissedThreat.OWN_DEFENCE: gettext_noop("A stone that defends"),
    MissedThreat.QUIET: gettext_noop("Quiet moves"),
}
_SENTENCES: Mapping[MissedThreat, str] = {
    MissedThreat.OWN_WIN: gettext_noop("One stone would have won at once, and you placed another."),
    MissedThreat.OWN_FORCED_WIN: gettext_noop("You had a win by force, and let it go."),
    MissedThreat.THEIR_WIN: gettext_noop("The other side won with its next stone, and you did not stop it."),
    MissedThreat.THEIR_ATTACK: gettext_noop("An attack stood on the board. One stone stops it; yours was elsewhere."),
    MissedThreat.THEIR_DOUBLE: gettext_noop("The other side answered with two threats at once."),
    MissedThreat.THEIR_ROW: gettext_noop("The other side answered with a threat that you had not counted on."),
    MissedThreat.THEIR_POINTS: gettext_noop("You left points to the other side."),
    MissedThreat.THEIR_FORCED_WIN: gettext_noop("After your stone the other side had a win by force."),
    MissedThreat.OWN_DOUBLE: gettext_noop("You could have made two threats at once."),
    MissedThreat.OWN_ROW: gettext_noop("You could have made a threat of your own."),
    MissedThreat.OWN_POINTS: gettext_noop("You left points lying that were yours."),
    MissedThreat.OWN_DEFENCE: gettext_noop("A stone in their way would have been better."),
    MissedThreat.QUIET: gettext_noop("The better move made no threat yet. Such moves are the hardest to see."),
}


def oversight_title(kind: MissedThreat) -> str:
    """What is overlooked, in two or three words."""
    return _(_TITLES[kind])


def oversight_sentence(kind: MissedThreat) -> str:
    """What is overlooked, in a sentence or two."""
    return _(_SENTENCES[kind])


def percent_words(accuracy: float | None) -> str:
    """An accuracy, 0 to 100; a dash where there is none."""
    return "–" if accuracy is None else _("{percent} %", percent=round(accuracy))


def mistakes_words(mistakes: float | None) -> str:
    """Mistakes and blunders a game; a dash where nothing is known."""
    return "–" if mistakes is None else f"{mistakes:.1f}"


def seconds_words(seconds: float | None) -> str:
    """A thinking time; a dash where nothing was measured."""
    if seconds is None:
        return "–"
    return _("{seconds} s", seconds=f"{seconds:.1f}" if seconds < 10 else round(seconds))


def why_no_accuracy(*, has_scores: bool) -> str:
    """Why there is no accuracy, and how to get one, in sentences; ``has_scores`` says whether an engine can read."""
    if not has_scores:
        return _(
            "Nobody at this stall says how good a move is, so there is no accuracy. The rest is told all the same."
        )
    return _("Review a game, and your accuracy in it stands here. Or let all your games be read, one after the other.")
