from __future__ import annotations

import pytest

from game.ui.effects.motion.tween import Tween, Tweens, ease_out_back, ease_out_bounce, ease_out_cubic, linear


@pytest.mark.parametrize("ease", [linear, ease_out_cubic, ease_out_back, ease_out_bounce])
def test_every_easing_starts_at_nothing_and_ends_at_one(ease) -> None:
    assert ease(0.0) == pytest.approx(0.0, abs=1e-9)
    assert ease(1.0) == pytest.approx(1.0)


def test_a_tween_hands_out_its_last_value_exactly_once_and_then_ends() -> None:
    seen: list[float] = []
    tweens = Tweens()
    tweens.start(Tween(0.2, seen.append))
    for _ in range(5):
        tweens.tick(0.1)
    assert seen == [0.0, 0.5, 1.0]
    assert not tweens.active


def test_a_delayed_tween_waits() -> None:
    seen: list[float] = []
    tweens = Tweens()
    tweens.start(Tween(0.1, seen.append, delay=0.3))
    tweens.tick(0.2)
    assert seen == []
    tweens.tick(0.2)
    assert seen == [1.0]


def test_finish_ends_motions_that_were_started_by_the_end_of_others() -> None:
    ended: list[str] = []
    tweens = Tweens()
    second = Tween(5.0, lambda _: None, done=lambda: ended.append("second"))
    tweens.start(Tween(5.0, lambda _: None, done=lambda: tweens.start(second)))
    tweens.finish()
    assert ended == ["second"]
    assert not tweens.active
