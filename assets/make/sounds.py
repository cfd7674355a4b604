"""Writer of the sound effects (``effects``) and pieces of music (``tunes``) as Ogg Vorbis files."""

from collections.abc import Iterator
from pathlib import Path

import soundfile

import assets
from assets.make.effects import EFFECTS
from assets.make.ogg import with_serial
from assets.make.tones import RATE, Wave
from assets.make.tunes import TUNES

#: How much is left out, from 0 to 1: music lies quietly in the background and lasts long.
_EFFECT_LOSS, _TUNE_LOSS = 0.55, 0.75


def bake() -> Iterator[Path]:
    folder = assets.FOLDER / "sounds"
    folder.mkdir(exist_ok=True)
    for name, effect in EFFECTS.items():
        for number, wave in enumerate(effect.waves(), start=1):
            yield _written(folder / f"{name}-{number}.ogg", wave, _EFFECT_LOSS)
    for name, score in TUNES.items():
        yield _written(folder / f"tune_{name}-1.ogg", score.wave(), _TUNE_LOSS)


def _written(file: Path, wave: Wave, loss: float) -> Path:
    soundfile.write(file, wave, RATE, format="OGG", subtype="VORBIS", compression_level=loss)
    file.write_bytes(with_serial(file.read_bytes(), serial=1))
    return file
