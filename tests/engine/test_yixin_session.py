"""Yixin's commands, in the order in which Yixin-Board sends them, answered by our engine in this process."""

import re
from dataclasses import replace

import pytest

from game.core.notation import Remark
from game.core.ruleset import Choice, WireProtocol, protocols_of
from game.engine.protocol.protocol import About, Malformed
from game.engine.protocol.reading import read_commands
from game.engine.protocol.yixin import (
    BalancedMove,
    BlockedPath,
    BlockedPoints,
    SoosorvCommand,
    SoosorvStep,
    Unsupported,
)
from game.engine.server.root_ranking import RootRanking, first_cells, most_even
from rulesets.gomoku.opening_rules import OPENING_RULES
from tests.engine.test_gomocup_session import GAME, Fours, Table


class Renju(Fours):
    """Fours with the opening rule Soosorv-8."""

    info = replace(
        Fours.info,
        id="renju",
        title="Renju",
        choices=tuple(Choice(key, key, "") for key in ("stay", "swap", *(f"fifths{number}" for number in range(1, 9)))),
    )

    def opening(self, options):
        return OPENING_RULES["soosyrv8"] if options["opening"] == "three" else None


def commands(*lines):
    return list(read_commands(lines))


def board(*stones):
    """What Yixin-Board sends to show a position: a new game, and the moves with the side to move as owner 1."""
    owned = (f"{x},{y},{1 if number % 2 == len(stones) % 2 else 2}" for number, (x, y) in enumerate(stones))
    return ("start 7 7", "yxboard", *owned, "done")


# Reading


@pytest.mark.parametrize(
    ("lines", "command"),
    [
        (["yxblock", "3,4", "done"], BlockedPoints(((3, 4),))),
        (["yxblockundo", "3,4", "5,5", "done"], BlockedPoints(((3, 4), (5, 5)), is_undone=True)),
        (["yxblockpath", "3,4", "5,5", "done"], BlockedPath(((3, 4), (5, 5)))),
        (["yxbalanceone 0"], BalancedMove(1, 0)),
        (["yxbalancetwo -40"], BalancedMove(2, -40)),
        (["yxbalanceone"], BalancedMove(1, 0)),
        (["yxsoosorvstep4 2", "7,7", "8,7", "6,6", "5,5", "done"],
         SoosorvCommand(SoosorvStep.SECOND_SWAP, ((7, 7), (8, 7), (6, 6), (5, 5)), 2)),
    ],
)  # fmt: skip
def test_a_block_is_one_command(lines, command):
    assert commands(*lines, "ABOUT") == [command, About()]


@pytest.mark.parametrize(
    "lines",
    [
        ["yxquerydatabaseall", "7,7", "8,8", "done"],
        ["yxquerydatabaseone", "done"],
        ["yxedittvddatabase 1 87 0 0", "7,7", "done"],
        ["yxeditlabeldatabase 3,4 here", "7,7", "done"],
        ["yxdeletedatabaseall nonwl", "7,7", "done"],
        ["yxsetdatabase", r"C:\games\yixin.db"],
        ["yxdbtotxt", "begin.txt"],
        ["yxhashdump", "table of positions.bin"],
        ["yxdbcheck"],
        ["yxdraw"],
        ["yxresign"],
        ["yxprintfeature"],
        ["yxforbid add 3 4 0"],
        ["yxshowhashusage"],
    ],
)
def test_a_command_without_use_here_takes_its_lines_and_gets_one_sentence(lines):
    unsupported, after = commands(*lines, "ABOUT")
    assert isinstance(unsupported, Unsupported)
    assert after == About()
    table = Table(*lines)
    (said,) = table.said
    assert re.fullmatch(r"MESSAGE [A-Z].*\.", said)


def test_a_command_in_the_place_of_a_file_name_counts():
    assert commands("yxhashload", "about")[1:] == [About()]


def test_a_number_of_fifth_stones_that_cannot_be_is_refused_with_its_lines():
    (refused, after) = commands("yxsoosorvstep5 none", "7,7", "done", "about")
    assert refused == Malformed("YXSOOSORVSTEP5: 'none' is not a number of moves (as in YXSOOSORVSTEP4 2)")
    assert after == About()


# A game at Yixin-Board


def test_the_lines_at_the_start_of_yixin_board_are_understood():
    table = Table("info show_detail 1", "yxshowinfo", "START 7 7", "INFO max_node -1", "INFO caution_factor 1",
                  "INFO vcthread 0", "INFO hash_size 65536", "INFO time_left -20", "INFO usedatabase 0")  # fmt: skip
    threads, bits, ok = table.said
    assert re.fullmatch(r"MESSAGE INFO MAX_THREAD_NUM [1-9]\d*", threads)
    assert bits == "MESSAGE INFO MAX_HASH_SIZE 26"
    assert ok == "OK"


def test_a_running_search_is_drawn_on_the_board_of_yixin_board():
    table = Table("INFO show_detail 1", *board((3, 3)), "yxnbest 2")
    assert table.said[-4:] == [
        "MESSAGE REALTIME BEST 0,0",
        "MESSAGE REALTIME VAL 5",
        "MESSAGE REALTIME PV a7",
        "0,0",
    ]


def test_a_blocked_point_is_not_chosen_until_the_block_is_taken_back():
    ranked = ("INFO level generous", *board((3, 3)))
    assert Table(*ranked).tell("BEGIN") == ["0,0"]
    table = Table(*ranked, "yxblock", "0,0", "2,0", "done")
    assert table.tell("yxnbest 2") == ["1,0"]
    assert [line.split(" n ")[0] for line in table.messages()] == [
        "MESSAGE depth 1-1 multipv 2 ev -4",
        "MESSAGE depth 1-1 ev -2",
    ]
    table.tell("yxblockundo", "0,0", "done")
    assert table.tell(*board((3, 3)), "BEGIN") == ["OK", "0,0"]
    assert table.tell("yxblockreset", *board((3, 3), (0, 0), (1, 0)), "BEGIN") == ["OK", "2,0"]


def test_a_level_that_reports_only_a_blocked_move_plays_near_the_last_stone():
    assert Table(*board((3, 3)), "yxblock", "0,0", "done").tell("BEGIN") == ["3,2"]


def test_blocks_that_leave_no_move_are_ignored_with_a_sentence():
    cells = [f"{x},{y}" for x in range(7) for y in range(7)]
    table = Table(*board((3, 3)), "yxblock", *cells, "done")
    assert table.tell("BEGIN") == ["0,0"]
    assert table.messages()[0] == "MESSAGE Every free point is blocked, so the blocks are ignored."


def test_a_blocked_path_counts_only_after_its_moves():
    table = Table("INFO level generous", "yxblockpath", "3,3", "1,1", "0,0", "done")
    assert table.tell(*board((1, 1), (3, 3)), "BEGIN") == ["OK", "1,0"]
    assert table.tell(*board((3, 3), (1, 1)), "BEGIN") == ["OK", "1,0"]
    assert table.tell(*board((3, 3)), "BEGIN") == ["OK", "0,0"]


def test_balance_places_the_stones_with_the_score_nearest_to_the_bias():
    level = ("INFO level generous",)
    assert Table(*level, *board((3, 3))).tell("yxbalanceone -3") == ["2,0"]
    assert Table(*level, *board((3, 3))).tell("yxbalancetwo -3") == ["2,0 1,0"]
    assert Table(*level, *board((3, 3)), "yxblock", "2,0", "done").tell("yxbalanceone -3") == ["1,0"]


def test_balance_goes_on_from_the_stones_that_it_placed():
    table = Table("INFO level generous", *board((3, 3)), "yxbalancetwo 0")
    assert table.tell("TURN 6,6") == ["2,0"]


def test_a_search_for_defences_without_a_forced_win_plays_on():
    table = Table(*board((3, 3)))
    assert table.tell("yxsearchdefend") == ["0,0"]
    assert "MESSAGE The opponent has no forced win that was found." in table.messages()


def test_defences_are_the_moves_that_were_not_proved_to_lose():
    ranking = RootRanking(GAME, GAME.setup({"size": 7, "variant": "free", "opening": "none"}, 0).state)
    for rank, score, verdict in ((3, -9.0, "lost"), (2, -8.0, ""), (1, 4.0, "won")):
        ranking.take(Remark(depth=2, score=score, variation=(f"{'abc'[rank - 1]}7",), rank=rank, verdict=verdict))
    ranking.take(Remark(depth=3, score=7.0, variation=("g7",), rank=3))
    assert [(move.cell, move.is_lost) for move in ranking.moves] == [(0, False), (1, False), (2, True)]
    assert most_even(ranking.moves, -8).cell == 1


def test_first_stones_are_compared_once_for_each_symmetry():
    state = GAME.setup({"size": 7, "variant": "free", "opening": "none"}, 0).state
    assert len(first_cells(state)) == 4 + 3 + 2 + 1


# Openings


def test_swap2_is_played_in_steps():
    table = Table("INFO level adder", "START 7 7")
    assert table.tell("yxswap2step1") == []
    assert table.messages()[-3:] == [f"MESSAGE SWAP2 MOVE{number}" for number in ("1 1 0", "2 0 0", "3 2 0")]
    table.tell(*board((3, 3), (4, 4), (2, 2)), "yxswap2step2")
    assert table.messages()[-2:] == ["MESSAGE SWAP2 MOVE4 0 0", "MESSAGE SWAP2 MOVE5 1 0"]
    five = board((3, 3), (4, 4), (2, 2), (1, 1), (5, 5))
    table.tell(*five, "yxswap2step3")
    assert table.messages()[-1] == "MESSAGE SWAP2 SWAP2 NO"
    table.tell("INFO level swapper", *five, "yxswap2step3")
    assert table.messages()[-1] == "MESSAGE SWAP2 SWAP2 YES"
    table.tell(*board((3, 3), (4, 4), (2, 2)), "yxswap2step2")
    assert table.messages()[-1] == "MESSAGE SWAP2 SWAP1 YES"
    assert table.tell("yxswap2step3") == ["ERROR YXSWAP2STEP3 needs 5 stones on the board"]


def renju(*lines):
    table = Table()
    table.add(Renju())
    table.tell("INFO ruleset renju", "INFO level failing", "START 7 7", *lines)
    return [line for line in table.said if "SOOSORV" in line or line.startswith("ERROR")]


THREE = ("3,3", "4,4", "5,5")


@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (["yxsoosorvstep1"], [f"MESSAGE SOOSORV MOVE{n}" for n in (1, 2, 3)]),
        (["yxsoosorvstep2", *THREE, "done"], ["MESSAGE SOOSORV SWAP1 NO"]),
        (["yxsoosorvstep3", *THREE, "done"], ["MESSAGE SOOSORV MOVE4 5 4 1"]),
        (["yxsoosorvstep4 3", *THREE, "1,1", "done"], ["MESSAGE SOOSORV SWAP2 NO"]),
        (
            ["yxsoosorvstep5 2", *THREE, "1,1", "done"],
            [
                "MESSAGE SOOSORV MOVE5 REFRESH",
                "MESSAGE SOOSORV MOVE5 ",
                "MESSAGE SOOSORV MOVE5 ",
                "MESSAGE SOOSORV MOVE5 DONE",
            ],
        ),
        (["yxsoosorvstep6", *THREE, "1,1", "0,3", "2,5", "done"], ["MESSAGE SOOSORV MOVE5C "]),
        (["yxsoosorvstep2", *THREE, "1,1", "done"], ["ERROR YXSOOSORVSTEP2 needs 3 stones, not 4"]),
        (["yxsoosorvstep4 12", *THREE, "1,1", "done"], ["ERROR the answer after it is refused"]),
    ],
)
def test_soosorv_is_played_in_steps(lines, answers):
    said = renju(*lines)
    assert len(said) == len(answers)
    for line, beginning in zip(said, answers, strict=True):
        assert line.startswith(beginning)


def test_a_game_without_soosorv_says_so():
    (error,) = Table("START 7 7").tell("yxsoosorvstep1")
    assert error == "ERROR Fours has no opening soosorv with this board and rule"


@pytest.mark.parametrize("name", sorted(OPENING_RULES))
def test_only_soosyrv_8_is_the_opening_of_these_steps(name):
    class One(Fours):
        def opening(self, options):
            return OPENING_RULES[name]

    assert (WireProtocol.SOOSORV in protocols_of(One(), {"size": 7, "variant": "free"})) == (name == "soosyrv8")
