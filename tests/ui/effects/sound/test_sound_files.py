"""The sound files: all there, small, not too loud, without a seam, and what the scripts make."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

import assets
from game.plugins import registry
from game.ui.effects.sound.mixer import EXPECTED

numpy = pytest.importorskip("numpy")
effects = pytest.importorskip("assets.make.effects")
ogg = pytest.importorskip("assets.make.ogg")
tunes = pytest.importorskip("assets.make.tunes")

FOLDER = assets.FOLDER / "sounds"
FILES = sorted(FOLDER.glob("*.ogg"))
TUNES = [file for file in FILES if file.stem.startswith("tune_")]
RATE = 44_100
LARGEST, LARGEST_OF_ALL = 250 * 1024, 700 * 1024


@pytest.fixture(autouse=True)
def mixer() -> Iterator[None]:
    pygame.mixer.init(RATE, -16, 1, 1024, allowedchanges=0)
    yield
    pygame.mixer.quit()


def decoded(file: Path):
    """The wave that the mixer plays."""
    return numpy.frombuffer(pygame.mixer.Sound(file).get_raw(), numpy.int16) / 32768


def made(name: str):
    """The waves of a sound as the scripts make them, one for each of its files."""
    return effects.EFFECTS[name].waves() if name in effects.EFFECTS else [tunes.TUNES[name[5:]].wave()]


def names() -> list[Any]:
    tune_names = (pytest.param(f"tune_{name}", marks=pytest.mark.slow) for name in tunes.TUNES)
    return [*effects.EFFECTS, *tune_names]


def test_every_sound_of_the_table_and_of_our_rulesets_is_there() -> None:
    declared = {s.sound for ruleset in registry.discover().rulesets.values() for s in ruleset.info.stones if s.sound}
    assert EXPECTED | declared <= {file.stem.partition("-")[0] for file in FILES}


def test_the_files_are_small() -> None:
    assert all(file.stat().st_size < LARGEST for file in FILES)
    assert sum(file.stat().st_size for file in FILES) < LARGEST_OF_ALL


@pytest.mark.parametrize("name", names())
def test_the_shipped_sounds_are_what_the_scripts_make(name: str) -> None:
    waves = made(name)
    files = sorted(FOLDER.glob(f"{name}-*.ogg"))
    assert len(files) == len(waves)
    for file, wave in zip(files, waves, strict=True):
        heard = decoded(file)
        assert heard.size == wave.size
        assert numpy.corrcoef(heard, wave)[0, 1] > 0.99
        assert numpy.abs(heard).max() == pytest.approx(numpy.abs(wave).max(), rel=0.2)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_sound_comes_near_to_full_and_none_is_off_its_middle(file: Path) -> None:
    wave = decoded(file)
    assert numpy.abs(wave).max() < 10 ** (-2.5 / 20)
    assert abs(wave.mean()) < 0.005


@pytest.mark.parametrize("file", TUNES, ids=lambda file: file.stem)
def test_a_tune_goes_on_at_its_beginning_without_a_jump(file: Path) -> None:
    wave = decoded(file)
    steps, bends = numpy.abs(numpy.diff(wave)), numpy.abs(numpy.diff(wave, 2))
    around = numpy.concatenate([wave[-4:], wave[:4]])
    assert numpy.abs(numpy.diff(around)).max() < numpy.percentile(steps, 99)
    assert numpy.abs(numpy.diff(around, 2)).max() < numpy.percentile(bends, 99.5)


@pytest.mark.parametrize("file", [f for f in FILES if f not in TUNES], ids=lambda file: file.stem)
def test_an_effect_ends_in_silence(file: Path) -> None:
    assert numpy.abs(decoded(file)[-20:]).max() < 0.05


def test_a_stream_under_another_number_is_the_same_music() -> None:
    again = ogg.with_serial((FOLDER / "star-1.ogg").read_bytes(), serial=77)
    assert again != (FOLDER / "star-1.ogg").read_bytes()
    assert ogg.with_serial(again, serial=1) == (FOLDER / "star-1.ogg").read_bytes()
