"""Words from files, engines and plug-ins become words that can be drawn, once, where they are read."""

from __future__ import annotations

from itertools import chain

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.plain_text import LONGEST_WORDS, drawable, one_line
from game.core.record.format import parse_participant, parse_ruleset
from game.engine.protocol.replies import ErrorReply, read_reply
from game.ui.painting.theme import Theme


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("An\0na", "Anna"),
        ("\u200b\u202aC:\\Users\ufeff", "C:\\Users"),
        (" one\n\u2028two\t three ", "one two three"),
        ("\u200b", ""),
        ("王小明 Müller", "王小明 Müller"),
        ("e\u0301te", "e\u0301te"),
        ("\ud800x", "x"),
    ],
)
def test_words_are_one_line_of_letters_that_can_be_drawn(text: str, shown: str) -> None:
    assert one_line(text) == shown


def test_words_of_millions_of_letters_are_cut() -> None:
    assert len(one_line("x" * 3_000_000)) == LONGEST_WORDS


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert one_line(one_line(text)) == one_line(text)


def test_every_letter_that_is_kept_can_be_drawn_alone() -> None:
    pygame.font.init()
    font = Theme.load().font("text", 12)
    # Of the ideographs and the Hangul syllables, which fonts treat alike, a sample is enough.
    alike = range(0x3400, 0xA000, 97), range(0xAC00, 0xD7A4, 97)
    others = range(0x3400), range(0xA000, 0xAC00), range(0xD7A4, 1 << 16)
    for code in chain(*alike, *others, range(0x1BC00, 0x1D200), range(0xE0000, 0xE1000)):
        letter = drawable(chr(code))
        assert not letter or letter == "\n" or font.render(letter, True, "white").get_height()


def test_readers_clean_and_cut_names() -> None:
    assert parse_participant("person, \u200bAn\0na").name == "Anna"
    assert len(parse_participant("person, " + "x" * 5_000).name) == LONGEST_WORDS
    assert parse_ruleset("gomoku (Go\0moku)") == ("gomoku", "Gomoku")
    assert read_reply("ERROR no\0thing") == ErrorReply("nothing")


def test_a_tower_of_accents_is_cut_to_three_and_usual_letters_stay() -> None:
    assert drawable("Z" + "\u0301" * 59 + "a") == "Z" + "\u0301" * 3 + "a"
    assert one_line("Z" + "\u0301\u0323" * 20) == "Z\u0301\u0323\u0301"
    vietnamese = "e\u0302\u0301 o\u031b\u0303"
    assert drawable(vietnamese) == vietnamese
