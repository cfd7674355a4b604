"""The column of cards beside the board: those of this turn, help and thinking leave room for the moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from tools.pilot.pilot import Pilot
from tools.tours.scene_tour import show_state
from tools.tours.table_tour import middle


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


@pytest.mark.parametrize("letters", [1.0, 1.6])
@pytest.mark.parametrize(("game", "rows"), [("connect6", 2), ("gomoku", 3), ("threestones", 3)])
def test_several_rows_of_moves_remain_while_every_card_is_shown(
    pilot: Pilot, game: str, rows: int, letters: float
) -> None:
    pilot.app.set_font_scale(letters)
    show_state(pilot, partial(middle, ruleset_id=game), f"{game} running")
    picture = pilot.scene.picture
    assert picture.thinking.is_shown
    assert len(list(picture.moves._seen_rows())) >= (rows if letters == 1.0 else rows - 1)


def test_the_stones_to_pick_stay_where_they_are_while_the_words_of_the_turn_change(pilot: Pilot) -> None:
    places = set()
    show_state(pilot, partial(middle, ruleset_id="threestones"), "threestones at rest")
    scene, moves = pilot.scene, pilot.scene.picture.moves
    for note in ("Short.", "Words of a turn that go on to a second line."):
        scene.picture.paint(pilot.app.canvas(pilot.app.window.screen), note)
        places.add((scene.picture.picker.buttons(pilot.app.stage, print)[0].rect.topleft, moves.y))
    assert len(places) == 1
