"""A table over a study: what is played grows the tree, and walks follow the line on the board."""

import pytest

from game.analysis.board.study_table import StudyTable
from game.core.model import Place, Reason
from game.core.ruleset import complete_options
from game.library.study.study import Study
from game.library.study.tree import ROOT
from game.plugins.registry import discover

GOMOKU = discover().rulesets["gomoku"]


@pytest.fixture
def table():
    """A game of four moves, with the first position on the board."""
    study = Study(GOMOKU, complete_options(GOMOKU.info, {}))
    node = ROOT
    for number, cell in enumerate((112, 113, 97, 98)):
        node = study.tree.append(node, Place(cell, "bw"[number % 2]))
    return StudyTable(study)


def test_a_move_of_the_line_is_a_step_along_it_and_another_one_a_variation(table):
    table.play(Place(112, "b"))
    assert len(table.study.tree) == 4
    table.play(Place(50, "w"))
    assert len(table.study.tree) == 5
    assert table.step == 2
    assert not table.is_home


def test_one_step_leads_from_a_variation_back_to_where_it_left_the_game(table):
    table.go_to_step(1)
    table.play(Place(50, "w"))
    table.play(Place(51, "b"))
    table.go(table.home)
    assert table.step == 1
    assert table.is_home


def test_a_step_back_and_forward_stays_on_the_variation(table):
    table.go_to_step(1)
    table.play(Place(50, "w"))
    node = table.node
    table.go_to_step(0)
    table.go_to_step(2)
    assert table.node == node


def test_the_next_variation_takes_turns_with_the_move_of_the_game(table):
    table.go_to_step(2)
    game = table.node
    table.go_to_step(1)
    table.play(Place(50, "w"))
    other = table.node
    table.turn_to_other()
    assert table.node == game
    table.turn_to_other()
    assert table.node == other


def test_what_is_cut_is_gone_and_the_position_before_it_is_shown(table):
    table.go_to_step(3)
    table.cut()
    assert table.step == 2
    assert len(table.study.tree) == 2
    assert table.line == table.study.tree.path(table.node)


def test_a_move_that_is_not_legal_leaves_position_and_tree_as_they_are(table):
    table.go_to_step(1)
    assert isinstance(table.play(Place(112, "w")), Reason)
    assert table.step == 1
    assert len(table.study.tree) == 4


def test_a_node_behind_an_illegal_move_is_not_shown_and_told(table):
    tree = table.study.tree
    bad = tree.append(tree.children(ROOT)[0], Place(112, "w"))
    assert isinstance(table.go(bad), Reason)
    assert table.node == ROOT
