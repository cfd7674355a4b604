"""Sound output with pygame's mixer, which is opened in the background, or no output at all."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Protocol

import pygame

import assets
from game.core.language import _
from game.core.threads.worker import failure_text, start_worker

_RATE, _BITS, _CHANNELS = 44_100, -16, 1
#: The buffer of the device in samples (23 ms).
_BUFFER = 1_024
#: Seconds that the program waits at exit for a device that is still being opened.
_PATIENCE = 2.0
_TUNE = "tune_"


class Speaker(Protocol):
    """Protocol of sound output, which plays sounds by name at volumes from 0 to 1.

    No method waits or raises.
    """

    @property
    def is_ready(self) -> bool:
        """True if sounds can be played; False while the audio device is not open yet, or if there is none."""

    @property
    def problem(self) -> str:
        """The reason why sounds cannot be heard, as a sentence; "" if there is no known problem."""

    def start(self) -> None:
        """Start opening the audio device; repeated calls do nothing."""

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Play a sound once, or ``stand_in`` if the sound's file is missing.

        A sound that is still playing starts again.
        """

    def set_tune(self, tune: str, volume: float) -> None:
        """Play a piece of music in a loop at a volume (0 to 1); 0 stops it."""

    def close(self) -> None:
        """Stop all sounds and release the audio device."""


class Silence:
    """Sound output without an audio device: plays nothing and reports no problem."""

    is_ready = False
    problem = ""

    def start(self) -> None:
        """Do nothing, because there is no audio device to open."""

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Do nothing, because there is no audio device."""

    def set_tune(self, tune: str, volume: float) -> None:
        """Do nothing, because there is no audio device."""

    def close(self) -> None:
        """Do nothing, because there is no audio device to release."""


class _Sound:
    """A loaded sound with its mixer channel, and its variants in different pitches for variety.

    The variants are played in turn.
    """

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

    def loop(self, volume: float) -> None:
        """Play the sound in a loop at a volume (0 to 1), or change the volume of the loop; 0 stops it."""
        tune = self._pitches[0]
        tune.set_volume(volume)
        if volume <= 0:
            self._channel.stop()
        elif not self._channel.get_busy():
            self._channel.play(tune, loops=-1)


class MixerSpeaker:
    """Sound output with pygame's mixer: plays the files of ``assets/sounds`` and of the rulesets' folders.

    ``place-1.ogg`` and ``place-2.ogg`` are one sound in two pitches. Missing or broken sounds stay silent.
    """

    def __init__(self, folders: Iterable[Path] = (), *, expected: Iterable[str] = ()) -> None:
        """Prepare the sound output; it reports a problem if any of the ``expected`` sounds is missing."""
        self._folders = (assets.FOLDER / "sounds", *folders)
        self._expected = frozenset(expected)
        self._sounds: dict[str, _Sound] = {}
        self._no_device, self._lacking = "", ""
        """The error from opening the audio device, and the names of the missing sounds."""
        self._opening: threading.Thread | None = None

    @property
    def is_ready(self) -> bool:
        """True if the audio device is open and all sounds are loaded."""
        return bool(self._sounds)

    @property
    def problem(self) -> str:
        """The reason why sounds cannot be heard, as a sentence; "" if there is no known problem."""
        if self._no_device:
            return _("No sound device: {error}.", error=self._no_device)
        if self._lacking:
            return _("Some sounds are missing: {sounds}.", sounds=self._lacking)
        return ""

    def start(self) -> None:
        """Start a thread that opens the audio device and loads the sounds, because that may take very long.

        It may even never end.
        """
        if self._opening is None:
            self._opening = start_worker(self._open, "sound", self._fail)

    def _fail(self, error: Exception) -> None:
        self._no_device = failure_text(error)

    def _open(self) -> None:
        # If SDL may not change rate and channels, it converts the running stream, so that loops have no gap.
        try:
            pygame.mixer.init(_RATE, _BITS, _CHANNELS, _BUFFER, allowedchanges=0)
        except (pygame.error, NotImplementedError) as error:
            self._no_device = str(error)
            return
        loaded = self._load()
        self._lacking = ", ".join(sorted(self._expected - loaded.keys()))
        self._sounds = loaded

    def _load(self) -> dict[str, _Sound]:
        files = self._files()
        pygame.mixer.set_num_channels(max(1, len(files)))
        loaded: dict[str, _Sound] = {}
        for name, pitches in files.items():
            for file in pitches:
                try:
                    sound = pygame.mixer.Sound(file)
                except (pygame.error, OSError):
                    continue
                if name not in loaded:
                    loaded[name] = _Sound(len(loaded))
                loaded[name].add(sound)
        return loaded

    def _files(self) -> dict[str, list[Path]]:
        """Return the files of each sound by its name; the first folder with a sound takes precedence."""
        files: dict[str, list[Path]] = {}
        for folder in self._folders:
            found: dict[str, list[Path]] = {}
            for file in sorted(folder.glob("*.ogg")):
                found.setdefault(file.stem.partition("-")[0], []).append(file)
            files = found | files
        return files

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        """Play a sound once, or ``stand_in`` if its file is missing."""
        found = self._sounds.get(sound) or self._sounds.get(stand_in)
        if found is not None and volume > 0:
            found.play(volume)

    def set_tune(self, tune: str, volume: float) -> None:
        """Play a piece of music in a loop at a volume (0 to 1); 0 stops it."""
        found = self._sounds.get(_TUNE + tune)
        if found is not None:
            found.loop(volume)

    def close(self) -> None:
        """Close the audio device; if it is still being opened, give up waiting after two seconds."""
        if self._opening is not None:
            self._opening.join(_PATIENCE)
        if self._sounds:
            self._sounds = {}
            # A sound that ends while the mixer quits would block both for ever: the mixer's thread then has the lock
            # of the device and waits for Python's, and ``quit`` the other way round. ``stop`` waits without Python's.
            pygame.mixer.stop()
            pygame.mixer.quit()
