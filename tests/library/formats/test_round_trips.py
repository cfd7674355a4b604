"""What is written in a format is read again as it was, as far as the format can tell it."""

import gzip
import json
import random
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import Choose, Place, Reason
from game.core.ruleset import complete_options
from game.library.formats.lib_reader import read_lib
from game.library.formats.lib_writer import write_lib
from game.library.formats.pos import read_points, write_points
from game.library.formats.psq import TIME, read_psq, write_psq
from game.library.formats.reading import open_bytes
from game.library.formats.sgf.reader import read_sgf
from game.library.formats.sgf.writer import write_sgf
from game.library.formats.writing import FORMATS
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign, VariationTree
from tests.library.formats.studies import RULESETS, grown, picture, studies, tree_of

GOMOKU = RULESETS["gomoku"]


def only(opened):
    assert opened.problems == ()
    (study,) = opened.studies
    return study


def main_line(study):
    return [study.tree.move(node) for node in study.tree.continuation(ROOT)]


@settings(deadline=None, max_examples=150)
@given(studies())
def test_sgf_keeps_every_study_of_every_game(study):
    written = write_sgf(study)
    again = only(read_sgf(written, RULESETS))
    same = picture(again) == picture(study)
    assert same, written.decode()
    assert write_sgf(again) == written


@settings(deadline=None, max_examples=150)
@given(studies(rulesets=("gomoku",), starts=False))
def test_a_library_keeps_the_tree_its_comments_labels_and_circles(study):
    written = write_lib(study)
    moves = [study.tree.move(node) for node, _depth in study.tree.walk()]
    if study.options["size"] != 15 or any(isinstance(move, Choose) for move in moves):
        assert isinstance(written, Reason)
        return
    again = only(read_lib(written, RULESETS))
    for node, marks in study.tree.marks.items():
        own = study.tree.move(node).cell if node else -1
        kept = {m.cell: m for m in marks if m.sign is Sign.LABEL}.values()
        study.tree.marks[node] = (*kept, *(m for m in marks if m.sign is Sign.CIRCLE and m.cell == own))
    assert tree_of(again, with_marks=False) == tree_of(study, with_marks=False)
    assert sorted(map(len, again.tree.marks.values())) == sorted(filter(None, map(len, study.tree.marks.values())))
    assert write_lib(again) == written


@settings(deadline=None, max_examples=100)
@given(studies(rulesets=("gomoku",), starts=False), st.randoms(use_true_random=False))
def test_psq_keeps_the_main_line_its_times_and_the_players(study, rng):
    for node in study.tree.continuation(ROOT):
        study.tree.properties[node] = {TIME: (str(rng.randrange(100_000)),)}
    written = write_psq(study)
    if study.options["ban_33"]:
        assert isinstance(written, Reason)
        return
    again = only(read_psq(written, RULESETS))
    assert main_line(again) == [move for move in main_line(study) if isinstance(move, Place)] or any(
        isinstance(move, Choose) for move in main_line(study)
    )
    assert write_psq(again).splitlines()[0] == written.splitlines()[0]


@settings(deadline=None, max_examples=100)
@given(studies(rulesets=("gomoku", "connect6", "six_in_a_row"), starts=False))
def test_text_of_moves_keeps_the_main_line(study):
    written = write_points(study)
    if isinstance(written, Reason):
        assert not any(isinstance(move, Place) for move in main_line(study))
        return
    opened = read_points(written, RULESETS)
    assert write_points(opened.studies[0]) == written or len(main_line(study)) != len(main_line(opened.studies[0]))


def _cell(point):
    return f"{'abcdefghijklmno'[point[0]]}{15 - point[1]}"


def _sav(points):
    return "\n".join(("15\n15", str(len(points)), *(f"{y} {x}" for x, y in points)))


def _rec(points):
    return "\n".join(("A.exe\nB.exe", *(f"{x},{y},9" for x, y in points), "-1\n"))


def _joined(points):
    return "\n".join("".join(map(_cell, each)) for each in (points, points[:3]))


#: Files in which other programs write the points of a game, from the top left, on a board of 15 or 20 rows.
FILES = {
    "a.sav": _sav,
    "a.rec": _rec,
    "a.json": lambda points: json.dumps({"moves": " ".join(map(_cell, points))}),
    "a.jsonl": lambda points: f"{json.dumps(points)}\n{{}}\n",
    "a.txt": _joined,
    "b.txt": lambda points: f"{points}\n{points}\n",
    "a.csv": lambda points: f'moves,winner\n"{",".join(map(_cell, points))}",draw\n',
}


@settings(deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(3, 30), st.sampled_from(sorted(FILES)))
def test_a_game_in_a_file_of_another_program_is_read_as_it_was(rng, moves, name):
    study = Study(GOMOKU, complete_options(GOMOKU.info, {}))
    grown(study, ROOT, moves, rng)
    points = [study.first_state.geometry.cells[move.cell] for move in main_line(study)]
    written = FILES[name](points).encode()
    for content in (written, gzip.compress(written)):
        again = open_bytes(content, name, RULESETS).studies[0]
        assert [again.first_state.geometry.cells[move.cell] for move in main_line(again)] == points, written


@pytest.mark.parametrize("name", list(RULESETS))
def test_what_is_offered_for_a_study_can_be_opened(name):
    study = Study(RULESETS[name], complete_options(RULESETS[name].info, {}))
    grown(study, ROOT, 12, random.Random(4))
    written = {form: form.write(study) for form in FORMATS}
    offered = {form: contents for form, contents in written.items() if isinstance(contents, bytes)}
    assert {form.name for form in offered} >= {"study", "sgf"}
    for form, contents in offered.items():
        opened = open_bytes(contents, f"game{form.suffix}", RULESETS)
        assert len(opened.studies[0].tree) == 12


def test_the_pond_is_for_neither_piskvork_nor_libraries_and_the_reason_says_why():
    pond = Study(RULESETS["threestones"], complete_options(RULESETS["threestones"].info, {}))
    refused = {form.name: form.write(pond) for form in FORMATS if isinstance(form.write(pond), Reason)}
    assert set(refused) == {"psq", "pos", "lib"}
    assert "one kind of stone" in refused["psq"].message


def test_properties_that_a_study_has_no_place_for_survive_in_sgf():
    text = b"(;FF[4]GM[4]SZ[15]KM[6.5];B[hh]BM[1]XX[a\\]b][c];W[ii]N[name])\n"
    study = only(read_sgf(text, RULESETS))
    again = write_sgf(study)
    for property_ in (b"KM[6.5]", b"BM[1]", b"XX[a\\]b][c]", b"N[name]"):
        assert property_ in again


def test_a_tree_filled_in_bulk_is_a_tree_like_any_other():
    moves = [Place(cell, stone) for stone in "bw" for cell in range(3)]
    tree = VariationTree.from_arrays(
        moves,
        array("i", [-1, 0, 4, 2]),
        array("i", [-1, 0, 1, 0]),
        array("i", [1, 2, -1, -1]),
        array("i", [-1, 3, -1, -1]),
    )
    assert tree.children(ROOT) == [1, 3]
    assert tree.moves_to(2) == (Place(0, "b"), Place(1, "w"))
    assert tree.add(ROOT, Place(2, "b")) == 3
    assert len(tree) == 3
    assert tree.add(2, Place(2, "b")) == 4


def test_a_library_of_gbk_text_shows():
    study = Study(GOMOKU, complete_options(GOMOKU.info, {}))
    node = study.play(ROOT, Place(112, "b"))
    study.tree.comments[node] = "黑棋必胜\n第二行"
    study.tree.marks[node] = (CellMark(5, Sign.LABEL, "甲"),)
    written = write_lib(study)
    assert "黑棋必胜".encode("gb18030") in written
    again = only(read_lib(written, RULESETS))
    assert tree_of(again) == tree_of(study)
