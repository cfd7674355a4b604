"""Some cases of ``python -m tools.engine.connect6``."""

from tools.engine.connect6.checks import check_needs, check_stones, check_wins


def test_stones_that_come_and_go_leave_no_trace():
    assert not check_stones(5_000).defects


def test_the_compiled_tables_count_threats_as_the_rules_do():
    report = check_needs(60)
    assert not report.defects
    assert len(report.seen) == 4


def test_a_win_by_double_threats_holds_against_every_defence():
    report = check_wins(4)
    assert not report.defects
    assert report.seen["claimed wins"] > 0
