"""The sentence beside settings that says whether they are saved."""

from __future__ import annotations

from game.core.language import _
from game.storage.database import Database


def kept_words(database: Database) -> tuple[str, str]:
    """Say whether changes are saved, and in which colour; "" while they wait, which the window says on every scene."""
    if database.notice:
        return database.notice, "coral"
    return "" if database.trouble else _("Changes are saved automatically."), "soft"
