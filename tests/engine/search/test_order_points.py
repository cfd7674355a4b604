"""The points of the move order survive their file, and every rule finds some."""

import numpy as np

from game.engine.search.lines import order_points
from game.engine.search.lines.rules import FREE, Rules
from tools.engine.search.boards import RULES


def any_points(seed):
    rng = np.random.default_rng(seed)
    return rng.integers(-300, 300, (2, 2, len(order_points.COMBINATIONS))).astype(np.int16)


def test_points_survive_their_file_and_the_same_points_make_the_same_file(tmp_path):
    known = {"one": any_points(1), "another": any_points(2)}
    paths = [tmp_path / "a.npz", tmp_path / "b.npz"]
    for path in paths:
        with path.open("wb") as file:
            order_points.write(file, known)
    read = order_points.read(paths[0])
    assert sorted(read) == ["another", "one"]
    assert all(np.array_equal(read[name], known[name]) for name in known)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_every_variant_has_points_and_other_rules_take_those_of_the_free_ones():
    shipped = order_points.read(order_points.FILE)
    assert {rules.name for rules in RULES.values()} - set(shipped) == {RULES["freestyle_caro"].name}
    assert np.array_equal(order_points.order_for(RULES["freestyle_caro"]), order_points.order_for(RULES["caro"]))
    other = Rules(RULES["renju"].first, RULES["standard"].second)
    assert other.name not in shipped
    assert np.array_equal(order_points.order_for(other), order_points.order_for(FREE))
