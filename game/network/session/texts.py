"""Texts about a remote game for the screen: latency, lost connections, chat phrases.

Imports no pygame.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _, gettext_noop, join_sentences, plural
from game.network.session.remote_game import RemoteGame
from game.network.sides import Phrase, is_face, phrase_text

#: Limits in milliseconds: the lamp is teal below the first, amber below the second, otherwise coral.
_QUICK, _SLOW = 150, 500

_FACES: Mapping[Phrase, str] = {
    Phrase.SMILE: gettext_noop("(smiles)"),
    Phrase.SURPRISE: gettext_noop("(looks surprised)"),
    Phrase.SWEAT: gettext_noop("(wipes forehead)"),
    Phrase.APPLAUSE: gettext_noop("(applauds)"),
}


def said_text(phrase: Phrase) -> str:
    """Return a chat phrase in the current language; an emoji is described in words.

    The fonts have no emojis.
    """
    return _(_FACES[phrase]) if is_face(phrase) else phrase_text(phrase)


def lamp_colour(delay: int) -> str:
    """Return the colour of the indicator that shows a latency, given in milliseconds."""
    return "teal" if delay < _QUICK else "amber" if delay < _SLOW else "coral"


def delay_text(game: RemoteGame) -> str:
    """Return the text next to the latency indicator: the latency, or that the other side is offline."""
    if not game.touch.is_there:
        return _("Offline")
    delay = game.peer.delay
    if delay < 1000:
        return _("{count} ms", count=delay)
    return _("{seconds} s", seconds=f"{delay / 1000:.1f}")


def lost_sentence(game: RemoteGame) -> str:
    """Return a text that says how long the other side has been disconnected; "" while it is connected."""
    name, touch = game.peer.peer_name, game.touch
    if touch.is_there:
        return ""
    lost = _lost_text(name, touch.lost_for)
    return lost if game.match.outcome is not None else join_sentences((lost, _("Game paused.")))


def _lost_text(name: str, seconds: int | None) -> str:
    if seconds is None:
        return _("{name} is not connected.", name=name)
    if seconds < 60:
        return plural(
            "{name} disconnected {count} second ago.", "{name} disconnected {count} seconds ago.", seconds, name=name
        )
    minutes = seconds // 60
    return plural(
        "{name} disconnected {count} minute ago.", "{name} disconnected {count} minutes ago.", minutes, name=name
    )
