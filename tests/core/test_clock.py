import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.clock import (
    UNTIMED,
    TimeControl,
    format_time,
    format_time_control,
    full_clock,
    parse_time,
    parse_time_control,
)
from game.core.match import Command, Match
from game.core.model import Choose, ParseError, Place, Termination
from game.core.record.journal import new_plies, replay
from game.core.record.reader import read_tournament, salvage
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options
from game.core.tournament import Game, Tournament
from game.plugins import registry
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import TIME_CONTROLS, new_tournament, play

TINY = TinyRuleset()
RULESETS = {**registry.discover().rulesets, "tiny": TINY}
BLITZ = TimeControl(180, 2)
#: Times that a turn may take, in milliseconds.
TIMES = st.lists(st.integers(0, 1500), max_size=40)


def match_of(game: str, control: TimeControl, **options: str) -> Match:
    ruleset = RULESETS[game]
    return Match(ruleset, complete_options(ruleset.info, options), seed=1, time_control=control)


def think_and_play(match: Match, times: Sequence[int]) -> None:
    """One legal stone after each time, far from a line of anybody's."""
    for time in times:
        if match.outcome is not None:
            return
        match.spend(time)
        legal = list(match.ruleset.legal_moves(match.state))
        assert match.play(legal[len(match.plies) * 37 % len(legal)])


def turns_of(match: Match, seat: int) -> int:
    """How many turns the seat has finished."""
    return sum(ply.seat == seat != ply.step.state.seat for ply in match.plies)


# The clock


@pytest.mark.parametrize("game", ["gomoku", "connect6", "threestones"])
@given(times=TIMES)
def test_what_is_left_and_what_was_thought_add_up_to_what_was_given(game: str, times: list[int]) -> None:
    match = match_of(game, BLITZ)
    think_and_play(match, times)
    for seat in (0, 1):
        spent = sum(ply.spent for ply in match.plies if ply.seat == seat)
        assert match.clock.left[seat] == 180_000 + 2000 * turns_of(match, seat) - spent


@given(times=TIMES, kept=st.integers(0, 40))
def test_undo_gives_back_the_time_as_it_was_at_that_ply(times: list[int], kept: int) -> None:
    match = match_of("connect6", BLITZ)
    clocks = [match.clock]
    for time in times:
        think_and_play(match, [time])
        clocks.append(match.clock)
    match.spend(777)
    while len(match.plies) > kept:
        match.undo()
    assert match.clock == (clocks[kept] if kept < len(times) else clocks[-1].spend(match.state.seat, 777))


def test_redo_brings_the_time_of_the_moves_back() -> None:
    match = match_of("gomoku", BLITZ)
    think_and_play(match, [1000, 2000])
    after = match.clock
    match.undo()
    match.redo()
    assert match.clock == after


def test_a_clock_for_each_turn_is_full_again_when_the_turn_is_over() -> None:
    match = match_of("connect6", TimeControl(20, is_per_turn=True))
    match.spend(5000)
    assert match.clock.left == (15_000, 20_000)
    play(match, "j10")
    assert match.clock.left == (20_000, 20_000)
    match.spend(4000)
    play(match, "a1")
    match.spend(3000)
    assert match.clock.left == (20_000, 13_000), "the second stone has what the first one left"
    play(match, "a2")
    assert match.clock.left == (20_000, 20_000)


def test_stones_that_are_played_together_share_one_time_and_one_increment() -> None:
    match = match_of("connect6", BLITZ)
    play(match, "j10")
    match.spend(6000)
    cells = (0, 1)
    match.submit(Command(match.revision, tuple(Place(cell, "w") for cell in cells)))
    assert [ply.spent for ply in match.plies] == [0, 6000, 0]
    assert match.clock.left[1] == 180_000 - 6000 + 2000


def test_a_choice_of_an_opening_takes_no_time_and_brings_none() -> None:
    match = match_of("gomoku", BLITZ, opening="swap2")
    play(match, "h8 h9 h10")
    before = match.clock
    match.spend(60_000)
    assert not match.counts_time
    match.play(Choose("black"))
    assert match.clock == before


def test_a_game_without_a_clock_counts_nothing() -> None:
    match = match_of("gomoku", UNTIMED)
    match.spend(10**9)
    assert (match.spent, match.is_out_of_time) == (0, False)


def test_who_has_no_time_left_loses_and_undo_lets_the_turn_begin_again() -> None:
    match = match_of("gomoku", TimeControl(10))
    play(match, "h8")
    match.spend(9999)
    assert not match.is_out_of_time
    match.spend(1)
    assert match.is_out_of_time
    match.lose_on_time()
    assert match.outcome is not None
    assert (match.outcome.termination, match.outcome.winner) == (Termination.TIME, 0)
    match.undo()
    assert match.clock.left == (10_000, 10_000)


@given(control=TIME_CONTROLS.filter(lambda c: c.is_timed), spent=st.integers(0, 10**7), wanted=st.floats(0.1, 30))
def test_an_opponent_is_asked_for_less_than_it_has_left(control: TimeControl, spent: int, wanted: float) -> None:
    clock = full_clock(control).spend(0, min(spent, control.seconds * 1000 - 100))
    left = clock.left[0] / 1000
    assert 0 < clock.thinking_seconds(0, wanted) <= wanted
    assert clock.thinking_seconds(0, wanted) < left
    told = clock.game_seconds(0)
    assert told is None if control.is_per_turn else told is not None and told < left


def test_a_match_that_is_taken_over_has_no_clock() -> None:
    match = match_of("gomoku", BLITZ)
    think_and_play(match, [1000, 2000])
    taken = match.without_clock()
    assert (taken.moves, taken.clock.left, taken.counts_time) == (match.moves, (0, 0), False)
    assert all(not ply.spent for ply in taken.plies)


# In files


@given(control=TIME_CONTROLS)
def test_a_time_control_is_read_as_it_was_written(control: TimeControl) -> None:
    assert parse_time_control(format_time_control(control)) == control


@given(time=st.integers(0, 10**9 - 1))
def test_a_time_is_read_as_it_was_written(time: int) -> None:
    assert parse_time(format_time(time)) == time


@pytest.mark.parametrize("text", ["", "soon", "0 seconds a turn", "20 seconds a turn + 2 a turn", "5 minutes a game"])
def test_a_clock_that_is_none_is_quoted(text: str) -> None:
    with pytest.raises(
        ParseError, match="is not a valid time control; write it like one of these: 20 seconds a turn"
    ) as caught:
        parse_time_control(text)
    assert repr(text) in caught.value.problem


def timed() -> Tournament:
    """One game with a clock; somebody has begun to think about the third move."""
    tournament = new_tournament(TINY, size=5)
    tournament.time_control = BLITZ
    match = tournament.start_game().match
    think_and_play(match, [1500, 12_345])
    match.spend(250)
    return tournament


def test_a_file_shows_the_clock_and_the_seconds_of_each_move() -> None:
    text = write_tournament(timed())
    assert "\nClock: 180 seconds a game + 2 a turn\n" in text
    assert "\nTimes:\n      1. 1.5 12.345 0.25\n" in text


def test_a_file_without_a_clock_has_no_word_of_it() -> None:
    tournament = new_tournament(TINY, size=5)
    play(tournament.start_game().match, "a1 a5")
    text = write_tournament(tournament)
    assert not any(line.startswith(("Clock", "Times")) for line in text.splitlines())


def test_a_game_whose_clock_is_taken_out_of_the_file_goes_on_without() -> None:
    text = write_tournament(timed()).replace("Clock: 180 seconds a game + 2 a turn\n", "")
    match = read_tournament(text, RULESETS).games[-1].match
    assert (len(match.plies), match.clock.left) == (2, (0, 0))


def test_moves_may_be_added_without_their_times() -> None:
    text = write_tournament(timed()).replace("1.5 12.345 0.25", "1.5")
    match = read_tournament(text, RULESETS).games[-1].match
    assert match.clock.left == (180_500, 182_000)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("12.345", "long", "'long' is not a valid time; write seconds with at most three decimals"),
        ("0.25", "0.25 3", "game 1 has 4 move times for 2 moves; remove the extra times at the end"),
        ("180 seconds a game", "a while", "'a while + 2 a turn' is not a valid time control"),
    ],
)
def test_damaged_times_are_named_with_their_line(old: str, new: str, problem: str) -> None:
    text = write_tournament(timed()).replace(old, new)
    with pytest.raises(ParseError, match=re.escape(problem)) as caught:
        read_tournament(text, RULESETS, "friday.txt")
    words = text.splitlines()[caught.value.line - 1]
    assert words == "Times:" or new in words
    found = salvage(text, RULESETS)
    assert found is not None
    assert len(found[0].games[-1].match.plies) == 2, "the moves are kept"


def test_the_journal_brings_the_times_of_new_moves_back() -> None:
    tournament = timed()
    before = read_tournament(write_tournament(tournament), RULESETS)
    kept = replace(tournament, games=[Game((0, 1), tournament.games[-1].match.copy())])
    tournament.games[-1].match.spend(750)
    think_and_play(tournament.games[-1].match, [0, 3000])
    lines = new_plies(kept, tournament)
    assert lines is not None
    assert [line.partition(" (")[2] for line in lines] == ["1 seconds)\n", "3 seconds)\n"]
    replay([line.strip() for line in lines], before)
    assert before.games[-1].match.clock == tournament.games[-1].match.clock


def test_a_turn_that_has_begun_is_kept_when_the_whole_file_is_asked_for() -> None:
    tournament = timed()
    kept = replace(tournament, games=[Game((0, 1), tournament.games[-1].match.copy())])
    tournament.games[-1].match.spend(1)
    assert new_plies(kept, tournament) is None
