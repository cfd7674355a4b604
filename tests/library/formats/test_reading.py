"""Opening a file: whatever comes in, studies or one sentence come out."""

import gzip
import random

import pytest

from game.core.model import ParseError
from game.core.record.writer import write_tournament
from game.core.ruleset import format_move
from game.library.formats.reading import MOST_BYTES, open_bytes, open_file
from game.library.study.tree import ROOT
from game.plugins.registry import discover
from tools.stress.random_games import random_tournament

RULESETS = discover().rulesets


@pytest.mark.parametrize("seed", range(8))
def test_a_tournament_of_ours_opens_with_a_study_for_each_game(seed):
    tournament = random_tournament(random.Random(seed))
    opened = open_bytes(write_tournament(tournament).encode(), "Friday.txt", RULESETS)
    assert opened.tournament is not None
    assert len(opened.studies) == len(tournament.games)
    for study, game in zip(opened.studies, tournament.games, strict=True):
        assert study.tree.moves_to(study.tree.continuation(0)[-1] if len(study.tree) else 0) == game.match.moves


def test_a_damaged_tournament_opens_with_what_can_be_read_and_says_what_was_lost():
    text = write_tournament(random_tournament(random.Random(1))).replace("Series: ", "Series: best of cake ")
    opened = open_bytes(text.encode(), "Friday.txt", RULESETS)
    assert opened.studies
    assert "best of cake" in opened.problems[0]


@pytest.mark.parametrize("content", [b"", b" \n", b"\x00" * 99, b"Dear diary", b"\xff\xfe\xff"])
def test_what_is_no_game_is_refused_with_the_name_of_the_file(content):
    with pytest.raises(ParseError, match=r"^cake\.txt: "):
        open_bytes(content, "cake.txt", RULESETS)


def test_a_file_in_a_gzip_file_is_read_up_to_any_damage():
    game = b"(;GM[4]SZ[15];B[hh];W[ii])"
    whole = gzip.compress(game * 300)
    assert len(open_bytes(whole, "games.sgf.gz", RULESETS).studies) == 300
    assert len(open_bytes(whole[:-8] + b"xxxxxxxx", "games.gz", RULESETS).studies) == 300
    assert 1 <= len(open_bytes(whole[:60], "games.gz", RULESETS).studies) < 300
    assert len(open_bytes(gzip.compress(bytes([2, 112, 97])), "game.pos.gz", RULESETS).studies[0].tree) == 2
    for damaged in (whole[:3], whole[:3] + b"nonsense" * 9, gzip.compress(b""), gzip.compress(whole)):
        with pytest.raises(ParseError):
            open_bytes(damaged, "games.sgf.gz", RULESETS)


def test_a_gzip_file_does_not_fill_the_memory():
    with pytest.raises(ParseError, match="100 MB"):
        open_bytes(gzip.compress(b"(" * (MOST_BYTES + 1), 1), "bomb.sgf.gz", RULESETS)


def test_a_file_that_is_too_large_is_not_looked_into():
    with pytest.raises(ParseError, match="100 MB"):
        open_bytes(b"(" * (MOST_BYTES + 1), "huge.sgf", RULESETS)


@pytest.mark.parametrize("name", ["", "nowhere.sgf", "a/b/c.sgf", "x" * 3000, "nul\0.sgf"])
def test_what_cannot_be_opened_is_told_in_a_sentence(tmp_path, name):
    with pytest.raises(ParseError):
        open_file(tmp_path / name, RULESETS)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("h8_i9_g7", "h8 i9 g7"),
        ("https://gomocalc.com/#/h8i9g7\n", "h8 i9 g7"),
        ("BOARD\n7,7,1\n8,6,2\nDONE\n", "h8 i9"),
        ("play black H8\nplay white J9\n", "h8 i9"),
    ],
)
def test_a_text_file_is_read_like_a_pasted_text(text: str, moves: str) -> None:
    study = open_bytes(text.encode(), "a.txt", RULESETS).studies[0]
    info, geometry = study.ruleset.info, study.first_state.geometry
    written = [format_move(info, geometry, study.tree.move(node)) for node in study.tree.continuation(ROOT)]
    assert " ".join(written) == moves


@pytest.mark.parametrize("text", ["See https://gomocalc.com/#/h8i9g7 for more.", "<a href='https://x.org/a1b2'>x</a>"])
def test_a_page_or_a_letter_with_an_address_in_it_is_no_game(text: str) -> None:
    with pytest.raises(ParseError, match="unknown file format"):
        open_bytes(text.encode(), "a.txt", RULESETS)


def test_stones_that_a_game_of_yixin_board_counts_but_does_not_have_are_told() -> None:
    opened = open_bytes(b"15\r\n15\r\n3\r\n7 7\r\n6 8\r\n", "cut.sav", RULESETS)
    assert len(opened.studies[0].tree) == 2
    assert opened.problems == ("Left out: 1 stone that the file does not have.",)
