"""The background picture of the window in the colours of each theme: a fair with sky, ferris wheel, tents and hills."""

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pygame

import assets
from assets.make.pixels import Array, dithered, gradient, palette, save
from assets.theme_files import theme_folder

#: The size of the picture, and how much finer its shapes are drawn.
WIDTH, HEIGHT = 1920, 1200
_FINENESS = 2
_HORIZON = 0.80
_WHEEL = (0.865, 0.60, 0.235)
"""Its hub, and its radius in shares of the height."""
_SEATS = 16
#: Left edge, width and height in shares of the picture, and whether the tent stands farther away.
_TENTS = (
    (0.05, 0.17, 0.17, False),
    (0.24, 0.13, 0.12, True),
    (0.40, 0.20, 0.15, False),
    (0.60, 0.14, 0.11, True),
    (0.74, 0.11, 0.13, False),
)
_LIGHTS = ("amber", "pink", "teal", "coral")
#: Middle, foot and width of each cloud in shares of the picture, and the puffs on it: middle and radius in its widths.
_CLOUDS = (
    (0.13, 0.30, 0.15),
    (0.90, 0.17, 0.17),
    (0.32, 0.13, 0.10),
    (0.67, 0.26, 0.11),
    (0.50, 0.45, 0.09),
    (0.03, 0.52, 0.10),
    (0.97, 0.43, 0.12),
    (0.24, 0.58, 0.08),
)
_PUFFS = ((-0.32, 0.15), (-0.12, 0.24), (0.12, 0.20), (0.32, 0.14))
#: Middle and half the width of each balloon, in shares of the picture's size and height.
_BALLOONS = ((0.085, 0.20, 0.052), (0.955, 0.36, 0.034), (0.235, 0.43, 0.022))
#: Where the light of a sun is that is not seen itself.
_SUN = (0.5, 0.30)

Colours = dict[str, Array]
Scenery = dict[str, float]
"""How many of everything there are, and how bright the lights."""


def bake() -> Iterator[Path]:
    for file in sorted(theme_folder().glob("*.json")):
        theme = json.loads(file.read_text(encoding="utf-8"))
        if theme["backdrop"]:
            picture = sky(palette(file.stem), theme["scenery"])
            yield save(assets.FOLDER / theme["backdrop"], picture, quality=int(theme["scenery"]["quality"]))


def sky(colours: Colours, scenery: Scenery, seed: int = 5) -> Array:
    """Return the whole background picture, as an array of rows, columns and colour channels.

    ``colours`` are those of a theme. ``scenery`` says how many stars, clouds and balloons there are, and how bright the
    lights are. ``seed`` determines the random positions of stars and lights.
    """
    rng = np.random.default_rng(seed)
    height = (np.arange(HEIGHT) + 0.5)[:, None] / HEIGHT * np.ones(WIDTH)
    air = gradient(
        height,
        (0, colours["sky_top"]),
        (0.45, colours["sky_high"]),
        (0.78, colours["sky_low"]),
        (1, colours["sky_bottom"]),
    )
    sun = _glow(_SUN, 620, scenery["sun"], 1.6)
    picture = _with_stars(air * (1 - sun) + colours["sun"] * sun, int(scenery["stars"]), rng)
    for shape, role in (*_in_the_air(scenery), *_silhouettes()):
        picture = _painted(picture, shape, colours[role])
    picture = picture + _far_lights(colours, scenery, rng)
    return dithered(picture, rng)


def _with_stars(picture: Array, count: int, rng: np.random.Generator) -> Array:
    """Return the picture with ``count`` stars added at random, most of them high up; each star has a faint glow."""
    light = np.zeros((HEIGHT, WIDTH))
    for _ in range(count):
        x, y = rng.random() * WIDTH, rng.random() ** 1.6 * HEIGHT * 0.55
        size = rng.choice([0.7, 0.9, 1.1, 1.5], p=[0.4, 0.3, 0.2, 0.1])
        light += _spot(x, y, size * 2.2, 0.35 + 0.5 * rng.random(), 2.0)
    return picture + light[..., None] * np.array([0.88, 0.88, 1.0])


def _spot(x: float, y: float, radius: float, strength: float, power: float) -> Array:
    """Return the brightness of each pixel under a round light, which fades from its middle to nothing at its radius.

    Position and radius are in pixels. ``strength`` is the brightness in the middle; with a higher ``power`` it fades
    faster.
    """
    spot = np.zeros((HEIGHT, WIDTH))
    left, right = max(0, int(x - radius)), min(WIDTH, int(x + radius) + 2)
    top, bottom = max(0, int(y - radius)), min(HEIGHT, int(y + radius) + 2)
    if left < right and top < bottom:
        rows, columns = np.mgrid[top:bottom, left:right]
        distance = np.hypot(columns + 0.5 - x, rows + 0.5 - y) / radius
        spot[top:bottom, left:right] = np.clip(1 - distance, 0, 1) ** power * strength
    return spot


Draw = Callable[[pygame.Surface], None]


def _silhouettes() -> Iterator[tuple[Draw, str]]:
    """Yield a drawing function and the name of a colour for each hill, tent and wheel part, farthest first."""
    yield _hill(_HORIZON - 0.05, 0.0425, 0.6), "hill_far"
    yield _wheel, "wheel"
    for kind in range(4):
        yield _gondolas(kind), f"seat_{kind + 1}"
    for far in (True, False):
        for left, width, height, is_far in _TENTS:
            if is_far == far:
                yield _tent(left, width, height), "tent_far" if far else "tent"
                yield _stripes(left, width, height), "tent_far_stripe" if far else "tent_stripe"
                yield _pennant(left + width / 2, height), "pennant"
    yield _hill(_HORIZON + 0.0325, 0.0275, 2.2), "hill_near"
    yield _hill(_HORIZON + 0.15, 0.02, 4.1), "hill_front"


def _painted(picture: Array, draw: Draw, colour: Array) -> Array:
    fine = pygame.Surface((WIDTH * _FINENESS, HEIGHT * _FINENESS), depth=32)
    draw(fine)
    mask = pygame.transform.smoothscale(fine, (WIDTH, HEIGHT))
    share = pygame.surfarray.array_red(mask).T[..., None] / 255
    return picture * (1 - share) + colour * share


def _fine(x: float, y: float) -> tuple[float, float]:
    """Return the pixel on the enlarged drawing surface of a point in shares of the picture's width and height."""
    return x * WIDTH * _FINENESS, y * HEIGHT * _FINENESS


def _hill(level: float, swing: float, phase: float) -> Draw:
    def draw(fine: pygame.Surface) -> None:
        ridge = []
        for step in range(0, 201):
            x = step / 200
            y = level + swing * math.sin(x * 6.9 + phase) + 0.4 * swing * math.sin(x * 17 + 2 * phase)
            ridge.append(_fine(x, y))
        pygame.draw.polygon(fine, "white", [_fine(0, 1), *ridge, _fine(1, 1)])

    return draw


def _wheel(fine: pygame.Surface) -> None:
    (x, y), radius = _fine(_WHEEL[0], _WHEEL[1]), _WHEEL[2] * HEIGHT * _FINENESS
    unit = _FINENESS * HEIGHT / 800
    for side in (-1, 1):
        pygame.draw.line(fine, "white", (x, y), (x + side * 0.55 * radius, y + 1.3 * radius), round(7 * unit))
    for share, thickness in ((1, 3.5), (0.86, 2), (0.2, 2.5)):
        pygame.draw.circle(fine, "white", (x, y), share * radius, round(thickness * unit))
    for rim_x, rim_y in _seats():
        seat = _fine(rim_x, rim_y)
        pygame.draw.line(fine, "white", (x, y), seat, round(1.5 * unit))


def _gondolas(kind: int) -> Draw:
    """Return a function that draws every fourth gondola of the ferris wheel, beginning with number ``kind``."""
    unit = _FINENESS * HEIGHT / 800

    def draw(fine: pygame.Surface) -> None:
        for rim in _seats()[kind::4]:
            x, y = _fine(*rim)
            pygame.draw.circle(fine, "white", (x, y + 6 * unit), 10 * unit)

    return draw


def _seats() -> list[tuple[float, float]]:
    """Return the positions of the ferris wheel's seats, in shares of the picture's width and height."""
    turns = [seat * math.tau / _SEATS + 0.1 for seat in range(_SEATS)]
    flat = HEIGHT / WIDTH
    return [(_WHEEL[0] + _WHEEL[2] * flat * math.cos(t), _WHEEL[1] + _WHEEL[2] * math.sin(t)) for t in turns]


_GROUND = _HORIZON + 0.09


def _tent(left: float, width: float, height: float) -> Draw:
    """Return a function that draws a circus tent with walls, a pointed roof and a mast.

    Its left edge, width and height are in shares of the picture.
    """
    roof = _roof(left, width, height)

    def draw(fine: pygame.Surface) -> None:
        pygame.draw.polygon(fine, "white", [_fine(left, _GROUND), *roof, _fine(left + width, _GROUND)])
        top = _fine(left + width / 2, _GROUND - height)
        mast = HEIGHT / 800 * 17 * _FINENESS
        pygame.draw.line(fine, "white", top, (top[0], top[1] - mast), round(2.5 * _FINENESS))

    return draw


def _roof(left: float, width: float, height: float) -> list[tuple[float, float]]:
    eave = _GROUND - height * 0.45
    corners = [(left + width * 0.06, eave), (left + width / 2, _GROUND - height), (left + width * 0.94, eave)]
    return [_fine(*corner) for corner in corners]


def _stripes(left: float, width: float, height: float) -> Draw:
    """Return a function that draws every second stripe on the roof of a tent (see ``_tent``)."""
    start, top, end = _roof(left, width, height)

    def draw(fine: pygame.Surface) -> None:
        for stripe in range(0, 8, 2):
            a, b = (start[0] + (end[0] - start[0]) * (stripe + step) / 8 for step in (0, 1))
            pygame.draw.polygon(fine, "white", [top, (a, start[1]), (b, start[1])])

    return draw


def _pennant(middle: float, height: float) -> Draw:
    x, y = _fine(middle, _GROUND - height)
    unit = _FINENESS * HEIGHT / 800

    def draw(fine: pygame.Surface) -> None:
        pygame.draw.polygon(fine, "white", [(x, y - 17 * unit), (x + 22 * unit, y - 11 * unit), (x, y - 5 * unit)])

    return draw


def _in_the_air(scenery: Scenery) -> Iterator[tuple[Draw, str]]:
    """Yield a drawing function and the name of a colour for each part of the clouds and balloons."""
    for x, y, width in _CLOUDS[: int(scenery["clouds"])]:
        yield _cloud(x, y + 0.012, width), "cloud_shade"
        yield _cloud(x, y, width), "cloud"
    for x, y, radius in _BALLOONS[: int(scenery["balloons"])]:
        yield _basket(x, y, radius), "basket"
        for share, role in ((1.0, "balloon"), (0.62, "balloon_stripe"), (0.24, "balloon")):
            yield _envelope(x, y, radius, share), role


def _cloud(x: float, y: float, width: float) -> Draw:
    """Return a function that draws a cloud: round puffs in a row on a flat base."""

    def draw(fine: pygame.Surface) -> None:
        across = width * WIDTH * _FINENESS
        middle, foot = _fine(x, y)
        pygame.draw.rect(
            fine, "white", (middle - across / 2, foot - 0.14 * across, across, 0.14 * across), border_radius=999
        )
        for place, radius in _PUFFS:
            pygame.draw.circle(fine, "white", (middle + place * across, foot - radius * across), radius * across)

    return draw


def _envelope(x: float, y: float, radius: float, share: float) -> Draw:
    """Return a function that draws the envelope of a balloon, which is a dome above a cone.

    With a ``share`` below 1, only the middle of it is drawn, up to this share of its width.
    """

    def draw(fine: pygame.Surface) -> None:
        (middle, centre), r = _fine(x, y), radius * HEIGHT * _FINENESS
        outline = [(math.sin(turn), -math.cos(turn)) for turn in (step / 60 * 0.7 * math.pi for step in range(61))]
        outline.append((0.16, 1.42))
        right = [(middle + share * across * r, centre + down * r) for across, down in outline]
        left = [(2 * middle - px, py) for px, py in reversed(right)]
        pygame.draw.polygon(fine, "white", right + left)

    return draw


def _basket(x: float, y: float, radius: float) -> Draw:
    def draw(fine: pygame.Surface) -> None:
        (middle, centre), r = _fine(x, y), radius * HEIGHT * _FINENESS
        for side in (-1, 1):
            ends = (middle + side * 0.15 * r, centre + 1.4 * r), (middle + side * 0.12 * r, centre + 1.72 * r)
            pygame.draw.line(fine, "white", *ends, max(1, round(0.03 * r)))
        place = pygame.Rect(round(middle - 0.17 * r), round(centre + 1.68 * r), round(0.34 * r), round(0.26 * r))
        pygame.draw.rect(fine, "white", place, border_radius=round(0.08 * r))

    return draw


def _far_lights(colours: Colours, scenery: Scenery, rng: np.random.Generator) -> Array:
    """Return the light to add to each pixel: the wheel's bulbs, blurred lights near the ground, and haze above it."""
    light = np.zeros((HEIGHT, WIDTH, 3))
    for number, seat in enumerate(_seats()):
        colour = colours[_LIGHTS[number % len(_LIGHTS)]]
        light += (_glow(seat, 16, 0.45, 2.2) + _glow(seat, 3.2, 1.0, 0.5)) * scenery["wheel_lights"] * colour
    for _ in range(int(scenery["lights"])):
        role = str(rng.choice(["amber", "coral", "pink", "amber_top"]))
        place = (rng.random(), 0.62 + 0.36 * rng.random())
        light += _glow(place, rng.uniform(20, 75), 0.10 + 0.12 * rng.random(), 1.2) * colours[role]
    return light + _glow((0.5, 0.86), 550, scenery["haze"], 1.6) * colours["haze"]


def _glow(place: tuple[float, float], radius: float, strength: float, power: float) -> Array:
    """Return a round light as ``_spot`` does, with its position in shares of the picture.

    The radius is in pixels of a picture with a height of 800.
    """
    return _spot(place[0] * WIDTH, place[1] * HEIGHT, radius * HEIGHT / 800, strength, power)[..., None]
