"""Which net serves which rules, on boards of every size: a file for each pair of winning lines."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.engine.search.lines.net.net import Net, read_net
from game.engine.search.lines.rules import FREE, Rules

#: The nets that are shipped, each in a file named after its rules.
FOLDER = Path(__file__).with_name("shipped")


def path_of(rules: Rules, folder: Path = FOLDER) -> Path:
    """The file of the net of these rules."""
    return folder / f"{rules.name}.npz"


def net_for(rules: Rules) -> Net:
    """The net that is shipped for these rules, or for the nearest that have one; raises OSError, ValueError."""
    found = next((near for near in rules.nearest if path_of(near).is_file()), FREE)
    return _shipped(path_of(found))


@cache
def _shipped(path: Path) -> Net:
    return read_net(path)
