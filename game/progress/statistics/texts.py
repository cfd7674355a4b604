"""Texts of the statistics page: kinds of missed threats, formatted numbers, and reasons for missing figures."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _, gettext_noop
from game.progress.statistics.missed_threats import MissedThreat

_TITLES: Mapping[MissedThreat, str] = {
    MissedThreat.OWN_WIN: gettext_noop("Immediate wins missed"),
    MissedThreat.OWN_FORCED_WIN: gettext_noop("Forced wins missed"),
    MissedThreat.THEIR_WIN: gettext_noop("Immediate wins allowed"),
    MissedThreat.THEIR_ATTACK: gettext_noop("Attacks not stopped"),
    MissedThreat.THEIR_DOUBLE: gettext_noop("Double threats faced"),
    MissedThreat.THEIR_ROW: gettext_noop("Threats allowed"),
    MissedThreat.THEIR_POINTS: gettext_noop("Points given to the opponent"),
    MissedThreat.THEIR_FORCED_WIN: gettext_noop("Forced wins allowed"),
    MissedThreat.OWN_DOUBLE: gettext_noop("Double threats missed"),
    MissedThreat.OWN_ROW: gettext_noop("Threats not made"),
    MissedThreat.OWN_POINTS: gettext_noop("Points missed"),
    MissedThreat.OWN_DEFENCE: gettext_noop("Defences missed"),
    MissedThreat.QUIET: gettext_noop("Quiet moves missed"),
}
_SENTENCES: Mapping[MissedThreat, str] = {
    MissedThreat.OWN_WIN: gettext_noop("One stone would have won at once, but you played elsewhere."),
    MissedThreat.OWN_FORCED_WIN: gettext_noop("You had a forced win and missed it."),
    MissedThreat.THEIR_WIN: gettext_noop("Your opponent could win with the next stone, and you did not prevent it."),
    MissedThreat.THEIR_ATTACK: gettext_noop(
        "Your opponent had an attack that one stone could stop, but you played elsewhere."
    ),
    MissedThreat.THEIR_DOUBLE: gettext_noop("Your opponent answered with two threats at once."),
    MissedThreat.THEIR_ROW: gettext_noop("Your opponent answered with a threat that you had not expected."),
    MissedThreat.THEIR_POINTS: gettext_noop("You left points for your opponent to score."),
    MissedThreat.THEIR_FORCED_WIN: gettext_noop("After your stone, your opponent had a forced win."),
    MissedThreat.OWN_DOUBLE: gettext_noop("You could have made two threats at once."),
    MissedThreat.OWN_ROW: gettext_noop("You could have made a threat of your own."),
    MissedThreat.OWN_POINTS: gettext_noop("You could have scored more points."),
    MissedThreat.OWN_DEFENCE: gettext_noop("A defensive stone would have been better."),
    MissedThreat.QUIET: gettext_noop("The better move made no immediate threat. Such moves are the hardest to find."),
}


def missed_threat_title(kind: MissedThreat) -> str:
    """Return the title of a kind of missed threat."""
    return _(_TITLES[kind])


def missed_threat_sentence(kind: MissedThreat) -> str:
    """Return a description of a kind of missed threat."""
    return _(_SENTENCES[kind])


def percent_text(accuracy: float | None) -> str:
    """Return an accuracy (0 to 100) as text, or a dash for None."""
    return "–" if accuracy is None else _("{percent} %", percent=round(accuracy))


def mistakes_text(mistakes: float | None) -> str:
    """Return the average number of mistakes per game as text, or a dash if it is None."""
    return "–" if mistakes is None else f"{mistakes:.1f}"


def seconds_text(seconds: float | None) -> str:
    """Return an average thinking time as text, or a dash if it is None."""
    if seconds is None:
        return "–"
    return _("{seconds} s", seconds=f"{seconds:.1f}" if seconds < 10 else round(seconds))


def why_no_accuracy(*, has_scores: bool) -> str:
    """Return sentences that say why the statistics show no accuracy.

    ``has_scores`` is True if an engine can judge the game.
    """
    if not has_scores:
        return _("This game has no engine that can judge moves, so there is no accuracy. All other figures are shown.")
    return _("Analyse one or all of your games to see your accuracy here.")
