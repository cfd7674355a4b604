"""The words of foreign engines about their thinking, as real ones write them, and nonsense."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.geometry import square
from game.core.notation import Remark
from game.core.plain_text import LONGEST_WORDS
from game.engine.client.texts import read_message
from game.engine.protocol.reading import LONGEST_LINE

BOARD = square(15)


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (
            "Depth 8-12 | Eval -117 | Time 11ms | H9 I9 J10",
            Remark(8, -117.0, 0, ("h9", "i9", "j10")),
        ),
        ("Speed 302K | Depth 15-36 | Eval -269 | Node 204K | Time 676ms", Remark(15, -269.0, 204_000, speed=302_000)),
        (
            "Depth 9-21 | Eval +M5 | Time 3ms | H9",
            Remark(9, 10_000.0, 0, ("h9",), verdict="Forced win in 3 stones."),
        ),
        ("depth 7 eval -M4", Remark(7, -10_000.0, 0, (), verdict="Forced loss in 2 stones.")),
        ("depth: 6-11 best:[7,6] val=-42 time:68ms", Remark(6, -42.0, 0, ("h9",))),
        ("depth 10-15 ev 12.5 n 1.5M", Remark(10, 12.5, 1_500_000)),
        ("depth 3 best:[99,3]", Remark(3)),
        ("Load config from config.toml", Remark(note="Load config from config.toml")),
        ("OptiTime 502ms | MaxTime 670ms", Remark(note="OptiTime 502ms | MaxTime 670ms")),
    ],
)
def test_numbers_and_line_are_read_where_an_engine_tells_them(text: str, remark: Remark) -> None:
    assert read_message(text, BOARD) == remark


@given(st.text(max_size=400) | st.from_regex(r"depth \d+ (ev|eval|n|score|pv|[a-z]\d| |[+-]|M|\d|\.)*", fullmatch=True))
def test_whatever_it_says_is_read_and_short(text: str) -> None:
    remark = read_message(text, BOARD)
    assert len(remark.note) <= LONGEST_WORDS
    assert remark.depth >= 0


@pytest.mark.parametrize(
    "piece",
    [
        "h8 ",
        "h8,",
        "a",
        "ev",
        "ev ",
        "depth 1 ev\t",
        "n 1",
        "best 1,",
        "speed:",
        "h8" + " " * 60,
        "-M4",
        '"',
        "=",
        "\u0661",
    ],
)
def test_the_longest_line_is_read_at_once_whatever_is_in_it(piece: str) -> None:
    """A line took 100 ms, and 256 of them came in at a time."""
    line = f"depth 30 ev 7 n 12M pv {piece * LONGEST_LINE}"[:LONGEST_LINE]
    began = time.process_time()
    for _ in range(20):
        read_message(line, BOARD)
    assert (time.process_time() - began) / 20 < 0.01


def test_of_a_line_of_play_without_an_end_the_last_cells_are_read() -> None:
    remark = read_message("depth 9 ev 3 " + "a1 " * 2_000 + "h8 i9", BOARD)
    assert len(remark.variation) == 60
    assert remark.variation[-2:] == ("h8", "i9")


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("depth 3 pv:h8 i9", ("h8", "i9")),
        ("depth 3 [h8, i9", ("h8", "i9")),
        ("depth 3 ev +M5", ()),
        ("depth 3 xh8 i9", ("i9",)),
        ("depth 3 h8 then i9", ("i9",)),
        ("depth 3 h8 i9 done", ()),
    ],
)
def test_a_line_of_play_ends_where_another_word_stands(text: str, cells: tuple[str, ...]) -> None:
    assert read_message(text, BOARD).variation == cells
