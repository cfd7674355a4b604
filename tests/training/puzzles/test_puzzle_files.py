"""Sets of puzzles as text: what is written is read again, and bad text gets a sentence with its line."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import ParseError
from game.core.plain_text import one_line
from game.core.ruleset import complete_options, parse_move
from game.plugins.registry import discover
from game.training.puzzles.puzzle import Puzzle, PuzzleSet, PuzzleTheme, first_turn, puzzle_key
from game.training.puzzles.puzzle_file import read_puzzles, read_set, ruleset_of, shipped_sets, write_puzzles

RULESETS = discover().rulesets


def puzzle_of(ruleset, state, length):
    """A puzzle whose solution is the first legal moves: the format does not ask what they are good for."""
    moves, after = [], state
    for _ in range(length):
        moves.append(next(iter(ruleset.legal_moves(after))))
        after = ruleset.apply(after, moves[-1]).state
    return Puzzle(state, PuzzleTheme.VCT, 1450, (tuple(moves), tuple(moves[:1])), "game 3, move 5")


def set_of(name, plies=9):
    ruleset = RULESETS[name]
    opening = {"picker": "0"} if any(each.key == "picker" for each in ruleset.info.options) else {}
    options = complete_options(ruleset.info, opening)
    state = ruleset.setup(options, 1).state
    for _ in range(plies):
        state = ruleset.apply(state, next(iter(ruleset.legal_moves(state)))).state
    return PuzzleSet(ruleset, options, (puzzle_of(ruleset, state, 5),))


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_set_that_was_written_is_read_as_it_was(name):
    puzzles = set_of(name)
    assert read_puzzles(write_puzzles(puzzles), RULESETS) == puzzles


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(RULESETS)), st.integers(1, 12), st.integers(1, 6), st.text(max_size=20), st.integers(0, 3000)
)
def test_any_puzzle_that_was_written_is_read_as_it_was(name, plies, length, source, rating):
    puzzles = set_of(name, plies)
    puzzle = replace(puzzle_of(puzzles.ruleset, puzzles.puzzles[0].state, length), source=source, rating=rating)
    again = read_puzzles(write_puzzles(replace(puzzles, puzzles=(puzzle, puzzle))), RULESETS)
    assert again.puzzles == (replace(puzzle, source=one_line(source)),) * 2


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_the_head_names_the_ruleset_without_reading_the_rest(name):
    assert ruleset_of(write_puzzles(set_of(name)) + "damaged") == name
    assert ruleset_of("Stone Fair tournament, version 1\nRuleset: " + name) is None


GOOD = write_puzzles(set_of("gomoku"))


@pytest.mark.parametrize(
    ("old", "new", "quoted"),
    [
        ("puzzles, version 1", "puzzles, version 2", "version 2"),
        ("Ruleset: gomoku", "Ruleset: gobang", "gobang"),
        ("Option size: 15", "Option size: 99", "99"),
        ("Theme: vct", "Theme: magic", "magic"),
        ("Rating: 1450", "Rating: hard", "hard"),
        ("Rating: 1450", "Rating: 1450\nRating: 2", "Rating"),
        ("Rating: 1450", "Rating: 1450\n    9", "'9'"),
        ("Rating: 1450\n", "", "Rating"),
        ("Solution:\n    ", "Solution:\n    z99 ", "z99"),
        ("phase: play", "phase: dance", "dance"),
        ("Source:", "Author:", "Author"),
    ],
)
def test_bad_text_is_refused_with_its_line_and_what_is_wrong(old, new, quoted):
    assert old in GOOD
    with pytest.raises(ParseError, match=quoted) as told:
        read_puzzles(GOOD.replace(old, new, 1), RULESETS)
    line = GOOD.replace(old, new, 1).splitlines()[told.value.line - 1]
    assert quoted.strip("'") in line or old.endswith("\n")


def test_a_solution_that_the_rules_refuse_is_refused():
    first = GOOD.partition("Solution:\n    ")[2].split()[0]
    with pytest.raises(ParseError, match=f"'{first}' cannot be played"):
        read_puzzles(GOOD.replace(f"    {first} ", f"    {first} {first} ", 1), RULESETS)


def test_a_solution_without_moves_is_refused():
    before, _, after = GOOD.partition("Solution:\n")
    with pytest.raises(ParseError, match="has no moves"):
        read_puzzles(before + "Solution:\nPosition:" + after.partition("Position:")[2], RULESETS)


def test_a_turned_and_mirrored_puzzle_has_the_same_key_and_another_side_on_turn_has_not():
    gomoku = RULESETS["gomoku"]
    options = complete_options(gomoku.info, {})
    board = gomoku.geometry(options)

    def key(black, white, colour):
        stones = {**{board.cell(each): "b" for each in black}, **{board.cell(each): "w" for each in white}}
        return puzzle_key(gomoku, Puzzle(gomoku.arrange(options, stones, colour), PuzzleTheme.VCF, 1, ()))

    assert key(["a1", "b1", "c3"], ["d1", "e2"], "b") == key(["o15", "o14", "m13"], ["o12", "n11"], "b")
    assert key(["a1", "b1", "c3"], ["d1", "e2"], "b") != key(["a1", "b1", "c3"], ["d1", "e2"], "w")
    assert key(["a1", "b1", "c3"], ["d1", "e2"], "b") != key(["a1", "b1", "c4"], ["d1", "e2"], "b")


def test_the_first_turn_of_a_game_with_two_stones_a_turn_has_two_moves():
    connect6 = RULESETS["connect6"]
    state = connect6.setup(complete_options(connect6.info, {}), 1).state
    state = connect6.apply(state, parse_move(connect6.info, state, "k10")).state
    puzzle = puzzle_of(connect6, state, 3)
    assert first_turn(connect6, puzzle.state, puzzle.solutions[0]) == puzzle.solutions[0][:2]


def test_sets_lie_beside_their_ruleset_and_those_of_others_are_left_out(tmp_path):
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "one.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "puzzles" / "two.txt").write_text(write_puzzles(set_of("connect6")), encoding="utf-8")
    (tmp_path / "puzzles" / "notes.txt").write_bytes(b"\xff\xfe")
    (path,) = shipped_sets("gomoku", tmp_path)
    assert path.name == "one.txt"
    assert read_set(path, RULESETS) == set_of("gomoku")
    (tmp_path / "puzzles" / "one.txt").write_text(GOOD.replace("vct", "magic"), encoding="utf-8")
    with pytest.raises(ParseError, match=r"one\.txt, line .*magic"):
        read_set(path, RULESETS)


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_ruleset_without_a_folder_of_puzzles_ships_none(name, tmp_path):
    assert shipped_sets(name, tmp_path) == ()
