"""The plan of hours: measured for one rule or for all, and more games or fewer workers take longer."""

from dataclasses import replace

import pytest

from tests.tools.test_tune import arguments, work
from tools.tune import plan, run
from tools.tune.plan import Rates, RoundHours, games_to_plan, round_hours

RATES = Rates(game=0.1, reading=0.01, sample=1e-5, node=1e-6, samples=25, stones=20)


def test_the_hours_of_a_round_follow_from_the_rates():
    asked = work("--games", 36_000, "--passes", 10, "--gate-games", 360, "--gate-nodes", 5_000, "--workers", 2)
    assert round_hours(asked, RATES) == RoundHours(
        play=pytest.approx(0.5), learn=pytest.approx(0.05 + 0.025), gate=pytest.approx(0.005)
    )
    alone = round_hours(replace(asked, workers=1), RATES)
    assert alone.play == pytest.approx(1.0)
    assert round_hours(replace(asked, games=72_000), RATES).total > round_hours(asked, RATES).total


def test_every_pair_of_rules_is_planned_once_unless_a_game_is_named():
    games = games_to_plan(work())
    assert sorted(plan._title(game) for game in games) == [
        "connect6", "gomoku", "gomoku variant=caro", "gomoku variant=freestyle_caro", "gomoku variant=renju",
        "gomoku variant=standard", "six_in_a_row",
    ]  # fmt: skip
    named = work("--option", "size=9")
    assert games_to_plan(named) == [named.game]


def test_a_plan_is_measured_and_told_as_a_table(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(plan, "_GAMES", 2)
    assert run(arguments("plan", "--option", "size=9", "--nodes", 50, "--games", 100, out=tmp_path / "out")) == 0
    heading, names, row, total = capsys.readouterr().out.splitlines()
    assert heading.startswith("Hours of a round: 100 games of 50 nodes a stone, 12 passes")
    assert names.split()[:6] == ["rule", "size", "play", "learn", "gate", "all"]
    assert row.split()[:3] == ["gomoku", "size=9", "9"]
    assert total.split()[0] == "all"
    assert not (tmp_path / "out").exists()
