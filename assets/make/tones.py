"""Sounds as arrays of samples between -1 and 1 at 44.1 kHz: tones, noise, filters, echo and loudness."""

import math

import numpy as np
from numpy.typing import NDArray

RATE = 44_100

Wave = NDArray[np.float64]

#: The partials of a marimba's bar: how many times the note, how loud, and how long it sounds in shares of the note.
_MARIMBA = ((1.0, 1.0, 1.0), (3.93, 0.30, 0.32), (9.6, 0.07, 0.12))
_SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def times(seconds: float) -> Wave:
    """Return the time of each sample, in seconds, in a sound of this length."""
    return np.arange(round(seconds * RATE)) / RATE


def note(name: str) -> float:
    """Return the frequency, in hertz, of a note such as ``A4`` (440 Hz) or ``G#3``."""
    semitones = _SEMITONES[name[0]] + ("#" in name) + 12 * int(name[-1])
    return 440.0 * 2.0 ** ((semitones - _SEMITONES["A"] - 48) / 12)


def ring(frequency: float, seconds: float, decay: float) -> Wave:
    """Return a sine tone of this length that fades: its loudness falls to 1/e in ``decay`` seconds."""
    t = times(seconds)
    return np.sin(math.tau * frequency * t) * np.exp(-t / decay)


def sweep(start: float, end: float, seconds: float, partials: tuple[float, ...] = (1.0,)) -> Wave:
    """Return a tone whose frequency glides from ``start`` to ``end``.

    ``partials`` are the amplitudes of its harmonics, beginning with the fundamental.
    """
    t = times(seconds)
    phase = math.tau * (start * t + (end - start) * t**2 / (2 * seconds))
    return np.asarray(sum(loud * np.sin(number * phase) for number, loud in enumerate(partials, start=1)))


def noise(seconds: float, decay: float, seed: int) -> Wave:
    """Return white noise of this length that fades: its loudness falls to 1/e in ``decay`` seconds."""
    t = times(seconds)
    return np.random.default_rng(seed).standard_normal(t.size) * np.exp(-t / decay)


def marimba(frequency: float, decay: float, softness: float = 0.0) -> Wave:
    """Return a note of a marimba that fades: its loudness falls to 1/e in ``decay`` seconds.

    ``softness`` says how soft the mallet is, from 0 to 1; a soft one makes the sound duller and its beginning slower.
    """
    length = decay * 6
    bar = np.zeros(round(length * RATE))
    for times_note, loud, lasting in _MARIMBA:
        if frequency * times_note < RATE / 2.5:
            share = loud * (1 - softness) if times_note > 1 else loud
            bar += share * ring(frequency * times_note, length, decay * lasting)
    return bar * attack(bar.size, 0.002 + 0.008 * softness)


def attack(samples: int, seconds: float) -> Wave:
    """Return factors for the loudness of the samples of a sound: they rise smoothly from 0 to 1 within ``seconds``."""
    rise = np.clip(np.arange(samples) / (seconds * RATE), 0, 1)
    return rise * rise * (3 - 2 * rise)


def hump(samples: int) -> Wave:
    """Return factors for the loudness of the samples of a sound: they rise quickly from 0 to 1 and fall back to 0."""
    share = np.arange(samples) / samples
    return np.sin(np.pi * share**0.6) ** 1.2


def low_passed(wave: Wave, cutoff: float) -> Wave:
    """Return the wave with frequencies above ``cutoff`` (in hertz) weakened."""
    padded = np.concatenate([wave, np.zeros(RATE // 50)])
    return around_low_passed(padded, cutoff)[: wave.size]


def around_low_passed(loop: Wave, cutoff: float) -> Wave:
    """Return a loop with frequencies above ``cutoff`` (in hertz) weakened; its end still leads to its beginning."""
    frequencies = np.fft.rfftfreq(loop.size, 1 / RATE)
    kept = 1 / np.sqrt(1 + (frequencies / cutoff) ** 6)
    return np.fft.irfft(np.fft.rfft(loop) * kept, loop.size)


def mixed(seconds: float, parts: list[tuple[float, Wave]]) -> Wave:
    """Return a sound of this length in which each wave begins at its time.

    ``parts`` are pairs of a time in seconds and a wave.

    A part that is longer than the sound is cut off.
    """
    whole = np.zeros(round(seconds * RATE))
    for moment, wave in parts:
        start = round(moment * RATE)
        room = min(wave.size, whole.size - start)
        whole[start : start + room] += wave[:room]
    return whole


def add_around(loop: Wave, wave: Wave, moment: float) -> None:
    """Add a wave to a loop from a time in seconds on; what is longer than the loop continues at its beginning."""
    places = (np.arange(wave.size) + round(moment * RATE)) % loop.size
    np.add.at(loop, places, wave)


def in_a_room(loop: Wave, seconds: float, share: float, seed: int) -> Wave:
    """Return a loop with the echo of a room added.

    ``seconds`` is how long the echo takes to die away, ``share`` its loudness, and ``seed`` determines its noise.
    """
    echo = low_passed(noise(seconds * 3, seconds / 2, seed), 2_600) * attack(round(seconds * 3 * RATE), 0.02)
    reply = np.zeros(loop.size)
    reply[: echo.size] = echo / math.sqrt(float((echo**2).sum()))
    return loop + share * np.fft.irfft(np.fft.rfft(loop) * np.fft.rfft(reply), loop.size)


def ended(wave: Wave, seconds: float = 0.004) -> Wave:
    """Return the wave with its last ``seconds`` faded out, so that it ends without a click."""
    fade = np.clip((wave.size - np.arange(wave.size)) / (seconds * RATE), 0, 1)
    return wave * fade


def at_peak(wave: Wave, decibels: float) -> Wave:
    """Return the wave, scaled so that its largest sample has this level in decibels; 0 is the loudest possible."""
    return wave * (10 ** (decibels / 20) / float(np.abs(wave).max()))
