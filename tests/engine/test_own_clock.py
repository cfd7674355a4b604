"""The time of our engine's turns by a clock that is made up: never more than there is, and what is measured counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.server.own_clock import OwnClock

#: The turns of a game that fills a board of 15x15, and the most seconds that the way of an answer may take in these.
LONGEST, ON_THE_WAY = 112, 0.02
USUAL = 12

seconds = st.floats(0.0, 1.0)


def at_most(allowance):
    return max(allowance)


def spent_of(allowance, share):
    """What a search takes that stops at this share of the most it may."""
    return share * at_most(allowance)


@given(
    total=st.floats(5.0, 600.0),
    increment=st.sampled_from([0.0, 0.05, 0.5, 2.0]),
    is_told=st.booleans(),
    shares=st.lists(seconds, min_size=1, max_size=LONGEST),
    ways=st.lists(st.floats(0.0, ON_THE_WAY), min_size=LONGEST, max_size=LONGEST),
)
def test_whatever_a_game_is_like_its_time_lasts_to_the_last_stone(total, increment, is_told, shares, ways):
    clock, left = OwnClock(86_400.0, increment if is_told else None), total
    for turn, (share, way) in enumerate(zip((shares * LONGEST)[:LONGEST], ways, strict=True)):
        clock.set_left(left)
        allowed = clock.allowance(LONGEST - turn, USUAL)
        thought = spent_of(allowed, share)
        clock.end_turn(thought, at_most(allowed), thought)
        left -= thought + way
        assert left > 0.0
        left += increment


@given(
    told=st.lists(st.tuples(st.floats(0.0, 1000.0), seconds), max_size=20),
    increment=seconds,
    turn=st.floats(0.0, 50.0),
)
def test_a_turn_is_never_given_more_than_is_left_whatever_was_told(told, increment, turn):
    clock = OwnClock(turn, increment)
    for left, share in told:
        clock.set_left(left)
        aim, most = clock.allowance(LONGEST, USUAL)
        assert 0.0 <= aim <= max(aim, most) <= min(left, turn)
        clock.end_turn(2.0 * share * most, most, share * most)


@given(total=st.floats(1.0, 600.0), shares=st.lists(seconds, min_size=1, max_size=LONGEST))
def test_where_nobody_says_what_is_left_all_turns_together_take_no_more_than_the_game_has(total, shares):
    clock, spent = OwnClock(86_400.0), 0.0
    clock.set_match(total)
    clock.begin_game()
    for turn, share in enumerate(shares):
        allowed = clock.allowance(LONGEST - turn, USUAL)
        thought = spent_of(allowed, share)
        clock.end_turn(thought, at_most(allowed), thought)
        spent += thought
    assert spent <= total


def test_another_game_has_all_its_time_again():
    clock = OwnClock(5.0)
    clock.set_match(60.0)
    first = clock.allowance(LONGEST, USUAL)
    clock.end_turn(30.0, 30.0, 30.0)
    assert clock.allowance(LONGEST, USUAL) < first
    clock.begin_game()
    assert clock.allowance(LONGEST, USUAL) == first


@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize("tells_total", [True, False])
def test_that_another_game_has_more_time_left_is_no_increment(turns, tells_total):
    clock, aims = OwnClock(1000.0), []
    for _game in range(8):
        if tells_total:
            clock.set_match(180.0)
        clock.begin_game()
        for turn in range(turns):
            clock.set_left(180.0 - turn)
            aims += [clock.allowance(LONGEST, USUAL)[0]] if turn == 0 else []
            clock.end_turn(1.0, 1.0, 1.0)
    assert max(aims) <= aims[0] + 0.1


def test_what_was_told_of_the_game_before_is_not_left_in_the_next():
    clock = OwnClock(1000.0)
    clock.set_match(180.0)
    first = clock.allowance(LONGEST, USUAL)
    clock.set_left(31.0)
    clock.end_turn(1.0, 1.0, 1.0)
    clock.begin_game()
    assert clock.allowance(LONGEST, USUAL) == first


def test_a_share_is_one_by_the_turns_that_are_usually_to_come_or_that_the_board_has_room_for():
    clock = OwnClock(1000.0)
    clock.set_left(101.05)
    assert clock.allowance(50, 10)[0] == pytest.approx((100.0 - 50 * 0.02) / 10)
    assert clock.allowance(5, 10)[0] == pytest.approx((100.0 - 5 * 0.02) / 5)


def test_what_each_turn_brings_is_mostly_spent_in_it():
    clock = OwnClock(1000.0, increment=1.02)
    clock.set_left(13.05)
    assert clock.allowance(LONGEST, USUAL)[0] == pytest.approx(12.0 / 12 + 0.75)


def after_turns(increment, way):
    """The share of a clock that was told nothing but what is left, 20 seconds at last, after some turns of a second."""
    clock, turns = OwnClock(1000.0), 4
    left = 20.0 - turns * (increment - way - 1.0)
    for _ in range(turns):
        clock.set_left(left)
        clock.end_turn(1.0, 1.0, 1.0)
        left += increment - way - 1.0
    clock.set_left(left)
    return clock.allowance(LONGEST, USUAL)[0]


def test_an_increment_that_nobody_tells_is_seen():
    assert after_turns(increment=1.0, way=0.0) > after_turns(increment=0.0, way=0.0) + 0.5


def test_gifts_again_and_again_are_no_increment_where_that_was_told():
    clock = OwnClock(1000.0, increment=0.0)
    for left in (20.0, 30.0, 40.0, 50.0, 20.0):
        clock.set_left(left)
        clock.end_turn(1.0, 1.0, 1.0)
    assert clock.allowance(LONGEST, USUAL)[0] < 20.0 / USUAL


def test_some_of_the_time_is_never_spent_as_a_busy_machine_may_stand_still():
    clock, left = OwnClock(1000.0), 10.0
    for turns in range(LONGEST, 0, -1):
        clock.set_left(left)
        allowed = clock.allowance(turns, USUAL)
        clock.end_turn(at_most(allowed), at_most(allowed), at_most(allowed))
        left -= at_most(allowed)
    assert left >= 1.0


def test_a_machine_on_which_turns_stand_still_leaves_more_of_the_clock():
    clock, quiet = OwnClock(1000.0), OwnClock(1000.0)
    for _ in range(2):
        clock.end_turn(1.0, 1.0, 0.6)
        quiet.end_turn(1.0, 1.0, 1.0)
    for each in (clock, quiet):
        each.set_left(3.0)
    assert clock.allowance(1, USUAL)[0] == pytest.approx(quiet.allowance(1, USUAL)[0] - 0.4)


def test_a_single_gift_as_by_taking_back_is_no_increment():
    clock = OwnClock(1000.0)
    for left in (4.0, 3.0, 22.0, 21.0):
        clock.set_left(left)
        clock.end_turn(1.0, 1.0, 1.0)
    clock.set_left(20.0)
    assert clock.allowance(LONGEST, USUAL)[0] == after_turns(increment=0.0, way=0.0)


def test_answers_that_are_long_on_their_way_make_turns_shorter():
    assert after_turns(increment=0.0, way=0.1) < after_turns(increment=0.0, way=0.02)


def test_a_machine_that_lets_turns_run_over_leaves_more_time_unspent():
    clock = OwnClock(1.0)
    usual = clock.allowance(LONGEST, USUAL)
    clock.end_turn(1.2, 0.9, 1.2)
    assert clock.allowance(LONGEST, USUAL) == usual, "one turn may be the exception, as the first often is"
    clock.end_turn(1.2, 0.9, 1.2)
    assert clock.allowance(LONGEST, USUAL)[0] == pytest.approx(1.0 - 0.03 - 0.3)
    for _ in range(19):
        clock.end_turn(0.5, 0.6, 0.5)
    assert clock.allowance(LONGEST, USUAL)[0] == pytest.approx(1.0 - 0.03)


def test_the_shortest_turns_keep_half_of_their_time():
    clock = OwnClock(0.05)
    for _ in range(3):
        clock.end_turn(0.5, 0.02, 0.5)
    assert clock.allowance(LONGEST, USUAL) == (0.025, 0.0)


def test_the_time_before_the_search_belongs_to_the_turn_and_to_no_later_one():
    clock = OwnClock(5.0)
    clock.set_match(100.0)
    clock.wait(2.0)
    assert clock.allowance(1, 1)[0] == pytest.approx(2.95)
    clock.end_turn(2.9, 2.95, 2.9)
    assert clock.allowance(1, 1)[0] == pytest.approx(4.95)
    assert clock._left == pytest.approx(95.1)


def test_a_turn_whose_time_is_over_before_the_search_has_none_left():
    clock = OwnClock(5.0)
    clock.wait(6.0)
    assert clock.allowance(1, 1) == (0.0, 0.0)
