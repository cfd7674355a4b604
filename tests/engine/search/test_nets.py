"""Which net serves which rules: those that are shipped are sound, and single bans change nothing."""

from dataclasses import replace

import numpy as np
import pytest

from game.engine.search.lines.engine import Engine
from game.engine.search.lines.net.net import FOLDER, net_for, path_of, read_net, write_net
from game.engine.search.lines.rules import FREE
from tools.engine.search.boards import RULES
from tools.engine.search.net_checks import NET_RULES
from tools.engine.search.slow_net import any_net

NAMES = {path_of(rules).name: variant for variant, rules in NET_RULES.items()}


def test_there_is_a_net_for_all_rules_that_we_have_but_one_and_for_no_others():
    assert {path.name for path in FOLDER.glob("*.npz")} == set(NAMES) - {path_of(RULES["freestyle_caro"]).name}


def test_the_caro_in_which_overlines_win_takes_the_net_of_the_other_caro_also_with_a_single_ban():
    rules = RULES["freestyle_caro"]
    assert net_for(rules) is net_for(RULES["caro"])
    assert net_for(replace(rules, first=replace(rules.first, bans_double_four=True))) is net_for(RULES["caro"])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.npz")), ids=lambda path: path.stem)
def test_a_shipped_net_serves_every_size_of_board(path):
    assert (read_net(path).scaling[1:] > 0).all()


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.npz")), ids=lambda path: path.stem)
def test_a_shipped_net_has_weights_for_both_colours_where_their_rules_differ(path):
    rules = NET_RULES[NAMES[path.name]]
    assert len(read_net(path).rows) == 1 + (rules.first != rules.second)


@pytest.mark.parametrize("ban", ["bans_double_three", "bans_double_four"])
def test_a_single_ban_keeps_the_net(ban):
    assert net_for(replace(FREE, first=replace(FREE.first, **{ban: True}))) is net_for(FREE)


def test_rules_without_a_net_take_that_of_the_free_ones():
    unknown = replace(RULES["renju"], second=RULES["standard"].second)
    assert not path_of(unknown).is_file()
    assert net_for(unknown) is net_for(FREE)


def test_rules_of_longer_lines_or_longer_turns_without_a_net_take_that_of_their_length_and_turn():
    exact = RULES["standard"].first
    for rules in (NET_RULES["six"], NET_RULES["connect6"]):
        assert net_for(replace(rules, first=exact, second=exact)) is net_for(rules)


def test_an_engine_takes_another_net():
    net = any_net(1)
    assert np.array_equal(Engine(FREE, 9, 1, net=net).tables["net"]["last"], np.tile(net.last[0], 2))


def test_the_same_net_makes_the_same_file(tmp_path):
    for name in ("one", "other"):
        with (tmp_path / name).open("wb") as file:
            write_net(file, any_net(1))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
