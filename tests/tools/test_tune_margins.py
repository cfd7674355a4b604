"""The tuning of margins: it goes towards what wins, can be continued, and its dice follow from the seed."""

import json

import pytest

from game.engine.search.lines.settings import FULL
from tests.tools.test_tune import work
from tools.tune import margins
from tools.tune.gate import ScoredPair
from tools.tune.margins import SPREADS, MarginTuning, begin, replayed, settings_of
from tools.tune.steps import margins as tune_margins

BEST = {"futility": 90.0, "razoring": 40.0}


def likes(numbers):
    """How good a player's numbers are: nearer to the best ones is better."""
    return -sum(((numbers[name] - best) / SPREADS[name]) ** 2 for name, best in BEST.items())


def played(tuning, numbers, number):
    plus, minus = ({name: getattr(tuning.tried(numbers, number, way), name) for name in BEST} for way in (1, -1))
    return ScoredPair(number, 0.5 + 0.5 * max(-1.0, min(1.0, likes(plus) - likes(minus))))


def test_numbers_go_towards_those_that_win():
    tuning, numbers = MarginTuning(2000, 1), begin()
    for number in range(tuning.trials):
        numbers = tuning.after(numbers, played(tuning, numbers, number))
    for name, best in BEST.items():
        assert abs(numbers[name] - best) < abs(begin()[name] - best) / 2


def test_draws_change_nothing():
    tuning = MarginTuning(50, 1)
    assert replayed(tuning, [ScoredPair(number, 0.5) for number in range(50)]) == begin()


def test_both_sides_of_a_trial_are_as_far_from_the_numbers():
    tuning = MarginTuning(50, 3)
    plus, minus = tuning.tried(begin(), 7, 1), tuning.tried(begin(), 7, -1)
    for name, spread in SPREADS.items():
        assert getattr(plus, name) != getattr(minus, name)
        middle = (getattr(plus, name) + getattr(minus, name)) / 2
        assert abs(middle - getattr(FULL, name)) <= max(1.0, spread)


def test_no_idea_of_the_search_is_switched_off_by_a_number_that_falls():
    assert settings_of(dict.fromkeys(SPREADS, -5.0)).futility == 1


@pytest.mark.slow
def test_a_killed_tuning_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(margins, "SPREADS", {"futility": 30.0})
    openings = tmp_path / "openings.txt"
    openings.write_text("0,0, 1,-1, 2,-1\n", encoding="utf-8")
    words = ("--option", "size=11", "--games", 8, "--gate-games", 2, "--gate-nodes", 100, "--openings", openings)
    tune_margins(work(*words, out=tmp_path / "whole"))
    log = (tmp_path / "whole" / "margins.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "margins.jsonl").write_text("".join(log[:3]))
    tune_margins(work(*words, out=tmp_path / "part"))
    assert (tmp_path / "part" / "margins.jsonl").read_text().splitlines(keepends=True) == log
    assert [json.loads(line)["number"] for line in log[1:]] == [0, 1, 2, 3]
