"""The two sides of a remote game, their chat phrases, and the codes with which they refuse something."""

from __future__ import annotations

from enum import Enum

from game.core.language import _, gettext_noop
from game.core.model import Reason


class Side(Enum):
    """A side of a remote game, host or guest.

    In the tournament the host is participant 0 and the guest participant 1.
    """

    HOST = "host"
    GUEST = "guest"

    @property
    def other(self) -> Side:
        """The opposite side of the remote game."""
        return Side.GUEST if self is Side.HOST else Side.HOST

    @property
    def participant(self) -> int:
        """Index of this side's participant in the tournament."""
        return 0 if self is Side.HOST else 1


class FirstSeat(Enum):
    """The choice of who is player 1 in the first game: host, guest or by toss."""

    HOST = "host"
    GUEST = "guest"
    TOSS = "toss"


class Phrase(Enum):
    """A chat phrase or an emoji, identified by its value."""

    GREETING = "greeting"
    GOOD_LUCK = "good luck"
    WELL_PLAYED = "well played"
    NICE_MOVE = "nice move"
    OOPS = "oops"
    THINKING = "thinking"
    ONE_MOMENT = "one moment"
    BACK_AGAIN = "back again"
    THANKS = "thanks"
    GOOD_GAME = "good game"
    ANOTHER = "another"
    GOOD_NIGHT = "good night"
    SMILE = "smile"
    SURPRISE = "surprise"
    SWEAT = "sweat"
    APPLAUSE = "applause"


_WORDS = {
    Phrase.GREETING: gettext_noop("Hello!"),
    Phrase.GOOD_LUCK: gettext_noop("Good luck!"),
    Phrase.WELL_PLAYED: gettext_noop("Well played."),
    Phrase.NICE_MOVE: gettext_noop("Nice move!"),
    Phrase.OOPS: gettext_noop("Oh no."),
    Phrase.THINKING: gettext_noop("Let me think."),
    Phrase.ONE_MOMENT: gettext_noop("One moment, please."),
    Phrase.BACK_AGAIN: gettext_noop("I am back."),
    Phrase.THANKS: gettext_noop("Thank you."),
    Phrase.GOOD_GAME: gettext_noop("Good game!"),
    Phrase.ANOTHER: gettext_noop("Shall we play again?"),
    Phrase.GOOD_NIGHT: gettext_noop("That is all for today."),
}
#: Emoji are the same in every language.
_FACES = {Phrase.SMILE: "🙂", Phrase.SURPRISE: "😮", Phrase.SWEAT: "😅", Phrase.APPLAUSE: "👏"}


def phrase_text(phrase: Phrase) -> str:
    """Return the text of a chat phrase in the current language, or the emoji itself."""
    return _FACES[phrase] if phrase in _FACES else _(_WORDS[phrase])


def is_face(phrase: Phrase) -> bool:
    """Return True if a chat phrase is an emoji, which needs no translation."""
    return phrase in _FACES


class RefusalCode(Enum):
    """The reason why one side refuses something, as sent over the network without a text."""

    NOT_LEGAL = "not legal"
    OTHER_POSITION = "other position"
    NOT_YOURS = "not yours"
    NOT_AGREED = "not agreed"
    OUT_OF_TIME = "out of time"
    OTHER_VERSION = "other version"
    NO_RULESET = "no ruleset"
    OTHER_RULES = "other rules"


def refuse(code: RefusalCode, message: str) -> Reason:
    """Return a Reason with a code for the other side and a message for the local player."""
    return Reason(code.value, message)


def refusal_code(reason: Reason, otherwise: RefusalCode) -> RefusalCode:
    """Return the refusal code of a reason, or ``otherwise`` if a match or ruleset created the reason."""
    return next((code for code in RefusalCode if code.value == reason.code), otherwise)
