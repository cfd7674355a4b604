from __future__ import annotations

import time

from game.ui.painting.pictures import BakedPictures

SMALL = "stones/black_64.webp"


def test_a_picture_that_was_decoded_early_is_handed_out_once() -> None:
    pictures = BakedPictures()
    pictures.decode_early([SMALL])
    end = time.monotonic() + 10
    while SMALL not in pictures._early:
        assert time.monotonic() < end, "it was never decoded"
    early = pictures._early[SMALL]
    assert pictures.load(SMALL) is early
    assert pictures.load(SMALL) is not early


def test_a_picture_that_nobody_announced_is_loaded_when_it_is_asked_for() -> None:
    assert BakedPictures().load(SMALL).get_size() == (64, 64)
