"""Opening a file: whatever comes in, studies or one sentence come out."""

import gzip
import random

import pytest

from game.core.model import ParseError
from game.core.record.writer import write_tournament
from game.library.formats.reading import MOST_BYTES, open_bytes, open_file
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
