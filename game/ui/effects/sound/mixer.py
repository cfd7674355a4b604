"""The mixer: plays each sound at its time and volume, and cross-fades the music; the sounds of the game on screen."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.model import Event
from game.core.ruleset import RulesetInfo
from game.session.preferences import Preferences
from game.session.shown_game import GameOnScreen
from game.ui.effects.sound.cues import CUES, SOUND_OF_ART, TUNES, Cue, Occasion, cues_of, end_of_game
from game.ui.effects.sound.speaker import Speaker

#: Seconds of the fade from one tune to the next, and of the fade-out when music is switched off.
CROSS_FADE, SWITCH_FADE = 1.6, 0.4
#: The volume factor of the music during the sound of a game's end (half, which is 6 dB less), and its duration.
DUCKED, DUCKED_SECONDS = 0.5, 2.0
_DUCK_FADE, _RISE_FADE = 0.2, 1.2
#: All sounds that the program itself uses; rulesets may add their own.
EXPECTED = frozenset(cue.sound for cue in CUES.values()) | {*SOUND_OF_ART.values(), *(f"tune_{t}" for t in TUNES)}


class Mixer:
    """Player of the window's sounds and music; ``tick`` is called once a frame."""

    def __init__(self, speaker: Speaker, preferences: Preferences) -> None:
        self.speaker, self._preferences = speaker, preferences
        self._waiting: list[tuple[float, Cue]] = []
        self._tune = ""
        self._shares = dict.fromkeys(TUNES, 0.0)
        """The fade-in progress of each piece of music, from 0 to 1."""
        self._sent_volumes = dict.fromkeys(TUNES, 0.0)
        """The volumes of the music that were last sent to the speaker."""
        self._duck, self._ducked_for = 1.0, 0.0
        self.is_away = False
        """True while the window is minimised, when the music is muted."""

    def start(self) -> None:
        """Open the audio device; called when the first picture is visible."""
        self.speaker.start()

    def play_occasion(self, happening: Occasion | type[Event]) -> None:
        """Play the sound for an occasion, such as a pressed button, or for a type of game event."""
        self._take(CUES[happening])

    def play_events(self, events: Iterable[Event], info: RulesetInfo) -> None:
        """Play the sounds for the events of a move."""
        for cue in cues_of(events, info):
            self._take(cue)

    def _take(self, cue: Cue) -> None:
        if not self.speaker.is_ready:
            return
        if cue.delay > 0:
            self._waiting.append((cue.delay, cue))
        else:
            self._play(cue)

    def _play(self, cue: Cue) -> None:
        self.speaker.play(cue.sound, _volume(self._preferences.effects_volume), cue.stand_in)
        if cue.ducks:
            self._ducked_for = DUCKED_SECONDS

    def tick(self, seconds: float, tune: str) -> None:
        """Play the sounds that are due, and fade to the music ``tune``; "" continues the current music."""
        self._tune = tune or self._tune
        if not self.speaker.is_ready:
            return
        waiting, self._waiting = self._waiting, []
        for wait, cue in waiting:
            if wait <= seconds:
                self._play(cue)
            else:
                self._waiting.append((wait - seconds, cue))
        self._pass_ducking(seconds)
        self._fade_tunes(seconds)

    def _pass_ducking(self, seconds: float) -> None:
        goal = DUCKED if self._ducked_for > 0 else 1.0
        self._ducked_for = max(0.0, self._ducked_for - seconds)
        fade = _DUCK_FADE if goal < self._duck else _RISE_FADE
        self._duck = _towards(self._duck, goal, seconds * (1 - DUCKED) / fade)

    def _fade_tunes(self, seconds: float) -> None:
        is_on = self._preferences.music and not self.is_away
        music = _volume(self._preferences.music_volume)
        step = seconds / (CROSS_FADE if is_on else SWITCH_FADE)
        for tune in TUNES:
            wanted = is_on and tune == self._tune
            self._shares[tune] = _towards(self._shares[tune], float(wanted), step)
            volume = self._shares[tune] * self._duck * music
            if volume != self._sent_volumes[tune]:
                self._sent_volumes[tune] = volume
                self.speaker.set_tune(tune, volume)

    def close(self) -> None:
        """Stop all sounds and music, and release the audio device."""
        self.speaker.close()


def _volume(percent: float) -> float:
    """Return the output volume for a setting: its square, because loudness is not perceived linearly."""
    return (percent / 100) ** 2


def _towards(value: float, goal: float, step: float) -> float:
    return min(goal, value + step) if value < goal else max(goal, value - step)


class TableSounds:
    """Player of the sounds of the game on screen.

    A game that was already over when it was opened has no end sound.
    """

    def __init__(self, desk: Mixer, table: GameOnScreen) -> None:
        self._worker, self._table = desk, table
        self._end_played_at = None if table.match.outcome is None else table.match.revision

    def moved(self, events: Iterable[Event]) -> None:
        """Play the sounds for the events of a move."""
        self._worker.play_events(events, self._table.tournament.ruleset.info)

    def refused(self) -> None:
        """Play the sound for a move that was refused."""
        self._worker.play_occasion(Occasion.REFUSED)

    def laid(self) -> None:
        """Play the sound for a preview stone that was placed or removed."""
        self._worker.play_occasion(Occasion.LAID)

    def ended(self) -> None:
        """Play the sound for the end of the game once; it is repeated only after the game has continued."""
        match = self._table.match
        if match.outcome is not None and self._end_played_at != match.revision:
            self._end_played_at = match.revision
            self._worker.play_occasion(end_of_game(match.outcome, self._table.only_person))
