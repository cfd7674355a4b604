"""The face of somebody who has not chosen one: the same wherever it is shown, for it comes from the name alone."""

from __future__ import annotations

import zlib

from game.storage.names import folded

#: Names of portraits that no opponent has. No mascots are among them, which belong to sides in a game.
USUAL_FACES = ("panda", "koala", "sheep", "deer", "hamster", "goat")


def usual_face(name: str) -> str:
    """The portrait of a person of this name who has chosen none."""
    return USUAL_FACES[zlib.crc32(folded(name).encode()) % len(USUAL_FACES)]
