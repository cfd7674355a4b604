"""Chat phrases as text for the screen. Imports no pygame."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _, gettext_noop
from game.network.sides import Phrase, is_face, phrase_text

_FACES: Mapping[Phrase, str] = {
    Phrase.SMILE: gettext_noop("(smiles)"),
    Phrase.SURPRISE: gettext_noop("(looks surprised)"),
    Phrase.SWEAT: gettext_noop("(wipes forehead)"),
    Phrase.APPLAUSE: gettext_noop("(applauds)"),
}


def said_text(phrase: Phrase) -> str:
    """Return a chat phrase in the current language; an emoji is described in words.

    The emoji is described because the fonts do not contain it.
    """
    return _(_FACES[phrase]) if is_face(phrase) else phrase_text(phrase)
