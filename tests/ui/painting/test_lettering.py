"""Words cut to a width: the longest part that fits, found in a few steps however long the text is."""

from __future__ import annotations

import pytest

from game.ui.painting.lettering import shorten, wrap_words


class Ruler:
    """A font whose letters are all ten pixels wide, and which counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def size(self, text: str) -> tuple[int, int]:
        self.asked += 1
        return 10 * len(text), 20


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [("abcdef", 60, "abcdef"), ("abcdef", 59, "abcd…"), ("ab cdef", 40, "ab…"), ("abcdef", 10, "…"), ("abc", 5, "…")],
)
def test_a_text_that_is_too_wide_ends_in_an_ellipsis(text: str, width: int, shown: str) -> None:
    assert shorten(Ruler(), text, width) == shown


def test_a_word_that_is_too_wide_is_cut_into_pieces_of_one_letter_at_least() -> None:
    assert wrap_words(Ruler(), "abcdefg", 30) == ["abc", "def", "g"]
    assert wrap_words(Ruler(), "abc", 5) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("White: 100 %.", ["White:", "100 %."]),
        ("Aikaa on 30 s", ["Aikaa on", "30 s"]),
        ("Memory 350 MB", ["Memory", "350 MB"]),
        ("Muistia 350 Mt", ["Muistia", "350 Mt"]),
        ("After 3 minutes", ["After 3", "minutes"]),
        ("今天下了第 25 手棋", ["今天下了第", "25 手棋"]),
    ],
)
def test_a_unit_stays_on_the_line_of_its_number(text: str, lines: list[str]) -> None:
    assert wrap_words(Ruler(), text, 100 if text.isascii() else 80) == lines


def test_a_text_of_twenty_thousand_letters_is_measured_a_few_times_only() -> None:
    ruler = Ruler()
    assert shorten(ruler, "x" * 20_000, 300) == "x" * 29 + "…"
    assert ruler.asked < 20
