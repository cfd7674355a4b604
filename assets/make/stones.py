"""Pictures of the lens-shaped black and white stones, lit from the upper left, in several sizes."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import assets
from assets.make.pixels import Array, palette, save

#: How wide the pictures are; the window scales the next larger one down.
SIDES = (64, 128, 256, 512)
#: The share of the picture that the stone takes.
DISC_SHARE = 60 / 64
_LIGHT = (-0.45, -0.62, 0.64)


@dataclass(frozen=True)
class Stone:
    """The look of a stone: its colours, and how strongly it reflects light."""

    base: Array
    lit: Array
    rim: Array
    rim_strength: float
    shine: float
    sparkle: float


def bake() -> Iterator[Path]:
    colours = palette()
    for name, strengths in {"black": (0.35, 0.62, 0.14), "white": (0.22, 0.85, 0.30)}.items():
        parts = (colours[f"stone_{name}{part}"] for part in ("", "_lit", "_rim"))
        stone = Stone(*parts, *strengths)
        for side in SIDES:
            yield save(assets.FOLDER / "stones" / f"{name}_{side}.webp", lens(stone, side), lossless=True)


def lens(stone: Stone, side: int) -> Array:
    """Return the picture of a stone, ``side`` pixels wide and high, with an alpha channel.

    Beyond the stone's edge the picture is transparent but keeps the stone's colours, so that scaling leaves no dark
    rim.
    """
    radius = side * DISC_SHARE / 2
    axis = (np.arange(side) + 0.5 - side / 2) / radius
    x, y = np.meshgrid(axis, axis)
    distance = np.hypot(x, y)
    inside = np.minimum(distance, 1)
    rgb = stone.base + (stone.lit - stone.base) * _diffuse(x, y, inside)[..., None]
    lower_right = np.clip(y * 0.9 + x * 0.35, 0, 1)
    bounce = np.clip((inside - 0.72) / 0.28, 0, 1) ** 2 * lower_right
    rgb = rgb + stone.rim * (stone.rim_strength * bounce)[..., None]
    rgb = rgb * (1 - 0.35 * np.clip((inside - 0.86) / 0.14, 0, 1) ** 2)[..., None]
    rgb = _whitened(rgb, _window(x, y) * stone.shine)
    rgb = _whitened(rgb, np.clip(1 - np.hypot(x - 0.38, y - 0.50) / 0.22, 0, 1) ** 2 * stone.sparkle)
    alpha = np.clip((1 - distance) * radius + 0.5, 0, 1)
    return np.concatenate([np.clip(rgb, 0, 1), alpha[..., None]], axis=-1)


def _diffuse(x: Array, y: Array, distance: Array) -> Array:
    """Return the brightness of each point of a flat lens in diffuse light; ``distance`` is that from its middle."""
    height = np.sqrt(1.25 - distance**2) / math.sqrt(1.25)
    level = 0.8 * x * _LIGHT[0] + 0.8 * y * _LIGHT[1] + height * _LIGHT[2]
    return np.clip(level * 1.25, 0, 1) ** 1.25


def _window(x: Array, y: Array) -> Array:
    """Return the brightness of a tilted reflection of a window, in the upper left of a stone."""
    along, across = (x + 0.30) / 0.46, (y + 0.40) / 0.30
    turn = -0.62
    turned = np.hypot(
        along * math.cos(turn) - across * math.sin(turn), along * math.sin(turn) + across * math.cos(turn)
    )
    return np.clip(1 - turned, 0, 1) ** 0.9


def _whitened(rgb: Array, share: Array) -> Array:
    return rgb + (1 - rgb) * share[..., None]
