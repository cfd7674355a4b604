"""The rows of the list of moves: turns in pairs, variations in place, comments, and what is left out."""

from __future__ import annotations

import pytest

from game.analysis.board.move_rows import (
    DEEPEST,
    MOVES_IN_A_ROW,
    CommentRow,
    MoreRow,
    MoveRows,
    TurnRow,
    VariationRow,
)
from game.analysis.board.study_table import StudyTable
from game.core.model import Choose, Place
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.library.study.study import Study, study_of_game
from game.library.study.tree import ROOT
from game.plugins.registry import discover

RULESETS = discover().rulesets


def table_of(words: str, ruleset_id: str = "gomoku", **options: str) -> StudyTable:
    """A table with a game on it, at its end."""
    ruleset = RULESETS[ruleset_id]
    people = (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, options), people, seed=1)
    match = tournament.start_game().match
    for word in words.split():
        assert isinstance(match.play(parse_move(ruleset.info, match.state, word)), tuple)
    study = study_of_game(tournament, 0)
    return StudyTable(study, [ROOT, *study.tree.continuation(ROOT)][-1])


@pytest.fixture
def table() -> StudyTable:
    return table_of("h8 i8 h9 i9 h10")


def words(table: StudyTable, nodes: tuple[int, ...]) -> str:
    names, tree = table.match.state.geometry.names, table.study.tree
    return " ".join(move.key if isinstance(move := tree.move(node), Choose) else names[move.cell] for node in nodes)


def listed(table: StudyTable) -> list[str]:
    """The rows as words: the number of a turn, the depth of a variation as indentation."""
    found = []
    for row in MoveRows(table).rows():
        match row:
            case TurnRow(number, cells):
                found.append(f"{number}. " + " - ".join(words(table, cell.nodes) for cell in cells))
            case VariationRow(nodes, depth, has_more=has_more):
                found.append("  " * depth + words(table, nodes) + (" …" if has_more else ""))
            case CommentRow(node, depth):
                found.append("  " * depth + "| " + table.study.tree.comments[node])
            case MoreRow(count, depth):
                found.append("  " * depth + f"+{count}")
    return found


def cell(table: StudyTable, name: str) -> int:
    return table.match.state.geometry.cell(name)


def add(table: StudyTable, node: int, line: str) -> int:
    """Adds a line of moves after a node without going there; returns its last node."""
    tree = table.study.tree
    for name in line.split():
        colour = "bw"[len(tree.path(node)) % 2]
        node = table.editor.add(node, Place(cell(table, name), colour))
    return node


# Rows of a game


def test_a_game_is_listed_in_pairs_of_turns(table: StudyTable) -> None:
    assert listed(table) == ["1. h8 - i8", "2. h9 - i9", "3. h10"]
    rows = MoveRows(table).rows()
    assert [cell.colour for row in rows if isinstance(row, TurnRow) for cell in row.cells] == list("bwbwb")


def test_nothing_is_listed_for_an_empty_study() -> None:
    gomoku = RULESETS["gomoku"]
    assert MoveRows(StudyTable(Study(gomoku, complete_options(gomoku.info, {})))).rows() == []


def test_a_turn_of_two_stones_is_one_cell() -> None:
    table = table_of("j10 k10 k11 j11 j12", "connect6")
    assert listed(table) == ["1. j10 - k10 k11", "2. j11 j12"]


def test_the_stones_and_the_choice_of_an_opening_are_listed_one_by_one() -> None:
    table = table_of("h8 h9 i8 white j10", "gomoku", opening="swap2")
    assert listed(table) == ["1. h8 - h9", "2. i8 - white", "3. j10"]


def test_moves_after_the_end_of_the_game_continue_its_list(table: StudyTable) -> None:
    add(table, table.node, "i10 h11")
    assert listed(table) == ["1. h8 - i8", "2. h9 - i9", "3. h10 - i10", "4. h11"]


# Variations


def test_a_variation_is_listed_below_the_turn_to_which_it_is_an_alternative(table: StudyTable) -> None:
    add(table, table.line[0], "c3 c4")
    add(table, ROOT, "a1")
    assert listed(table) == ["1. h8 - i8", "  a1", "  c3 c4", "2. h9 - i9", "3. h10"]


def test_a_long_variation_is_cut_unless_it_is_on_the_board(table: StudyTable) -> None:
    line = "c3 c4 c5 c6 d3 d4 d5 d6"
    end = add(table, table.line[0], line)
    cut = "  " + " ".join(line.split()[:MOVES_IN_A_ROW]) + " …"
    assert listed(table)[1] == cut
    table.go(end)
    assert listed(table)[1:3] == ["  c3 c4 c5 c6 d3 d4", "  d5 d6"]
    table.go(table.home)
    assert listed(table)[1] == cut


def test_alternatives_in_a_variation_are_listed_only_while_it_is_on_the_board(table: StudyTable) -> None:
    first = add(table, table.line[0], "c3")
    add(table, first, "c4 c5")
    add(table, first, "d4 d5")
    assert listed(table)[1:3] == ["  c3 c4 c5", "2. h9 - i9"]
    table.go(first)
    assert listed(table)[1:5] == ["  c3 c4", "    d4 d5", "  c5", "2. h9 - i9"]


def test_the_variation_on_the_board_is_the_line_that_its_position_belongs_to(table: StudyTable) -> None:
    first = add(table, table.line[0], "c3")
    add(table, first, "c4 c5")
    other = add(table, first, "d4")
    table.go(other)
    assert listed(table)[1:3] == ["  c3 d4", "    c4 c5"]


def test_deep_variations_are_not_indented_without_end(table: StudyTable) -> None:
    node = table.line[0]
    for name in ["c3", "c4", "c5", "c6", "d3", "d4", "d5"]:
        add(table, node, f"o{name[1:]}")
        node = add(table, node, name)
        table.go(node)
    depths = [row.depth for row in MoveRows(table).rows() if isinstance(row, VariationRow)]
    assert max(depths) <= DEEPEST


def test_a_position_on_the_board_is_always_in_a_row(table: StudyTable) -> None:
    for number in range(12):
        add(table, table.line[0], f"a{number + 1} b{number + 1}")
    rows = MoveRows(table)
    for node, _depth in list(table.study.tree.walk()):
        table.go(node)
        assert rows.row_of(node) is not None


def test_of_more_than_eight_alternatives_the_rest_is_counted(table: StudyTable) -> None:
    nodes = [add(table, table.line[0], f"a{number}") for number in range(1, 12)]
    assert listed(table)[1:11] == [*(f"  a{number}" for number in range(1, 9)), "  +3", "2. h9 - i9"]
    table.go(nodes[-1])
    assert listed(table)[1:12] == [*(f"  a{number}" for number in range(1, 9)), "  a11", "  +2", "2. h9 - i9"]


# Comments


def test_a_comment_is_listed_below_its_move(table: StudyTable) -> None:
    table.editor.comment(ROOT, "Before")
    table.editor.comment(table.line[1], "Here")
    variation = add(table, table.line[0], "c3")
    table.editor.comment(variation, "Aside")
    assert listed(table) == ["| Before", "1. h8 - i8", "| Here", "  c3", "  | Aside", "2. h9 - i9", "3. h10"]


def test_a_comment_inside_the_variation_on_the_board_stands_between_its_moves(table: StudyTable) -> None:
    end = add(table, table.line[0], "c3 c4 c5")
    table.editor.comment(table.study.tree.path(end)[2], "In the middle")
    table.go(end)
    assert listed(table)[1:4] == ["  c3 c4", "  | In the middle", "  c5"]


# Kept between frames


def test_the_rows_are_made_again_only_after_an_edit_or_for_another_variation(table: StudyTable) -> None:
    variation = add(table, table.line[0], "c3")
    rows = MoveRows(table)
    first = rows.rows()
    table.go_to_step(1)
    assert rows.rows() is first
    table.go(variation)
    second = rows.rows()
    assert second is not first
    table.editor.comment(variation, "New")
    assert rows.rows() is not second
