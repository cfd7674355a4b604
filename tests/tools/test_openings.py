"""Openings of arena games, read from files."""

from pathlib import Path

import pytest

import assets
from game.core.model import ParseError
from game.core.ruleset import complete_options
from game.library.formats.lists.openings import begin_match, read_openings
from game.plugins.registry import discover
from game.session.matches.arena_plan import throw_openings

RULESETS = discover().rulesets
GOMOKU, POND = RULESETS["gomoku"], RULESETS["threestones"]


def read(text, ruleset=GOMOKU, **options):
    return read_openings(text, ruleset, complete_options(ruleset.info, options), "openings.txt")


def test_offsets_count_from_the_middle_rightwards_and_downwards():
    assert read("0,0, 1,-1, -2,3\n") == [("h8", "i9", "f5")]


def test_gomocups_files_may_leave_out_spaces_and_end_a_line_with_a_comma():
    assert read("-1,-1,-2,3\r\n0,0, 1,-1,\r\n") == [("g9", "f5"), ("h8", "i9")]


def test_numbers_may_be_separated_by_spaces_alone_as_c_gomoku_cli_reads_them():
    assert read("0 0 1 -1 -2 3\n-1,-1 -2,3\n") == [("h8", "i9", "f5"), ("g9", "f5")]


def test_the_centre_of_an_even_board_is_below_and_to_the_right_of_its_middle():
    assert read("8,-3, 6,-4\n-10,-10\n", size=20) == [("s13", "q14"), ("a20",)]


def test_joined_cells_count_rows_from_the_top_as_in_c_gomoku_cli():
    assert read("d3e5f6d7\nO15a1\n") == [("d13", "e11", "f10", "d9"), ("o1", "a15")]
    assert read("k10j10i9j9m7\n", size=20) == [("k11", "j11", "i12", "j12", "m14")]
    assert read("h8\nh8p1\nh8h0\n") == [("h8",)]


def test_moves_in_our_notation_serve_every_ruleset_and_comments_are_skipped():
    assert read("# two\n\nh8 i9\na1\n") == [("h8", "i9"), ("a1",)]
    assert read("duck g4=w d4=b", POND) == [("duck", "g4=w", "d4=b")]


def test_openings_for_a_larger_board_are_left_out():
    assert read("0,0, 9,9\n0,0\n") == [("h8",)]
    assert read("0,0, 9,9\n0,0\n", size=20) == [("k10", "t1"), ("k10",)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0,0, 1", "line 1: an opening needs two numbers for each stone, but '0,0, 1' has 3"),
        ("0,0\n0,zero", "line 2: 'zero' is not a valid number of steps from the centre"),
        ("h8h8", "line 1: the move 'h8' is not allowed: There is already a stone on H8"),
        ("h8 h8", "line 1: the move 'h8' is not allowed: There is already a stone on H8"),
        ("h8 z99", "line 1: there is no cell 'z99' on this 15x15 board"),
        (
            "a1 b1 a2 b2 a3 b3 a4 b4 a5",
            "line 1: the moves of the opening 'a1 b1 a2 b2 a3 b3 a4 b4 a5' already end the game",
        ),
        ("# none\n", "openings.txt: the file has no opening for this board"),
    ],
)
def test_what_is_wrong_with_an_opening_is_said_with_its_line(text, sentence):
    with pytest.raises(ParseError) as error:
        read(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize("variant", ["freestyle", "standard", "renju"])
@pytest.mark.parametrize("size", [15, 20])
def test_the_openings_that_come_with_the_program_can_be_played(variant, size):
    file = Path(assets.__file__).parent / "openings" / f"{variant}.txt"
    openings = read(file.read_text(encoding="utf-8"), variant=variant, size=size)
    assert len(openings) >= 20


def test_a_match_begins_after_its_opening():
    match = begin_match(GOMOKU, complete_options(GOMOKU.info, {}), 0, ("h8", "i9"))
    assert match.revision == 2
    assert match.state.colour == "b"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_openings_by_dice_can_be_played_and_are_the_same_for_the_same_seed(ruleset):
    options = complete_options(ruleset.info, {})
    thrown = throw_openings(ruleset, options, 4, 5, seed=1)
    assert thrown == throw_openings(ruleset, options, 4, 5, seed=1)
    assert thrown != throw_openings(ruleset, options, 4, 5, seed=2)
    assert len(set(thrown)) == 5
    assert all(len(begin_match(ruleset, options, 0, opening).plies) == 4 for opening in thrown)


def test_dice_that_end_every_game_are_refused():
    with pytest.raises(ParseError, match="games of 500 plies by dice have mostly ended"):
        throw_openings(GOMOKU, complete_options(GOMOKU.info, {}), 500, 1, seed=1)
