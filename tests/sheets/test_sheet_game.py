"""The ruleset of a sheet against the slow referee: the same legal moves, boards, captures, points and results."""

import random
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from game.core.model import EMPTY, Place
from game.core.ruleset import Pass, format_move, parse_move, with_turn
from game.plugins.sheet_files import SHIPPED, SheetFolders, shipped_paths
from game.sheets.game import SheetGame
from game.sheets.levels import LEVELS
from game.sheets.reading import read_sheet
from game.sheets.sheet_state import SheetState
from game.sheets.writing import write_sheet
from tests.sheets.sheets_to_try import SHEETS
from tests.sheets.slow_referee import Referee

FOLDERS = SheetFolders(None)
SHIPPED_TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in shipped_paths()}
BASES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((SHIPPED / "base").glob("*.toml"))}
ALL = {**SHEETS, **{f"shipped_{key}": text for key, text in {**SHIPPED_TEXTS, **BASES}.items()}}
#: A pass is chosen rarely, so that games go on.
PASSES = 0.1


def game_of(key: str) -> SheetGame:
    def find(name: str):
        return read_sheet(SHEETS[name], name, find) if name in SHEETS else FOLDERS.find(name)

    return SheetGame(read_sheet(ALL[key], key, find), LEVELS)


def referee_of(key: str) -> Referee:
    others = {name: tomllib.loads(text) for name, text in {**SHIPPED_TEXTS, **BASES, **SHEETS}.items()}
    return Referee(tomllib.loads(ALL[key]), others)


def facts(game: SheetGame, state: SheetState) -> Mapping[str, object]:
    outcome, colours = game.outcome(state), game.info.colours
    words = {format_move(game.info, game.board, move) for move in game.legal_moves(state)}
    if outcome is None and game.check(state, Pass()) is None:
        words.add("pass")
    winner = None if outcome is None or outcome.winner is None else state.colours[outcome.winner]
    return {
        "legal": words,
        "result": None if outcome is None else ("first", "second")[colours.index(winner)] if winner else "draw",
        "board": {game.board.names[cell]: stone for cell, stone in enumerate(state.board) if stone != EMPTY},
        "captured": tuple(state.captured.get(colour, 0) for colour in colours),
        "score": tuple(state.scores[colour] for colour in colours) if game.rules.line.points else (0, 0),
        "to move": state.seat if outcome is None else None,
    }


def facts_of_referee(referee: Referee) -> Mapping[str, object]:
    is_over = referee.result() is not None
    return {
        "legal": set() if is_over else set(referee.legal()),
        "result": referee.result(),
        "board": referee.board(),
        "captured": referee.captured(),
        "score": referee.score(),
        "to move": None if is_over else referee.to_move(),
    }


def play_beside_the_referee(key: str, seed: int) -> None:
    game, referee, dice = game_of(key), referee_of(key), random.Random(seed)
    state, words = game.setup({}, 0).state, []
    while True:
        ours, theirs = facts(game, state), facts_of_referee(referee)
        assert ours == theirs, (seed, words)
        if ours["result"] is not None:
            return
        stones = sorted(ours["legal"] - {"pass"})
        word = "pass" if "pass" in ours["legal"] and (not stones or dice.random() < PASSES) else dice.choice(stones)
        words.append(word)
        state = game.apply(state, parse_move(game.info, state, word)).state
        referee.play(word)


@pytest.mark.parametrize("key", ALL)
def test_a_random_game_goes_as_the_slow_referee_says(key):
    play_beside_the_referee(key, seed=1)


@pytest.mark.night
@pytest.mark.parametrize("key", ALL)
def test_a_hundred_random_games_go_as_the_slow_referee_says(key):
    for seed in range(100):
        play_beside_the_referee(key, seed)


def played(key, words):
    game = game_of(key)
    state = game.setup({}, 0).state
    for word in words.split():
        state = game.apply(state, parse_move(game.info, state, word)).state
    return game, state


def test_captured_stones_are_kept_when_the_other_side_is_asked_for_its_threats():
    game, state = played("pente", "j10 j11 a1 j12 j13 a2")
    turned = with_turn(game, {}, state, "w")
    assert (turned.colour, turned.captured, turned.board) == ("w", {"b": 2, "w": 0}, state.board)
    assert with_turn(game, {}, state, "b") is state


def test_stones_that_fall_down_have_threats_but_no_open_rows():
    # Black's three has a cell at its end that no stone can reach yet; as an open row it would be said to win.
    game, state = played("shipped_four_in_a_column", "b1 a1 c1 g1")
    assert (game.attacks(state), game.reason(state, Place(game.board.cell("d1"), "b"))) == (None, None)
    state = game.apply(state, Place(game.board.cell("d1"), "b")).state
    (black, white) = game.threats(state)
    assert (black.lines, white.lines) == ((tuple(map(game.board.cell, ("b1", "c1", "d1", "e1"))),), ())


@pytest.mark.parametrize("key", ALL)
def test_every_position_can_be_written_and_read(key):
    game, dice = game_of(key), random.Random(2)
    state = game.setup({}, 0).state
    while game.outcome(state) is None:
        state = game.apply(state, dice.choice(list(game.legal_moves(state)))).state
        assert game.load(game.dump(state), {}) == state


@pytest.mark.parametrize("key", ALL)
def test_a_written_sheet_is_the_same_when_it_is_read(key):
    sheet = game_of(key).sheet

    assert read_sheet(write_sheet(sheet), key, lambda _key: None) == sheet


@pytest.mark.parametrize("key", SHIPPED_TEXTS)
def test_a_shipped_sheet_is_short_and_its_sample_can_be_played(key):
    game = game_of(f"shipped_{key}")
    state = game.setup({}, 0).state
    for word in game.info.sample:
        move = parse_move(game.info, state, word)
        assert game.check(state, move) is None, word
        state = game.apply(state, move).state

    assert game.info.sample
    assert len(Path(SHIPPED / f"{key}.toml").read_text(encoding="utf-8").splitlines()) <= 25
