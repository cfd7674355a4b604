"""Default portraits. The portrait depends on the name alone, so that it is the same wherever it is shown."""

from __future__ import annotations

import zlib

from game.storage.names import folded

#: Names of portraits that no opponent uses. They include no mascots, which belong to sides in a game.
USUAL_FACES = ("panda", "koala", "sheep", "deer", "hamster", "goat")


def usual_face(name: str) -> str:
    """Return the portrait for a person of this name who has not chosen one."""
    return USUAL_FACES[zlib.crc32(folded(name).encode()) % len(USUAL_FACES)]
