"""The short sound effects of the game, as arrays of samples: stones on wood, marimba notes, animals, a coin."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from assets.make.tones import (
    Wave,
    at_peak,
    attack,
    ended,
    hump,
    low_passed,
    marimba,
    mixed,
    noise,
    note,
    ring,
    sweep,
    times,
)

#: Where the loudest moment of a sound lies at most, in decibels from full. Tones seem louder than knocks that are as
#: high, so most lie lower; a button is a soft tick.
PEAK = -3.0
#: Sounds without a note are made in these pitches, so that no two stones in a row sound quite the same.
PITCHES = (1.0, 0.96, 1.04)
_FOURTH = 4 / 3


@dataclass(frozen=True)
class Effect:
    """A sound effect: a function that makes its wave, the pitches to make it in, and its peak in decibels."""

    make: Callable[[float], Wave]
    pitches: tuple[float, ...] = (1.0,)
    peak: float = PEAK

    def waves(self) -> list[Wave]:
        return [at_peak(ended(self.make(pitch)), self.peak) for pitch in self.pitches]


def knock(pitch: float, seed: int = 1) -> Wave:
    """Return the sound of a stone put on wood: three fading tones and a click of noise, which ``seed`` determines.

    ``pitch`` multiplies the frequencies of the tones.
    """
    modes = ((820, 0.018, 0.7), (410, 0.035, 0.5), (1730, 0.009, 0.35))
    wave = sum(loud * ring(frequency * pitch, 0.2, decay) for frequency, decay, loud in modes)
    return np.asarray(wave + 0.2 * noise(0.2, 0.003, seed))


def quack(pitch: float) -> Wave:
    """Return the quack of a small duck, a falling nasal tone; ``pitch`` multiplies its frequency."""
    reed = sweep(520 * pitch, 375 * pitch, 0.16, _odd(9))
    t = times(0.16)
    bill = low_passed(reed, 2_400) + 0.5 * (low_passed(reed, 1_500) - low_passed(reed, 900))
    return bill * attack(t.size, 0.012) * np.exp(-t / 0.085)


def _odd(last: int) -> tuple[float, ...]:
    """Return the loudness of harmonics 1 to ``last`` of a tone like a clarinet's: the odd ones are much louder."""
    return tuple(1 / number if number % 2 else 0.12 / number for number in range(1, last + 1))


def squeak(pitch: float) -> Wave:
    """Return the cry of a small penguin, two rising squeaks; ``pitch`` multiplies their frequencies."""
    one, two = (
        sweep(start * pitch, end * pitch, length, (1.0, 0.22, 0.1))
        for start, end, length in ((900, 1150, 0.075), (950, 1200, 0.1))
    )
    return mixed(0.24, [(0.0, one * hump(one.size)), (0.105, 0.9 * two * hump(two.size))])


def star(_: float) -> Wave:
    """Return the sound for a star that is won: two marimba notes, the second a fifth higher. The pitch is not used."""
    return mixed(0.8, [(0.0, 0.8 * marimba(note("A5"), 0.12)), (0.085, marimba(note("E6"), 0.15))])


def tick(pitch: float) -> Wave:
    """Return the short tick of a button that is pressed; ``pitch`` multiplies its frequencies."""
    return ring(1_250 * pitch, 0.05, 0.006) + 0.5 * ring(520 * pitch, 0.05, 0.009)


def refused(pitch: float) -> Wave:
    """Return the sound for something that is not allowed: a low double knock, as on a closed door."""
    door = low_passed(knock(0.42 * pitch, seed=3), 1_100)
    return mixed(0.34, [(0.0, door), (0.12, 0.85 * door)])


def trio(_: float) -> Wave:
    """Return the sound for three stones in a line: three rising marimba notes. The pitch is not used."""
    steps = enumerate(("E5", "G5", "C6"))
    return mixed(0.95, [(0.075 * step, (0.7 + 0.15 * step) * marimba(note(name), 0.13)) for step, name in steps])


def win(_: float) -> Wave:
    """Return the sound of a won game: marimba notes that rise quickly and end in a chord. The pitch is not used."""
    names = ("C5", "E5", "G5", "C6", "E6")
    parts = [(0.09 * step, (0.7 + 0.08 * step) * marimba(note(name), 0.24)) for step, name in enumerate(names)]
    parts += [(0.62, 0.55 * marimba(note(name), 0.34)) for name in ("C5", "G5", "C6", "E6")]
    return mixed(2.2, parts)


def lose(_: float) -> Wave:
    """Return the sound of a lost game: the notes of ``win`` in falling order, slower and softer.

    The pitch is not used.
    """
    names = ("E6", "C6", "G5", "E5", "C5")
    parts = [(0.17 * step, (1 - 0.06 * step) * marimba(note(name), 0.24, 0.6)) for step, name in enumerate(names)]
    parts += [(0.92, 0.6 * marimba(note(name), 0.34, 0.6)) for name in ("C4", "G4")]
    return mixed(2.4, parts)


def draw(_: float) -> Wave:
    """Return the sound of a drawn game: a high note, a low note, then both together. The pitch is not used."""
    parts = [(0.0, 0.8 * marimba(note("G5"), 0.2, 0.3)), (0.14, 0.8 * marimba(note("C5"), 0.2, 0.3))]
    return mixed(1.7, [*parts, *((0.32, 0.7 * marimba(note(name), 0.26, 0.3)) for name in ("C5", "G5"))])


def toss(_: float) -> Wave:
    """Return the sound of a coin that is tossed, spins, and lands on a table after a second. The pitch is not used."""
    partials = ((2_217, 1.0, 0.30), (3_520, 0.55, 0.22), (5_870, 0.30, 0.14), (8_240, 0.12, 0.08))
    ting = sum(loud * ring(frequency, 1.0, decay) for frequency, loud, decay in partials)
    t = times(1.0)
    spinning = np.asarray(ting) * (0.55 + 0.45 * np.cos(2 * np.pi * (9 * t + 4 * t**2)))
    coin = 0.8 * knock(1.5, seed=5) + 0.5 * ring(2_217, 0.2, 0.03)
    landings = ((0.98, 0.85), (1.07, 0.45), (1.13, 0.25))
    return mixed(1.4, [(0.0, 0.6 * spinning), *((moment, loud * coin) for moment, loud in landings)])


EFFECTS: dict[str, Effect] = {
    "place": Effect(knock, PITCHES),
    "place_white": Effect(lambda pitch: knock(_FOURTH * pitch, seed=2), PITCHES),
    "quack": Effect(quack, PITCHES, -9.0),
    "squeak": Effect(squeak, PITCHES, -11.0),
    "star": Effect(star, peak=-9.0),
    "button": Effect(tick, PITCHES, -18.0),
    "refused": Effect(refused, PITCHES),
    "trio": Effect(trio, peak=-6.0),
    "win": Effect(win),
    "lose": Effect(lose, peak=-7.0),
    "draw": Effect(draw, peak=-6.0),
    "toss": Effect(toss, peak=-6.0),
}
