"""The choice of the net for a pair of colour rules; each net serves boards of all sizes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.engine.search.lines.net.net import Net, read_net
from game.engine.search.lines.rules import FREE, Rules

#: Folder of the nets that are part of the program, one file for each pair of colour rules.
FOLDER = Path(__file__).with_name("shipped")


def path_of(rules: Rules, folder: Path = FOLDER) -> Path:
    """Return the path of the net file of these rules."""
    return folder / f"{rules.name}.npz"


def net_for(rules: Rules) -> Net:
    """Return the net of these rules, or of the nearest rules that have one; raises OSError or ValueError."""
    found = next((near for near in rules.nearest if path_of(near).is_file()), FREE)
    return _shipped(path_of(found))


@cache
def _shipped(path: Path) -> Net:
    return read_net(path)
