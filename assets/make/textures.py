"""Pictures of surfaces: light wood and water for boards, and walnut for the frames of boards."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

import assets
from assets.make.pixels import Array, clouds, dithered, gradient, palette, save

SIDE = 1400
#: Pixels of the master for one design pixel of a board.
_SCALE = 2.0


def bake() -> Iterator[Path]:
    colours = palette()
    folder = assets.FOLDER / "textures"
    yield save(folder / "walnut.webp", wood(colours, "frame", seed=21), quality=92)
    surfaces = {"wood": _lantern_light(wood(colours, "wood", seed=5)), "pond": pond(colours, seed=4)}
    for name, picture in surfaces.items():
        yield save(folder / f"{name}.webp", picture, quality=93)
        yield save(folder / f"{name}_half.webp", _halved(picture), quality=93)


def _halved(picture: Array) -> Array:
    """Return a picture at half its size, for the small boards of the menu, which must load before the first frame."""
    return picture.reshape(SIDE // 2, 2, SIDE // 2, 2, 3).mean(axis=(1, 3))


def wood(colours: dict[str, Array], role: str, seed: int) -> Array:
    """Return a square picture of sawn wood with its grain from left to right.

    ``role`` is the start of the names of its three colours, such as ``wood`` for ``wood_dark``; ``seed`` determines the
    grain.
    """
    rng = np.random.default_rng(seed)
    shape = (SIDE, SIDE)
    bend = 2 * clouds(rng, shape, 420 * _SCALE, 90 * _SCALE) + 0.6 * clouds(rng, shape, 160 * _SCALE, 40 * _SCALE)
    height = np.arange(SIDE)[:, None] / (46 * _SCALE)
    rings = (0.5 + 0.5 * np.sin(2.2 * (height + 2.6 * bend + 11 * rng.random()))) ** 1.6
    streaks = clouds(rng, shape, 150 * _SCALE, 1.5 * _SCALE)
    hair = clouds(rng, shape, 44 * _SCALE, 0.8 * _SCALE)
    shade = 0.52 * rings + 0.34 * streaks + 0.18 * hair + 0.10 * clouds(rng, shape, 300 * _SCALE, 160 * _SCALE)
    pores = np.clip(clouds(rng, shape, 16 * _SCALE, 1.1) - 0.86, 0, 1) / 0.14
    dark, mid, light = (colours[f"{role}_{part}"] for part in ("dark", "mid", "light"))
    grain = gradient(np.clip(shade, 0, 1), (0, dark), (0.5, mid), (1, light))
    return (0.45 * mid + 0.55 * grain) * (1 - 0.10 * pores * (1 - rings))[..., None]


def _lantern_light(picture: Array) -> Array:
    """Return the picture lit by a lantern: brightest a little above and left of the middle."""
    axis = np.linspace(-1, 1, SIDE)
    x, y = np.meshgrid(axis, axis)
    light = 1.075 - 0.11 * ((0.9 * x + 0.12) ** 2 + (0.9 * y + 0.25) ** 2)
    return picture * light[..., None]


def pond(colours: dict[str, Array], seed: int) -> Array:
    """Return a square picture of shallow water, darker towards its edges, with the net of light that waves cast."""
    rng = np.random.default_rng(seed)
    axis = np.linspace(-1, 1, SIDE)
    x, y = np.meshgrid(axis, axis)
    depth = np.clip(np.hypot(x + 0.15, y + 0.25), 0, 1.4) / 1.4
    water = gradient(depth, (0, colours["pond"]), (1, colours["pond_edge"]))
    net = _net(rng, 92 * _SCALE) * 0.11 + _net(rng, 55 * _SCALE) * 0.045
    patches = 0.45 + 0.9 * clouds(rng, (SIDE, SIDE), 210 * _SCALE, 150 * _SCALE)
    lit = water + (net * patches * (1.15 - 0.55 * depth))[..., None] * colours["pond_caustic"]
    return dithered(lit, rng)


def _net(rng: np.random.Generator, lump: float) -> Array:
    """Return the brightness of a net of thin, wavy lines whose meshes are about ``lump`` pixels wide."""
    shape = (SIDE, SIDE)
    sway = [(clouds(rng, shape, lump * 1.3, lump * 1.3) - 0.5) * lump * 1.1 for _ in range(2)]
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    down, across = (rows + sway[0]) / lump + 1, (columns * 0.8 + sway[1]) / lump + 1
    count = int(SIDE / lump) + 5
    points = rng.random((count, count, 2))
    nearest, second = np.full(shape, 9.0), np.full(shape, 9.0)
    row, column = np.floor(down).astype(int), np.floor(across).astype(int)
    for row_step in (-1, 0, 1):
        for column_step in (-1, 0, 1):
            r, c = row + row_step, column + column_step
            place = points[r % count, c % count]
            distance = np.hypot(r + place[..., 0] - down, c + place[..., 1] - across)
            second = np.minimum(second, np.maximum(nearest, distance))
            nearest = np.minimum(nearest, distance)
    return np.exp(-(((second - nearest) / 0.075) ** 2))
