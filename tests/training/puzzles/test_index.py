"""Sets of puzzles looked through without the rules: what is told of each, and what is read when it is asked for."""

import pytest

from game.core.model import ParseError
from game.plugins.registry import discover
from game.training.puzzles.index import entries_of
from game.training.puzzles.puzzle_file import read_puzzles, shipped_sets
from tools.puzzles.finding import offers_choice

CATALOGUE = discover()
SETS = [path for name in CATALOGUE.rulesets for path in shipped_sets(name, CATALOGUE.folder(name))]


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_what_the_index_tells_of_a_shipped_puzzle_is_what_the_reader_reads(path):
    text = path.read_text(encoding="utf-8")
    entries, whole = entries_of(text), read_puzzles(text, CATALOGUE.rulesets)
    assert len(entries) == len(whole.puzzles) == len({entry.mark for entry in entries})
    for entry, puzzle in zip(entries, whole.puzzles, strict=True):
        assert (entry.ruleset_id, entry.theme, entry.rating) == (whole.ruleset.info.id, puzzle.theme, puzzle.rating)
    for entry, puzzle in list(zip(entries, whole.puzzles, strict=True))[::37]:
        assert entry.read(whole.ruleset) == (puzzle, whole.options)


@pytest.mark.parametrize(
    ("name", "least"), [("gomoku", 600), ("connect6", 150), ("threestones", 150), ("six_in_a_row", 150)]
)
def test_as_many_puzzles_come_with_a_game_as_were_promised(name, least):
    paths = shipped_sets(name, CATALOGUE.folder(name))
    assert len({entry.mark for path in paths for entry in entries_of(path.read_text(encoding="utf-8"))}) >= least


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_every_shipped_puzzle_offers_a_choice_of_first_moves(path):
    puzzles = read_puzzles(path.read_text(encoding="utf-8"), CATALOGUE.rulesets)
    forced = [
        number
        for number, puzzle in enumerate(puzzles.puzzles, start=1)
        if not offers_choice(puzzles.ruleset, puzzle.state, puzzle.solutions)
    ]
    assert forced == []


def test_a_damaged_puzzle_is_left_out_and_the_others_stay():
    text = SETS[0].read_text(encoding="utf-8")
    entries = entries_of(text)
    damaged = text.replace(f"Rating: {entries[0].rating}", "Rating: hard", 1)
    assert [entry.mark for entry in entries_of(damaged)] == [entry.mark for entry in entries[1:]]


def test_what_is_no_set_of_puzzles_is_refused_with_a_sentence():
    with pytest.raises(ParseError, match="this is not a puzzle file: the first line is"):
        entries_of("(;GM[4])")
    with pytest.raises(ParseError, match="Ruleset"):
        entries_of("Stone Fair puzzles, version 1\n")
