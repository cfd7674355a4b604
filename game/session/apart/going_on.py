"""What the player goes on with: the newest of the saved games and the tables elsewhere. No pygame here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from game.session.services import Services
from game.store import folders
from game.store.saves import SaveEntry

if TYPE_CHECKING:
    from game.session.apart.kept_tables import KeptTable


def seats_folder() -> Path:
    """The folder of the seats at far tables."""
    return folders.data_folder() / "tables"


def goes_on_with(services: Services) -> SaveEntry | KeptTable | None:
    """The player's newest save or far table that can be played on, None where there is none.

    The code of far tables is read where somebody sat at one: nobody else waits for it before the first picture.
    """
    save = services.saves.newest(services.is_own)
    if not any(seats_folder().glob("*")):
        return save
    from game.session.apart.kept_tables import newest_to_go_on  # noqa: PLC0415

    return newest_to_go_on(services, seats_folder(), save.modified if save is not None else 0.0) or save
