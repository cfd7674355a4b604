"""Our engine on the championship's platform: in this process with thinkers of a few lines, and once as a program."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.core.model import Place
from game.core.ruleset import Info, Level
from game.engine.protocol.reading import LineSplitter
from game.engine.protocol.sau import read_commands
from game.engine.server.sau_session import SauSession
from game.engine.server.think_turn import ThinkingLevel
from game.plugins.registry import Catalogue, discover

MAIN = Path(__file__).resolve().parents[2] / "main.py"
HERE = __name__
PATIENCE = 60.0
GAME = type("Game", (type(discover().rulesets["connect6"]),), {})()


def first_free(state, limits):
    yield Info(note="Nobody hears this.")
    return next(GAME.legal_moves(state))


def scattered(state, limits):
    yield Info()
    return next(move for move in GAME.legal_moves(state) if move.cell % 2 == 0)


def middle(state, limits):
    yield Info()
    return Place(9 * 19 + 9, state.colour)


class Platform:
    """What the platform says and hears."""

    def __init__(self, level: str = "first_free", seconds: float = 1.0) -> None:
        GAME.info = replace(
            GAME.info,
            levels=tuple(Level(name, name, "", f".{name}") for name in ("first_free", "scattered", "middle")),
            hint_level=level,
        )
        self.heard: list[str] = []
        catalogue = Catalogue()
        catalogue.add(GAME.info.id, SimpleNamespace(RULESET=GAME, __name__=HERE))
        self.session = SauSession(catalogue, self.heard.append, lambda: False, seconds)

    def say(self, *lines: str) -> list[str]:
        """The answers to these lines."""
        del self.heard[:]
        for command in read_commands(lines):
            self.session.obey(command)
        return list(self.heard)


def test_it_says_its_name_in_one_word():
    assert Platform().say("name?") == ["name StoneFair"]


def test_black_begins_with_one_stone_and_goes_on_with_two():
    platform = Platform("middle")
    assert platform.say("new black") == ["move JJ@@"]
    platform = Platform()
    assert platform.say("new black", "move JJKK") == ["move AA@@", "move BACA"]


def test_white_waits_for_blacks_first_stone():
    platform = Platform()
    assert platform.say("new white") == []
    assert platform.say("move JJ@@") == ["move AABA"]
    assert platform.say("move ABBB") == ["move CADA"]


def test_a_new_game_begins_on_an_empty_board():
    platform = Platform()
    platform.say("new white", "move AA@@")
    assert platform.say("new black") == ["move AA@@"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("move AABB", "error move AABB is refused: There is already a stone on A19."),
        ("move CC@@", "error move CC has 1 stones, and the turn has 2"),
        ("move CCTA", "error TA is not on the board"),
        ("move CCCC", "error move CCCC is refused: There is already a stone on C17."),
        ("move 7,7", "error '7,7' is no turn (two letters a stone, as in move JJ@@ or move IIKK)"),
        ("new red", "error 'red' is no side (as in new black or new white)"),
        ("go", "error 'go' is no line of this protocol"),
    ],
)
def test_a_bad_line_is_told_in_a_sentence_and_the_game_goes_on_as_it_was(line, sentence):
    platform = Platform()
    platform.say("new white", "move JJ@@")
    assert platform.say(line) == [sentence]
    assert platform.say("move CCDD") == ["move CADA"]


def test_a_turn_before_the_game_and_after_it_is_refused():
    platform = Platform()
    assert platform.say("move JJ@@") == ["error new black or new white comes first"]
    platform.say("new black")
    assert platform.say("end white", "move JJKK") == ["error new black or new white comes first"]


def test_an_opponents_win_is_answered_by_nothing_and_ends_the_game():
    platform = Platform("scattered")
    platform.say("new white", "move JJ@@", "move JKJL", "move JMSS")
    assert platform.say("move JNJO") == []
    assert platform.say("move KKLL") == ["error the game is over"]


def test_a_win_by_the_first_stone_of_a_turn_may_bring_any_second_one():
    platform = Platform("scattered")
    platform.say("new white", "move JJ@@", "move JKJL", "move JMJN")
    assert platform.say("move JOAS") == []
    assert platform.say("error") == ["error there is no turn of ours to take back"]


def test_a_win_of_ours_by_one_stone_is_told_with_a_second_one():
    platform = Platform()
    assert platform.say("new black", "move AGAH", "move AIAJ", "move SKSL") == [
        "move AA@@",
        "move BACA",
        "move DAEA",
        "move FAGA",
    ]


def test_a_refused_turn_is_taken_back_and_made_elsewhere():
    platform = Platform()
    platform.say("new white", "move AA@@")
    assert platform.heard == ["move BACA"]
    assert platform.say("error") == ["move ABBB"]
    assert platform.say("error") == ["move ACBC"]
    assert platform.say("move SSSR") == ["move BACA"], "what was refused once may be free later"


def test_a_refusal_of_nothing_is_told():
    assert Platform().say("error") == ["error there is no turn of ours to take back"]
    platform = Platform()
    assert platform.say("new white", "error") == ["error there is no turn of ours to take back"]


def test_the_time_of_a_turn_is_the_one_that_was_set(monkeypatch):
    given = []
    play_turn = ThinkingLevel.play_turn
    monkeypatch.setattr(
        ThinkingLevel, "play_turn", lambda mind, *asked: given.append(asked[1]) or play_turn(mind, *asked)
    )
    Platform(seconds=8.0).say("new black")
    assert [limits.seconds for limits in given] == [pytest.approx(8.0, rel=0.02)]


def test_a_machine_without_the_game_says_so():
    heard: list[str] = []
    session = SauSession(Catalogue(), heard.append, lambda: False, 1.0)
    for command in read_commands(["new black", "name?"]):
        session.obey(command)
    assert heard == ["error there is no game here with two stones a turn and six in a row on 19x19", "name StoneFair"]


# As a program


@pytest.mark.parametrize("farewell", [b"quit\n", b""])
def test_the_program_answers_and_ends_on_quit_and_at_the_end_of_its_input(farewell):
    lines = b"name?\r\nmove AABB\r\nnonsense \xff\r\n" + farewell
    done = subprocess.run(
        [sys.executable, str(MAIN), "engine", "--protocol", "sau", "--seconds", "0.1"],
        input=lines,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    said = LineSplitter().feed(done.stdout)
    assert said[:2] == ["name StoneFair", "error new black or new white comes first"]
    assert said[2].startswith("error 'nonsense")
    assert done.stderr == b""


def test_two_of_the_programs_take_each_others_turns():
    players = [
        subprocess.Popen(
            [sys.executable, str(MAIN), "engine", "--protocol", "sau", "--seconds", "0.05"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for _ in range(2)
    ]
    try:
        for player, side in zip(players, ("black", "white"), strict=True):
            player.stdin.write(f"new {side}\n")
        line = players[0].stdout.readline().strip()
        for turn in count(1):
            assert line.startswith("move "), line
            if turn == 8:
                break
            players[turn % 2].stdin.write(f"{line}\n")
            line = players[turn % 2].stdout.readline().strip()
    finally:
        for player in players:
            player.communicate("quit\n", timeout=PATIENCE)
