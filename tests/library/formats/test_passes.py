"""Passes and games that White begins, in the files of other programs."""

import pytest

from game.core.model import Pass, Reason
from game.core.ruleset import complete_options, format_move
from game.library.formats.clipboard.move_text import write_moves
from game.library.formats.clipboard.pasted import read_pasted
from game.library.formats.lib_words import HEAD, HEAD_LENGTH
from game.library.formats.lib_writer import write_lib
from game.library.formats.pos import write_points
from game.library.formats.psq import write_psq
from game.library.formats.reading import open_bytes
from game.library.formats.sgf.writer import write_sgf
from game.library.formats.terms import GameRules, PasteTarget
from game.library.study.tree import ROOT
from tests.library.formats.studies import RULESETS, tree_of

LIB = (HEAD + b"\x03\x04").ljust(HEAD_LENGTH, b"\xff")


def opened(content, name="game"):
    found = open_bytes(content.encode() if isinstance(content, str) else content, name, RULESETS)
    return found.studies[0], found.problems


def words(study):
    info, geometry = study.ruleset.info, study.first_state.geometry
    return " ".join(format_move(info, geometry, study.tree.move(node)) for node in study.tree.continuation(ROOT))


@pytest.mark.parametrize("value", ["", "tt", "TT"])
def test_a_pass_of_an_sgf_file_is_a_move(value):
    study, problems = opened(f"(;GM[4]SZ[15]RU[renju];B[hh];W[{value}];B[gg])")
    assert (words(study), problems) == ("h8 pass g9", ())


def test_tt_is_a_point_on_a_large_board():
    study, _problems = opened("(;GM[4]SZ[20];B[tt])")
    assert words(study) == "t1"


def test_a_file_with_a_pass_that_names_no_rule_is_read_as_renju():
    study, _problems = opened("(;GM[4];B[hh];W[tt];B[gg])")
    assert (study.options["variant"], study.options["size"]) == ("renju", 15)


def test_a_pass_in_a_named_rule_without_passes_is_kept_too():
    study, problems = opened("(;GM[4]SZ[15]RU[freestyle];B[hh];W[ii](;B[];W[gg])(;B[gg]))")
    assert (study.options["variant"], study.options["passes"], problems) == ("freestyle", True, ())
    assert words(study) == "h8 i7 pass g9"


def test_a_pass_in_a_game_of_two_stones_a_turn_is_left_out_with_a_sentence():
    study, problems = opened("(;GM[511]SZ[19];B[jj];W[];B[kk])")
    assert words(study) == "j10"
    assert "1 pass and the moves after it" in " ".join(problems)


def test_a_game_that_white_begins_is_one_that_begins_with_a_pass():
    study, problems = opened("(;GM[4]SZ[15]PL[W];W[hh];B[ih];W[gi])")
    assert (words(study), problems, study.start) == ("pass h8 i8 g7", (), None)
    assert study.options["variant"] == "freestyle"


def test_stones_that_are_set_up_need_no_pass():
    study, _problems = opened("(;GM[4]SZ[15]AB[hh]PL[W];W[ii])")
    assert (words(study), "passes" in study.options) == ("i7", False)


def test_each_variation_that_white_begins_begins_with_a_pass():
    study, problems = opened("(;GM[4]SZ[15](;W[hh];B[ih])(;B[hh];W[ih])(;W[gg]))")
    assert problems == ()
    assert sorted(len(study.tree.moves_to(node)) for node, _depth in study.tree.walk()) == [1, 1, 2, 2, 2, 3]


def test_a_game_of_two_stones_a_turn_that_white_begins_has_one_stone_in_its_first_turn():
    study, problems = opened("(;GM[511]SZ[19];W[jj];B[kk];B[ll];W[ii];W[hh])")
    assert (study.ruleset.info.id, words(study), problems) == ("connect6", "j10 k9 l8 i11 h12", ())
    again, problems = opened(write_sgf(study))
    assert (words(again), problems) == (words(study), ())


def test_passes_are_written_to_sgf_and_library_and_read_again():
    study, _problems = opened("(;GM[4]SZ[15]RU[renju];B[hh];W[];B[gg](;W[];B[aa];W[])(;W[ff]))")
    for write, name in ((write_sgf, "x.sgf"), (write_lib, "x.lib")):
        again, problems = opened(write(study), name)
        assert (problems, again.options) == ((), study.options)
        assert tree_of(again) == tree_of(study)


@pytest.mark.parametrize("write", [write_psq, write_points])
def test_a_list_of_stones_has_no_place_for_a_pass(write):
    study, _problems = opened("(;GM[4]SZ[15]RU[renju];B[hh];W[];B[gg])")
    refused = write(study)
    assert isinstance(refused, Reason)
    assert refused.message.endswith("cannot store a pass.")


def test_a_library_keeps_a_pass_of_each_colour():
    nodes = bytes([0, 0, 0x78, 0, 0, 0, 0x69, 0, 0x6A, 0, 0, 0x80, 0x6B, 0x40, 0x6C, 0x40])
    study, problems = opened(LIB + nodes, "x.lib")
    assert (words(study), problems) == ("h8 pass i9 j9 pass k9", ())
    assert study.tree.has_move(Pass())


def test_two_passes_with_which_renlib_sets_up_a_problem_are_left_out():
    nodes = bytes([0, 0, 0x78, 0, 0, 8]) + b"Pass\0\0" + bytes([0, 0, 0x69, 0, 0x6A, 0x40])
    study, problems = opened(LIB + nodes, "x.lib")
    assert (words(study), problems) == ("h8 i9 j9", ())


@pytest.mark.parametrize("variant", ["renju", "freestyle"])
def test_a_pasted_line_of_moves_has_passes(variant):
    gomoku = RULESETS["gomoku"]
    rules = GameRules(gomoku, complete_options(gomoku.info, {"variant": variant}))
    study = read_pasted("h8 PASS g9", PasteTarget(rules, RULESETS)).studies[0]
    assert words(study) == write_moves(study) == "h8 pass g9"
