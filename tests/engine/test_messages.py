"""The words of foreign engines about their thinking, as real ones write them, and nonsense."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.geometry import square
from game.core.notation import Remark
from game.core.plain_text import LONGEST_WORDS
from game.engine.host.messages import read_message

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
            Remark(9, 10_000.0, 0, ("h9",), verdict="A certain win in 3 more stones."),
        ),
        ("depth 7 eval -M4", Remark(7, -10_000.0, 0, (), verdict="A certain loss in 2 more stones.")),
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
