"""The speaker, the device that plays sounds: pygame's mixer, opened in the background, or none."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Protocol

import pygame

import assets
from game.core.language import _
from game.core.threads.worker import failure_words, start_worker

_RATE, _BITS, _CHANNELS = 44_100, -16, 1
#: The buffer of the device in samples: 23 ms.
_BUFFER = 1_024
#: Seconds that the end of the program waits for a device that is still being opened.
_PATIENCE = 2.0
_TUNE = "tune_"


class Speaker(Protocol):
    """A player of sounds by name, at volumes from 0 to 1. No method waits or raises."""

    @property
    def is_ready(self) -> bool:
        """Whether it plays; not before the device is open, nor without one."""

    @property
    def problem(self) -> str:
        """Why something cannot be heard, in a sentence; "" while all is well or not yet known."""

    def start(self) -> None:
        """Start opening the device; a second call changes nothing."""

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Play a sound once, restarting it if it is still playing."""

    def set_tune(self, tune: str, volume: float) -> None:
        """Play a tune in a loop at a volume; 0 ends it."""

    def close(self) -> None:
        """End all sound for good."""


class Silence:
    """A speaker without a device: plays nothing and has no problem."""

    is_ready = False
    problem = ""

    def start(self) -> None:
        """Do nothing."""

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Do nothing."""

    def set_tune(self, tune: str, volume: float) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class _Voice:
    """One sound: its channel, and its files in different pitches, which take turns."""

    def __init__(self, channel: int) -> None:
        self._channel = pygame.mixer.Channel(channel)
        self._pitches: list[pygame.mixer.Sound] = []
        self._turns: Iterator[pygame.mixer.Sound] = iter(())

    def add(self, pitch: pygame.mixer.Sound) -> None:
        self._pitches.append(pitch)
        self._turns = cycle(self._pitches)

    def play(self, volume: float) -> None:
        pitch = next(self._turns)
        pitch.set_volume(volume)
        self._channel.play(pitch)

    def go_on(self, volume: float) -> None:
        """Play in a loop, at this volume from now on; stops at 0."""
        tune = self._pitches[0]
        tune.set_volume(volume)
        if volume <= 0:
            self._channel.stop()
        elif not self._channel.get_busy():
            self._channel.play(tune, loops=-1)


class MixerSpeaker:
    """The player of the files of ``assets/sounds`` and of those in the folders of the rulesets.

    ``place-1.ogg`` and ``place-2.ogg`` are one sound in two pitches. A sound that is missing or broken is not heard.
    """

    def __init__(self, folders: Iterable[Path] = (), *, expected: Iterable[str] = ()) -> None:
        """``expected`` are sounds that should be there; a missing one is a problem."""
        self._folders = (assets.FOLDER / "sounds", *folders)
        self._expected = frozenset(expected)
        self._voices: dict[str, _Voice] = {}
        self._no_device, self._lacking = "", ""
        """Why there is no device, and which sounds are not there."""
        self._opening: threading.Thread | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the device is open and all sounds are loaded."""
        return bool(self._voices)

    @property
    def problem(self) -> str:
        """Why something cannot be heard, in a sentence."""
        if self._no_device:
            return _("No sound device: {error}.", error=self._no_device)
        if self._lacking:
            return _("Some sounds are missing: {sounds}.", sounds=self._lacking)
        return ""

    def start(self) -> None:
        """Open the device and load the sounds in a thread, as that may take longer than a frame, or forever."""
        if self._opening is None:
            self._opening = start_worker(self._open, "sound", self._fail)

    def _fail(self, error: Exception) -> None:
        self._no_device = failure_words(error)

    def _open(self) -> None:
        # Without permission to change rate and channels SDL converts the running stream, so loops have no gap.
        try:
            pygame.mixer.init(_RATE, _BITS, _CHANNELS, _BUFFER, allowedchanges=0)
        except (pygame.error, NotImplementedError) as error:
            self._no_device = str(error)
            return
        voices = self._load()
        self._lacking = ", ".join(sorted(self._expected - voices.keys()))
        self._voices = voices

    def _load(self) -> dict[str, _Voice]:
        files = self._files()
        pygame.mixer.set_num_channels(max(1, len(files)))
        voices: dict[str, _Voice] = {}
        for name, pitches in files.items():
            for file in pitches:
                try:
                    sound = pygame.mixer.Sound(file)
                except (pygame.error, OSError):
                    continue
                if name not in voices:
                    voices[name] = _Voice(len(voices))
                voices[name].add(sound)
        return voices

    def _files(self) -> dict[str, list[Path]]:
        """The files of each sound, from the first folder that has one."""
        files: dict[str, list[Path]] = {}
        for folder in self._folders:
            found: dict[str, list[Path]] = {}
            for file in sorted(folder.glob("*.ogg")):
                found.setdefault(file.stem.partition("-")[0], []).append(file)
            files = found | files
        return files

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Play a sound once."""
        voice = self._voices.get(sound) or self._voices.get(stand_in)
        if voice is not None and volume > 0:
            voice.play(volume)

    def set_tune(self, tune: str, volume: float) -> None:
        """Play a tune in a loop."""
        voice = self._voices.get(_TUNE + tune)
        if voice is not None:
            voice.go_on(volume)

    def close(self) -> None:
        """Close the device; one that is still being opened is abandoned."""
        if self._opening is not None:
            self._opening.join(_PATIENCE)
        if self._voices:
            self._voices = {}
            pygame.mixer.quit()
