"""The text beside settings that says whether they are saved."""

from __future__ import annotations

from game.core.language import _
from game.storage.database import Database


def kept_words(database: Database) -> tuple[str, str]:
    """Return the text that says whether changes are saved, and its colour.

    The text is "" while writes are pending, since the window reports that on every scene.
    """
    if database.notice:
        return database.notice, "coral"
    return "" if database.trouble else _("Changes are saved at once."), "soft"
