"""A speaker that notes down what it is told."""

from __future__ import annotations


class RecordingSpeaker:
    """Stands in for MixerSpeaker."""

    def __init__(self) -> None:
        self.is_ready = True
        self.problem = ""
        self.started = 0
        self.closed = False
        self.played: list[str] = []
        self.volumes: list[float] = []
        self.tunes: dict[str, float] = {}

    def start(self) -> None:
        self.started += 1

    def play(self, sound: str, volume: float, stand_in: str = "") -> None:
        self.played.append(sound)
        self.volumes.append(volume)

    def set_tune(self, tune: str, volume: float) -> None:
        self.tunes[tune] = volume

    def close(self) -> None:
        self.closed = True

    def heard(self) -> list[str]:
        """What was played since the last call."""
        played, self.played = self.played, []
        return played

    @property
    def audible(self) -> set[str]:
        """The tunes that can be heard."""
        return {tune for tune, volume in self.tunes.items() if volume > 0}
