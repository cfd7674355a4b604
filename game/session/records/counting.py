"""Rules for rated games: when a game becomes unrated, and the free hints of a ladder match. No pygame here.

A rated game in progress becomes unrated before any engine result about it is shown, and the player is asked first:
everything that shows such results calls ``question_at_table`` or ``question_about_other_games``. Between two people at
one machine, a hint or an undo does not make a game unrated, because both can see it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from game.core.language import _, gettext_noop, join_sentences, plural
from game.core.match import Match
from game.core.model import Reason
from game.core.tournament import Practice, Tournament, challenged_level
from game.session.texts import listed

#: The number of free hints in a ladder match.
TICKETS = 3

#: The reason why a game is unrated, as text.
_REASONS: Mapping[Practice, str] = {
    Practice.HINT: gettext_noop("hint used"),
    Practice.ANALYSED: gettext_noop("analysed during play"),
    Practice.UNDO: gettext_noop("move taken back"),
    Practice.TAKEN_OVER: gettext_noop("continued from another game"),
    Practice.CHANGED: gettext_noop("game file changed by hand"),
    Practice.STAND_IN: gettext_noop("a failed engine's move was replaced"),
    Practice.TEACHER: gettext_noop("played with a teacher"),
    Practice.PAUSED: gettext_noop("game left with the clock running"),
    Practice.TRIED: gettext_noop("tried in the workshop"),
}


class Unrating(Enum):
    """An action of the player, such as taking a hint, that makes a rated game in progress unrated."""

    HINT = "hint"
    FORCED_WINS = "forced_wins"
    THOUGHTS = "thoughts"
    EXPLORE = "explore"
    REVIEW = "review"
    PLAY_ON = "play_on"
    UNDO = "undo"
    LEAVE = "leave"


#: The question before the action, and the button that confirms it.
_QUESTIONS: Mapping[Unrating, tuple[str, str]] = {
    Unrating.HINT: (gettext_noop("Use a hint?"), gettext_noop("Use hint")),
    Unrating.FORCED_WINS: (gettext_noop("Show forced wins?"), gettext_noop("Show forced wins")),
    Unrating.THOUGHTS: (gettext_noop("Show the engine's thinking?"), gettext_noop("Show thinking")),
    Unrating.EXPLORE: (gettext_noop("Open the analysis board?"), gettext_noop("Explore")),
    Unrating.REVIEW: (gettext_noop("Analyse this game?"), gettext_noop("Analyse")),
    Unrating.PLAY_ON: (gettext_noop("Play on from this position?"), gettext_noop("Play from here")),
    Unrating.UNDO: (gettext_noop("Undo your move?"), gettext_noop("Undo")),
    Unrating.LEAVE: (gettext_noop("Leave the game?"), gettext_noop("Leave")),
}


@dataclass(frozen=True, slots=True)
class UnratedQuestion:
    """A question that asks the player whether an action may make the rated game unrated."""

    title: str
    text: str
    answer: str
    """The text of the button that confirms."""


def practice_text(practice: Practice) -> str:
    """Return the reason why a game is unrated, as text for the player."""
    return _(_REASONS[practice])


def tickets_left(tournament: Tournament) -> int | None:
    """Return the number of free hints left in a ladder match, or None in any other match."""
    if challenged_level(tournament) is None:
        return None
    return max(0, TICKETS - sum(game.hints for game in tournament.games))


def question_at_table(action: Unrating, tournament: Tournament) -> UnratedQuestion | None:
    """Return the question to ask the player before an action that makes the game unrated, else None."""
    is_free = action is Unrating.HINT and tickets_left(tournament)
    if not tournament.is_rated_now or is_free:
        return None
    sentences = [_("The game will be unrated.")]
    if action is Unrating.LEAVE:
        sentences = [_("Leaving stops your clock, so the game will be unrated.")]
    if challenged_level(tournament) is not None:
        sentences.append(_("The match will not count towards the ladder."))
        if action is Unrating.HINT:
            sentences.insert(0, _("You have used all three free hints for this match."))
    return _question(action, join_sentences(sentences))


def question_about_other_games(action: Unrating, names: Sequence[str]) -> UnratedQuestion:
    """Return the question to ask the player before showing engine results about rated games in progress."""
    text = plural(
        "This position is from a rated game in progress: {names}. The game will be unrated.",
        "This position is from {count} rated games in progress: {names}. They will be unrated.",
        len(names),
        names=listed(names),
    )
    return _question(action, text)


def _question(action: Unrating, text: str) -> UnratedQuestion:
    title, answer = _QUESTIONS[action]
    return UnratedQuestion(_(title), text, _(answer))


def undoing_seat(match: Match, person: int | None) -> int | None:
    """Return the number of the player whose turn undo takes back.

    It is the only person, or the player who moved last.

    Return None for an opening between two people, which is taken back stone by stone.
    """
    if person is not None or not match.plies or match.state.is_opening:
        return person
    return match.plies[-1].seat


def undo_takes_reply(match: Match, person: int | None) -> bool:
    """Return True if undo would also take back an opponent's moves. ``person`` is the person's player number."""
    if person is None or match.outcome is not None:
        return False
    gone = match.copy().undo(undoing_seat(match, person))
    return not isinstance(gone, Reason) and any(ply.seat != person for ply in gone)
