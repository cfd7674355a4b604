"""The file of a study: read and written without loss, and mended by hand."""

import re

import pytest
from hypothesis import given, settings

from game.core.model import ParseError, Place
from game.core.record.reader import MissingRuleset
from game.core.ruleset import complete_options
from game.library.study.study import Study
from game.library.study.study_file import salvage_study, write_study
from game.library.study.tree import ROOT, CellMark, Sign
from tests.library.formats.studies import RULESETS, picture, studies

GOMOKU = RULESETS["gomoku"]


@settings(deadline=None, max_examples=150)
@given(studies())
def test_a_study_that_is_written_is_read_again_as_it_was(study):
    text = write_study(study)
    again, lost = salvage_study(text, RULESETS)
    assert lost == ()
    same = picture(again) == picture(study)
    assert same, text
    assert write_study(again) == text


@pytest.fixture
def study():
    study = Study(GOMOKU, complete_options(GOMOKU.info, {}), "The cup", ("Ann", "Ben"), facts={"date": "2026-11-23"})
    geometry = study.first_state.geometry
    node, nodes = ROOT, {}
    for word in ["h8", "i9", "g7", "g9", "f6", "e5"]:
        node = nodes[word] = study.play(node, Place(geometry.cell(word), study.state(node).colour))
    other = study.play(nodes["g9"], Place(geometry.cell("f7"), "b"))
    study.play(other, Place(geometry.cell("e6"), "w"))
    study.tree.comments[other] = "Better?\n\nNo."
    study.tree.marks[nodes["i9"]] = (
        CellMark(0, Sign.CROSS),
        CellMark(1, Sign.CROSS),
        CellMark(2, Sign.LABEL, "A 1"),
    )
    study.tree.properties[nodes["i9"]] = {"SGF BM": ("1",)}
    return study


TEXT = """\
Stone Fair study, version 1
Title: The cup
Ruleset: gomoku (Gomoku)
Option size: 15
Option variant: freestyle
Option opening: free
Option ban_33: no
Option ban_44: no
Player 1: Ann
Player 2: Ben
Fact date: 2026-11-23
Moves:
    1. h8 i9
    cross: a15 b15
    label c15: A 1
    kept SGF BM: ["1"]
    3. g7 g9 f6
        5. f7
        | Better?
        |
        | No.
        6. e6
    6. e5
"""


def test_a_study_reads_like_a_tournament_file_with_variations_below_what_they_replace(study):
    assert write_study(study) == TEXT


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("3. g7", "3. g99", r"line 17: there is no cell 'g99'"),
        ("3. g7", "3. h8", r"line 17: move 3, h8, is not allowed: There is already a stone on H8"),
        ("3. g7", "4. g7", r"line 17: found move 4 where move 3 was expected"),
        ("cross: a15", "heart: a15", r"line 14: 'heart: a15 b15' is not a valid line in a study file"),
        (
            "        5. f7",
            "            5. f7",
            r"line 18: '5. f7' does not fit into the variation tree; check its indentation",
        ),
        ("Option size: 15", "Option size: 40", r"line 4: option 'size' is '40'"),
        ("Player 2", "Plaier 2", r"line 10: 'Plaier 2: Ben' is not a valid line in a study file"),
        (
            "version 1",
            "version 7",
            r"line 1: the file has format version 7, but this version of Stone Fair reads version 1",
        ),
        ("Moves:\n", "", r"line 12: '    1. h8 i9' is not a valid line in a study file"),
    ],
)
def test_a_damaged_line_is_told_with_its_number(before, after, problem):
    try:
        _study, sentences = salvage_study(TEXT.replace(before, after), RULESETS)
    except ParseError as error:
        sentences = (str(error),)
    assert re.search(problem, sentences[0])


def test_a_damaged_line_takes_only_what_hangs_on_it_along():
    study, lost = salvage_study(TEXT.replace("5. f7", "5. f77"), RULESETS)
    assert len(study.tree) == 6
    assert lost == ("Left out: line 18: there is no cell 'f77' on this 15x15 board.",)


def test_a_move_that_is_not_legal_is_told_and_kept():
    study, lost = salvage_study(TEXT.replace("6. e5", "6. h8"), RULESETS)
    assert len(study.tree) == 8
    assert "There is already a stone on H8" in lost[0]
    assert write_study(study) == TEXT.replace("6. e5", "6. h8")


def test_a_study_of_a_game_that_is_not_installed_names_it():
    with pytest.raises(MissingRuleset, match="needs Chess, which is not installed"):
        salvage_study(TEXT.replace("gomoku (Gomoku)", "chess (Chess)"), RULESETS)


def test_a_stone_out_of_turn_is_written_with_its_colour():
    study = Study(GOMOKU, complete_options(GOMOKU.info, {}))
    study.tree.append(ROOT, Place(0, "w"))
    text = write_study(study)
    assert "1. a15=w" in text
    again, lost = salvage_study(text, RULESETS)
    assert again.tree.moves_to(again.tree.children(ROOT)[0]) == (Place(0, "w"),)
    assert len(lost) == 1
