"""Which net serves which board: those that are shipped are sound, and single bans change nothing."""

from dataclasses import replace

import pytest

from game.kit.lines.engine import Engine
from game.kit.lines.net.net import read_net, write_net
from game.kit.lines.net.nets import FOLDER, net_for, path_of
from game.kit.lines.net.shape import LARGEST_SIZE
from game.kit.lines.settings import FULL

from .boards import RULES
from .net_checks import NET_RULES
from .slow_net import any_net

NAMES = {path_of(rules).name: variant for variant, rules in NET_RULES.items()}


def test_each_shipped_net_belongs_to_rules_that_we_have():
    assert {path.name for path in FOLDER.glob("*.npz")} <= set(NAMES)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.npz")), ids=lambda path: path.stem)
def test_a_shipped_net_has_weights_for_both_colours_where_their_rules_differ(path):
    rules = NET_RULES[NAMES[path.name]]
    assert len(read_net(path).rows) == 1 + (rules.first != rules.second)


@pytest.mark.parametrize("ban", ["bans_double_three", "bans_double_four"])
@pytest.mark.parametrize("size", [5, 15, LARGEST_SIZE])
def test_a_single_ban_keeps_the_net(ban, size):
    rules = RULES["freestyle"]
    assert net_for(replace(rules, first=replace(rules.first, **{ban: True})), size) is net_for(rules, size)


def test_an_engine_takes_another_net_or_none():
    net, rules = any_net(1), RULES["freestyle"]
    assert Engine(rules, 9, 1, net=net).tables["net"]["is_used"]
    assert not Engine(rules, 9, 1, net=net, settings=replace(FULL, asks_net=0)).tables["net"]["is_used"]


def test_the_same_net_makes_the_same_file(tmp_path):
    for name in ("one", "other"):
        with (tmp_path / name).open("wb") as file:
            write_net(file, any_net(1))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
