"""What counts: when a game becomes practice, and the hints that a ladder match gives free. No pygame here.

Between two people nothing becomes practice by a hint or an undo: both sit there and agree.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _, gettext_noop, join_sentences
from game.core.match import Match
from game.core.model import Reason
from game.core.practice import Practice
from game.core.tournament import Tournament, challenged_level

#: The hints that a ladder match gives free.
TICKETS = 3

#: What made a game practice, in words.
_REASONS: Mapping[Practice, str] = {
    Practice.HINT: gettext_noop("with a hint"),
    Practice.UNDO: gettext_noop("with a turn taken back"),
    Practice.TAKEN_OVER: gettext_noop("taken over from another game"),
    Practice.CHANGED: gettext_noop("changed by hand"),
    Practice.STAND_IN: gettext_noop("with a stand-in"),
    Practice.TEACHER: gettext_noop("with a teacher"),
}


def practice_words(practice: Practice) -> str:
    """Why a game is practice, in a few words."""
    return _(_REASONS[practice])


def is_at_stake(tournament: Tournament) -> bool:
    """Whether help would make the running game practice: one person plays it against an opponent, and it counts."""
    game = tournament.current
    return game is not None and tournament.person_index is not None and tournament.practice_of(game) is None


def tickets_left(tournament: Tournament) -> int | None:
    """The free hints that are left, None for a series that can light no stall."""
    if challenged_level(tournament) is None:
        return None
    return max(0, TICKETS - sum(game.hints for game in tournament.games))


def hint_warning(tournament: Tournament) -> str:
    """What a hint would cost, in sentences; "" where it is free."""
    tickets = tickets_left(tournament)
    if not is_at_stake(tournament) or tickets:
        return ""
    if tickets is None:
        told = _("With a hint this game becomes practice.")
    else:
        told = _("All three tickets are used. With another hint this game becomes practice.")
    return join_sentences((told, _cost(tournament)))


def undoing_seat(match: Match, person: int | None) -> int | None:
    """Whose turn undo takes back: the only person's, else the last mover's; an opening goes stone by stone."""
    if person is not None or not match.plies or match.state.is_opening:
        return person
    return match.plies[-1].seat


def undo_takes_reply(match: Match, person: int | None) -> bool:
    """Whether undo would take back moves of an opponent, too; ``person`` is the seat of the only person."""
    if person is None or match.outcome is not None:
        return False
    gone = match.copy().undo(undoing_seat(match, person))
    return not isinstance(gone, Reason) and any(ply.seat != person for ply in gone)


def undo_warning(tournament: Tournament) -> str:
    """What it would cost to take back a turn that was answered, in sentences; "" where it is free."""
    if not is_at_stake(tournament):
        return ""
    told = _("Your opponent has answered. If you take that turn back, this game becomes practice.")
    return join_sentences((told, _cost(tournament)))


def _cost(tournament: Tournament) -> str:
    if challenged_level(tournament) is not None:
        return _("You keep it among your games, but it gives no rating, and the match lights no stall.")
    return _("You keep it among your games, but it gives no rating.")
