"""Pictures as arrays of rows, columns and colour channels from 0 to 1: colours, gradients, noise, WebP files."""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import assets

Array = NDArray[np.float64]


def palette(theme: str = "night_fair") -> dict[str, Array]:
    """Return the colours of a theme by their names in its file, each as an array of red, green and blue from 0 to 1."""
    data = json.loads((assets.FOLDER / "themes" / f"{theme}.json").read_text(encoding="utf-8"))
    return {role: colour(value) for role, value in data["colours"].items()}


def colour(value: str) -> Array:
    """Return a colour written ``#RRGGBB`` as an array of red, green and blue from 0 to 1; an alpha part is ignored."""
    return np.array([int(value[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def gradient(level: Array, *stops: tuple[float, Array]) -> Array:
    """Return a colour for each number in ``level``, interpolated between the given pairs of a number and its colour.

    The numbers of ``stops`` must rise.
    """
    places = [place for place, _ in stops]
    channels = [np.interp(level, places, [stop[channel] for _, stop in stops]) for channel in range(3)]
    return np.stack(channels, axis=-1)


def clouds(rng: np.random.Generator, shape: tuple[int, int], wide: float, high: float) -> Array:
    """Return a picture of smooth noise from 0 to 1, with spots of about ``wide`` x ``high`` pixels."""
    rows, columns = shape
    lattice = rng.random((int(rows / high) + 2, int(columns / wide) + 2))
    down, across = _steps(rows, high), _steps(columns, wide)
    upper, lower = lattice[down[0]], lattice[down[0] + 1]
    mixed = upper + (lower - upper) * down[1][:, None]
    left, right = mixed[:, across[0]], mixed[:, across[0] + 1]
    return left + (right - left) * across[1]


def _steps(length: int, lump: float) -> tuple[NDArray[np.intp], Array]:
    """Return for each pixel the grid point before it and its smoothed share of the way to the next.

    The grid's spacing is ``lump`` pixels.
    """
    place = np.arange(length) / lump
    point = place.astype(np.intp)
    rest = place - point
    return point, rest * rest * (3 - 2 * rest)


def save(file: Path, picture: Array, *, lossless: bool = False, quality: int = 88) -> Path:
    """Save a picture of three or four channels as a WebP file, and return the file.

    The colours of fully transparent pixels are kept. ``quality`` is from 0 to 100.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    pixels = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    Image.fromarray(pixels).save(file, "WEBP", lossless=lossless, quality=quality, method=6, exact=True)
    return file


def dithered(picture: Array, rng: np.random.Generator) -> Array:
    """Return the picture with faint noise added, at most one of 256 levels, so that slow gradients show no bands."""
    noise = rng.random(picture.shape[:2]) - rng.random(picture.shape[:2])
    return picture + noise[..., None] / 255
