"""The names in the plug-in contract that changed from version 1 to version 2.

A plug-in of version 1 that uses none of them is loaded without change; if it uses one, it is refused with the new name.
"""

from __future__ import annotations

import re

#: Renamed modules and packages, old name to new name. The modules inside a package keep their own names.
_MODULES = {
    "game.core.chance": "game.core.thinker",
    "game.core.levels.following": "game.core.levels.adaptive",
    "game.core.levels.mirrored": "game.core.levels.blended",
    "game.core.lines.arisen": "game.core.lines.reachable_position",
    "game.core.lines.opening_text": "game.core.lines.opening_steps",
    "game.core.practice": "game.core.tournament",
    "game.core.ribbon": "game.core.levels.level",
    "game.formats": "game.library.formats",
    "game.kit": "game.line_engine",
    "game.store": "game.storage",
    "game.study": "game.library.study",
}
#: Renamed classes, functions and fields, old name to new name.
_NAMES = {
    "AskWord": "AskChoice",
    "KnowsPositions": "ChecksPositions",
    "Relief": "BlendedLevel",
    "Temper": "Dialogue",
    "Tempo": "MoveDelay",
    "points_a_logit": "logit_scale",
    "relief": "blended",
    "speak": "set_language",
    "spoken": "current_language",
    "temper": "dialogue",
}
_MISSING_NAME = re.compile(r"cannot import name '(\w{1,100})'|unexpected keyword argument '(\w{1,100})'")


def replacement(error: BaseException) -> tuple[str, str] | None:
    """Return the old and new name if a plug-in's error comes from using a renamed name, otherwise None."""
    if isinstance(error, ModuleNotFoundError) and error.name in _MODULES:
        return error.name, _MODULES[error.name]
    found = _MISSING_NAME.search(str(error)) if isinstance(error, ImportError | TypeError) else None
    name = found and (found[1] or found[2])
    return (name, _NAMES[name]) if name in _NAMES else None
