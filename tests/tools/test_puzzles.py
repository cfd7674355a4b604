"""``main.py puzzles``: what it makes is proved, runs go on where they were killed, and levels are counted."""

import pytest

from game.core.model import Place
from game.core.ruleset import complete_options, parse_move
from game.plugins.registry import discover
from game.plugins.sheet_files import ruleset_named
from game.training.puzzles.puzzle import PuzzleTheme
from game.training.puzzles.puzzle_file import read_set
from main import main
from tools.puzzles.only_turns import a_win, only_turns
from tools.puzzles.solver import Solver

CATALOGUE = discover()
RULESETS = CATALOGUE.rulesets


def make(tmp_path, *words):
    out = tmp_path / "set.txt"
    assert main(["puzzles", "make", "--out", str(out), *words]) == 0
    return out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gomoku", "threestones"])
def test_a_run_that_is_continued_makes_the_same_set_as_one_that_was_not_interrupted(tmp_path, name):
    words = ["--ruleset", name, *(["--option", "first=w"] if name == "threestones" else [])]
    (tmp_path / "whole").mkdir()
    whole = make(tmp_path / "whole", *words, "--count", "4")
    out = make(tmp_path, *words, "--count", "2")
    log = out.with_suffix(".jsonl")
    # Killed in the middle of a line.
    log.write_bytes(log.read_bytes() + b'{"number": 9, "puz')
    make(tmp_path, *words, "--count", "4")
    ruleset = RULESETS[name]
    found, expected = (
        {ruleset.dump(puzzle.state) for puzzle in read_set(path, RULESETS).puzzles} for path in (out, whole)
    )
    assert found == expected
    themes = {puzzle.theme for puzzle in read_set(whole, RULESETS).puzzles}
    assert (themes == {PuzzleTheme.MOST_POINTS}) == (name == "threestones")


def winning_turns(black, white, most):
    """The turns by which Black, to move, wins in freestyle; None for more than ``most`` of them."""
    gomoku = RULESETS["gomoku"]
    options = complete_options(gomoku.info, {"variant": "freestyle"})
    cell = gomoku.geometry(options).cell
    stones = {cell(name): colour for colour, names in (("b", black), ("w", white)) for name in names.split()}
    solver, state = Solver(CATALOGUE, gomoku), gomoku.arrange(options, stones, "b")
    found = only_turns(solver, state, a_win(most, 20_000))
    return found and {state.geometry.names[move.cell] for (move,) in found.turns if isinstance(move, Place)}


@pytest.mark.slow
def test_a_first_turn_that_wins_only_after_a_four_elsewhere_is_found_beside_the_shortest_win():
    assert winning_turns("h6 h7 h8 h9", "h5 d4 e4 f4", most=1) == {"h10"}
    # With a second four on b9 or b10 there are two cells for White to close.
    with_three_elsewhere = ("h6 h7 h8 h9 b11 b12 b13", "h5 d4 e4 f4 b14 m2 m9")
    assert winning_turns(*with_three_elsewhere, most=3) == {"h10", "b9", "b10"}
    assert winning_turns(*with_three_elsewhere, most=2) is None


@pytest.mark.parametrize(
    ("key", "moves", "wins"),
    [
        ("five_with_captures", "j10 a1 j11 a3 j12 a5 j13 a7", True),
        ("five_with_captures", "j10 a1 j11 a3 j12 a5", False),
        ("order_and_chaos", "b3=b a1=w c3=b a2=w d3=b a4=w e3=b f1=w", True),
    ],
)
def test_a_win_with_the_next_turn_is_seen_in_games_without_threats(key, moves, wins):
    ruleset = ruleset_named(RULESETS, key)
    state = ruleset.setup({}, 0).state
    for word in moves.split():
        state = ruleset.apply(state, parse_move(ruleset.info, state, word)).state
    assert Solver(CATALOGUE, ruleset).wins_at_once(state) is wins


@pytest.mark.slow
def test_the_levels_are_counted_by_rating(tmp_path, capsys):
    out = make(tmp_path, "--ruleset", "threestones", "--option", "first=w", "--count", "3")
    capsys.readouterr()
    assert main(["puzzles", "levels", str(out), "--nodes", "500"]) == 0
    rows = capsys.readouterr().out.splitlines()
    rated = [level for level in RULESETS["threestones"].info.levels if level.elo is not None]
    assert len(rows) == 2 + len(rated)
    assert rows[1].split()[:2] == ["puzzles", "3"]


def test_the_log_of_another_run_is_refused(tmp_path, capsys):
    make(tmp_path, "--ruleset", "threestones", "--option", "first=w", "--count", "1")
    assert main(["puzzles", "make", "--ruleset", "threestones", "--seed", "2", "--out", str(tmp_path / "set.txt")]) == 2
    assert "another search for puzzles" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--ruleset", "gobang"], "gobang"),
        (["--option", "size"], "KEY=VALUE"),
        (["--option", "size=99"], "99"),
        (["--games-from", "missing.sgf"], "missing.sgf"),
    ],
)
def test_what_cannot_be_made_is_refused_with_a_sentence(tmp_path, capsys, words, told):
    assert main(["puzzles", "make", "--out", str(tmp_path / "set.txt"), *words]) == 2
    assert told in capsys.readouterr().err


def test_a_game_in_which_no_puzzle_can_be_found_is_refused_instead_of_being_played_for_ever(
    plugin_folder, tmp_path, capsys
):
    toy = plugin_folder / "four_in_a_row.py"
    text = toy.read_text(encoding="utf-8").replace('thinker=".any_cell")', 'thinker=".any_cell", compiled=True)')
    toy.write_text(text, encoding="utf-8")
    words = ["puzzles", "make", "--plugins", str(plugin_folder), "--ruleset", "four_in_a_row"]
    assert main([*words, "--out", str(tmp_path / "set.txt")]) == 2
    assert "Four in a row has no puzzles to find: it has no prover of forced wins" in capsys.readouterr().err


def test_a_file_that_is_no_set_is_refused(tmp_path, capsys):
    path = tmp_path / "notes.txt"
    path.write_text("notes", encoding="utf-8")
    assert main(["puzzles", "levels", str(path)]) == 2
    assert "notes.txt" in capsys.readouterr().err
