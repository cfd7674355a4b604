"""The evaluation: what is added up move by move is what a slow definition says, and its numbers survive a file."""

import numpy as np
import pytest

from game.kit.lines import position as board
from game.kit.lines import weights
from game.kit.lines.evaluation import evaluate, presence
from game.kit.lines.rules import Rules
from game.kit.lines.tables import CELLS, FIRST_COUNTED, build
from game.kit.lines.weights import Weights

from .boards import RULES, random_stones

COUNTED = 7


def any_numbers(seed):
    """An evaluation out of dice."""
    dice = np.random.default_rng(seed)
    worth = dice.integers(-300, 300, (2, 2, len(weights.COMBINATIONS))).astype(np.int16)
    worth[:, :, weights.DEAD] = 0
    presence = dice.integers(-500, 500, (2, weights.PRESENCES)).astype(np.int16)
    return Weights(worth, presence, dice.integers(-300, 300, (2, 2, len(weights.COMBINATIONS))).astype(np.int16))


def slow_presence(counts):
    return sum(1 << nth for nth in range(COUNTED) if int(counts) >> 8 * nth & 255)


def slow_evaluation(numbers, position, side):
    cells = [cell for cell in position["cells"][: position["cell_count"]] if position["stones"][cell] == 0]

    def worth(colour, turn):
        lines = (int(position["combined"][colour * CELLS + cell]) for cell in cells)
        sorted_lines = (tuple(sorted(line >> 4 * way & 15 for way in range(4))) for line in lines)
        return sum(int(numbers.worth[colour, turn, weights.COMBINATIONS.index(line)]) for line in sorted_lines)

    own, other = slow_presence(position["counts"][side]), slow_presence(position["counts"][1 - side])
    at = own % (1 << weights.OWN_PRESENCE) | other << weights.OWN_PRESENCE
    return worth(side, weights.ON_TURN) - worth(1 - side, weights.WAITING) + int(numbers.presence[side, at])


@pytest.mark.parametrize("variant", RULES)
def test_the_sum_kept_move_by_move_is_that_over_all_cells(variant):
    numbers = any_numbers(1)
    tables = build(RULES[variant], numbers)[0]
    position = board.new_position(9, tables)[0]
    for cell, colour in random_stones(9, 24, seed=3):
        board.place(position, tables, cell, colour)
        for side in range(2):
            assert evaluate(position, tables, side, 1) == slow_evaluation(numbers, position, side)


def test_presence_has_a_bit_for_each_class_that_is_there():
    dice = np.random.default_rng(5)
    for _ in range(200):
        counts = dice.integers(0, 256, 8) * dice.integers(0, 2, 8)
        packed = sum(int(count) << 8 * nth for nth, count in enumerate(counts) if nth < COUNTED)
        assert presence(packed) == slow_presence(packed)


def test_no_evaluation_reaches_the_score_of_a_win():
    huge = any_numbers(1)
    huge.worth[:] = np.array([30_000, -30_000])[:, np.newaxis, np.newaxis]
    tables = build(RULES["freestyle"], huge)[0]
    position = board.new_position(15, tables)[0]
    board.place(position, tables, board.cell_at(7, 7), 0)
    assert [abs(evaluate(position, tables, side, 1)) for side in range(2)] == [20_000, 20_000]


def test_numbers_survive_their_file_and_the_same_numbers_make_the_same_file(tmp_path):
    known = {"one": any_numbers(1), "another": any_numbers(2)}
    paths = [tmp_path / "a.npz", tmp_path / "b.npz"]
    for path in paths:
        with path.open("wb") as file:
            weights.write(file, known)
    read = weights.read(paths[0])
    assert sorted(read) == ["another", "one"]
    assert all(np.array_equal(read[name].worth, known[name].worth) for name in known)
    assert all(np.array_equal(read[name].presence, known[name].presence) for name in known)
    assert all(np.array_equal(read[name].order, known[name].order) for name in known)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_every_variant_has_numbers_of_its_own_and_other_rules_take_those_of_the_free_ones():
    shipped = weights.read(weights.FILE)
    assert {weights.name_of(rules) for rules in RULES.values()} <= set(shipped)
    assert all(not one.worth[:, :, weights.DEAD].any() for one in shipped.values())
    free = RULES["freestyle"]
    other = Rules(RULES["renju"].first, RULES["standard"].second)
    assert weights.name_of(other) not in shipped
    assert np.array_equal(weights.weights_for(other).worth, weights.weights_for(free).worth)


def test_the_counted_classes_fill_the_presence():
    assert FIRST_COUNTED + COUNTED == 14
    assert weights.OTHER_PRESENCE == COUNTED
