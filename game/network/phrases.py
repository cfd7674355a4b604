"""Ready-made phrases and emoji that two players can send to each other instead of free chat.

Only the id is sent, so each side reads a phrase in its own language, and no player can be insulted.
"""

from __future__ import annotations

from enum import Enum

from game.core.language import _, gettext_noop


class Phrase(Enum):
    """A phrase or an emoji, identified by its value."""

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
    Phrase.NICE_MOVE: gettext_noop("A fine move!"),
    Phrase.OOPS: gettext_noop("Oh no."),
    Phrase.THINKING: gettext_noop("Let me think."),
    Phrase.ONE_MOMENT: gettext_noop("One moment, please."),
    Phrase.BACK_AGAIN: gettext_noop("I am back."),
    Phrase.THANKS: gettext_noop("Thank you."),
    Phrase.GOOD_GAME: gettext_noop("A good game!"),
    Phrase.ANOTHER: gettext_noop("Shall we play again?"),
    Phrase.GOOD_NIGHT: gettext_noop("That is all for today."),
}
#: Emoji are the same in every language.
_FACES = {Phrase.SMILE: "🙂", Phrase.SURPRISE: "😮", Phrase.SWEAT: "😅", Phrase.APPLAUSE: "👏"}


def phrase_words(phrase: Phrase) -> str:
    """Return the text of a phrase in the current language, or the emoji itself."""
    return _FACES[phrase] if phrase in _FACES else _(_WORDS[phrase])


def is_face(phrase: Phrase) -> bool:
    """Return True for an emoji, which needs no translation."""
    return phrase in _FACES
