"""Pictures as arrays of rows, columns and channels from 0 to 1: colours, noise, light, and writing them as WebP."""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import assets

Array = NDArray[np.float64]


def palette(theme: str = "night_fair") -> dict[str, Array]:
    """The colours of a theme by role, as arrays of red, green and blue."""
    data = json.loads((assets.FOLDER / "themes" / f"{theme}.json").read_text(encoding="utf-8"))
    return {role: colour(value) for role, value in data["colours"].items()}


def colour(value: str) -> Array:
    """``#RRGGBB`` as an array; a further alpha part is left out."""
    return np.array([int(value[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def gradient(level: Array, *stops: tuple[float, Array]) -> Array:
    """A colour for each level, from stops in rising order."""
    places = [place for place, _ in stops]
    channels = [np.interp(level, places, [stop[channel] for _, stop in stops]) for channel in range(3)]
    return np.stack(channels, axis=-1)


def clouds(rng: np.random.Generator, shape: tuple[int, int], wide: float, high: float) -> Array:
    """Smooth noise from 0 to 1 whose lumps are about ``wide`` x ``high`` pixels."""
    rows, columns = shape
    lattice = rng.random((int(rows / high) + 2, int(columns / wide) + 2))
    down, across = _steps(rows, high), _steps(columns, wide)
    upper, lower = lattice[down[0]], lattice[down[0] + 1]
    mixed = upper + (lower - upper) * down[1][:, None]
    left, right = mixed[:, across[0]], mixed[:, across[0] + 1]
    return left + (right - left) * across[1]


def _steps(length: int, lump: float) -> tuple[NDArray[np.intp], Array]:
    """For each pixel its lattice point and the eased way to the next."""
    place = np.arange(length) / lump
    point = place.astype(np.intp)
    rest = place - point
    return point, rest * rest * (3 - 2 * rest)


def save(file: Path, picture: Array, *, lossless: bool = False, quality: int = 88) -> Path:
    """Writes a picture of three or four channels as WebP; colours under full transparency are kept."""
    file.parent.mkdir(parents=True, exist_ok=True)
    pixels = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    Image.fromarray(pixels).save(file, "WEBP", lossless=lossless, quality=quality, method=6, exact=True)
    return file


def dithered(picture: Array, rng: np.random.Generator) -> Array:
    """The picture with noise of one level, so that slow gradients show no steps."""
    noise = rng.random(picture.shape[:2]) - rng.random(picture.shape[:2])
    return picture + noise[..., None] / 255
