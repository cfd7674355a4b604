"""Files that are made to take for ever or to fill the memory: each is read in moments, or refused with a sentence."""

from __future__ import annotations

import time
import tracemalloc
from contextlib import suppress

import pytest

from game.core.model import ParseError
from game.core.record import sections
from game.library.formats import lib_reader, rif
from game.library.formats.opened_file import OpenedFile
from game.library.formats.reading import open_bytes
from game.library.formats.sgf import reader as sgf_reader
from game.library.formats.sgf import tree as sgf_tree
from game.plugins.registry import discover
from game.training.puzzles.index import LONGEST_HEAD, LONGEST_PUZZLE, entries_of

RULESETS = discover().rulesets
LIB = b"\xffRenLib\xff\x03\x04" + bytes(10) + b"\0\0"
STUDY = b"Stone Fair study, version 1\nTitle: x\nRuleset: gomoku (Gomoku)\nMoves:\n    1. h8\n"
PUZZLES = "Stone Fair puzzles, version 1\nRuleset: gomoku\nOption size: 15\n\n"


def opened(content: bytes, name: str = "game.txt", seconds: float = 20.0) -> OpenedFile:
    """What a file holds; it may take some seconds of this thread's own time, of which it needs one at most."""
    began = time.thread_time()
    try:
        return open_bytes(content, name, RULESETS)
    finally:
        assert time.thread_time() - began < seconds


def filled(head: bytes, part: bytes, end: bytes = b"", size: int = 400_000) -> bytes:
    """A file of a size that is filled with a part."""
    return head + part * (size // len(part)) + end


def told(found: OpenedFile, words: str) -> bool:
    return any(words in problem for problem in found.problems)


# Time: each of these took the square of it


def test_values_that_never_end_are_looked_for_once() -> None:
    found = opened(filled(b"", b"(;C["))
    assert len(found.studies) == 1
    assert told(found, "the game ends there")
    assert len(opened(filled(b"", b"(;C" + b" " * 200 + b"[")).studies) == 1


def test_games_that_break_off_are_told_with_their_lines() -> None:
    found = opened(filled(b"", b"(;x!\n", size=30_000))
    assert told(found, "line 1:")
    assert told(found, "line 12:")


def test_labels_and_comments_of_the_same_node_many_times() -> None:
    labels = b"".join(b"(;B[aa]LB[aa:%d]C[x])" % number for number in range(20_000))
    study = opened(b"(;GM[4]SZ[15]" + labels + b")").studies[0]
    assert len(study.tree) == 1
    assert [len(marks) for marks in study.tree.marks.values()] == [20_000]
    assert study.tree.comments[1].count("x") == 20_000


def test_labels_and_comments_of_a_study_many_times() -> None:
    study = opened(filled(STUDY, b"    label h8: A\n    | b\n")).studies[0]
    assert len(study.tree.marks[1]) == study.tree.comments[1].count("b") > 10_000


def test_a_library_of_nodes_that_are_left_out() -> None:
    assert len(opened(filled(LIB, b"\x78\xc2"), "x.lib").studies[0].tree) == 0


@pytest.mark.parametrize("node", [b"\x00\xc0", b"\x00\x80\x00\x00\x69\x40"], ids=["alone", "in pairs"])
def test_a_library_of_passes(node: bytes) -> None:
    assert len(opened(filled(LIB, node), "x.lib").studies[0].tree) > 100_000


def test_a_library_whose_siblings_all_have_texts() -> None:
    study = opened(filled(LIB, b"\x78\xc1\0\1A\0"), "x.lib").studies[0]
    assert len(study.tree.marks[0]) > 10_000


def test_a_database_of_elements_that_stand_at_no_place() -> None:
    with pytest.raises(ParseError, match="no game"):
        opened(b"<database>" + b"<move/>" * 60_000 + b"<a/>" * 60_000 + b"</database>")


def test_a_record_of_the_championship_with_many_lines() -> None:
    with pytest.raises(ParseError):
        opened(filled(b"{[C6][A B][C R][x][y][z]", b";B(J,10)\n", b"}"))
    with pytest.raises(ParseError):
        opened(b"{[C6][A" + b" " * 300_000 + b"x][C R][x][y][z]}")


def test_a_rule_of_ours_with_many_brackets() -> None:
    opened(b"(;GM[4]AP[Stone Fair]SZ[15]RU[" + b" (" * 100_000 + b"];B[aa])")


def test_a_theme_with_many_spaces() -> None:
    began = time.thread_time()
    assert entries_of(PUZZLES + "Puzzle 1\nTheme: " + " x" * (LONGEST_PUZZLE // 3) + "\nRating: 1000\n") == ()
    assert entries_of(PUZZLES + "Puzzle 1\nTheme:" + " " * 400_000 + "x\n") == ()
    assert entries_of(PUZZLES + "Puzzle 1\nPosition:\n" + "    ....\n" * 100_000) == ()
    assert time.thread_time() - began < 10


def test_brackets_that_begin_no_game() -> None:
    assert len(opened(filled(b"(;GM[4])", b"(" + b" " * 50)).studies) == 1


# Memory


def test_blank_lines_of_a_study_take_no_memory() -> None:
    content = filled(STUDY, b"\n", size=1_000_000)
    tracemalloc.start()
    try:
        opened(content)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_siblings_after_each_other_are_cut_where_the_board_is_full() -> None:
    content = filled(LIB, b"\x78\x80", size=1_000_000)
    tracemalloc.start()
    try:
        found = opened(content, "x.lib")
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
    assert len(found.studies[0].tree) == 225
    assert told(found, "moves played after the board was full")


def test_a_long_line_of_a_study_is_left_out() -> None:
    found = opened(STUDY + b"    1. " + b"h8 " * 400_000 + b"\n    | b\n")
    assert len(found.studies[0].tree) == 1
    assert told(found, "line 6: the line has more than 1000000 characters")


@pytest.mark.parametrize("name", ["x.sgf", "x.lib"])
def test_the_end_of_a_long_comment_is_left_out(name: str) -> None:
    said = b"y" * 100_001
    content = LIB + b"\x78\xc8" + said + b"\0" if name == "x.lib" else b"(;GM[4]SZ[15];B[hh]C[" + said + b"])"
    found = opened(content, name)
    assert found.studies[0].tree.comments[1] == "y" * 100_000
    assert told(found, "the end of a comment longer than 100000 bytes")


def test_a_database_with_an_endless_text_is_refused() -> None:
    with pytest.raises(ParseError, match="more than 1000000 characters"):
        opened(b"<games><game><move>" + b"h8 " * 700_000 + b"</move></game></games>")


def test_a_text_that_is_no_study_may_be_as_large_as_a_saved_game() -> None:
    for head in (b"Stone Fair tournament, version 1\n", b"Piskvorky 15x15\n", b"{[C6]", b"x"):
        with pytest.raises(ParseError, match="larger than the limit of 4 MB"):
            opened(head + bytes(4_000_000))
    assert opened(filled(STUDY, b"\n", size=4_100_000)).studies


def test_a_game_ends_at_a_number_of_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_tree, "MOST_PARTS", 50)
    for part in (b";", b";B[aa]", b"(", b"XX[a]"):
        found = opened(filled(b"(;GM[4]SZ[15]", part, b")", size=4_000))
        assert told(found, "everything after the first 50 entries of a game"), part


def test_games_end_at_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_tree, "MOST_GAMES", 5)
    found = opened(b"(;GM[4])" * 6)
    assert len(found.studies) == 5
    assert told(found, "first 5 games")
    assert not opened(b"(;GM[4])" * 5).problems


def test_empty_nodes_beyond_the_limit_take_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_tree, "MOST_PARTS", 10_000)
    content = filled(b"(;GM[4]SZ[15]", b";", b")", size=1_000_000)
    tracemalloc.start()
    try:
        opened(content)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_rectangles_name_a_number_of_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_reader, "_MOST_CELLS", 1_000)
    with pytest.raises(ParseError, match="more than 1000 points"):
        opened(filled(b"(;GM[4]SZ[19]AB", b"[aa:ss]", b")"))
    assert told(opened(filled(b"(;GM[4]SZ[19]", b";MA[aa:ss]", b")", size=4_000)), "marks outside the board")


def test_a_library_keeps_a_number_of_remarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lib_reader, "MOST_REMARKS", 10)
    found = opened(filled(LIB, b"\x78\xc8a\0", size=400), "x.lib")
    assert len(found.studies[0].tree.comments) == 10
    assert told(found, "90 comments and marks")


def test_a_database_keeps_what_is_shown() -> None:
    long = b"h8 " * 20_000
    games = opened(b'<games><game rule="1"><move>' + long + b"</move></game></games>").studies
    assert len(games[0].tree) == 1
    assert len(long) > rif._LONGEST_TEXT


def test_a_tournament_has_a_number_of_games_and_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    head = b"Stone Fair tournament, version 1\nRuleset: gomoku\nParticipant 1: person, A\nParticipant 2: person, B\n"
    game = b"\nGame %d\nMoves: h8 i9\nResult: draw (agreed draw)\n"
    games = b"".join(game % number for number in range(1, 4))
    assert len(opened(head + games).studies) == 3
    monkeypatch.setattr(sections, "MOST_MOVES", 5)
    with pytest.raises(ParseError, match="more than 5 moves"):
        opened(head + games)
    monkeypatch.setattr(sections, "MOST_GAMES", 2)
    with pytest.raises(ParseError, match="more than 2 games"):
        opened(head + games)
    assert told(opened(head + b"\nGame 1\nMoves: " + b"h8 " * 40_000 + b"\n"), "more than 100000 characters")


def test_a_long_puzzle_is_left_out_and_a_long_head_refused() -> None:
    puzzle = "Puzzle 1\nTheme: vcf\nRating: 1000\nPosition:\n    .\n"
    assert len(entries_of(PUZZLES + puzzle)) == 1
    assert entries_of(PUZZLES + puzzle + "    .\n" * LONGEST_PUZZLE) == ()
    with pytest.raises(ParseError, match="file header"):
        entries_of(PUZZLES + "Option x: y\n" * LONGEST_HEAD + puzzle)


def test_damaged_lines_of_a_tournament_take_no_memory() -> None:
    head = b"Stone Fair tournament, version 1\nRuleset: gomoku\nParticipant 1: person, A\nParticipant 2: person, B\n"
    content = filled(head, b"x\n", size=60_000)
    tracemalloc.start()
    try:
        found = opened(content)
        assert tracemalloc.get_traced_memory()[1] < 6_000_000
    finally:
        tracemalloc.stop()
    assert told(found, "29997 more lines")


# Lists and texts that do not end


@pytest.mark.parametrize(
    ("head", "part"),
    [
        (b"", b"h8i9g7\n"),
        (b"", b"0,0, 1,1\n"),
        (b"[", b"(7, 7), "),
        (b"", b'"h8i9",'),
        (b"[", b'["h8,1","i9,2"],'),
        (b"h8", b" " * 50),
        (b"(;GM[4]C[a", b"]x"),
        (b"(;GM[4]", b"C[a]x"),
        (b"(;GM[4]QPR[", b"hh,"),
    ],
)
def test_lists_and_torn_texts_take_moments(head: bytes, part: bytes) -> None:
    with suppress(ParseError):
        opened(filled(head, part), "list.txt")
