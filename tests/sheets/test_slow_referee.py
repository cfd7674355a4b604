"""The slow referee itself: each rule of docs/rule-sheets.md on a position made by hand."""

import gzip
import json
import random
import tomllib
from pathlib import Path

import pytest

from tests.sheets.sheets_to_try import SHEETS, read, read_all
from tests.sheets.slow_board import SlowBoard
from tests.sheets.slow_referee import Referee

FORBIDDEN = Path(__file__).parents[1] / "data/renju_forbidden_1000.jsonl.gz"
JOKER = """
[board]
columns = 7
[[stones]]
letter = "b"
[[stones]]
letter = "w"
side = "second"
[[stones]]
letter = "j"
side = "both"
wild = true
[line]
length = 4
"""


def game(text: str, moves: str = "") -> Referee:
    """Return a game by a sheet's text after some moves."""
    return after(Referee(tomllib.loads(text)), moves)


def known(key: str, moves: str = "") -> Referee:
    """Return a game by one of the sheets to try."""
    return after(Referee(read(key), read_all()), moves)


def words(text: str) -> set[str]:
    return set(text.split())


def after(referee: Referee, moves: str) -> Referee:
    for word in moves.split():
        referee.play(word)
    return referee


def test_a_square_has_columns_from_the_left_and_rows_from_the_bottom():
    legal = game("[board]\ncolumns = 4\nrows = 3\n[line]\nlength = 3").legal()
    assert len(legal) == 12
    assert {"a1", "d1", "a3", "d3"} <= legal


def test_a_hexagon_lacks_two_corners_of_the_skewed_square():
    board = SlowBoard({"shape": "hexagon", "side": 3}, "all")
    names = {board.name(cell) for cell in board.cells}
    assert len(names) == 19
    assert {"c5", "e5", "a3", "e3", "a1", "c1"} <= names
    assert not {"a5", "b5", "a4", "e1", "d1", "e2"} & names


def test_an_octagon_loses_a_triangle_at_each_corner():
    board = SlowBoard({"shape": "octagon", "columns": 6, "cut": 2}, "all")
    names = {board.name(cell) for cell in board.cells}
    assert len(names) == 36 - 4 * 3
    assert {"c1", "d1", "b2", "a3"} <= names
    assert not {"a1", "b1", "a2", "f6", "e6", "f5"} & names


def test_drawn_rows_have_holes():
    assert game('[board]\nshape = "rows"\ndrawing = ["..#", "..."]\n[line]\nlength = 3').legal() == words(
        "a1 b1 c1 a2 b2"
    )


def test_the_first_turn_has_its_own_number_of_stones():
    referee = known("beside", "a1 a2")
    assert referee.to_move() == 1
    after(referee, "a3 a4")
    assert referee.to_move() == 1
    after(referee, "b1")
    assert referee.to_move() == 0


@pytest.mark.parametrize("line", ["a1 b1 c1", "a1 a2 a3", "a1 b2 c3", "a3 b2 c1"])
def test_a_line_of_the_length_wins_in_every_direction(line):
    first, second, third = line.split()
    text = "[board]\ncolumns = 6\n[line]\nlength = 3"
    assert game(text, f"{first} f6 {third} f5").result() is None
    assert game(text, f"{first} f6 {third} f5 {second}").result() == "first"


def test_a_longer_line_wins_unless_the_sheet_says_otherwise():
    moves = "a1 a6 b1 b6 d1 c5 c1"
    text = "[board]\ncolumns = 6\n[line]\nlength = 3\nlonger = "
    assert game(text + '"wins"', moves).result() == "first"
    assert game(text + '"nothing"', moves).result() is None
    assert game(text + '"loses"', moves).result() == "second"


def test_a_longer_line_can_differ_by_side():
    text = '[board]\ncolumns = 6\n[line]\nlength = 3\nlonger = { first = "nothing", second = "wins" }'
    assert game(text, "a1 a6 b1 b6 d1 d6 c1 c6").result() == "second"


def test_a_line_between_two_stones_of_the_other_side_does_not_win_if_it_is_blocked():
    text = '[board]\ncolumns = 6\n[line]\nlength = 3\nblocked = "nothing"'
    assert game(text, "b1 a1 c1 e1 d1").result() is None
    assert game(text, "b1 a1 c1 e2 d1").result() == "first"
    assert game(text, "a1 d1 b1 e2 c1").result() == "first", "the edge is not a stone"


def test_a_longer_line_is_not_blocked():
    text = '[board]\ncolumns = 6\n[line]\nlength = 3\nblocked = "nothing"'
    assert game(text, "b1 a1 c1 f1 e1 a6 d1").result() == "first"


def test_a_losing_line_loses_and_a_winning_one_goes_before_it():
    assert known("four_wins_three_loses", "e5 a5 f5 a3 g5").result() == "second"
    assert known("four_wins_three_loses", "e5 a5 f5 a3 h5 a1 g6 c1 g4 e1 g5").result() == "first"


def test_the_lines_of_a_hexagon_have_three_directions():
    for line in ("a5 b5 c5 d5", "e1 e2 e3 e4", "a1 b2 c3 d4"):
        referee = game('[board]\nshape = "hexagon"\nside = 5\n[line]\nlength = 4')
        cells = line.split()
        after(referee, f"{cells[0]} h8 {cells[1]} i9 {cells[2]} h6 {cells[3]}")
        assert referee.result() == "first", line
    assert game('[board]\nshape = "hexagon"\nside = 5\n[line]\nlength = 3', "d5 a1 e4 a3 f3").result() is None


def test_only_directions_that_count_make_lines():
    text = "[board]\ncolumns = 5\n[line]\nlength = 3\ndirections = "
    assert game(text + '"straight"', "a1 e1 b2 e2 c3").result() is None
    assert game(text + '"diagonal"', "a1 e1 b2 e2 c3").result() == "first"
    assert game(text + '"diagonal"', "a1 e1 b1 d5 c1").result() is None


def test_lines_go_on_across_joined_edges():
    text = "[line]\nlength = 3\n[board]\ncolumns = 5\nwrap = "
    sideways, up, slanting = "e3 c1 a3 c4 b3", "c5 a1 c1 a2 c2", "e5 b3 a1 c4 b2"
    for wrap, won in (("none", ""), ("columns", sideways), ("rows", up), ("torus", slanting)):
        for moves in (sideways, up, slanting):
            expected = "first" if moves == won or (wrap == "torus" and moves) else None
            assert game(text + f'"{wrap}"', moves).result() == expected, (wrap, moves)


def test_a_line_around_a_wrapped_board_has_each_cell_once():
    text = '[board]\ncolumns = 4\nrows = 6\nwrap = "columns"\n[line]\nlength = 4\nlonger = "nothing"'
    assert game(text, "a1 a3 b1 b3 d1 d4 c1").result() == "first"


def test_a_pair_between_two_stones_is_captured():
    referee = known("pente", "j10 k10 a1 l10 m10")
    assert referee.captured() == (2, 0)
    assert referee.board() == {"j10": "b", "a1": "b", "m10": "b"}
    assert {"k10", "l10"} <= referee.legal()


def test_all_directions_capture_at_once():
    text = "[board]\ncolumns = 7\n[line]\nlength = 7\n[capture]\nruns = [2]"
    assert game(text, "d1 b1 a4 c1 d4 a2 g7 a3 g1 b2 g2 c3 a1").captured() == (6, 0)


def test_one_or_three_stones_are_captured_only_if_the_sheet_says_so():
    three = "j10 k10 a1 l10 a2 m10 n10"
    assert known("pente", three).captured() == (0, 0)
    assert known("keryo", three).captured() == (3, 0)
    assert known("keryo", "j10 k10 l10").captured() == (0, 0)


def test_a_stone_between_two_of_the_opponent_stays():
    assert known("pente", "j10 i10 a1 l10 k10 a2").captured() == (0, 0)


def test_the_edge_encloses_nothing():
    assert known("pente", "j10 a1 s19 b1 c1").captured() == (0, 0)


def test_enough_captured_stones_win():
    text = "[board]\ncolumns = 9\n[line]\nlength = 5\n[capture]\nruns = [2]\nwins = 4"
    referee = game(text, "a1 b1 a3 c1 d1 b3 i9 c3 d3")
    assert referee.captured() == (4, 0)
    assert referee.result() == "first"


def test_wild_stones_are_never_captured_and_never_enclose():
    text = JOKER + "[capture]\nruns = [1]"
    assert game(text, "a1=b b1=j c1=b").captured() == (0, 0)
    assert game(text, "a1=b b1=w c1=j").captured() == (0, 0)
    assert game(text, "a1=b b1=w c1=b").captured() == (1, 0)


def test_wild_stones_of_a_side_are_not_captured_either():
    assert known("own_jokers", "a1=b b1=v c1=b").captured() == (0, 0)
    assert known("own_jokers", "a1=k b1=w c1=b").captured() == (0, 0)
    assert known("own_jokers", "a1=b b1=w c1=k").captured() == (0, 0)


def test_a_shared_stone_of_the_opponent_captures_nothing():
    text = """
        [board]
        columns = 5
        [[stones]]
        letter = "b"
        shared = true
        [[stones]]
        letter = "w"
        side = "second"
        shared = true
        [line]
        length = 5
        [capture]
        runs = [1]
    """
    assert game(text, "a1=b b1=w c1=w").captured() == (0, 0)
    assert game(text, "a1=b e5=b a3=b b1=w c1=b").captured() == (1, 0)


def test_a_capture_reaches_across_a_joined_edge():
    text = '[board]\ncolumns = 7\nwrap = "torus"\n[line]\nlength = 5\n[capture]\nruns = [2]'
    assert game(text, "f4 g4 d1 a4 b4").captured() == (2, 0)


def test_a_wild_stone_is_in_lines_of_every_kind():
    assert game(JOKER, "a1=b a7=w b1=b b7=w d1=b d7=w c1=j").result() == "first"
    assert game(JOKER, "a1=b a7=w b1=b b7=w d1=b d7=w c7=j").result() == "second"
    assert game(JOKER, "a1=b d2=w b1=b d3=w c1=b d4=w d1=j").result() == "first", "the mover wins if both do"


def test_wild_stones_alone_are_no_line():
    assert game(JOKER, "a1=j b1=j c1=j d1=j").result() is None


def test_a_hand_runs_out_and_the_side_cannot_move():
    referee = known("wild", "a1=j b3=w c1=j")
    assert not any(word.endswith("=j") for word in after(referee, "e5=w").legal())
    text = "[board]\ncolumns = 4\n[[stones]]\nletter = 'b'\nhand = 1\n[[stones]]\nletter = 'w'\nside = 'second'\n"
    assert game(text + "[line]\nlength = 3\n[end]\nfull = 'first'", "a1 b1").result() == "first"


def test_the_winner_of_a_line_is_the_named_one():
    moves = "a1 a5 b1 b5 c1"
    text = "[board]\ncolumns = 5\n[line]\nlength = 3\nwinner = "
    for winner, result in (("colour", "first"), ("mover", "first"), ("first", "first"), ("second", "second")):
        assert game(text + f'"{winner}"', moves).result() == result
    shared = text.replace(
        "[line]", "[[stones]]\nletter='b'\nshared=true\n[[stones]]\nletter='w'\nside='second'\n[line]"
    )
    assert game(shared + '"colour"', "a1=b b1=b e5=b c1=b").result() == "first"
    assert game(shared + '"mover"', "a1=b b1=b e5=b c1=b").result() == "second"


def test_order_wins_by_five_of_either_kind_but_not_by_six():
    assert known("order_and_chaos", "a1=o b1=o c1=o e1=o d1=o").result() == "first"
    assert known("order_and_chaos", "a1=o b1=o d1=o e1=o f1=o c1=o").result() is None


def test_a_line_that_must_survive_wins_after_the_reply():
    line = "a1 a7 b1 c7 c1 e7 d1"
    assert known("survive", line).result() is None
    assert known("survive", line + " g6").result() == "first"


def test_a_line_that_must_survive_is_broken_by_a_capture():
    text = "[board]\ncolumns = 7\n[line]\nlength = 4\n[capture]\nruns = [2]\nsurvive = true"
    referee = game(text, "d4 d5 a3 a7 b3 c7 c3 f6 g1 e7 d3 d2")
    assert referee.captured() == (0, 2)
    assert referee.result() is None
    assert after(referee, "a1 a5").result() is None


def test_enough_stones_of_a_longer_line_survive():
    text = "[board]\ncolumns = 7\n[line]\nlength = 4\n[capture]\nruns = [2]\nsurvive = true"
    before = "e4 e5 a3 a7 b3 c7 d3 f6 e3 g7 c3"
    assert game(text, before).result() is None
    referee = game(text, before + " e2")
    assert referee.captured() == (0, 2)
    assert referee.result() == "first"


def test_captures_win_before_a_line_that_waits():
    text = "[board]\ncolumns = 7\n[line]\nlength = 4\n[capture]\nruns = [2]\nwins = 2\nsurvive = true"
    before = "d6 d7 d5 g2 a1 g4 b1 g6 c1 a5 d1"
    assert game(text, before).result() is None
    assert game(text, before + " d4").result() == "second"
    assert game(text, before + " f4").result() == "first"


def test_a_line_that_wins_for_the_other_side_waits_for_a_whole_turn_of_its_opponent():
    text = "[board]\ncolumns = 5\n[line]\nlength = 3\nwinner = 'second'\n[capture]\nruns = [2]\nsurvive = true"
    referee = game(text, "a1 a5 b1 b4 c1 e5")
    assert referee.result() is None
    assert after(referee, "e3").result() == "second"


def test_a_pass_is_a_reply_to_a_line():
    text = "[board]\ncolumns = 5\n[turn]\npasses = true\n[line]\nlength = 3\n[capture]\nsurvive = true"
    assert game(text, "a1 a5 b1 b4 c1").result() is None
    assert game(text, "a1 a5 b1 b4 c1 pass").result() == "first"


def test_the_older_line_wins():
    referee = known("survive", "a1 a7 b1 b7 c1 c7 d1 d7")
    assert referee.result() == "first"


def test_a_line_wins_if_no_cell_is_left_for_the_reply():
    text = "[board]\ncolumns = 3\n[line]\nlength = 3\n[capture]\nsurvive = true\n[end]\nfull = 'second'"
    assert game(text, "a1 a2 b1 b2 c2 b3 a3 c3 c1").result() == "first"


def test_points_count_every_row_through_the_new_stone():
    text = "[board]\ncolumns = 7\n[line]\nlength = 3\npoints = true"
    assert game(text, "a1 a7 b1 c7 c1").score() == (1, 0)
    assert game(text, "a1 a7 b1 c7 c1 e7 d1").score() == (2, 0)
    assert game(text, "a1 a7 b1 c7 d1 e7 e1 g7 c1").score() == (3, 0)
    assert game(text, "a1 a7 b1 c7 d1 e7 e1 g7 c1").result() is None


def test_a_ring_of_the_length_scores_once():
    text = (
        '[board]\ncolumns = 3\nrows = 5\nwrap = "columns"\n[line]\nlength = 3\npoints = true\ndirections = "straight"'
    )
    assert game(text, "a1 a3 b1 b4 c1").score() == (1, 0)


def test_a_row_of_wild_stones_scores_for_nobody():
    text = JOKER.replace("length = 4", "length = 3\npoints = true")
    assert game(text, "a1=j b1=j c1=j").score() == (0, 0)
    assert game(text, "a1=j b1=j c1=j d1=w").score() == (0, 1)


def test_more_points_win_a_full_board():
    text = "[board]\ncolumns = 3\nrows = 2\n[line]\nlength = 3\npoints = true\n[end]\nfull = "
    assert game(text + '"draw"', "a1 a2 b1 b2 c1 c2").result() == "draw"
    assert game(text + '"second"', "a1 a2 b1 b2 c1 c2").result() == "second"
    assert game(text + '"second"', "a1 a2 b1 c2 c1 b2").score() == (1, 1)
    assert game(text + '"second"', "a1 a2 b1 c2 b2 c1").result() == "second"


def test_stones_fall_to_the_bottom_of_a_column():
    assert known("four_in_a_row").legal() == words("a1 b1 c1 d1 e1 f1 g1")
    assert known("four_in_a_row", "a1 a2").legal() == words("a3 b1 c1 d1 e1 f1 g1")


def test_a_stone_lies_on_a_hole():
    assert {"c5", "a4", "b2", "c1"} <= known("falling_past_holes").legal()
    assert not {"b3", "c2", "a3"} & known("falling_past_holes").legal()


def test_stones_lie_beside_stones():
    assert len(known("beside").legal()) == 35
    assert known("beside", "a1").legal() == words("a2 a5 b1 b2 b5"), "the top row is beside the bottom one"


def test_stones_follow_the_row_and_column_of_the_last_one():
    legal = known("cross", "b3").legal()
    assert legal == words("pass a3 c3 d3 e3 f3 b1 b2 b4 b5 b6")
    text = "[board]\ncolumns = 2\nrows = 3\n[place]\nwhere = 'cross'\n[line]\nlength = 4"
    assert game(text, "a1 b1 b3 b2").legal() == {"a2"}
    assert game(text, "a3 a2 b2 b1 b3").legal() == {"a1"}, "anywhere if no cell is free there"


def test_the_first_stone_lies_in_the_middle():
    assert known("ninuki_renju").legal() == {"h8"}
    text = "[place]\nmiddle = true\n[line]\nlength = 3\n[board]\n"
    assert game(text + "columns = 4").legal() == {"b2", "b3", "c2", "c3"}
    assert game(text + 'shape = "hexagon"\nside = 3').legal() == {"c3"}


def test_a_turn_may_be_passed_but_two_passes_end_the_game():
    assert "pass" not in known("few_turns").legal()
    assert known("cross", "a1 pass").to_move() == 0
    assert known("cross", "a1 pass a2 pass").result() is None
    assert known("cross", "a1 pass pass").result() == "first"


def test_a_turn_that_has_begun_cannot_be_passed():
    text = "[board]\ncolumns = 4\n[line]\nlength = 4\n[turn]\nfirst = 2\npasses = true"
    assert "pass" not in game(text, "a1").legal()
    assert "pass" in game(text, "a1 a2").legal()


def test_the_game_ends_after_its_turns():
    text = "[board]\ncolumns = 6\n[line]\nlength = 5\n[turn]\nstones = 2\n[end]\nturns = 3\nfull = 'second'"
    assert game(text, "a1 a2 a4 b6 c1").result() == "second"
    assert game(text, "a1 a2 a4 b6").result() is None


def test_a_full_board_ends_in_the_middle_of_a_turn():
    text = "[board]\ncolumns = 2\nrows = 2\n[line]\nlength = 3\n[turn]\nstones = 2\n[end]\nfull = 'first'"
    assert game(text, "a1 a2 b1 b2").result() == "first"


def test_a_pie_is_offered_after_the_first_turn():
    referee = known("six_in_a_row_with_pie", "h8")
    assert referee.legal() == {"stay", "swap"}
    assert referee.to_move() == 1
    assert known("six_in_a_row_with_pie", "h8 stay").to_move() == 1
    swapped = known("six_in_a_row_with_pie", "h8 swap")
    assert swapped.to_move() == 0
    assert after(swapped, "a1").board()["a1"] == "w"


def test_a_swap_lets_the_second_player_choose_after_three_stones():
    referee = known("swap", "e5 e6")
    assert referee.to_move() == 0
    after(referee, "a1")
    assert referee.board() == {"e5": "b", "e6": "w", "a1": "b"}
    assert (referee.to_move(), referee.legal()) == (1, {"white", "black"})
    assert after(known("swap", "e5 e6 a1"), "white").to_move() == 1
    assert after(known("swap", "e5 e6 a1"), "black").to_move() == 0


def test_swap2_lets_the_second_player_add_two_stones():
    referee = known("swap2", "e5 e6 a1")
    assert referee.legal() == {"white", "black", "put2"}
    after(referee, "put2")
    assert (referee.to_move(), "pass" in referee.legal()) == (1, False)
    after(referee, "b1 b2")
    assert referee.board() == {"e5": "b", "e6": "w", "a1": "b", "b1": "w", "b2": "b"}
    assert (referee.to_move(), referee.legal()) == (0, {"white", "black"})
    assert after(referee, "black").to_move() == 1
    assert after(referee, "i9").board()["i9"] == "w"


def test_the_winner_after_a_swap_is_the_player_with_the_side():
    referee = known("swap", "a1 a9 b1 black b9 c1 c9 d1 e9 e1")
    assert referee.result() == "first"
    assert referee.winner() == 1


def test_pro_keeps_the_third_stone_away_from_the_middle():
    assert known("pro").legal() == {"e5"}
    assert len(known("pro", "e5").legal()) == 80
    legal = known("pro", "e5 a1").legal()
    assert {"h5", "e8", "b2"} <= legal
    assert not {"g7", "c3", "e7", "f5"} & legal


def test_a_double_three_is_forbidden_to_black():
    crossing = "h8 a1 g8 a3 f9 a5 f10 a7"
    assert not known("renju", crossing).is_legal("f8")
    assert known("renju", crossing.replace("a7", "e8")).is_legal("f8"), "a stone beside it stops a three"
    assert known("renju", "h8 i12 a1 j12 c3 k13 e1 k14 o1").is_legal("k12"), "white may make one"


def test_a_move_that_makes_five_is_never_forbidden():
    before = "h8 a1 g8 a3 f9 a5 f10 a7 e8 a9 d8 a11"
    assert known("renju", before).is_legal("f8")


def test_a_double_four_and_an_overline_are_forbidden():
    assert not known("renju", "h8 a1 g8 a3 f8 a5 e9 c1 e10 c3 e11 o1").is_legal("e8")
    assert known("renju", "h8 a1 f8 a3 e8 a5 i8 c1").is_legal("g8"), "five is no overline"
    assert not known("renju", "h8 a1 f8 a3 e8 a5 i8 c1 j8 o1 d8 o3").is_legal("g8")


def test_two_fours_in_one_line_are_a_double_four():
    assert not known("renju", "h8 a1 d8 a3 f8 a5 j8 c1").is_legal("g8")
    assert known("renju", "h8 a1 d8 a3 f8 a5 l8 c1").is_legal("g8")


def test_a_three_that_becomes_a_straight_four_only_with_a_five_does_not_count():
    referee = known("renju")
    names = "g8 h8 f9 f10 e9 e10 e11 e12 i9 i10 i11 i12"
    referee.stones = {referee.cells[name]: "b" for name in names.split()}
    referee.placed = 12
    assert referee.is_legal("f8")
    del referee.stones[referee.cells["e10"]], referee.stones[referee.cells["e12"]]
    assert not referee.is_legal("f8")


def test_renju_positions_have_the_forbidden_cells_of_their_file():
    with gzip.open(FORBIDDEN, "rt") as file:
        lines = [json.loads(line) for number, line in enumerate(file) if number in (0, 135)]
    for line in lines:
        referee = known("renju")
        stones = {name: letter for letter in "bw" for name in line["setup"][letter]}
        referee.stones = {referee.cells[name]: letter for name, letter in stones.items()}
        referee.placed = len(stones)
        assert referee.cells.keys() - stones.keys() - referee.legal() == set(line["forbidden"])


def test_a_sheet_takes_the_rules_of_another():
    referee = known("keryo")
    assert referee.legal() == {"j10"}
    assert referee.capture == {"runs": [2, 3], "wins": 15}


def test_a_move_that_is_not_legal_is_refused():
    with pytest.raises(ValueError, match="'a1' is not legal"):
        known("tic_tac_toe", "a1 a1")


@pytest.mark.parametrize("key", SHEETS)
def test_random_games_by_every_sheet_keep_to_it(key):
    chance = random.Random(key)
    referee = known(key)
    slow = key in ("renju", "ninuki_renju", "forbidden_to_second")
    for _ in range(4 if slow else 40):
        legal = sorted(referee.legal())
        assert bool(legal) == (referee.result() is None)
        if not legal:
            break
        referee.play(chance.choice(legal))
        assert len(referee.board()) == referee.placed - sum(referee.captured())


def test_the_sheets_use_every_key_and_value():
    text = "\n".join(SHEETS.values())
    page = (Path(__file__).parents[2] / "docs/rule-sheets.md").read_text(encoding="utf-8")
    keys_of_page = page.partition("## The keys")[2].partition("## Inheritance")[0]
    rows = [line.split("|")[1:4] for line in keys_of_page.splitlines() if line.startswith("| `")]
    assert len(rows) > 20
    for keys, values, _ in rows:
        for word in keys.split("`")[1::2]:
            name = word.rsplit(".", 1)[-1].strip("[]")
            assert f"{name} =" in text or f"[{name}]" in text or f"[[{name}]]" in text, name
        for word in values.split("`")[1::2]:
            if word.startswith('"'):
                assert word in text, word
