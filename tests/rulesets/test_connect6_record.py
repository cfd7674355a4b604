"""The Chinese championship's record of a game: written, read, and what cannot be read."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.match import Match
from game.core.model import ParseError, Place, Reason, Termination
from game.core.plain_text import one_line
from game.core.record.header import read_header
from game.core.record.reader import read_tournament
from game.core.record.writer import save_text
from game.core.ruleset import parse_move
from game.core.tournament import Game, Participant, Tournament
from game.plugins.registry import discover
from game.storage.saves import SaveFolder
from rulesets.connect6 import RULESET

RULESETS = discover().rulesets
(FORMAT,) = RULESET.info.formats
SAMPLE = "{[C6][Ann B][Ben W][先手胜][2024.08.05 Wuhan][The cup];B(J,10);W(I,11);W(K,9);B(A,1)}"


def tournament(*games: Match, seats: tuple[int, int] = (0, 1), names: tuple[str, str] = ("Ann", "Ben")) -> Tournament:
    """A series in which these games stand, with the seats changing."""
    participants = (Participant(names[0]), Participant(names[1]))
    played = [Game(seats if number % 2 == 0 else seats[::-1], match) for number, match in enumerate(games)]
    return Tournament(RULESET, {}, participants, seed=0, games=played)


def game(moves: str = "") -> Match:
    match = Match(RULESET, {}, 0)
    for word in moves.split():
        match.play(parse_move(RULESET.info, match.state, word))
    return match


def written(series: Tournament) -> str:
    text = FORMAT.write(series)
    assert isinstance(text, str), text
    return text


def refusal(series: Tournament) -> str:
    reason = FORMAT.write(series)
    assert isinstance(reason, Reason)
    return reason.message


def problem(text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        FORMAT.read(text)
    return caught.value


# Reading


def test_a_record_is_read_with_its_players_event_stones_and_result():
    read = FORMAT.read(SAMPLE)
    assert [participant.name for participant in read.participants] == ["Ann", "Ben"]
    assert read.title == "The cup"
    match = read.games[0].match
    assert [match.state.geometry.names[move.cell] for move in match.moves] == ["j10", "i11", "k9", "a1"]
    assert match.state.placements_left == 1
    assert (match.outcome.termination, match.outcome.winner) == (Termination.RESIGNATION, 0)


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE.replace(";", " ;\n").replace("(", " ( "),
        SAMPLE.replace("][", "]\n ["),
        SAMPLE.lower().replace("[ann b][ben w]", "[AnnB][Ben  W]"),
        SAMPLE.replace("}", ";}\r\n\r\n"),
    ],
)
def test_white_space_and_case_do_not_matter(text):
    read = FORMAT.read(text)
    assert FORMAT.sniff(text)
    assert read.games[0].match.moves == FORMAT.read(SAMPLE).games[0].match.moves
    assert [participant.name for participant in read.participants] == ["Ann", "Ben"]


def test_a_record_without_names_or_result_goes_on_between_black_and_white():
    read = FORMAT.read("{[C6];B(J,10)}")
    assert [participant.name for participant in read.participants] == ["Black", "White"]
    assert read.current.match.outcome is None


@pytest.mark.parametrize(("word", "winner"), [("先手胜", 0), ("后手胜", 1), ("和棋", None), ("平局", None)])
def test_results_count_where_the_stones_decide_nothing(word, winner):
    outcome = FORMAT.read(f"{{[C6][A B][C W][{word}];B(J,10)}}").current.match.outcome
    assert outcome.winner == winner


def test_a_second_stone_behind_the_winning_one_is_left_out():
    stones = ";B(A,1);W(A,19);W(B,19);B(B,1);B(C,1);W(D,19);W(F,19);B(D,1);B(E,1);W(H,19);W(J,19);B(F,1);B(S,1)"
    match = FORMAT.read(f"{{[C6][A B][C W][先手胜]{stones}}}").current.match
    assert match.ended_by_rule
    assert len(match.plies) == 12


def test_other_texts_are_not_taken_for_a_record():
    for text in ("", "{", "{[C5][A][B];B(J,10)}", "[C6]", "Board\nx x", "Stone Fair tournament, version 1"):
        assert not FORMAT.sniff(text)


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        (
            "{[C6][A B][B W][][][];B(J,10);X(A,1)}",
            1,
            "';X(A,1)}' is not valid here; expected a stone such as ;B(J,10) or",
        ),
        ("{[C6][A B][B W][][][]\n;B(J,10)\n;W(T,1)}", 3, "';W(T,1)}' is not valid here"),
        ("{[C6][A B][B W][][][]\n;B(J,20)}", 2, "B(J,20) is outside the board"),
        ("{[C6][A B][B W][][][]\n;B(J,10)\n;W(J,10)}", 3, "W(J,10) is not allowed: There is already a stone on J10"),
        ("{[C6][A B][B W][][][];B(J,10)\n;B(J,9)}", 2, "B(J,9) is not allowed: It is White's turn to place a stone"),
        (
            "{[C6][A B][B W][先手输][][];B(J,10)}",
            1,
            "the result '先手输' is unknown; expected one of: 先手胜, 后手胜, 和棋",
        ),
        ("{[C6][A B][B W][][][];B(J,10)", 1, "the file ends too early; expected a stone"),
        ("{[C6][A B][B W][和棋][][]}\n{[C5]}", 2, "a Connect6 game record must begin with {[C6]"),
        ("{[C6][A B][B W][][][]}\nand more", 2, "'and more' is not valid here; a game record must begin with {"),
        (
            "{[C6][A B][B W][][][]}\n{[C6][A B][B W][][][]}",
            2,
            "another game follows, but the previous one has not ended",
        ),
        ("{[C6][A B][B W][和棋][][]}\n{[C6][A B][D W][][][]}", 2, "the players of this game are not 'A' and 'B'"),
    ],
)
def test_what_cannot_be_read_is_told_with_line_and_cause(text, line, cause):
    error = problem(text)
    assert error.line == line
    assert cause in str(error)


def test_a_result_that_the_stones_contradict_is_refused():
    stones = ";B(A,1);W(A,19);W(B,19);B(B,1);B(C,1);W(D,19);W(F,19);B(D,1);B(E,1);W(H,19);W(J,19);B(F,1)"
    error = problem(f"{{[C6][A B][C W][后手胜]{stones}}}")
    assert str(error) == "line 1: the result is '后手胜', but the position shows '先手胜'"
    after = problem(f"{{[C6][A B][C W][]{stones};W(S,1)}}")
    assert "W(S,1) is not allowed: The game is over" in str(after)


@settings(max_examples=200)
@given(st.text(alphabet="{}[]();,BWCJ6 10\n先", max_size=60))
def test_nonsense_is_a_parse_error_and_nothing_else(text):
    for candidate in (text, f"{{[C6]{text}", SAMPLE[:40] + text):
        with contextlib.suppress(ParseError):
            FORMAT.read(candidate)


# Writing


def test_a_game_is_written_as_the_championship_keeps_it():
    match = game("j10 i11 k9")
    assert written(tournament(match)) == "{[C6][Ann B][Ben W][][][];B(J,10);W(I,11);W(K,9)}\n"
    match.resign(0)
    assert written(tournament(match, seats=(1, 0))).startswith("{[C6][Ben B][Ann W][后手胜][][];")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 40), max_size=2),
    st.randoms(use_true_random=False),
    st.lists(st.text(max_size=9), min_size=2, max_size=2, unique=True),
)
def test_a_series_that_is_written_is_read_again(lengths, rng, names):
    games = []
    for moves in lengths:
        match = Match(RULESET, {}, 0)
        for cell in rng.sample(range(361), moves):
            match.play(Place(cell, match.state.colour))
        match.resign(rng.randrange(2)) if match.outcome is None else None
        games.append(match)
    series = tournament(*games, names=tuple(names))
    text = FORMAT.write(series)
    if not isinstance(text, str):
        assert not games or names != [one_line(name) for name in names]
        return
    again = FORMAT.read(text)
    assert [each.match.moves for each in again.games] == [match.moves for match in games]
    assert [each.match.outcome for each in again.games] == [match.outcome for match in games]
    assert FORMAT.write(again) == text


@pytest.mark.parametrize("stone", [";Dong(J,10);Xi(I,9)", ";B(J,10);W(I,9)", ";Dong ( j , 10 ) ; w(I,9)"])
def test_the_name_of_a_team_stands_for_its_colour(stone):
    read = FORMAT.read(f"{{[C6][先手参赛队 Dong][后手参赛队 Xi W][][][]{stone}}}")
    assert [participant.name for participant in read.participants] == ["Dong", "Xi"]
    assert [move.stone for move in read.games[0].match.moves] == ["b", "w"]


def test_the_name_of_both_teams_stands_for_neither_colour():
    assert "is not valid here" in str(problem("{[C6][Dong][Dong][][][];Dong(J,10)}"))


def test_names_cannot_break_a_record():
    text = written(tournament(game("j10"), names=("A[nn]\n{x}", "")))
    assert text == "{[C6][A(nn) (x) B][White W][][][];B(J,10)}\n"


def test_what_a_record_cannot_say_is_refused_in_a_sentence():
    assert refusal(tournament()) == "There is no game to export yet."
    start = RULESET.arrange({}, {0: "b"}, "w")
    assert "positions that were set up" in refusal(tournament(Match(RULESET, {}, 0, start)))
    ended = game()
    ended.agree_draw()
    assert "different names" in refusal(tournament(ended, game(), names=("Ann", "Ann")))


@settings(max_examples=40, deadline=None)
@given(
    seeds=st.lists(st.integers(0, 10**6), min_size=1, max_size=3),
    plies=st.integers(0, 60),
    ends=st.sampled_from(("", "first", "second", "draw")),
    seats=st.sampled_from(((0, 1), (1, 0))),
    names=st.sampled_from((("Ann", "Ben"), ("Ann B", "W"), ("北京 队", "AB"), ("C6", "B"))),
)
def test_games_come_back_from_their_records_as_they_were(seeds, plies, ends, seats, names):
    games = [random_game(seed, plies) for seed in seeds]
    for match in games[:-1] if not ends else games:
        if match.outcome is None:
            end(match, ends or "draw")
    before = tournament(*games, seats=seats, names=names)
    text = written(before)
    after = FORMAT.read(text)
    assert told(after) == told(before)
    assert written(after) == text


def random_game(seed: int, plies: int) -> Match:
    """Dice on a corner of the board, where lines come about."""
    rng, match = random.Random(seed), Match(RULESET, {}, 0)
    cells = [y * 19 + x for y in range(8) for x in range(8)]
    rng.shuffle(cells)
    for cell in cells[:plies]:
        if match.outcome is None:
            match.play(Place(cell, match.state.colour))
    return match


def end(match: Match, how: str) -> None:
    if how == "draw":
        match.agree_draw()
    else:
        match.resign(("second", "first").index(how))


def told(series: Tournament) -> list:
    """Of each game who sat where, its moves and who won."""
    names = [participant.name for participant in series.participants]
    return [
        ([names[seat] for seat in each.seats], each.match.moves, each.match.outcome and each.match.outcome.winner)
        for each in series.games
    ]


# Among the saves


def test_a_record_is_found_among_the_saves_and_played_on_in_its_own_format(tmp_path: Path):
    text = SAMPLE.replace("先手胜", "")
    (tmp_path / "cup.txt").write_text(text, encoding="utf-8")
    folder = SaveFolder(tmp_path, RULESETS)
    (entry,) = folder.entries()
    assert (entry.problem, entry.header.title, entry.header.running) == ("", "The cup", True)
    kept = folder.load("cup")
    assert save_text(kept) == text
    match = kept.current.match
    match.play(parse_move(RULESET.info, match.state, "b1"))
    assert save_text(kept) == f"{text[:-1]};B(B,1)}}\n"
    match.resign(1)
    assert save_text(kept) == f"{SAMPLE[:-1]};B(B,1)}}\n"
    kept.start_game()
    assert save_text(kept).endswith("{[C6][Ben B][Ann W][][2024.08.05 Wuhan][The cup]}\n")


def test_the_end_of_a_series_is_kept_in_our_own_format_as_a_record_has_no_word_for_it():
    series = read_tournament(SAMPLE, RULESETS)
    series.ended = True
    text = save_text(series)
    assert read_header(text, RULESETS).is_over
    assert text.startswith("Stone Fair tournament")
