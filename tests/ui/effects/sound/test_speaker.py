"""The real speaker on a device without loudspeakers, on none at all, and with files that are missing."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

import assets
from game.ui.effects.sound.mixer import EXPECTED, Mixer
from game.ui.effects.sound.speaker import MixerSpeaker
from game.ui.menu.menu_scene import MenuScene
from tools.pilot.pilot import Pilot


def opened(speaker: MixerSpeaker) -> MixerSpeaker:
    speaker.start()
    wait_until(lambda: speaker.is_ready or bool(speaker.problem))
    return speaker


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def busy() -> int:
    return sum(pygame.mixer.Channel(number).get_busy() for number in range(pygame.mixer.get_num_channels()))


def test_sounds_play_on_channels_of_their_own_and_end_with_the_speaker() -> None:
    speaker = opened(MixerSpeaker(expected=EXPECTED))
    assert speaker.problem == ""
    speaker.play("win", 0.5)
    speaker.play("place", 0.5)
    assert busy() == 2
    speaker.play("win", 0.5)
    assert busy() == 2, "one voice for each sound"
    speaker.close()
    assert pygame.mixer.get_init() is None
    speaker.play("win", 0.5)


def test_a_tune_goes_on_until_its_volume_is_nothing() -> None:
    speaker = opened(MixerSpeaker())
    speaker.set_tune("fair", 0.3)
    speaker.set_tune("fair", 0.2)
    assert busy() == 1
    speaker.set_tune("fair", 0.0)
    assert busy() == 0
    speaker.close()


def test_no_sound_can_end_while_the_mixer_quits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mixer's thread and the window's waited for each other for ever."""
    playing: list[int] = []
    quit_mixer = pygame.mixer.quit
    speaker = opened(MixerSpeaker())
    speaker.set_tune("fair", 0.3)
    speaker.play("win", 0.5)
    with monkeypatch.context() as patch:
        patch.setattr(pygame.mixer, "quit", lambda: playing.append(busy()) or quit_mixer())
        speaker.close()
    assert playing == [0]


def test_a_sound_that_nobody_knows_is_stood_in_for_or_not_heard() -> None:
    speaker = opened(MixerSpeaker())
    speaker.play("bagpipe", 1.0)
    assert busy() == 0
    speaker.play("bagpipe", 1.0, "place")
    assert busy() == 1
    speaker.close()


def test_a_plug_in_brings_a_sound_of_its_own(tmp_path: Path) -> None:
    shutil.copy(assets.FOLDER / "sounds" / "star-1.ogg", tmp_path / "gong.ogg")
    speaker = opened(MixerSpeaker([tmp_path]))
    speaker.play("gong", 1.0)
    assert busy() == 1
    speaker.close()


def test_a_missing_or_broken_file_is_told_and_the_others_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(assets.FOLDER / "sounds", tmp_path / "sounds")
    (tmp_path / "sounds" / "win-1.ogg").unlink()
    (tmp_path / "sounds" / "trio-1.ogg").write_bytes(b"no music")
    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    speaker = opened(MixerSpeaker(expected=EXPECTED))
    assert speaker.problem == "Some sounds are missing: trio, win."
    speaker.play("win", 1.0)
    speaker.play("place", 1.0)
    assert busy() == 1
    speaker.close()


def test_without_a_device_the_reason_is_told_and_the_program_plays_on_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    pilot = Pilot()
    speaker = MixerSpeaker(expected=EXPECTED)
    pilot.app.sounds = Mixer(speaker, pilot.app.preferences)
    pilot.open(MenuScene(pilot.app))
    wait_until(lambda: bool(speaker.problem))
    assert speaker.problem.startswith("No sound device: ")
    assert "no such driver" in speaker.problem
    pilot.press("OK")
    pilot.frames(30)
    pilot.close()
