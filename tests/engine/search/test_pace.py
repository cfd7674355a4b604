"""When a search begins another depth and when it does not."""

from game.engine.search.task import ThreadResult
from game.engine.search.time_manager import TimeManager


def pace(times, aim, most=0.0):
    """A pace whose clock shows these times, the first when it begins."""
    clock = iter(times)
    return TimeManager(aim, most, lambda: next(clock))


def result(depth, cell=100, score=0):
    return ThreadResult(cell, depth, score, is_whole=True)


def verdicts(times, results, aim, most=0.0):
    watched = pace([0.0, *times], aim, most)
    return [watched.goes_on(found) for found in results]


def test_without_a_clock_a_depth_is_begun_while_there_is_time():
    depths = [result(1), result(2), result(3)]
    assert verdicts([0.1, 0.4, 0.95], depths, aim=1.0) == [True, True, True]
    assert verdicts([0.1, 0.4, 1.05], depths, aim=1.0) == [True, True, False]


def test_with_a_clock_a_clear_move_takes_less_than_the_aim():
    assert verdicts([0.1, 0.3], [result(1), result(2)], aim=1.0, most=3.0) == [True, True]
    assert verdicts([0.1, 0.35], [result(1), result(2)], aim=1.0, most=3.0) == [True, False]


def test_with_a_clock_a_move_in_doubt_takes_more_but_never_more_than_the_bound():
    changed = [result(1, cell=100), result(2, cell=101)]
    assert verdicts([0.1, 0.6], changed, aim=1.0, most=3.0) == [True, True]
    dropped = [result(1, score=50), result(2, score=-200)]
    assert verdicts([0.1, 1.4], dropped, aim=1.0, most=3.0) == [True, True]
    assert verdicts([0.1, 1.4], dropped, aim=1.0, most=2.0) == [True, False]


def test_doubt_fades_while_the_stone_stays():
    found = [result(1), result(2, cell=101), result(3, cell=101), result(4, cell=101)]
    assert verdicts([0.1, 0.6, 0.65, 0.68], found, aim=1.0, most=3.0) == [True, True, True, False]


def test_the_time_left_is_counted_to_the_bound():
    assert pace([0.0, 0.25], 1.0, 3.0).left == 2.75
