"""Our engine under a controller of the Go Text Protocol: in this process with short thinkers, and as a program."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.core.model import ParseError
from game.core.ruleset import Info, Level
from game.engine.protocol import gtp
from game.engine.protocol.reading import LONGEST_LINE
from game.engine.server.gtp_clocks import GtpClocks
from game.engine.server.gtp_session import GtpSession, GtpSetup
from game.engine.server.think_turn import ThinkingLevel
from game.plugins.registry import Catalogue
from rulesets import gomoku

MAIN = Path(__file__).resolve().parents[2] / "main.py"
HERE = __name__
PATIENCE = 60.0
GAME = type("Game", (type(gomoku.RULESET),), {})()


def first_free(state, limits):
    yield Info(note="The first will do.")
    return next(GAME.legal_moves(state))


def failing(state, limits):
    yield Info()
    raise ZeroDivisionError("oops")


GAME.info = replace(
    GAME.info,
    levels=tuple(Level(name, name, "", f".{name}") for name in ("first_free", "failing")),
    hint_level="first_free",
)


class Controller:
    """What a controller says and hears."""

    def __init__(self, **setup) -> None:
        self.heard: list[str] = []
        self.notes: list[str] = []
        catalogue = Catalogue()
        catalogue.add(GAME.info.id, SimpleNamespace(RULESET=GAME, __name__=HERE))
        self.session = GtpSession(
            catalogue, self.heard.append, lambda: False, GtpSetup(**{"seconds": 0.1, **setup}), self.notes.append
        )

    def say(self, *lines: str) -> list[str]:
        """The answers to these lines, without the empty line that ends each."""
        del self.heard[:]
        for command in gtp.read_commands(lines):
            self.session.obey(command)
        assert all(answer.endswith("\n") and "\n\n" not in answer for answer in self.heard)
        return [answer[:-1] for answer in self.heard]


def row(colour: str, points: str) -> list[str]:
    return [f"play {colour} {point}" for point in points.split()]


def test_a_command_is_answered_with_its_number():
    said = Controller().say(
        "protocol_version", "7 name", "0012 known_command genmove", "known_command pass_move", "8 no"
    )
    assert said == ["= 2", "=7 Stone Fair", "=0012 true", "= false", "?8 unknown command"]


def test_comments_control_characters_and_empty_lines_are_no_commands():
    said = Controller().say("", "  \t \r\n", "# play b h8", "1\tpl\x07ay b h8# the middle\r\n", "2 undo \x7f", "\x00")
    assert said == ["=1", "=2"]


def test_every_command_in_the_list_is_known():
    controller = Controller()
    names = controller.say("list_commands")[0].removeprefix("= ").split("\n")
    assert {"play", "genmove", "undo", "boardsize", "clear_board", "komi", "quit", "time_left"} <= set(names)
    assert set(controller.say(*(f"known_command {name}" for name in names))) == {"= true"}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("play b H8", "? illegal move: occupied"),
        ("play b i9", "? syntax error: 'i9' is not a point (as in H8; there is no column I)"),
        ("play b T1", "? illegal move: T1 is not on the board"),
        ("play b h16", "? illegal move: h16 is not on the board"),
        ("play b pass", "? illegal move: There are no passes in this game."),
        ("play green h9", "? syntax error: 'green' is not a color (as in black or w)"),
        ("play b", "? syntax error: expected a color and a point"),
        ("play", "? syntax error: expected a color"),
        ("genmove", "? syntax error: expected a color"),
        ("boardsize 25", "? unacceptable size"),
        ("boardsize 4", "? unacceptable size"),
        ("boardsize 99999999999", "? syntax error: expected 1 whole number"),
        ("boardsize", "? syntax error: expected 1 whole number"),
        ("komi much", "? syntax error"),
        ("known_command", "? syntax error: expected a command"),
        ("time_settings 10 x 1", "? syntax error: expected 3 whole numbers"),
        ("time_left b 10", "? syntax error: expected 2 whole numbers"),
        ("final_score", "? cannot score: the game is not over"),
        (
            "stonefair-rules chess",
            "? there are no rules 'chess' here (there are: freestyle, standard, freestyle_caro, caro, renju)",
        ),
        (
            "stonefair-rules renju swaps",
            "? there are no rules 'renju swaps' here (there are: freestyle, standard, freestyle_caro, caro, renju)",
        ),
        ("stonefair-level best", "? Gomoku has no level 'best' (it has: first_free, failing)"),
        ("12", "?12 unknown command"),
    ],
)
def test_a_bad_line_is_answered_by_an_error_and_changes_nothing(line, answer):
    controller = Controller()
    controller.say("play w h8")
    before = controller.say("showboard", "stonefair-rules", "stonefair-level")
    assert controller.say(line) == [answer]
    assert controller.say("showboard", "stonefair-rules", "stonefair-level") == before


def test_points_have_no_column_i_and_rows_from_the_bottom():
    controller = Controller()
    assert controller.say("boardsize 5", "play black a1", "PLAY b b1", "play W E5") == [
        "=",
        "=",
        "? unknown command",
        "=",
    ]
    assert controller.say("showboard") == [
        "= \n   A B C D E\n 5 . . . . O 5\n 4 . . . . . 4\n 3 . . . . . 3\n 2 . . . . . 2\n 1 X . . . . 1\n   A B C D E"
    ]
    assert controller.say("boardsize 19", "play b J1", "play w t19", "gogui-rules_board")[-1].split("\n")[1:] == [
        " ".join("." * 18 + "O"),
        *[" ".join("." * 19)] * 17,
        " ".join("." * 8 + "X" + "." * 10),
    ]


def test_a_move_is_played_on_the_board_and_undone():
    controller = Controller()
    assert controller.say("genmove b", "genmove w", "reg_genmove b", "genmove b") == [
        "= A15",
        "= B15",
        "= C15",
        "= C15",
    ]
    assert controller.say("undo", "undo", "genmove white", "undo", "undo", "undo") == [
        "=",
        "=",
        "= B15",
        "=",
        "=",
        "? cannot undo",
    ]
    assert controller.notes[0] == "The first will do."


def test_a_colour_may_play_twice_and_white_may_begin():
    assert Controller().say("play w h8", "genmove w", "gogui-rules_side_to_move") == ["=", "= A15", "= black"]


def test_the_loser_resigns_and_nobody_else_plays_on():
    controller = Controller()
    five = row("b", "h8 j8 k8 l8 m8")
    assert controller.say(*five, "genmove w", "genmove b", "play w a1")[-3:] == [
        "= resign",
        "? the game is over",
        "? illegal move: over",
    ]
    assert controller.say("final_score", "gogui-rules_final_result", "gogui-rules_legal_moves") == [
        "= B+1",
        "= black",
        "=",
    ]
    assert controller.say("undo", "gogui-rules_final_result", "genmove w") == ["=", "= unknown", "= A15"]


def test_a_full_board_is_a_draw():
    controller = Controller()
    controller.say("boardsize 5")
    for column, letter in enumerate("ABCDE"):
        for y in range(1, 6):
            controller.say(f"play {'bw'[(column // 2 + y) % 2]} {letter}{y}")
    assert controller.say("final_score", "gogui-rules_final_result", "genmove b") == [
        "= 0",
        "= draw",
        "? the game is over",
    ]


def test_rules_and_sizes_are_those_of_the_ruleset():
    controller = Controller(rules="renju")
    double_three = row("b", "h9 h10 j8 k8")
    assert controller.say("stonefair-rules", *double_three, "play b h8", "play w h8")[-2:] == [
        "? illegal move: double three",
        "=",
    ]
    assert controller.say("stonefair-rules standard", *row("w", "a1 b1 c1 d1 f1 e1"), "gogui-rules_final_result") == [
        *["="] * 7,
        "= unknown",
    ]
    assert controller.say("boardsize 19", "stonefair-rules Renju", "gogui-rules_board_size", "gogui-rules_game_id") == [
        "=",
        "=",
        "= 19",
        "= Gomoku",
    ]


def test_a_pass_is_played_and_answered_by_a_stone_and_both_are_undone():
    controller = Controller(rules="renju")
    assert controller.say("play b h8", "play w PASS", "gogui-rules_side_to_move", "genmove b", "genmove w") == [
        "=",
        "=",
        "= black",
        "= A15",
        "= B15",
    ]
    assert controller.say("undo", "undo", "undo", "gogui-rules_side_to_move", "genmove w", "undo", "undo", "undo") == [
        *["="] * 3,
        "= white",
        "= A15",
        *["="] * 2,
        "? cannot undo",
    ]


def test_two_passes_in_a_row_are_a_draw_until_one_is_undone():
    controller = Controller(rules="renju")
    controller.say("play b h8", "play w pass", "play b pass")
    assert controller.say("final_score", "gogui-rules_legal_moves", "genmove w", "play w pass") == [
        "= 0",
        "=",
        "? the game is over",
        "? illegal move: The game is over.",
    ]
    assert controller.say("undo", "gogui-rules_final_result", "play b j8", "play w pass", "final_score") == [
        "=",
        "= unknown",
        "=",
        "=",
        "? cannot score: the game is not over",
    ]


def test_passes_are_among_the_legal_moves_of_rules_with_passes_alone():
    controller = Controller()
    assert controller.say("boardsize 5", "gogui-rules_legal_moves")[-1].endswith(" E1")
    assert controller.say("stonefair-rules Freestyle passes", "stonefair-rules", "play w pass") == [
        "=",
        "= freestyle passes",
        "=",
    ]
    assert controller.say("gogui-rules_legal_moves")[0].endswith(" E1 pass")


@pytest.mark.parametrize("setup", [{"rules": "chess"}, {"level": "best"}])
def test_unknown_rules_and_levels_are_refused_at_the_start(setup):
    with pytest.raises(ParseError):
        Controller(**setup)


def test_a_thinker_that_fails_is_told_beside_the_protocol():
    controller = Controller(level="failing")
    assert controller.say("stonefair-level", "genmove b") == ["= failing", "= H8"]
    assert controller.notes == [
        "failing found no move and played a nearby free point instead (ZeroDivisionError: oops)."
    ]
    assert controller.say("stonefair-level first_free", "genmove w") == ["=", "= A15"]


def test_the_time_of_a_turn_follows_the_controllers_clock(monkeypatch):
    given = []
    play_turn = ThinkingLevel.play_turn
    monkeypatch.setattr(
        ThinkingLevel, "play_turn", lambda mind, *asked: given.append(asked[1]) or play_turn(mind, *asked)
    )
    Controller(seconds=8.0).say(
        "genmove b",
        "time_settings 0 20 5",
        "genmove b",
        "time_settings 600 0 0",
        "time_left w 3 0",
        "genmove b",
        "genmove w",
        "time_left w 12 6",
        "genmove w",
    )
    unlimited, period, whole, last, stones = (limits.seconds for limits in given)
    assert unlimited == pytest.approx(8.0, rel=0.02)
    assert period == pytest.approx(4.0, rel=0.03)
    assert 10 < whole < 60
    assert 0 < last < 0.5
    assert stones == pytest.approx(2.0, rel=0.05)


def test_a_clock_that_nobody_reports_passes_from_its_main_time_to_its_periods():
    clocks = GtpClocks(5.0)
    clocks.set_times(10, 6, 2)
    assert clocks.at_turn("b").allowance(100, 1)[1] > 5
    clocks.end_turn("b", 10.5, 10.5, 10.5)
    target, most = clocks.at_turn("b").allowance(100, 10)
    assert 2.5 < target < 3.0
    assert most == 0.0
    clocks.begin_game()
    assert clocks.at_turn("b").allowance(100, 10)[0] < 2.0
    clocks.set_times(10, 6, 0)
    assert 4.5 < clocks.at_turn("b").allowance(100, 10)[0] < 5.0


def test_a_line_of_any_length_is_one_line():
    source = io.BytesIO(b"name\n" + b"x" * (3 * LONGEST_LINE) + b"\nversion\r\nquit")
    lines = list(gtp.whole_lines(source))
    assert [len(line) for line in lines] == [5, LONGEST_LINE, 9, 4]
    assert [command.name for command in gtp.read_commands(lines)][2:] == ["version", "quit"]


# As a program


@pytest.mark.parametrize("farewell", [b"9 quit\nname\n", b"9 quit", b""])
def test_the_program_answers_everything_in_order_and_ends_on_quit_or_at_the_end_of_its_input(farewell):
    lines = b"1 boardsize 15\r\n2 genmove b\n3 genmove w\n\xff\xfe\n4 known_command quit\n" + farewell
    done = subprocess.run(
        [sys.executable, str(MAIN), "engine", "--protocol", "gtp", "--level", "basic", "--seconds", "0.7"],
        input=lines,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    answers = done.stdout.decode().replace("\r\n", "\n").split("\n\n")
    assert answers.pop() == ""
    assert [answer[:2] for answer in answers] == ["=1", "=2", "=3", "? ", "=4", *(["=9"] if farewell else [])]


def test_the_program_says_why_it_cannot_start():
    done = subprocess.run(
        [sys.executable, str(MAIN), "engine", "--protocol", "gtp", "--rules", "go"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"there are no rules 'go' here" in done.stderr
