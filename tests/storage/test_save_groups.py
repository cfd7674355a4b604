"""The groups of the list of saves: by how far a tournament has come, and when it was touched last."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.core.record.header import Header
from game.core.tournament import Participant
from game.storage.save_groups import DAYS, FEWEST_MOVES, SaveGroup, group_of, in_groups
from game.storage.saves import SaveEntry

NOW = 1_800_000_000.0
DAY = 86_400.0
BEGUN = Header(
    title="t", ruleset_id="gomoku", ruleset_title="Gomoku", participants=(Participant("Ann"), Participant("Ben")),
    wins=(0.0, 0.0), best_of=3, games=1, running=True, plies=FEWEST_MOVES, is_over=False,
)  # fmt: skip


def entry(header: Header | None, age: float = 0.0, name: str = "t") -> SaveEntry:
    return SaveEntry(name, Path("t.txt"), header, "" if header else "It is damaged.", NOW - age)


@pytest.mark.parametrize(
    ("header", "age", "group"),
    [
        (BEGUN, 0, SaveGroup.UNDER_WAY),
        (replace(BEGUN, plies=FEWEST_MOVES - 1), 0, SaveGroup.LEFT),
        (replace(BEGUN, plies=0, games=2, wins=(1.0, 0.0)), 0, SaveGroup.UNDER_WAY),
        (BEGUN, (DAYS - 1) * DAY, SaveGroup.UNDER_WAY),
        (BEGUN, (DAYS + 1) * DAY, SaveGroup.LEFT),
        (replace(BEGUN, is_over=True, running=False, wins=(2.0, 0.0)), 0, SaveGroup.FINISHED),
        (replace(BEGUN, is_over=True, running=False, wins=(2.0, 0.0)), 90 * DAY, SaveGroup.FINISHED),
        (replace(BEGUN, running=False, wins=(1.0, 0.0)), 0, SaveGroup.UNDER_WAY),
        (replace(BEGUN, best_of=0, running=False, wins=(1.0, 0.0)), 0, SaveGroup.FINISHED),
        (replace(BEGUN, best_of=0, games=2, wins=(1.0, 0.0)), 0, SaveGroup.UNDER_WAY),
        (None, 90 * DAY, SaveGroup.UNDER_WAY),
    ],
)
def test_a_save_is_in_the_group_where_one_looks_for_it(header: Header | None, age: float, group: SaveGroup) -> None:
    assert group_of(entry(header, age), NOW) is group


def test_the_groups_follow_each_other_and_keep_the_order_within() -> None:
    left, over = replace(BEGUN, plies=1), replace(BEGUN, is_over=True)
    kept = [entry(header, 0, name) for name, header in (("a", left), ("b", over), ("c", BEGUN), ("d", left))]
    assert [each.name for each in in_groups(kept, NOW)] == ["c", "b", "a", "d"]
