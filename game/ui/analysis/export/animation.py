"""Animated GIFs of games, drawn one frame of the animation at a time so that the window stays responsive."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from PIL.Image import Image

#: Side of a frame in pixels; below, milliseconds for each frame and for the last one.
SIDE = 560
_PAUSE, _LAST_PAUSE = 700, 3000
#: Number of colours in the palette, which all frames share.
_COLOURS = 255


class AnimationMaker:
    """Maker of an animated GIF; the window's thread draws the frames, and a worker thread encodes them.

    Call ``step`` for each frame until ``contents`` holds the file. The last frame is drawn first: it has all stones,
    and therefore all colours of the shared palette.
    """

    def __init__(self, count: int, draw: Callable[[int], pygame.Surface]) -> None:
        """Prepare a GIF; ``draw`` returns the animation frame with a given number.

        There must be at least 1 frame.
        """
        self._draw = draw
        self._order = [count - 1, *range(count - 1)]
        self._done = 0
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="animation")
        self._frames: list[Image] = []
        self._file: Future[bytes] | None = None

    @property
    def share(self) -> float:
        """Fraction of the animation's frames that are drawn, 0 to 1."""
        return self._done / len(self._order)

    def step(self) -> None:
        """Draw the next frame of the animation; after the last one, start to encode the file."""
        if self._done == len(self._order):
            return
        picture = self._draw(self._order[self._done])
        raw = pygame.image.tobytes(picture, "RGB")
        self._worker.submit(self._take, raw, picture.get_size())
        self._done += 1
        if self._done == len(self._order):
            self._file = self._worker.submit(self._write)

    @property
    def contents(self) -> bytes | None:
        """The bytes of the GIF file, or None until it is complete."""
        return self._file.result() if self._file is not None and self._file.done() else None

    def stop(self) -> None:
        """Cancel the work on the animation."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _take(self, raw: bytes, size: tuple[int, int]) -> None:
        from PIL import Image  # noqa: PLC0415 - nobody waits for it who saves no moving picture

        picture = Image.frombytes("RGB", size, raw)
        if self._frames:
            self._frames.append(picture.quantize(palette=self._frames[0], dither=Image.Dither.NONE))
        else:
            self._frames.append(picture.quantize(_COLOURS, dither=Image.Dither.NONE))

    def _write(self) -> bytes:
        last, *others = self._frames
        frames: Sequence[Image] = [*others, last]
        pauses = [_PAUSE] * len(others) + [_LAST_PAUSE]
        stream = io.BytesIO()
        frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:], duration=pauses, loop=0)
        return stream.getvalue()
