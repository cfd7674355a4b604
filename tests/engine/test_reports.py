"""Which reports of a thinker are passed on."""

from game.core.notation import Remark
from game.engine.server.think_turn import REPEAT_SECONDS, Reports


def told(*steps):
    """What is said of these remarks, each taken at its time."""
    said, now = [], [0.0]
    reports = Reports(said.append, lambda: now[0])
    for now[0], remark in steps:
        reports.take(remark)
    reports.finish()
    return said


def test_what_is_new_is_passed_on_and_what_is_not_is_kept_to_the_end():
    first, again, last = Remark(1, 5, 10), Remark(1, 5, 20), Remark(1, 5, 30)
    assert told((0.0, first), (0.1, again), (0.2, last)) == [first, last]
    deeper = Remark(2, 5, 20)
    assert told((0.0, first), (0.1, deeper)) == [first, deeper]


def test_after_a_while_the_work_is_seen_to_go_on():
    first, again = Remark(1, 5, 10), Remark(1, 5, 20)
    assert told((0.0, first), (REPEAT_SECONDS, again)) == [first, again]


def test_each_of_the_best_moves_is_told_by_itself():
    best, second = Remark(1, 5, 10, ("h8",)), Remark(1, 3, 10, ("i8",), rank=2)
    assert told((0.0, second), (0.0, best), (0.1, second), (0.1, best)) == [second, best]
