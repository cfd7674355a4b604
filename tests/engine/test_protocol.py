"""Lines parsed and formatted, whatever a manager or an engine sends."""

import re
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.geometry import square
from game.core.notation import Remark
from game.core.ruleset import Proof, WinMeans
from game.engine.client.opponent import Question
from game.engine.client.own_dialect import format_question
from game.engine.protocol import reading, replies
from game.engine.protocol.protocol import (
    About,
    Begin,
    Board,
    BoardStone,
    End,
    InfoLine,
    Malformed,
    PositionText,
    Restart,
    Start,
    Swap2Board,
    Takeback,
    TurnCommand,
    Unknown,
)
from game.engine.protocol.reading import LineSplitter, read_commands
from game.engine.protocol.replies import ErrorReply, Moves, format_proof, format_remark, read_reply
from game.engine.protocol.yixin import ShowForbidden, Stop


def commands(text: str) -> list[object]:
    return list(read_commands(text.split("\n")))


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("START 15", Start(15, 15)),
        ("start 15  15", Start(15, 15)),
        ("START 15 20", Start(15, 20)),
        ("start 20", Start(20, 20)),
        ("RECTSTART 20,15", Start(20, 15)),
        ("BEGIN", Begin()),
        ("TURN 7,8", TurnCommand((7, 8))),
        ("TURN  7 , 8 ", TurnCommand((7, 8))),
        ("TAKEBACK 0,19", Takeback((0, 19))),
        ("RESTART", Restart()),
        ("ABOUT", About()),
        ("END", End()),
        ("YXSTOP", Stop()),
        ("YXSHOWFORBID", ShowForbidden()),
        ("INFO timeout_turn 1000", InfoLine("timeout_turn", "1000")),
        ("INFO FOLDER C:\\My Games\\x", InfoLine("folder", "C:\\My Games\\x")),
        ("INFO", InfoLine("", "")),
        ("SUGGEST 1,2", Unknown("SUGGEST 1,2")),
        ("hello there", Unknown("HELLO there")),
    ],
)
def test_a_command_is_read(line, command):
    assert commands(line) == [command]


@pytest.mark.parametrize(
    ("line", "is_yixin"),
    [("start 15 15", True), ("YXSHOWFORBID", True), ("yxnosuchcommand 3", True), ("START 15", False), ("BEGIN", False)],
)
def test_yixins_dialect_is_known_by_start_with_two_numbers_and_by_commands_that_begin_with_yx(line, is_yixin):
    (command,) = commands(line)
    assert command.is_yixin == is_yixin


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("START 15 15 15", "START: '15 15 15' is not a board size"),
        ("START", "START: '' is not a board size"),
        ("START fifteen", "START: 'fifteen' is not a board size"),
        ("START -3", "START: '-3' is not a board size"),
        ("TURN 7;7", "TURN: '7;7' is not a pair of numbers"),
        ("TURN 9999,1", "TURN: '9999,1' is not a pair"),
        ("BOARD\n7,7\nDONE", "BOARD: '7,7' is not a stone"),
        ("BOARD\n7,7,4\n8,8,8\nDONE", "BOARD: '7,7,4' is not a stone"),
        ("SWAP2BOARD\n7\nDONE", "SWAP2BOARD: '7' is not a pair"),
    ],
)
def test_a_malformed_command_becomes_one_sentence_that_quotes_it(text, sentence):
    (command,) = commands(text)
    assert isinstance(command, Malformed)
    assert command.sentence.startswith(sentence)


def test_a_board_is_collected_up_to_done():
    (board, after) = commands("BOARD\n7,7,1\n 8,7,2 \nDONE\nBEGIN")
    assert board == Board((BoardStone((7, 7), 1), BoardStone((8, 7), 2)))
    assert after == Begin()


def test_empty_lines_within_a_board_are_skipped():
    assert commands("BOARD\n\n7,7,1\n  \n8,7,2\n\nDONE") == [Board((BoardStone((7, 7), 1), BoardStone((8, 7), 2)))]


def test_a_quiet_board_wants_no_answer():
    assert commands("YXBOARD\n7,7,1\nDONE") == [Board((BoardStone((7, 7), 1),), answered=False)]


def test_a_swap2_board_may_be_empty():
    assert commands("SWAP2BOARD\nDONE\nSWAP2BOARD\n1,2\n3,4\n5,6\nDONE") == [
        Swap2Board(()),
        Swap2Board(((1, 2), (3, 4), (5, 6))),
    ]


def test_a_board_without_done_is_refused_at_the_next_command_which_counts():
    refused, about = commands("BOARD\n7,7,1\nABOUT")
    assert refused == Malformed("BOARD: DONE is missing before 'ABOUT'")
    assert about == About()


def test_a_position_keeps_its_lines_as_they_are():
    for done in ("DONE", " done "):
        assert commands(f"POSITION\n. b .\n\n  END of it\n{done}") == [PositionText(". b .\n\n  END of it")]


def test_a_position_without_end_is_given_up():
    (first, *_) = commands("POSITION\n" + ". .\n" * (reading.LONGEST_POSITION + 2))
    assert first == Malformed(f"POSITION: no DONE within {reading.LONGEST_POSITION} lines")


def test_commands_come_as_soon_as_their_last_line_is_there():
    taken = []

    def lines():
        for line in ("BOARD", "7,7,1", "DONE", "BEGIN"):
            taken.append(line)
            yield line

    stream = read_commands(lines())
    next(stream)
    assert taken == ["BOARD", "7,7,1", "DONE"]


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text):
    for command in commands(text):
        assert fields(command) is not None


# Bytes to lines


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
def test_a_line_is_there_as_soon_as_its_end_is_whatever_ends_it(end):
    splitter = LineSplitter()
    assert splitter.feed(b"START 15" + end) == ["START 15"]
    assert splitter.feed(b"BEGIN" + end) == ["BEGIN"]


@given(st.lists(st.text(alphabet="ab é", max_size=8), max_size=8), st.data())
def test_lines_do_not_depend_on_how_their_bytes_arrive(lines, data):
    text = "".join(line + data.draw(st.sampled_from(["\r\n", "\n"])) for line in lines).encode()
    splitter, found = LineSplitter(), []
    while text:
        size = data.draw(st.integers(1, len(text)))
        found += splitter.feed(text[:size])
        text = text[size:]
    assert found == lines


def test_a_line_without_an_end_takes_no_more_memory_than_a_long_one():
    splitter = LineSplitter()
    for _ in range(100):
        assert splitter.feed(b"x" * 100_000) == []
    (line,) = splitter.feed(b"\n")
    assert len(line) == reading.LONGEST_LINE
    assert splitter.feed(b"BEGIN\n") == ["BEGIN"]


def test_bytes_that_are_no_text_are_replaced():
    assert LineSplitter().feed(b"\xff\xfe\n") == ["\ufffd\ufffd"]


# What an engine says


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("h8", Moves(("h8",))),
        ("h8 i9\r", Moves(("h8", "i9"))),
        ("e7=w", Moves(("e7=w",))),
        ("put2", Moves(("put2",))),
        ("white h9", Moves(("white", "h9"))),
        ("ERROR there is no such level", ErrorReply("there is no such level")),
        ("UNKNOWN POSITION", ErrorReply("POSITION")),
        ("MESSAGE depth 2 score 35 nodes 812 pv h8 i9", Remark(2, 35.0, 812, ("h8", "i9"))),
        ("MESSAGE depth 2 score 3 nodes 8 speed 90 rank 2 pv h8", Remark(2, 3.0, 8, ("h8",), rank=2)),
        ("MESSAGE depth 2-3 ev 35 n 812 n/ms 9 tm 90 pv h8 i9", Remark(2, 35.0, 812, ("h8", "i9"), speed=9000)),
        ("MESSAGE depth 2-2 multipv 2 ev 3 n 8 n/ms 0 tm 0 pv h8", Remark(2, 3.0, 8, ("h8",), rank=2)),
        ("MESSAGE depth 2-2 ev -3.5 n 0 n/ms 0 tm 0", Remark(2, -3.5, 0)),
        ("MESSAGE depth 2 score -3.5 nodes 0", Remark(2, -3.5, 0)),
        ("MESSAGE note blocks an open three", Remark(note="blocks an open three")),
        ("MESSAGE verdict Forced win.", Remark(verdict="Forced win.")),
        ("PROOF none", Proof()),
        ("PROOF unknown", Proof(is_known=False)),
        ("PROOF fours h8", Proof(WinMeans.FOURS, ("h8",))),
        ("PROOF threats h8 i9", Proof(WinMeans.THREATS, ("h8", "i9"))),
    ],
)
def test_a_reply_is_read(line, reply):
    assert read_reply(line) == reply


@pytest.mark.parametrize(
    "line",
    [
        "",
        "OK",
        "7,7",
        "DEBUG h8",
        "MESSAGE hello",
        "MESSAGE depth x score y nodes z",
        "MESSAGE depth 1 score 1.2.3 nodes 1",
        "MESSAGE depth 1-1 ev 1.2.3 n 1 n/ms 0 tm 0",
        "Traceback (most recent call last):",
        "h8, i9",
        "H8",
        "PROOF",
        "PROOF magic h8",
        "PROOF none h8",
        "\ufffd\ufffd",
        "a1 " * 400,
    ],
)
def test_what_says_nothing_to_us_is_no_reply(line):
    assert read_reply(line) is None


@given(st.text(max_size=100))
def test_any_line_can_be_read_as_a_reply(text):
    read_reply(text)


words = st.from_regex(r"[a-t][1-9](=[bwc])?", fullmatch=True)


@given(
    st.builds(
        Remark,
        depth=st.integers(1, 99),
        score=st.integers(-(10**9), 10**9).map(float),
        nodes=st.integers(0, 10**12),
        variation=st.lists(words, max_size=6).map(tuple),
        speed=st.integers(0, 10**6).map(lambda thousands: 1000 * thousands),
        rank=st.integers(1, 200),
    )
)
def test_a_thought_is_read_as_it_was_written(remark):
    (line,) = format_remark(remark)
    assert read_reply(line) == remark


def test_a_thought_has_the_form_that_readers_of_rapfis_and_yixins_expect():
    """The pattern is that of pygomo-lib."""
    remark = Remark(9, -35.0, 81_200, ("h8", "i9"), speed=640_400, rank=2)
    (line,) = format_remark(remark)
    assert line == "MESSAGE depth 9-9 multipv 2 ev -35 n 81200 n/ms 640 tm 127 pv h8 i9"
    assert re.match(
        r"MESSAGE depth\s+(\d+)-(\d+)\s+(?:multipv\s+(\d+)\s+)?ev\s+([+-]?\w*\d+)\s+n\s+([\d.]+[KMG]?)\s+"
        r"n/ms\s+(\d+)\s+tm\s+(\d+)\s+pv\s+(.+)",
        line,
    )


def test_a_note_of_several_lines_is_written_as_one():
    assert format_remark(Remark(note="first\nsecond")) == ["MESSAGE note first second"]


def test_a_question_is_read_as_the_commands_it_means():
    question = Question(
        revision=1,
        ruleset_id="toy",
        options={"size": 7, "fast": True},
        level="any",
        position_text=". b\n. .",
        seconds=0.25,
        seed=9,
        nodes=300,
        ponders=True,
    )
    lines = format_question(question)
    assert commands("\n".join(lines)) == [
        InfoLine("ruleset", "toy"),
        InfoLine("option", "size 7"),
        InfoLine("option", "fast True"),
        InfoLine("level", "any"),
        InfoLine("seed", "9"),
        InfoLine("timeout_turn", "250"),
        InfoLine("max_node", "300"),
        InfoLine("pondering", "1"),
        PositionText(". b\n. ."),
    ]


def test_points_count_from_the_upper_left():
    board = square(15)
    assert replies.format_point(board, board.cell("a15")) == "0,0"
    assert replies.format_point(board, board.cell("h8")) == "7,7"
    assert replies.format_forbidden(board, [board.cell("a15"), board.cell("l3")]) == "FORBID 00001112."


@pytest.mark.parametrize("proof", [Proof(), Proof(is_known=False), Proof(WinMeans.THREES, ("h8",))])
def test_a_proof_is_read_as_it_was_written(proof):
    assert read_reply(format_proof(proof)) == proof
