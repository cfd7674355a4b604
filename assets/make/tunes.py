"""The music of the game: two loops of marimba and bass in A minor, one for the menus and a calmer one for games.

The end of each note and of the echo that goes beyond the loop's end is added at its beginning, so a loop has no break.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from assets.make.tones import (
    RATE,
    Wave,
    add_around,
    around_low_passed,
    at_peak,
    attack,
    in_a_room,
    low_passed,
    marimba,
    noise,
    note,
    ring,
    times,
)

_BEATS = 4

#: The tones of each chord from the bass up, in the octave of the arpeggio.
_CHORDS = {
    "Am": ("A3", "C4", "E4", "A4", "C5"),
    "F": ("F3", "A3", "C4", "F4", "A4"),
    "G": ("G3", "B3", "D4", "G4", "B4"),
    "Em": ("E3", "G3", "B3", "E4", "G4"),
    "C": ("C3", "G3", "C4", "E4", "G4"),
    "Dm": ("D3", "A3", "D4", "F4", "A4"),
    "Am7": ("A3", "E4", "G4", "C5", "E5"),
    "Fmaj7": ("F3", "C4", "E4", "A4", "C5"),
    "C9": ("C3", "G3", "D4", "E4", "G4"),
    "Gsus": ("G3", "D4", "A4", "B4", "D5"),
    "Dm7": ("D3", "A3", "C4", "F4", "A4"),
    "Em7": ("E3", "B3", "D4", "G4", "B4"),
}


@dataclass(frozen=True)
class Score:
    """A piece of music: its tempo, a chord for each bar, the order in which the chord's tones are struck, and a melody.

    An arpeggio has the indices of tones in the chord, or None for a rest.
    """

    bpm: float
    chords: str
    arpeggios: Sequence[Sequence[int | None]]
    melody: Sequence[tuple[int, float, str]]
    """Bar, beat and note."""
    play: Callable[["Score", Wave, int], None]
    echo: float
    peak: float
    """In decibels from full. Tunes lie well below the effects before any slider is moved."""

    @property
    def beat(self) -> float:
        """The length of a beat in seconds."""
        return 60 / self.bpm

    @property
    def bars(self) -> list[str]:
        """The name of the chord of each bar."""
        return self.chords.split()

    def moment(self, bar: int, beat: float) -> float:
        """Return the time of a beat of a bar, in seconds from the beginning of the loop; both count from 0."""
        return (bar * _BEATS + beat) * self.beat

    def wave(self) -> Wave:
        loop = np.zeros(round(self.moment(len(self.bars), 0) * RATE))
        for bar in range(len(self.bars)):
            self.play(self, loop, bar)
        for bar, beat, name in self.melody:
            add_around(loop, 0.5 * marimba(note(name), 0.34, 0.5), self.moment(bar, beat))
        return at_peak(around_low_passed(in_a_room(loop, 0.9, self.echo, seed=8), 6_500), self.peak)


def _strike(score: Score, loop: Wave, bar: int, *, loud: float, decay: float, softness: float) -> None:
    """Add the arpeggio of a bar to the loop, with the first note of each half bar loudest and others a bit late."""
    tones, pattern = _CHORDS[score.bars[bar]], score.arpeggios[bar % len(score.arpeggios)]
    for place, tone in enumerate(pattern):
        if tone is not None:
            accent = 1.0 if place % 4 == 0 else 0.72 if place % 2 == 0 else 0.6
            late = 0.018 if place % 2 else 0.0
            bar_of_wood = marimba(note(tones[tone]) * 2, decay, softness)
            add_around(loop, loud * accent * bar_of_wood, score.moment(bar, place * _BEATS / len(pattern)) + late)


def _bass(score: Score, loop: Wave, bar: int, beat: float, *, name: str, beats: float, loud: float) -> None:
    frequency = note(name) / 2
    seconds = beats * score.beat
    tone = ring(frequency, seconds, seconds * 0.6) + 0.28 * ring(frequency * 2, seconds, seconds * 0.35)
    fade = np.clip((seconds - times(seconds)) / 0.08, 0, 1)
    add_around(loop, loud * tone * attack(tone.size, 0.03) * fade, score.moment(bar, beat))


def _fair(score: Score, loop: Wave, bar: int) -> None:
    """Add a bar of the music for menus to the loop: an arpeggio in quavers, a bass, and a brush on beats 2 and 4."""
    _strike(score, loop, bar, loud=0.42, decay=0.2, softness=0.25)
    tones = _CHORDS[score.bars[bar]]
    _bass(score, loop, bar, 0, name=tones[0], beats=2.4, loud=0.62)
    _bass(score, loop, bar, 2.5, name=tones[0], beats=0.5, loud=0.36)
    _bass(score, loop, bar, 3, name=tones[2], beats=1.0, loud=0.42)
    for beat in (1, 3):
        add_around(loop, 0.05 * _brush(bar * _BEATS + beat), score.moment(bar, beat) - 0.01)


def _brush(seed: int) -> Wave:
    sweep = noise(0.3, 0.055, 100 + seed)
    return (sweep - low_passed(sweep, 2_200)) * attack(sweep.size, 0.02)


def _table(score: Score, loop: Wave, bar: int) -> None:
    """Add a bar of the music for games to the loop: a few soft notes over a tone that swells and fades."""
    _strike(score, loop, bar, loud=0.36, decay=0.42, softness=0.8)
    tones = _CHORDS[score.bars[bar]]
    _bass(score, loop, bar, 0, name=tones[0], beats=3.8, loud=0.42)
    seconds = score.moment(1, 1.5)
    swell = np.sin(np.pi * times(seconds) / seconds) ** 2
    for name in tones[:3]:
        t = times(seconds)
        pad = np.sin(2 * np.pi * note(name) * t) + 0.6 * np.sin(2 * np.pi * note(name) * 1.003 * t)
        add_around(loop, 0.055 * pad * swell, score.moment(bar, -0.25))


FAIR = Score(
    bpm=92,
    chords="Am F G Em Am F G Em C G Am F C G F Em",
    arpeggios=(
        (0, 2, 1, 3, 2, 4, 1, 3),
        (0, 1, 2, 3, 4, 3, 2, 1),
        (0, 2, 1, 3, 4, 2, 3, 1),
        (0, 1, 2, 4, 3, None, 2, 1),
    ),
    melody=(
        *((4, 0, "E5"), (4, 1.5, "A5"), (4, 2.5, "G5"), (5, 0, "A5"), (5, 2, "F5"), (6, 0, "G5"), (6, 1.5, "D5")),
        *((6, 2.5, "B4"), (7, 0, "E5"), (8, 0, "G5"), (8, 1, "E5"), (8, 2.5, "C5"), (9, 0, "D5"), (9, 2, "G5")),
        *((10, 0, "A5"), (10, 1.5, "E5"), (10, 2.5, "C5"), (11, 0, "F5"), (11, 2, "A5"), (12, 0, "G5"), (12, 1, "E5")),
        *(
            (12, 2.5, "C6"),
            (13, 0, "B5"),
            (13, 2, "G5"),
            (14, 0, "A5"),
            (14, 1.5, "F5"),
            (14, 2.5, "C5"),
            (15, 0, "B4"),
        ),
    ),
    play=_fair,
    echo=0.16,
    peak=-12.0,
)

TABLE = Score(
    bpm=66,
    chords="Am7 Fmaj7 C9 Gsus Am7 Dm7 Fmaj7 Gsus C9 Em7 Fmaj7 Em7",
    arpeggios=(
        (0, None, 2, None, 3, None, 1, None),
        (0, None, 1, None, None, 3, 2, None),
        (0, None, 3, 2, None, None, 4, None),
    ),
    melody=(
        *((1, 3, "E5"), (2, 0, "G5"), (3, 2, "D5"), (4, 0, "E5"), (5, 3, "A4"), (6, 0, "C5"), (7, 2, "D5")),
        *((8, 0, "G5"), (9, 2, "E5"), (10, 0, "A5"), (10, 3, "E5"), (11, 2, "B4")),
    ),
    play=_table,
    echo=0.34,
    peak=-16.0,
)

TUNES: dict[str, Score] = {"fair": FAIR, "table": TABLE}
