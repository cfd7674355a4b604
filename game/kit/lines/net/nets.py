"""Which net serves which rules and board: a file for each pair of winning lines, which says what sizes it serves."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from game.kit.lines.net.net import Net, read_net
from game.kit.lines.rules import Rules
from game.kit.lines.weights import name_of

#: The nets that are shipped, each in a file named after its rules.
FOLDER = Path(__file__).with_name("shipped")


def path_of(rules: Rules, folder: Path = FOLDER) -> Path:
    """The file of the net of these rules."""
    return folder / f"{name_of(rules)}.npz"


def net_for(rules: Rules, size: int) -> Net | None:
    """The net that is shipped for these rules and boards of this size, None where there is none.

    Single bans, which a player may add to the rules, hardly change what a pattern is worth: they need no net of their
    own.
    """
    single = replace(rules.first, bans_double_four=False, bans_double_three=False)
    net = _shipped(path_of(rules)) or _shipped(path_of(replace(rules, first=single)))
    return net if net is not None and net.scaling[size] > 0 else None


@cache
def _shipped(path: Path) -> Net | None:
    return read_net(path) if path.is_file() else None
