"""What the kit knows of a position is what slow definitions say, whatever stones came and went."""

import random

import numpy as np
import pytest

from game.core.lines.shapes import shape
from game.engine.search.lines import position as board
from game.engine.search.lines.patterns import LineClass, line_classes
from game.engine.search.lines.tables import CELLS, FIRST_COUNTED, STEPS, build
from rulesets.gomoku.rules import VARIANTS
from tools.engine.search.boards import RULES, random_stones

STORED = ("hash", "counts", "stones", "empty", "near", "lines", "patterns", "combined", "classes")


def neighbours_key(stones, cell, step, reach):
    """A line's key, read off the stones."""
    distances = [*range(-reach, 0), *range(1, reach + 1)]
    return sum(int(stones[cell + step * distance]) << 2 * place for place, distance in enumerate(distances))


def from_scratch(position, tables):
    """The combined line classes of every empty cell and the counts of both colours."""
    stones, reach = position["stones"], int(tables["reach"])
    combined = {}
    counts = [0, 0]
    for cell in (int(cell) for cell in position["cells"][: position["cell_count"]]):
        if stones[cell]:
            continue
        lines = [int(tables["lines"][neighbours_key(stones, cell, step, reach)]) for step in STEPS]
        for colour in range(2):
            four = sum((line >> 4 * colour & 15) << 4 * way for way, line in enumerate(lines))
            combined[colour * CELLS + cell] = four
            entry = (colour << 16) + four
            counts[colour] += int(tables["counts"][tables["classes"][entry]])
    return combined, counts


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("size", [5, 15, 22])
def test_what_is_kept_up_to_date_equals_what_is_computed_from_scratch(variant, size):
    tables = build(RULES[variant])[0]
    position = board.new_position(size, tables)[0]
    rng = random.Random(size)
    waiting = random_stones(size, size * size, seed=size)
    for _ in range(20):
        for _ in range(rng.randint(0, min(25, len(waiting)))):
            board.place(position, tables, *waiting.pop())
        for _ in range(rng.randint(0, min(12, int(position["placed"])))):
            cell = int(position["moves"][position["placed"] - 1])
            waiting.insert(0, (cell, int(position["stones"][cell]) - 1))
            board.take_back(position, tables)
        combined, counts = from_scratch(position, tables)
        kept = {at: int(position["combined"][at % CELLS]) >> 16 * (at // CELLS) & 0xFFFF for at in combined}
        assert kept == combined
        assert list(position["counts"]) == counts


def test_taking_stones_back_leaves_no_trace():
    tables = build(RULES["renju"])[0]
    position = board.new_position(15, tables)
    before = position.copy()
    for seed in range(300):
        stones = random_stones(15, 120, seed)
        for cell, colour in stones:
            board.place(position[0], tables, cell, colour)
        for _ in stones:
            board.take_back(position[0], tables)
    for name in STORED:
        assert np.array_equal(position[name], before[name]), name


def expected_class(segment, colour, rule):
    """What the rules' own slow definition says: five, a straight four, other fours, a three, or nothing of these."""
    made = shape(segment, colour, rule)
    if made.wins:
        return {LineClass.FIVE}
    if made.too_long:
        return {LineClass.OVERLINE, LineClass.DEAD}
    if made.open_four:
        return {LineClass.STRAIGHT_FOUR}
    if made.fours:
        return {LineClass.SPLIT_FOUR} if made.fours > 1 else {LineClass.FOUR}
    if made.three_points:
        return {LineClass.OPEN_THREE, LineClass.FIRM_THREE}
    return set(LineClass) - {LineClass.FIVE, LineClass.STRAIGHT_FOUR, LineClass.FOUR, LineClass.SPLIT_FOUR}


@pytest.mark.parametrize("variant", ["freestyle", "standard", "renju"])
@pytest.mark.parametrize("colour", [0, 1])
def test_line_classes_say_what_the_rules_say(variant, colour):
    rules = RULES[variant]
    classes = line_classes(rules, colour + 1)
    rng = random.Random(colour)
    for _ in range(20_000):
        left, right = ([rng.choice("..bbw" if colour == 0 else "..wwb") for _ in range(5)] for _ in range(2))
        if rng.random() < 0.2:
            right[rng.randrange(5) :] = "#" * 5
            right = right[:5]
        segment = (*reversed(left), ".", *right)
        neighbours = [*reversed(left[: rules.reach]), *right[: rules.reach]]
        key = sum(".bw#".index(letter) << 2 * at for at, letter in enumerate(neighbours))
        found = LineClass(classes[key])
        assert found in expected_class(segment, "bw"[colour], VARIANTS[variant]), f"{''.join(segment)} {found!r}"


def test_every_counted_class_fits_its_eight_bits():
    tables = build(RULES["freestyle"])[0]
    position = board.new_position(22, tables)[0]
    for cell, colour in random_stones(22, 200, seed=3):
        board.place(position, tables, cell, colour)
        for side in range(2):
            part = position["classes"][side * CELLS : (side + 1) * CELLS]
            empty = position["stones"] == 0
            for nth in range(8):
                number = np.count_nonzero(part[empty] == FIRST_COUNTED + nth)
                assert int(position["counts"][side]) >> 8 * nth & 255 == number
