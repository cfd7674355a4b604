"""Two installations: whoever opens the booth on the same date finds the same riddle, wherever and however it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.training.daily_puzzle.booth import CATALOGUE, entries
from tests.ui.another_process import told_by
from tools.pilot.installation import DAYS

DAY = "2026-11-24"


@pytest.mark.slow
def test_two_installations_show_the_same_riddles_on_the_same_date_and_others_on_other_dates(tmp_path: Path) -> None:
    one, two = (
        told_by(
            "tools.pilot.installation",
            DAY,
            STONE_FAIR_HOME=str(tmp_path / zone.replace("/", " ")),
            TZ=zone,
            PYTHONHASHSEED=seed,
            LANG=language,
            SDL_VIDEODRIVER="dummy",
            SDL_AUDIODRIVER="dummy",
        )
        for zone, seed, language in (("Pacific/Kiritimati", "1", "fi_FI.UTF-8"), ("America/Adak", "2", "zh_CN.UTF-8"))
    )
    assert one == two
    assert set(one) == {name for name in CATALOGUE.rulesets if entries(name)}
    for name, told in one.items():
        assert told["board"] == told["year"][0], name
        assert len(set(told["year"])) == min(DAYS, told["riddles"]), name
