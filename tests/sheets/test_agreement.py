"""Rules that exist twice agree: sheets of the program's own games beside the rulesets of these games."""

import random

import pytest

from game.core.model import Outcome, State
from game.core.ruleset import Ruleset, complete_options
from game.plugins.registry import discover
from game.plugins.sheet_files import SheetFolders
from game.sheets.game import SheetGame
from game.sheets.levels import LEVELS
from game.sheets.reading import read_sheet

SHIPPED = discover().rulesets
FOLDERS = SheetFolders(None)
#: Sheets that are like a shipped one, but for a few keys.
CHANGED = {
    "standard": 'title = "Standard"\nlike = "gomoku"\nline.longer = "nothing"',
    "caro": 'title = "Caro"\nlike = "gomoku"\n[line]\nlonger = "nothing"\nblocked = "nothing"',
    "swap2": 'title = "Swap2"\nlike = "gomoku"\nturn.opening = "swap2"',
    "swap": 'title = "Swap"\nlike = "gomoku"\nturn.opening = "swap"',
    "pro": 'title = "Pro"\nlike = "renju"\nturn.opening = "pro"',
}
#: The sheet, and the id and options of the ruleset that has the same rules.
PAIRS = {
    "gomoku": ("gomoku", {}),
    "renju": ("gomoku", {"variant": "renju"}),
    "standard": ("gomoku", {"variant": "standard"}),
    "caro": ("gomoku", {"variant": "caro"}),
    "swap": ("gomoku", {"opening": "swap"}),
    "swap2": ("gomoku", {"opening": "swap2"}),
    "pro": ("gomoku", {"variant": "renju", "opening": "pro"}),
    "connect6": ("connect6", {}),
    "six_in_a_row": ("six_in_a_row", {}),
    "threestones": ("threestones", {"first": "w"}),
}


def sheet_game(key: str) -> SheetGame:
    sheet = read_sheet(CHANGED[key], key, FOLDERS.find) if key in CHANGED else FOLDERS.find(key)
    assert sheet is not None
    return SheetGame(sheet, LEVELS)


def end_of(ruleset: Ruleset, state: State) -> tuple[int | None, dict[str, int]] | None:
    outcome: Outcome | None = ruleset.outcome(state)
    return None if outcome is None else (outcome.winner, dict(outcome.scores))


def walk(key: str, seed: int, positions: int) -> int:
    """Play a random game by both rules, compare at most ``positions`` positions, and return their number."""
    sheet, (ruleset_id, given) = sheet_game(key), PAIRS[key]
    other = SHIPPED[ruleset_id]
    options = complete_options(other.info, given)
    ours, theirs, dice = sheet.setup({}, 0).state, other.setup(options, 0).state, random.Random(seed)
    for number in range(positions):
        legal = set(sheet.legal_moves(ours))
        assert legal == set(other.legal_moves(theirs)), f"seed {seed}, move {number}"
        assert end_of(sheet, ours) == end_of(other, theirs), f"seed {seed}, move {number}"
        if not legal:
            return number + 1
        move = dice.choice(sorted(legal, key=str))
        ours, theirs = sheet.apply(ours, move).state, other.apply(theirs, move).state
    return positions


@pytest.mark.parametrize("key", PAIRS)
def test_a_sheet_and_a_ruleset_with_the_same_rules_agree(key):
    assert walk(key, seed=3, positions=60)


@pytest.mark.night
@pytest.mark.parametrize("key", PAIRS)
def test_a_sheet_and_a_ruleset_with_the_same_rules_agree_on_ten_thousand_positions(key):
    seen, seed = 0, 0
    while seen < 10_000:
        seen += walk(key, seed, 10_000 - seen)
        seed += 1
