"""The tree of variations, and a study as a tree of legal moves."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.model import Place, Reason
from game.library.study.study import Study, study_of_match
from game.library.study.tree import ROOT, CellMark, Sign, VariationTree
from game.plugins.registry import discover

GOMOKU = discover().rulesets["gomoku"]


def stone(cell):
    return Place(cell, "b")


def test_a_move_that_is_in_the_tree_is_not_added_again():
    tree = VariationTree()
    node = tree.add(ROOT, stone(1))
    assert tree.add(ROOT, stone(1)) == node
    assert len(tree) == 1


def test_variations_keep_the_order_they_were_added_in():
    tree = VariationTree()
    first, second, third = (tree.add(ROOT, stone(cell)) for cell in (1, 2, 3))
    assert tree.children(ROOT) == [first, second, third]


def test_what_is_removed_takes_its_variations_comments_and_marks_along():
    tree = VariationTree()
    kept, gone = tree.add(ROOT, stone(1)), tree.add(ROOT, stone(2))
    below = tree.add(gone, stone(3))
    tree.comments[below] = "lost"
    tree.marks[gone] = (CellMark(3, Sign.CROSS),)
    assert tree.remove(gone) == ROOT
    assert tree.children(ROOT) == [kept]
    assert len(tree) == 1
    assert not tree.comments
    assert not tree.marks


def test_a_tree_may_be_a_hundred_thousand_moves_deep():
    tree, node = VariationTree(), ROOT
    for cell in range(100_000):
        node = tree.append(node, stone(cell % 200))
    assert len(tree.path(node)) == 100_000
    assert sum(1 for _ in tree.walk()) == 100_000
    assert tree.remove(tree.children(ROOT)[0]) == ROOT
    assert len(tree) == 0


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 4)), max_size=60))
def test_every_node_is_reached_by_its_path_and_is_walked_once(steps):
    tree = VariationTree()
    nodes = [ROOT]
    for parent, cell in steps:
        node = tree.add(nodes[parent % len(nodes)], stone(cell))
        nodes += [node] if node not in nodes else []
    walked = list(tree.walk())
    assert sorted(node for node, _ in walked) == sorted(nodes[1:])
    for node, depth in walked:
        assert len(tree.path(node)) == depth
        at = ROOT
        for move in tree.moves_to(node):
            at = tree.child(at, move)
        assert at == node


@pytest.fixture
def study():
    options = {option.key: option.default for option in GOMOKU.info.options}
    return Study(GOMOKU, options)


def test_a_study_refuses_a_move_that_the_rules_refuse_and_stays_as_it_is(study):
    node = study.play(ROOT, Place(112, "b"))
    refused = study.play(node, Place(112, "w"))
    assert isinstance(refused, Reason)
    assert len(study.tree) == 1


def test_a_study_has_the_position_of_each_of_its_nodes(study):
    chance = random.Random(3)
    nodes = [ROOT]
    for _ in range(700):
        state = study.state(chance.choice(nodes))
        moves = list(GOMOKU.legal_moves(state))
        parent = nodes[-1] if chance.random() < 0.5 else chance.choice(nodes)
        made = study.play(parent, chance.choice(moves))
        nodes += [made] if isinstance(made, int) and made not in nodes else []
    for node in chance.sample(nodes, 60):
        match = study.match(node)
        assert GOMOKU.dump(match.state) == GOMOKU.dump(study.state(node))


def test_a_game_becomes_a_study_with_its_moves_as_the_main_line(study):
    node = study.play(study.play(ROOT, Place(112, "b")), Place(113, "w"))
    again = study_of_match(study.match(node), ("Ann", "Tilda"))
    assert again.tree.moves_to(again.tree.continuation(ROOT)[-1]) == study.tree.moves_to(node)


def test_a_move_of_an_unchecked_tree_that_is_not_legal_is_told(study):
    node = study.tree.append(study.tree.append(ROOT, Place(112, "b")), Place(112, "w"))
    assert isinstance(study.state(node), Reason)
