from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.painting.stage import Stage

sizes = st.tuples(st.integers(960, 3840), st.integers(600, 2160))


def test_the_design_is_the_screen_at_the_design_size() -> None:
    stage = Stage((1280, 800))
    assert tuple(stage.rect(24, 80, 240, 212)) == (24, 80, 240, 212)


@given(size=sizes)
def test_the_design_area_lies_centred_inside_every_window(size: tuple[int, int]) -> None:
    area = Stage(size).rect(0, 0, 1280, 800)
    assert area.left >= 0
    assert area.top >= 0
    assert area.right <= size[0]
    assert area.bottom <= size[1]
    assert abs(area.centerx - size[0] / 2) <= 1
    assert abs(area.centery - size[1] / 2) <= 1


@given(size=sizes, split=st.integers(1, 799))
def test_rectangles_that_touch_in_the_design_touch_on_the_screen(size: tuple[int, int], split: int) -> None:
    stage = Stage(size)
    assert stage.rect(0, 0, 100, split).bottom == stage.rect(0, split, 100, 800 - split).top


def test_no_length_vanishes() -> None:
    assert Stage((960, 600)).px(0.2) == 1


@pytest.mark.parametrize("size", [(960, 600), (1920, 1080), (2560, 1440)])
def test_the_scale_is_the_tighter_of_both_directions(size: tuple[int, int]) -> None:
    assert Stage(size).scale == min(size[0] / 1280, size[1] / 800)
