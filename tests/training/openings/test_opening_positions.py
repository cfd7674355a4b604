"""Opening positions: the same for the same seed, few stones, at the beginning of a turn, of every ruleset."""

from __future__ import annotations

from itertools import islice

import pytest

from game.core.model import EMPTY
from game.core.ruleset import Ruleset, complete_options
from game.plugins.registry import discover
from game.training.openings.opening_positions import opening_name, opening_positions, rules_of

RULESETS = discover().rulesets
GOMOKU = RULESETS["gomoku"]


def drawn(ruleset: Ruleset, seed: int, count: int = 30, **options: str) -> list:
    return list(islice(opening_positions(ruleset, complete_options(ruleset.info, options), seed), count))


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_positions_of_every_game_begin_a_turn_of_the_game_proper_after_a_few_stones(name: str) -> None:
    for position in drawn(RULESETS[name], 5):
        state = position.state
        stones = len(state.board) - state.board.count(EMPTY)
        assert 3 <= stones <= 6
        assert not state.is_opening
        assert position.match.outcome is None
        assert position.match.plies[-1].seat != state.seat


def test_no_stone_is_far_from_all_others() -> None:
    for position in drawn(GOMOKU, 5, 100):
        cells = [position.state.geometry.cells[at] for at, stone in enumerate(position.state.board) if stone != EMPTY]
        for x, y in cells:
            assert min(max(abs(x - a), abs(y - b)) for a, b in cells if (a, b) != (x, y)) <= 4


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_the_same_seed_draws_the_same_and_another_one_something_else(name: str) -> None:
    boards = [[each.state.board for each in drawn(RULESETS[name], seed)] for seed in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]


def test_openings_with_names_and_others_are_mixed() -> None:
    names = [position.name for position in drawn(GOMOKU, 3, 60)]
    assert 5 < sum(bool(name) for name in names) < 55


def test_a_name_is_known_however_the_board_is_turned() -> None:
    named = [position for position in drawn(GOMOKU, 3, 200) if position.name]
    assert len({position.state.board for position in named}) > len({position.name for position in named})
    assert all(opening_name(GOMOKU, position.state) == position.name for position in named)


def test_each_variant_of_a_game_is_a_rule_of_its_own_and_a_game_without_choices_has_one() -> None:
    assert [options["variant"] for options in rules_of(GOMOKU)] == [
        "freestyle",
        "standard",
        "freestyle_caro",
        "caro",
        "renju",
    ]
    assert all(options["opening"] == "free" for options in rules_of(GOMOKU))
    assert len(list(rules_of(RULESETS["connect6"]))) == 1
