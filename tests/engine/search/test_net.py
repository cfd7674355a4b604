"""The net: what is kept up to date is what its definition says, and a file that holds no net is told."""

import random
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest

from game.engine.search.lines import position as board
from game.engine.search.lines.net import shape
from game.engine.search.lines.net.layers import net_score
from game.engine.search.lines.net.net import MOST_BYTES, Net, check, install, read_net, write_net
from game.engine.search.lines.tables import build
from tools.engine.search.boards import random_stones
from tools.engine.search.checks import stones_come_and_go
from tools.engine.search.net_checks import NET_RULES, NET_SIZES, PARTS, check_net
from tools.engine.search.slow_net import all_totals, any_net, slow_score

MANY = 300


def net_and_board(variant="freestyle", size=9, part=0.2):
    """A net out of dice, the tables with it, and an empty board."""
    net, tables = any_net(1, part=part), build(NET_RULES[variant])[0]
    install(net, tables["net"])
    return net, tables, board.new_position(size, tables)[0]


@pytest.mark.parametrize("variant", NET_RULES)
@pytest.mark.parametrize("size", NET_SIZES)
def test_scores_while_stones_come_and_go_are_those_of_the_definition(variant, size):
    report = check_net(variant, size, MANY)
    assert report.seen["scores"] > 0
    assert report.defects == []


@pytest.mark.parametrize("part", PARTS)
def test_a_board_that_fills_and_empties_is_summed_up_rightly(part):
    report = check_net("renju", 5, 600, part=part)
    assert report.defects == []


def test_a_score_of_the_empty_board_needs_no_stone_before():
    net, tables, position = net_and_board()
    assert net_score(position, tables, 1, 1) == slow_score(net, position, tables, 1, 1)


def test_a_board_that_is_cleared_is_summed_up_anew():
    net, tables, position = net_and_board()
    for cell, colour in random_stones(9, 20, seed=1):
        board.place(position, tables, cell, colour)
    net_score(position, tables, 0, 1)
    board.clear(position, tables, 15)
    assert net_score(position, tables, 0, 1) == slow_score(net, position, tables, 0, 1)
    assert list(position["sums"]["totals"]) == all_totals(net, position, tables)


def test_fewer_stones_than_were_ever_summed_up_are_summed_up_anew():
    net, tables, position = net_and_board()
    for cell, colour in random_stones(9, 20, seed=1):
        board.place(position, tables, cell, colour)
    net_score(position, tables, 0, 1)
    for _ in range(15):
        board.take_back(position, tables)
    assert net_score(position, tables, 0, 1) == slow_score(net, position, tables, 0, 1)


def test_stones_that_nobody_asks_about_are_not_summed_up():
    _, tables, position = net_and_board()
    net_score(position, tables, 0, 1)
    totals = position["sums"]["totals"].copy()
    for _ in stones_come_and_go(position, tables, random.Random(1), 500):
        pass
    assert np.array_equal(position["sums"]["totals"], totals)


def test_all_weights_at_their_largest_overflow_nothing_on_the_largest_board():
    net, tables, position = net_and_board(size=shape.LARGEST_SIZE)
    net = replace(
        net,
        rows=np.full_like(net.rows, shape.MOST_WEIGHT),
        first=np.full_like(net.first, shape.MOST_WEIGHT),
        second=np.full_like(net.second, shape.MOST_WEIGHT),
        last=np.full_like(net.last, 1),
        beside=np.full_like(net.beside, -1),
        first_bias=np.full_like(net.first_bias, shape.MOST_BIAS),
        second_bias=np.full_like(net.second_bias, shape.MOST_BIAS),
        scaling=np.full_like(net.scaling, 1 << shape.SCALING_BITS),
    )
    install(net, tables["net"])
    assert net_score(position, tables, 0, 1) == slow_score(net, position, tables, 0, 1)
    assert list(position["sums"]["totals"]) == [484 * 4 * shape.MOST_WEIGHT] * shape.VIEWS


def test_with_one_set_of_weights_a_colour_sees_its_stones_as_the_other_one_saw_the_others():
    _, tables, position = net_and_board()
    exchanged = board.new_position(9, tables)[0]
    for cell, colour in random_stones(9, 20, seed=1):
        board.place(position, tables, cell, colour)
        board.place(exchanged, tables, cell, 1 - colour)
    assert net_score(position, tables, 0, 1) == net_score(exchanged, tables, 1, 1)


def test_the_stones_left_in_a_turn_change_the_score():
    _, tables, position = net_and_board("connect6")
    assert net_score(position, tables, 0, 1) != net_score(position, tables, 0, 2)


def written(net: Net) -> bytes:
    file = BytesIO()
    write_net(file, net)
    return file.getvalue()


@pytest.mark.parametrize("colours", [1, 2])
def test_a_net_survives_its_file_which_is_small_and_always_the_same(tmp_path, colours):
    net, path = any_net(3, colours), tmp_path / "net.npz"
    path.write_bytes(written(net))
    read = read_net(path)
    assert all(np.array_equal(getattr(read, name), part) for name, part in vars(net).items())
    assert written(net) == written(read)
    assert path.stat().st_size < MOST_BYTES // 10


WRONG = [
    ({"rows": np.zeros((1, 256, 8), np.int16)}, r"rows is int16 \(1, 256, 8\), should be int16 \(1, 256, 16\)"),
    ({"rows": np.zeros((3, 256, 16), np.int16)}, "1 or 2 colours, not 3"),
    ({"last": np.zeros((1, 32))}, r"last is float64 \(1, 32\), should be int16"),
    ({"last": np.full((1, 32), 8192, np.int16)}, "last goes from 8192 to 8192, beyond 8191"),
    ({"scaling": np.full(23, -1, np.int32)}, "scaling holds -1"),
]


@pytest.mark.parametrize(("parts", "problem"), WRONG)
def test_a_net_whose_sums_might_overflow_is_refused_and_the_array_named(parts, problem):
    with pytest.raises(ValueError, match=problem):
        check(replace(any_net(1), **parts))


def test_a_file_that_holds_no_net_is_named(tmp_path):
    path = tmp_path / "other.npz"
    path.write_text("no net")
    with pytest.raises(ValueError, match=r"other\.npz holds no net"):
        read_net(path)
    np.savez(path, rows=np.zeros(3))
    with pytest.raises(ValueError, match=r"other\.npz holds no net.*first"):
        read_net(path)
    path.write_bytes(b"0" * (MOST_BYTES + 1))
    with pytest.raises(ValueError, match="more than 1,000,000 bytes"):
        read_net(path)
