"""Lists of games in texts and JSON, as other programs write them; the lines are imitations of real ones."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.model import ParseError, Place
from game.core.ruleset import format_move
from game.library.formats.opened_file import LEFT_OUT, OpenedFile
from game.library.formats.reading import open_bytes
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign
from tests.library.formats.studies import RULESETS


def opened(text: str, name: str = "games.txt") -> OpenedFile:
    return open_bytes(text.encode(), name, RULESETS)


def words(study: Study) -> str:
    info, geometry = study.ruleset.info, study.first_state.geometry
    return " ".join(format_move(info, geometry, study.tree.move(node)) for node in study.tree.continuation(ROOT))


def stones(study: Study) -> dict[str, str]:
    geometry, board = study.first_state.geometry, study.first_state.board
    return {geometry.names[cell]: stone for cell, stone in enumerate(board) if stone != "."}


@pytest.mark.parametrize(
    ("text", "first", "count"),
    [
        ("h8i9g7\nh8h9i10\nh8i8\n", "h8 i9 g7", 3),
        ("# openings\n1. h8 i9 g7\n2. h8 h9\n", "h8 i9 g7", 2),
        ("0,0, 1,-1, 0,2\n0,0, 0,1, 3,0,\n", "h8 i9 h6", 2),
        ("0,0 1,-1 0,2\n0,0, 0,1\n", "h8 i9 h6", 2),
        ("h8i9g7\ng7f6\n", "h8 i9 g7", 2),
        ("-8,-7, -9,-9\n-8,-7, 1,1\n", "c17 b19", 2),
        ("[(7, 7), (7, 8)]\n[(7, 7), (8, 8), (9, 9)]\n", "h8 h7", 2),
        ("HhIgGi\nHhHiHj\n", "h8 i9 g7", 2),
        ('window.codes = ["h8i9g7",\n"h8h9i10"];', "h8 i9 g7", 2),
        ('id,moves,winner\n1,"h8,i9,g7",white\n2,"h8,h9",black\n', "h8 i9 g7", 2),
    ],
)
def test_every_line_of_a_list_is_a_game(text: str, first: str, count: int) -> None:
    found = opened(text)
    assert (words(found.studies[0]), len(found.studies)) == (first, count)


@pytest.mark.parametrize("text", ["h8 i9\ng7 h6\n", "1. h8 i9\n2. g7 h6\n", "h8\ni9\ng7\n"])
def test_lines_without_a_common_point_are_one_game(text: str) -> None:
    found = opened(text)
    assert found.has_readings
    assert words(found.studies[0]).startswith("h8 i9 g7")


def test_the_name_of_the_file_tells_the_rule() -> None:
    def rule(name: str) -> object:
        study = opened("h8i9g7\nh8h9i10\n", name).studies[0]
        return study.options.get("variant", study.ruleset.info.id)

    names = ("openings_renju.txt", "connect6_games.csv", "a.txt")
    assert [rule(name) for name in names] == ["renju", "connect6", "freestyle"]


@pytest.mark.parametrize("name", ["詰連珠.txt", "렌주.txt", "рэндзю.csv", "book.lib.txt"])
def test_a_list_in_a_text_is_renju_where_the_name_of_its_file_says_so(name: str) -> None:
    found = opened("h8i9g7\nh8h9i10\n", name)
    assert [study.options["variant"] for study in found.studies] == ["renju", "renju"]
    assert "is shown as renju" in found.problems[0]


def test_lines_without_moves_are_counted() -> None:
    found = opened("h8i9g7\n" * 9 + "the end\n")
    assert len(found.studies) == 9
    assert "Left out: 1 line without moves." in found.problems


def test_a_string_that_begins_with_a_comma_is_a_game_and_one_that_is_none_is_counted() -> None:
    found = opened('var games = [",h8,i9,g7", "h8i9h9", "h8i9 or g7"];')
    assert [words(study) for study in found.studies] == ["h8 i9 g7", "h8 i9 h9"]
    assert found.problems[0] == "Left out: 1 line without moves."


def test_an_illegal_move_is_told_with_its_game() -> None:
    found = opened("h8i9h8\nh8i9g7\n")
    assert "move 3 is not allowed" in found.studies[0].facts[LEFT_OUT]
    assert found.problems[-1].startswith("Game 1: Left out: move 3 is not allowed")
    assert LEFT_OUT not in found.studies[1].facts


def test_stones_in_quotation_marks_that_are_no_game_are_a_position() -> None:
    study = opened('codes = ["a1 o1 b1 o3 c1 o5 d1 o7 e1 o9 f8", "h8i9g7"];').studies[0]
    assert len(stones(study)) == 11
    assert study.first_state.colour == "w"


PUZZLES = {
    "defaultSettings": {"title": "Ten", "rule": 2, "size": 15},
    "puzzles": [
        {"stones": "H8I9G7", "side": 2, "comment": "White<br>wins", "labels": ["H9,1"], "options": "g13g12h12"},
        {"blackStones": "F8G9", "whiteStones": "B15", "side": 1, "rule": 0},
        {"title": "only words"},
        {"blackStones": "A1", "whiteStones": "", "size": 77},
    ],
}


def test_puzzles_are_positions_with_a_side_to_move() -> None:
    found = opened(json.dumps(PUZZLES), "puzzles.json")
    first, second = found.studies
    assert stones(first) == {"h8": "b", "i9": "w", "g7": "b"}
    assert (first.title, first.first_state.colour, first.options["variant"]) == ("Ten", "w", "renju")
    assert first.tree.comments[ROOT] == "White\nwins"
    assert first.tree.marks[ROOT] == (CellMark(first.first_state.geometry.cell("h9"), Sign.LABEL, "1"),)
    assert stones(second) == {"f8": "b", "g9": "b", "b15": "w"}
    assert (second.first_state.colour, second.options["variant"]) == ("b", "freestyle")
    assert any("1 position that cannot be shown" in problem for problem in found.problems)


@pytest.mark.parametrize(
    ("data", "first"),
    [
        ([["I9,2", "H8,1"], ["H8,1"], ["G7,1", "H8,1"]], {"h8": "b", "i9": "w"}),
        ([[8, 6, 2], [7, 7, 1]], {"h8": "b", "i9": "w"}),
    ],
)
def test_points_with_colours_are_positions(data: object, first: dict[str, str]) -> None:
    assert stones(opened(json.dumps(data), "a.json").studies[0]) == first


@pytest.mark.parametrize(
    "data", [["h8i9g7", "h8h9"], [{"moves": "h8 i9 g7"}], [[[7, 7], [8, 6], [6, 8]]], [["H8,1", "I9,2", "G7,1"]]]
)
def test_points_without_colours_or_with_them_by_turns_are_games(data: object) -> None:
    assert words(opened(json.dumps(data), "a.json").studies[0]) == "h8 i9 g7"


def test_a_list_of_games_as_json_with_sgf_in_it_is_read_as_sgf() -> None:
    kifu = "(;FF[4]EV[connect6.ch]PB[Ann];B[j10];W[i9l10])"
    found = opened(json.dumps([{"kifu": kifu}, {"kifu": "(;EV[connect6.mc];B[j10])"}]), "a.json")
    assert [study.ruleset.info.id for study in found.studies] == ["connect6", "connect6"]


@pytest.mark.parametrize("text", ['{"puzzles": []}', "[[]]", '{"a": ', "[" * 100_000, '{"name": "a1 rule"}'])
def test_json_without_a_game_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        opened(text, "a.json")


@given(st.text(alphabet='hHi89,;.()[]{}"-+ \n:stonemv_1', max_size=200))
def test_no_text_fails_otherwise_than_with_a_sentence(text: str) -> None:
    try:
        found = opened(text)
    except ParseError:
        return
    for study in found.studies:
        assert all(isinstance(study.tree.move(node), Place) for node in study.tree.continuation(ROOT))


def test_a_list_in_json_is_renju_where_the_name_of_its_file_says_so():
    opened = open_bytes(b'[["h8,1","h9,2","j8,1"],["h8","h9"]]', "詰連珠.json", RULESETS)
    assert [study.options["variant"] for study in opened.studies] == ["renju", "renju"]
    assert "is shown as renju" in " ".join(opened.problems)


def test_a_pass_among_the_stones_of_a_puzzle_leaves_the_colours_of_the_others():
    (study,) = open_bytes(b'[{"stones": "H8A0H9A0J8I9", "side": 2}]', "puzzles.json", RULESETS).studies
    state = study.first_state
    assert [state.board[state.geometry.cell(name)] for name in ("h8", "h9", "j8", "i9")] == ["b", "b", "b", "w"]


# Boards in JSON

BOARD = ["." * 15] * 15
ROWS = [*BOARD[:7], "....xx.........", "......o........", *BOARD[9:]]


def test_an_object_on_each_line_is_a_puzzle_with_rows_and_a_side_to_move() -> None:
    puzzles = [
        {"id": "one", "side": "black", "board": "\n".join(ROWS), "best_moves": ["H8", "D8"], "forbidden_moves": []},
        {"id": "two", "side": "white", "board": "\n".join(ROWS)},
    ]
    found = opened("\n".join(map(json.dumps, puzzles)) + "\nnot JSON\n", "puzzles.jsonl")
    first, second = found.studies
    assert stones(first) == stones(second) == {"e8": "b", "f8": "b", "g7": "w"}
    assert [(study.title, study.first_state.colour) for study in found.studies] == [("one", "b"), ("two", "w")]
    assert [study.options["variant"] for study in found.studies] == ["renju", "freestyle"]
    assert found.problems == ("Left out: 1 line that is not JSON.",)


def test_a_lesson_has_the_positions_that_it_sets_up_but_not_its_single_stones() -> None:
    step = {"type": "place", "position": {"row": 7, "col": 5}, "color": "black"}
    shown = {"boardActions": [{"type": "setBoard", "board": ROWS}, step, {"type": "mark", "positions": []}]}
    lesson = {
        "title": "First steps",
        "difficulty": "renju_beginner",
        "sections": [
            {"title": "Seen", "initialBoard": BOARD, "dialogues": [shown]},
            {"title": "Asked", "initialBoard": ROWS, "description": [{"type": "text", "content": "Black wins."}]},
        ],
    }
    found = opened(json.dumps(lesson), "lesson.json")
    assert [study.title for study in found.studies] == ["Seen", "Asked"]
    assert all(stones(study) == {"e8": "b", "f8": "b", "g7": "w"} for study in found.studies)
    assert found.studies[1].tree.comments[ROOT] == "Black wins."
    assert {study.options["variant"] for study in found.studies} == {"renju"}
    assert found.problems == ("Left out: 1 stone that a lesson places or removes step by step.",)
    with pytest.raises(ParseError, match="only shows stones step by step"):
        opened(json.dumps({"sections": [{"boardActions": [step]}]}), "lesson.json")


def test_an_object_names_the_rule_of_the_games_in_it_and_only_its_moves_are_a_game() -> None:
    game = {"options": {"variant": "standard"}, "moves": ["h8", "i9", "g7"], "winning": ["f8", "i10"]}
    found = opened("\n".join([json.dumps(game), json.dumps({**game, "options": {}})]), "renju_games.jsonl")
    assert [study.options["variant"] for study in found.studies] == ["standard", "renju"]
    assert [words(study) for study in found.studies] == ["h8 i9 g7", "h8 i9 g7"]


def test_a_list_of_cells_for_each_colour_is_a_position() -> None:
    study = opened(json.dumps({"setup": {"b": ["h8", "g7"], "w": ["i9"]}}), "a.json").studies[0]
    assert (stones(study), study.first_state.colour) == ({"h8": "b", "g7": "b", "i9": "w"}, "w")
