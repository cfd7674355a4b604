"""Which net serves which rules and board: a file for each pair of winning lines."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from game.kit.lines.net.net import Net, read_net
from game.kit.lines.rules import FREE, Rules

#: The nets that are shipped, each in a file named after its rules.
FOLDER = Path(__file__).with_name("shipped")


def path_of(rules: Rules, folder: Path = FOLDER) -> Path:
    """The file of the net of these rules."""
    return folder / f"{rules.name}.npz"


def net_for(rules: Rules) -> Net:
    """The net that is shipped for these rules, or the nearest there is.

    Single bans, which a player may add to the rules, hardly change what a pattern is worth: they need no net of their
    own. Any other rules, a drop-in's or those of a net that is yet to be learned, get the one of the free rules.
    """
    single = replace(rules.first, bans_double_four=False, bans_double_three=False)
    for known in (rules, replace(rules, first=single), FREE):
        if path_of(known).is_file():
            return _shipped(path_of(known))
    raise ValueError(f"{FOLDER} holds no net of the free rules")


@cache
def _shipped(path: Path) -> Net:
    return read_net(path)
