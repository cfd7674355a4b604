"""Confetti: pieces of paper that fly up, turn over and fall when a game is won."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pygame

from game.ui.effects.motion import timings
from game.ui.painting.stage import Transform
from game.ui.painting.surfaces import finely_drawn, tinted
from game.ui.painting.theme import Theme

PIECES = 120
#: Gravity in design pixels per second squared.
GRAVITY = 420.0
COLOURS = ("amber", "coral", "teal", "pink", "cream")
#: The number of pictures of a rotating piece.
_TURNS = 12
_SIZES = ((16.0, 9.0), (12.0, 12.0), (19.0, 7.0))
#: The share of the duration after which pieces fade out.
_FADES_FROM = 0.75
_FADE_STEPS = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of confetti: its starting point, its velocity in design pixels per second, and its rotation."""

    x: float
    y: float
    across: float
    up: float
    kind: int
    phase: float
    turns: float

    def place(self, seconds: float) -> tuple[float, float]:
        """Return the position of the piece of confetti after some seconds, in design pixels."""
        return self.x + self.across * seconds, self.y - self.up * seconds + GRAVITY * seconds * seconds / 2

    def turn(self, seconds: float) -> int:
        """Return the index of the picture for the rotation of a piece of confetti after some seconds."""
        return int((self.phase + self.turns * seconds) * _TURNS) % _TURNS


def thrown(seed: int) -> tuple[Piece, ...]:
    """Return the pieces of one burst of confetti, which starts at three points around the board.

    These are both lower corners of the board and a point above its middle.
    """
    rng = random.Random(seed)
    kinds = len(COLOURS) * len(_SIZES)
    pieces = []
    for number in range(PIECES):
        side = number % 3
        if side == 2:
            start = (rng.uniform(330, 950), rng.uniform(90, 240))
            speed = (rng.uniform(-70, 70), rng.uniform(-60, 190))
        else:
            way = 1 if side == 0 else -1
            start = (640 - way * rng.uniform(300, 350), rng.uniform(650, 740))
            speed = (way * rng.uniform(40, 430), rng.uniform(330, 760))
        pieces.append(Piece(*start, *speed, rng.randrange(kinds), rng.random(), rng.uniform(0.8, 2.4)))
    return tuple(pieces)


class Confetti:
    """One burst of confetti, with its pictures drawn in advance for one size of the window."""

    def __init__(self, transform: Transform, theme: Theme, seed: int) -> None:
        self._transform = transform
        self._pieces = thrown(seed)
        self._pictures = [
            [_turned(transform, size, theme.colour(colour), turn) for turn in range(_TURNS)]
            for colour in COLOURS
            for size in _SIZES
        ]
        self._fading: dict[tuple[int, int, int], pygame.Surface] = {}

    def draw(self, target: pygame.Surface, progress: float) -> None:
        """Draw the burst of confetti at a progress from 0 to 1; outside that range, draw nothing."""
        if not 0 < progress < 1:
            return
        seconds = progress * timings.CONFETTI.seconds
        left = (1 - progress) / (1 - _FADES_FROM)
        step = min(_FADE_STEPS, math.ceil(left * _FADE_STEPS))
        target.fblits([self._at(piece, seconds, step) for piece in self._pieces])

    def _at(self, piece: Piece, seconds: float, step: int) -> tuple[pygame.Surface, tuple[int, int]]:
        turn = piece.turn(seconds)
        picture = self._pictures[piece.kind][turn] if step == _FADE_STEPS else self._faded(piece.kind, turn, step)
        x, y = self._transform.point(*piece.place(seconds))
        return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)

    def _faded(self, kind: int, turn: int, step: int) -> pygame.Surface:
        key = (kind, turn, step)
        if key not in self._fading:
            self._fading[key] = tinted(self._pictures[kind][turn], (255, 255, 255, 255 * step // _FADE_STEPS))
        return self._fading[key]


def _turned(transform: Transform, size: tuple[float, float], colour: pygame.Color, turn: int) -> pygame.Surface:
    """Return a picture of a piece of confetti at one step of its rotation.

    It is narrow when seen from its edge, and darker from behind.
    """
    angle = turn / _TURNS * math.tau
    tint = colour if math.cos(angle) >= 0 else colour.lerp(pygame.Color("black"), 0.22)
    side = transform.px(max(size) + 4)

    def draw(fine: pygame.Surface, times: int) -> None:
        middle = side * times / 2
        wide, high = (length * transform.scale * times / 2 for length in size)
        high *= max(0.18, abs(math.cos(angle)))
        lean = angle / 2
        corners = [(-wide, -high), (wide * 0.8, -high), (wide, high), (-wide * 0.8, high)]
        pygame.draw.polygon(fine, "white", [_rotated(corner, lean, middle) for corner in corners])

    return tinted(finely_drawn((side, side), draw), tint)


def _rotated(corner: tuple[float, float], angle: float, middle: float) -> tuple[float, float]:
    x, y = corner
    cos, sin = math.cos(angle), math.sin(angle)
    return middle + x * cos - y * sin, middle + x * sin + y * cos
