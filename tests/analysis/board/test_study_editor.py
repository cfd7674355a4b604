"""Edits of a study: each is in the study's file at once, all can be undone, and damage loses only what it hits."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.analysis.board.study_editor import StudyEditor, StudyFile
from game.analysis.board.study_table import StudyTable
from game.analysis.board.subject import SUFFIX, mark_of_study, subject_of_game, subject_of_study
from game.core.model import Choose, Place, State
from game.core.ruleset import complete_options
from game.library.formats.reading import OpenedFile, open_file
from game.library.study.edit_log import read_edit_log, write_head
from game.library.study.study import Study
from game.library.study.study_file import write_study
from game.library.study.tree import ROOT, CellMark, Sign
from game.plugins.registry import discover
from game.storage import folders
from game.storage.background import BackgroundTask
from game.storage.records import record_file
from tools.pilot.libraries import SHORT, tournament

RULESETS = discover().rulesets
GOMOKU = RULESETS["gomoku"]


def at_once(task: BackgroundTask[Any]) -> None:
    """Runs a task of the writer's thread on this one."""
    task.run()
    task.take()


def short_study(ruleset_id: str = "gomoku") -> Study:
    """Three moves with an alternative to each, a comment and a mark."""
    ruleset = RULESETS[ruleset_id]
    study = Study(ruleset, complete_options(ruleset.info, {}), "A study")
    first, _other = continuations(study, ROOT)
    second, _another = continuations(study, first)
    continuations(study, second)
    study.tree.comments[first] = "Quiet."
    study.tree.marks[first] = (CellMark(5, Sign.CIRCLE),)
    return study


def continuations(study: Study, node: int) -> list[int]:
    """Adds the first two legal moves after a node."""
    state = study.state(node)
    assert isinstance(state, State)
    return [study.tree.append(node, move) for move in islice(study.ruleset.legal_moves(state), 2)]


def contents(study: Study) -> tuple[object, ...]:
    """All that can be edited: title, moves in their order, comments and marks."""
    tree = study.tree
    nodes = [ROOT, *(node for node, _depth in tree.walk())]
    return study.title, *(
        (tree.moves_to(node), tree.comments.get(node, ""), tree.marks.get(node, ())) for node in nodes
    )


def read_back(path: Path) -> OpenedFile:
    return open_file(path, RULESETS)


# Any edits

WORDS = st.text(max_size=20)
MARKS = st.lists(st.tuples(st.integers(0, 60), st.sampled_from(Sign), st.sampled_from(["", "A", "ä\n#"])), max_size=3)
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 50), st.integers(0, 60), st.integers(0, 1)),
        st.tuples(st.just("choose"), st.integers(0, 50), st.sampled_from(["black", "white", "stay"])),
        st.tuples(st.just("remove"), st.integers(0, 50)),
        st.tuples(st.just("comment"), st.integers(0, 50), WORDS),
        st.tuples(st.just("mark"), st.integers(0, 50), MARKS),
        st.tuples(st.just("rename"), WORDS),
        st.tuples(st.just("undo")),
    ),
    max_size=25,
)


def make(editor: StudyEditor, edit: tuple[Any, ...]) -> None:
    """Makes an edit at one of the nodes that there are."""
    study = editor.study
    nodes = [ROOT, *(node for node, _depth in study.tree.walk())]
    match edit:
        case ("add", at, cell, colour):
            editor.add(nodes[at % len(nodes)], Place(cell, study.ruleset.info.colours[colour]))
        case ("choose", at, key):
            editor.add(nodes[at % len(nodes)], Choose(key))
        case ("remove", at):
            editor.remove(nodes[at % len(nodes)])
        case ("comment", at, words):
            editor.comment(nodes[at % len(nodes)], words)
        case ("mark", at, marks):
            editor.mark(nodes[at % len(nodes)], tuple(CellMark(*mark) for mark in marks))
        case ("rename", title):
            editor.rename(title)
        case ("undo",):
            editor.undo()


@given(EDITS, st.sampled_from(["gomoku", "connect6", "threestones"]))
def test_undoing_all_edits_gives_the_first_study(edits: list[tuple[Any, ...]], ruleset_id: str) -> None:
    study = short_study(ruleset_id)
    before, editor = contents(study), StudyEditor(study)
    for edit in edits:
        make(editor, edit)
    while editor.can_undo:
        editor.undo()
    assert contents(study) == before


@settings(max_examples=40)
@given(EDITS, st.sampled_from(["gomoku", "connect6", "threestones"]))
def test_the_file_has_the_study_after_each_edit(edits: list[tuple[Any, ...]], ruleset_id: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.study"
        study = short_study(ruleset_id)
        editor = StudyEditor(study, StudyFile(path, at_once))
        before = contents(study)
        for edit in edits:
            make(editor, edit)
            if path.exists():
                opened = read_back(path)
                assert opened.problems == ()
                assert contents(opened.studies[0]) == contents(study)
            else:
                assert contents(study) == before


def test_an_edit_that_changes_nothing_is_neither_written_nor_undone(tmp_path: Path) -> None:
    study = short_study()
    file = StudyFile(tmp_path / "a.study", at_once)
    editor = StudyEditor(study, file)
    node = study.tree.children(ROOT)[0]
    editor.add(ROOT, study.tree.move(node))
    editor.comment(node, "Quiet.")
    editor.mark(node, (CellMark(5, Sign.CIRCLE),))
    editor.remove(ROOT)
    assert (editor.can_undo, file.is_begun, file.path.exists()) == (False, False, False)


def test_undoing_a_deletion_restores_what_another_program_stored_with_the_moves() -> None:
    study = short_study()
    node = study.tree.children(ROOT)[0]
    study.tree.properties[node] = {"SGF BM": ("1",)}
    editor = StudyEditor(study)
    editor.remove(node)
    editor.undo()
    assert study.tree.properties == {study.tree.children(ROOT)[0]: {"SGF BM": ("1",)}}


# The file


@pytest.fixture
def edited(tmp_path: Path) -> tuple[Path, list[tuple[object, ...]]]:
    """A file with four edits, and the study before the first one and after each."""
    study, path = short_study(), tmp_path / "a.study"
    editor = StudyEditor(study, StudyFile(path, at_once))
    node = study.tree.children(ROOT)[0]
    states = [contents(study)]
    edits: tuple[Callable[[], object], ...] = (
        lambda: editor.comment(node, "One"),
        lambda: editor.comment(study.tree.children(node)[0], "Two"),
        lambda: editor.add(node, Place(40, "w")),
        lambda: editor.rename("Four"),
    )
    for edit in edits:
        edit()
        states.append(contents(study))
    return path, states


@pytest.mark.parametrize("kept", [0.0, 0.5, 0.99])
def test_an_edit_that_was_not_written_to_its_end_is_lost_alone_and_without_a_report(
    edited: tuple[Path, list[tuple[object, ...]]], kept: float
) -> None:
    path, states = edited
    *whole, last = path.read_bytes().removesuffix(b"\n").split(b"\n")
    path.write_bytes(b"\n".join(whole) + b"\n" + last[: int(kept * len(last))])
    opened = read_back(path)
    assert contents(opened.studies[0]) == states[-2]
    assert opened.problems == ()


def test_edits_after_one_that_was_not_written_to_its_end_are_kept(
    edited: tuple[Path, list[tuple[object, ...]]],
) -> None:
    path, states = edited
    path.write_bytes(path.read_bytes()[:-8])
    study = read_back(path).studies[0]
    editor = StudyEditor(study, StudyFile(path, at_once))
    editor.comment(ROOT, "Afterwards")
    again = read_back(path).studies[0]
    assert contents(again) == contents(study)
    assert again.title == states[-2][0]


def test_a_damaged_line_in_the_middle_is_reported_and_the_other_edits_stay(
    edited: tuple[Path, list[tuple[object, ...]]],
) -> None:
    path, states = edited
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"Two", b"Too")
    path.write_bytes(b"\n".join(lines))
    opened = read_back(path)
    assert opened.problems == ("1 change to the study could not be read.",)
    study = opened.studies[0]
    assert study.title == "Four"
    assert len(study.tree) == 7
    assert list(study.tree.comments.values()) == ["One"]
    assert len(contents(study)) == len(states[-1]), "no move is missing"


def test_an_edit_of_a_node_that_a_damaged_line_had_added_is_reported_too(tmp_path: Path) -> None:
    study, path = short_study(), tmp_path / "a.study"
    editor = StudyEditor(study, StudyFile(path, at_once))
    node = editor.add(ROOT, Place(40, "b"))
    editor.comment(node, "On a node that gets lost")
    editor.rename("Still there")
    lines = path.read_bytes().split(b"\n")
    lines[1] = b"x" + lines[1]
    path.write_bytes(b"\n".join(lines))
    opened = read_back(path)
    assert opened.problems == ("2 changes to the study could not be read.",)
    assert opened.studies[0].title == "Still there"


@pytest.mark.parametrize(
    "line",
    [
        '{"at": ["zz99 b"], "comment": "No such cell"}',
        '{"at": [], "add": "a1 x"}',
        '{"at": 5, "comment": ""}',
        '{"at": [], "restore": [[3, "a1 b", "", []]], "place": 0}',
        '{"at": [], "marks": [["a1", "star", ""]]}',
        '{"remove": ["o15 b"]}',
        "[]",
        "null",
        '{"title": ',
        "{}",
    ],
)
def test_a_line_of_unknown_meaning_is_reported_and_changes_nothing(tmp_path: Path, line: str) -> None:
    study = short_study()
    record_file.write_records(tmp_path / "a.study", (write_head(study), line))
    opened = read_back(tmp_path / "a.study")
    assert opened.problems == ("1 change to the study could not be read.",)
    assert contents(opened.studies[0]) == contents(study)


def test_a_failed_write_is_said_and_made_up_for_by_the_next_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, path = short_study(), tmp_path / "a.study"
    file = StudyFile(path, at_once)
    editor = StudyEditor(study, file)
    with monkeypatch.context() as patch:

        def full(*_: object, **_more: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        patch.setattr("game.analysis.board.study_editor.write_records", full)
        editor.comment(ROOT, "One")
        assert file.problem.startswith("The study could not be saved: ")
        assert not file.is_written
    editor.comment(study.tree.children(ROOT)[0], "Two")
    assert file.problem == ""
    assert file.is_written
    assert contents(read_back(path).studies[0]) == contents(study)


def test_undone_edits_are_in_the_file_as_undone(tmp_path: Path) -> None:
    study, path = short_study(), tmp_path / "a.study"
    before = contents(study)
    editor = StudyEditor(study, StudyFile(path, at_once))
    editor.remove(study.tree.children(ROOT)[0])
    editor.undo()
    assert contents(read_back(path).studies[0]) == before == contents(study)


def test_a_table_continues_the_file_of_its_study(tmp_path: Path) -> None:
    path = tmp_path / "a.study"
    study = short_study()
    first = StudyTable(study, ROOT, StudyEditor(study, StudyFile(path, at_once)))
    first.play(Place(100, "b"))
    study = read_back(path).studies[0]
    second = StudyTable(study, ROOT, StudyEditor(study, StudyFile(path, at_once)))
    second.play(Place(101, "b"))
    tree = read_back(path).studies[0].tree
    assert [tree.move(node) for node in tree.children(ROOT)[2:]] == [Place(100, "b"), Place(101, "b")]


# Which file


def test_the_variations_of_a_game_are_found_again_wherever_the_game_is_opened(own_home: Path) -> None:
    subject = subject_of_game(tournament(SHORT), 0, RULESETS, at_once)
    assert subject.file is not None
    assert not subject.file.path.exists()
    StudyTable(subject.study, ROOT, StudyEditor(subject.study, subject.file)).play(Place(7, "b"))
    copy = subject_of_game(tournament(SHORT), 0, RULESETS, at_once)
    assert copy.file is not None
    assert copy.file.path == subject.file.path
    assert contents(copy.study) == contents(subject.study)
    other = subject_of_game(tournament("h8 h9"), 0, RULESETS, at_once)
    assert other.file is not None
    assert other.file.path != subject.file.path


def test_a_study_of_the_older_format_is_replaced_with_its_first_edit(own_home: Path) -> None:
    old = folders.studies_folder() / "Openings.study.txt"
    old.parent.mkdir(parents=True)
    old.write_text(write_study(short_study()), encoding="utf-8")
    subject = subject_of_study(read_back(old).studies[0], at_once, old)
    assert subject.file is not None
    assert old.exists()
    table = StudyTable(subject.study, ROOT, StudyEditor(subject.study, subject.file))
    table.play(Place(100, "b"))
    assert not old.exists()
    (path,) = folders.studies_folder().iterdir()
    assert path.name == f"Openings{SUFFIX}"
    assert contents(read_back(path).studies[0]) == contents(subject.study)


def test_a_file_outside_the_folder_of_studies_is_never_changed(own_home: Path, tmp_path: Path) -> None:
    path = tmp_path / "sent.study.txt"
    path.write_text(write_study(short_study()), encoding="utf-8")
    before = path.read_bytes()
    for cell in (100, 101):
        subject = subject_of_study(read_back(path).studies[0], at_once, path, RULESETS)
        StudyTable(subject.study, ROOT, StudyEditor(subject.study, subject.file)).play(Place(cell, "b"))
    assert path.read_bytes() == before
    (own,) = folders.studies_folder().iterdir()
    tree = read_back(own).studies[0].tree
    assert [tree.move(node) for node in tree.children(ROOT)[-2:]] == [Place(100, "b"), Place(101, "b")]


def test_each_study_from_an_empty_board_has_a_file_of_its_own(own_home: Path) -> None:
    for _ in range(2):
        ruleset = RULESETS["gomoku"]
        study = Study(ruleset, complete_options(ruleset.info, {}))
        subject = subject_of_study(study, at_once, None, RULESETS)
        StudyTable(subject.study, ROOT, StudyEditor(subject.study, subject.file)).play(Place(100, "b"))
    assert len(list(folders.studies_folder().iterdir())) == 2


def test_studies_that_differ_in_anything_but_the_title_have_different_marks() -> None:
    marks = set()
    for change in range(5):
        study = short_study()
        study.title = f"Title {change}"
        if change == 1:
            study.tree.append(ROOT, Place(200, "b"))
        if change == 2:
            study.tree.comments[ROOT] = "Another"
        if change == 3:
            study.players = ("Ann", "Ben")
        marks.add(mark_of_study(study))
    assert len(marks) == 4


def test_a_file_of_a_later_version_is_refused_with_a_sentence() -> None:
    head = write_head(short_study()).replace('"stone_fair_study": 1', '"stone_fair_study": 2')
    with pytest.raises(Exception, match="format version 2, but this version of Stone Fair reads version 1"):
        read_edit_log(record_file.checked_line(head), RULESETS)


def test_two_studies_with_the_same_title_have_a_file_each(own_home: Path) -> None:
    """Both are open before either is edited."""
    ours, theirs = (subject_of_study(short_study(ruleset_id), at_once) for ruleset_id in ("gomoku", "connect6"))
    for subject, stone in ((ours, "b"), (theirs, "b"), (ours, "w")):
        subject.study.tree.comments[ROOT] = ""
        StudyEditor(subject.study, subject.file).add(ROOT, Place(200, stone))
    found = [read_back(path) for path in sorted(folders.studies_folder().iterdir())]
    assert len(found) == 2
    assert [opened.problems for opened in found] == [(), ()]
    assert {contents(opened.studies[0]) for opened in found} == {contents(ours.study), contents(theirs.study)}


def test_variations_saved_after_the_file_of_a_game_was_damaged_are_found_again(own_home: Path) -> None:
    for cell in (7, 8):
        subject = subject_of_game(tournament(SHORT), 0, RULESETS, at_once)
        assert subject.file is not None
        StudyTable(subject.study, ROOT, StudyEditor(subject.study, subject.file)).play(Place(cell, "b"))
        if cell == 7:
            subject.file.path.write_bytes(b"milk\n")
    again = subject_of_game(tournament(SHORT), 0, RULESETS, at_once)
    assert contents(again.study) == contents(subject.study)


def test_undoing_shows_where_the_edit_was_and_a_name_leaves_the_board_alone() -> None:
    table = StudyTable(short_study())
    tree = table.study.tree
    deep = tree.path(tree.continuation(ROOT)[-1])
    table.go(deep[1])
    moves = tree.moves_to(deep[1])
    table.cut()
    table.editor.rename("Another name")
    table.go(tree.children(ROOT)[1])
    elsewhere = table.node
    assert table.undo()
    assert table.node == elsewhere
    assert table.undo()
    assert tree.moves_to(table.node) == moves
