"""Sounds as arrays of numbers between -1 and 1 at 44.1 kHz: tones, noise, filters and loudness."""

import math

import numpy as np
from numpy.typing import NDArray

RATE = 44_100

Wave = NDArray[np.float64]

#: The partials of a marimba's bar: how many times the note, how loud, and how long it sounds in shares of the note.
_MARIMBA = ((1.0, 1.0, 1.0), (3.93, 0.30, 0.32), (9.6, 0.07, 0.12))
_SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def times(seconds: float) -> Wave:
    """The moment of each sample, in seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def note(name: str) -> float:
    """The frequency of a note such as ``A4`` (440 Hz) or ``G#3``."""
    semitones = _SEMITONES[name[0]] + ("#" in name) + 12 * int(name[-1])
    return 440.0 * 2.0 ** ((semitones - _SEMITONES["A"] - 48) / 12)


def ring(frequency: float, seconds: float, decay: float) -> Wave:
    """A sine that starts at its zero and falls to 1/e in ``decay`` seconds."""
    t = times(seconds)
    return np.sin(math.tau * frequency * t) * np.exp(-t / decay)


def sweep(start: float, end: float, seconds: float, partials: tuple[float, ...] = (1.0,)) -> Wave:
    """A tone that glides from one frequency to another; ``partials`` are how loud its harmonics are."""
    t = times(seconds)
    phase = math.tau * (start * t + (end - start) * t**2 / (2 * seconds))
    return np.asarray(sum(loud * np.sin(number * phase) for number, loud in enumerate(partials, start=1)))


def noise(seconds: float, decay: float, seed: int) -> Wave:
    """White noise that falls to 1/e in ``decay`` seconds."""
    t = times(seconds)
    return np.random.default_rng(seed).standard_normal(t.size) * np.exp(-t / decay)


def marimba(frequency: float, decay: float, softness: float = 0.0) -> Wave:
    """A struck bar of wood; ``softness`` from 0 to 1 is how much felt the mallet has."""
    length = decay * 6
    bar = np.zeros(round(length * RATE))
    for times_note, loud, lasting in _MARIMBA:
        if frequency * times_note < RATE / 2.5:
            share = loud * (1 - softness) if times_note > 1 else loud
            bar += share * ring(frequency * times_note, length, decay * lasting)
    return bar * attack(bar.size, 0.002 + 0.008 * softness)


def attack(samples: int, seconds: float) -> Wave:
    """An envelope that rises smoothly to 1."""
    rise = np.clip(np.arange(samples) / (seconds * RATE), 0, 1)
    return rise * rise * (3 - 2 * rise)


def hump(samples: int) -> Wave:
    """An envelope that rises quickly and ends at nothing."""
    share = np.arange(samples) / samples
    return np.sin(np.pi * share**0.6) ** 1.2


def low_passed(wave: Wave, cutoff: float) -> Wave:
    """The wave without what lies clearly above a frequency; silence at its end keeps it from going round."""
    padded = np.concatenate([wave, np.zeros(RATE // 50)])
    return around_low_passed(padded, cutoff)[: wave.size]


def around_low_passed(loop: Wave, cutoff: float) -> Wave:
    """The same for a loop, whose end goes on at its beginning."""
    frequencies = np.fft.rfftfreq(loop.size, 1 / RATE)
    kept = 1 / np.sqrt(1 + (frequencies / cutoff) ** 6)
    return np.fft.irfft(np.fft.rfft(loop) * kept, loop.size)


def mixed(seconds: float, parts: list[tuple[float, Wave]]) -> Wave:
    """Waves that begin at their moments, in a stretch of that length."""
    whole = np.zeros(round(seconds * RATE))
    for moment, wave in parts:
        start = round(moment * RATE)
        room = min(wave.size, whole.size - start)
        whole[start : start + room] += wave[:room]
    return whole


def add_around(loop: Wave, wave: Wave, moment: float) -> None:
    """Adds a wave to a loop; what passes its end goes on at its beginning."""
    places = (np.arange(wave.size) + round(moment * RATE)) % loop.size
    np.add.at(loop, places, wave)


def in_a_room(loop: Wave, seconds: float, share: float, seed: int) -> Wave:
    """A loop with the echo of a room that dies away in that time."""
    echo = low_passed(noise(seconds * 3, seconds / 2, seed), 2_600) * attack(round(seconds * 3 * RATE), 0.02)
    reply = np.zeros(loop.size)
    reply[: echo.size] = echo / math.sqrt(float((echo**2).sum()))
    return loop + share * np.fft.irfft(np.fft.rfft(loop) * np.fft.rfft(reply), loop.size)


def ended(wave: Wave, seconds: float = 0.004) -> Wave:
    """The wave with its last moment faded, so that it ends without a click."""
    fade = np.clip((wave.size - np.arange(wave.size)) / (seconds * RATE), 0, 1)
    return wave * fade


def at_peak(wave: Wave, decibels: float) -> Wave:
    """The wave with its highest point so many decibels from full (0)."""
    return wave * (10 ** (decibels / 20) / float(np.abs(wave).max()))
