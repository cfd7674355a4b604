"""The device that plays sounds: pygame's mixer, opened in the background; or none, and everything is silent."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Protocol

import pygame

import assets
from game.core.language import _

_RATE, _BITS, _CHANNELS = 44_100, -16, 1
#: Samples that the device asks for at a time: 23 ms.
_BUFFER = 1_024
#: How long the end of the program waits for a device that is still being opened.
_PATIENCE = 2.0
_TUNE = "tune_"


class Speaker(Protocol):
    """Plays sounds by name, at volumes from 0 to 1. Nothing here waits or raises."""

    @property
    def is_ready(self) -> bool:
        """Whether it plays what it is told; before and without a device it does not."""

    @property
    def problem(self) -> str:
        """Why something cannot be heard, in a sentence; "" while all is well or not yet known."""

    def start(self) -> None:
        """Begins to open the device; a second time changes nothing."""

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Plays a sound once, in the place of the same one if that still plays."""

    def set_tune(self, tune: str, volume: float) -> None:
        """Lets a tune play on and on at a volume; 0 ends it."""

    def close(self) -> None:
        """Falls silent for good."""


class Silence:
    """A speaker that plays nothing and misses nothing."""

    is_ready = False
    problem = ""

    def start(self) -> None:
        """There is nothing to start."""

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Nothing is heard."""

    def set_tune(self, tune: str, volume: float) -> None:
        """Nothing is heard."""

    def close(self) -> None:
        """There is nothing to end."""


class _Voice:
    """One sound: a channel of its own, and the pitches it was made in, which take turns."""

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
        """Plays without end, at another volume from now on; stops at 0."""
        tune = self._pitches[0]
        tune.set_volume(volume)
        if volume <= 0:
            self._channel.stop()
        elif not self._channel.get_busy():
            self._channel.play(tune, loops=-1)


class MixerSpeaker:
    """Plays the files of ``assets/sounds`` and, besides, those in the folders of the rulesets.

    ``place-1.ogg`` and ``place-2.ogg`` are one sound in two pitches. A sound that is missing or broken is not heard.
    """

    def __init__(self, folders: Iterable[Path] = (), *, expected: Iterable[str] = ()) -> None:
        """``expected`` are sounds that ought to be there; one that lacks is a problem."""
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
        """Why something cannot be heard."""
        if self._no_device:
            return _("No sound device: {error}.", error=self._no_device)
        if self._lacking:
            return _("Some sounds are missing and not heard: {sounds}.", sounds=self._lacking)
        return ""

    def start(self) -> None:
        """Opens the device and loads the sounds on a thread: that takes longer than a frame, or for ever."""
        if self._opening is None:
            self._opening = threading.Thread(target=self._open, name="sound", daemon=True)
            self._opening.start()

    def _open(self) -> None:
        # Without the right to change rate and channels SDL converts the running stream, so loops keep without a seam.
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
        """The files of each sound; the first folder that has one counts."""
        files: dict[str, list[Path]] = {}
        for folder in self._folders:
            found: dict[str, list[Path]] = {}
            for file in sorted(folder.glob("*.ogg")):
                found.setdefault(file.stem.partition("-")[0], []).append(file)
            files = found | files
        return files

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Plays a sound once."""
        voice = self._voices.get(sound) or self._voices.get(stand_in)
        if voice is not None and volume > 0:
            voice.play(volume)

    def set_tune(self, tune: str, volume: float) -> None:
        """Lets a tune play on and on."""
        voice = self._voices.get(_TUNE + tune)
        if voice is not None:
            voice.go_on(volume)

    def close(self) -> None:
        """Closes the device; one that is still being opened is left behind."""
        if self._opening is not None:
            self._opening.join(_PATIENCE)
        if self._voices:
            self._voices = {}
            pygame.mixer.quit()
