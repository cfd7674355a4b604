"""Which sound is heard when, over which music, and how loud: posted events in, a recording speaker at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.core.model import Tossed
from game.session.preferences import Preferences
from game.ui.effects.sound.cues import CUES, Occasion, stone_sound
from game.ui.effects.sound.mixer import DUCKED, Mixer
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.scene import Scene
from tests.ui.effects.sound.recording_speaker import RecordingSpeaker
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot

LOUD = (55 / 100) ** 2
ENOUGH = 200
"""Frames in which every fade is over."""


def listen(pilot: Pilot) -> RecordingSpeaker:
    """A speaker for a window that was silent so far."""
    speaker = RecordingSpeaker()
    pilot.app.sounds = Mixer(speaker, pilot.app.preferences)
    return speaker


def listening_at(pilot: Pilot) -> RecordingSpeaker:
    """The same for a game that is open: the scene sits down once more."""
    speaker = listen(pilot)
    pilot.scene._sit_at(pilot.scene.table)
    pilot.scene.arrange()
    pilot.frames(2)
    return speaker


@pytest.fixture
def fair() -> Iterator[Pilot]:
    """The menu, with a player whom it knows."""
    pilot = Pilot()
    pilot.app.services.database.players.create("Ann")
    listen(pilot)
    pilot.open(MenuScene(pilot.app))
    yield pilot
    pilot.app.close()


# Events


def test_black_and_white_stones_knock_differently(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    speaker = listening_at(pilot)
    click(pilot, "h8")
    assert speaker.heard() == ["place"]
    click(pilot, "h9")
    assert speaker.heard() == ["place_white"]


def test_the_knock_comes_when_the_stone_touches_the_board(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    speaker = listening_at(pilot)
    click(pilot, "h8", frames=0)
    assert speaker.heard() == []
    pilot.frames(6)
    assert speaker.heard() == ["place"]


def place(pilot: Pilot, name: str, letter: str) -> None:
    """Picks a kind of stone and clicks a cell."""
    while pilot.scene.picture.picker.letter != letter:
        pilot.key(pygame.K_TAB)
    click(pilot, name)


@pytest.mark.parametrize(("letter", "sound"), [("w", "quack"), ("b", "squeak"), ("c", "star")])
def test_a_stone_sounds_as_its_ruleset_declares(seat: Peer, letter: str, sound: str) -> None:
    pilot = seat("", "threestones", first="b")
    assert pilot.scene.table.tournament.ruleset.info.stone(letter).sound == sound
    speaker = listening_at(pilot)
    place(pilot, "f3", letter)
    assert speaker.heard() == [sound]


def test_a_trio_is_heard_after_its_stone(seat: Peer) -> None:
    pilot = seat("", "threestones", first="b")
    speaker = listening_at(pilot)
    for name in ("e3", "f3", "g3"):
        place(pilot, name, "b")
    assert speaker.heard() == ["squeak", "squeak", "squeak", "trio"]


def test_stones_of_one_turn_are_heard_one_after_the_other(seat: Peer) -> None:
    pilot = seat()
    speaker = listening_at(pilot)
    click(pilot, "k10")
    click(pilot, "k11")
    assert speaker.heard() == ["button", "button"], "ghosts tick softly"
    pilot.key(pygame.K_RETURN)
    seen = []
    for _ in range(20):
        pilot.frames()
        seen.append(len(speaker.played))
    assert speaker.heard() == ["place_white", "place_white"]
    assert 1 in seen


def test_a_refused_move_is_heard(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    speaker = listening_at(pilot)
    click(pilot, "h8")
    assert speaker.heard() == ["refused"]


def test_a_button_ticks_by_pointer_and_by_key(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    speaker = listening_at(pilot)
    pilot.press("Undo")
    pilot.key(pygame.K_r)
    assert speaker.heard() == ["button", "button"]


def test_a_toss_is_heard(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    speaker = listening_at(pilot)
    pilot.scene._opening.show_toss(0)
    pilot.frames()
    assert speaker.heard() == ["toss"]


def test_a_win_is_heard_once_and_the_music_steps_back_for_it(seat: Peer) -> None:
    pilot = seat("d4 d5 e4 e5 f4 f5 g4 g5", "gomoku")
    speaker = listening_at(pilot)
    pilot.frames(ENOUGH)
    assert speaker.tunes["table"] == pytest.approx(LOUD)
    click(pilot, "h4")
    pilot.frames(30)
    assert speaker.heard() == ["place", "win"]
    assert speaker.tunes["table"] == pytest.approx(LOUD * DUCKED)
    pilot.frames(2 * ENOUGH)
    assert speaker.tunes["table"] == pytest.approx(LOUD)
    assert speaker.heard() == []


def test_a_lost_game_is_heard(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    speaker = listening_at(pilot)
    pilot.press("Resign")
    pilot.press("Resign")
    pilot.frames(40)
    assert speaker.heard()[-1] == "lose"


def test_a_draw_that_two_agree_on_is_heard(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    speaker = listening_at(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Agree to a draw")
    pilot.frames(40)
    assert speaker.heard()[-1] == "draw"


def test_a_game_that_was_over_before_is_opened_in_silence(seat: Peer) -> None:
    pilot = seat("d4 d5 e4 e5 f4 f5 g4 g5 h4", "gomoku")
    speaker = listen(pilot)
    pilot.open(PlayScene(pilot.app, pilot.scene.table))
    pilot.frames(60)
    assert speaker.heard() == []


def test_every_happening_of_the_table_has_a_sound_and_a_stone_of_no_known_kind_knocks(seat: Peer) -> None:
    assert set(Occasion) | {Tossed} <= set(CUES)
    info = seat("", "gomoku").scene.table.tournament.ruleset.info
    assert stone_sound(info, "?") == "place"


# Music


def test_the_music_goes_over_from_the_fair_to_the_table_and_back(fair: Pilot, seat: Peer) -> None:
    speaker = fair.app.sounds.speaker
    fair.frames(ENOUGH)
    assert speaker.audible == {"fair"}
    table = seat("h8", "gomoku").scene.table
    fair.open(PlayScene(fair.app, table))
    fair.frames(30)
    assert speaker.audible == {"fair", "table"}
    fair.frames(ENOUGH)
    assert speaker.audible == {"table"}
    fair.scene.finish(None)
    fair.frames(ENOUGH)
    assert speaker.audible == {"fair"}


def test_settings_leave_the_music_as_it_is(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    speaker = listening_at(pilot)
    pilot.app.push(SettingsScene(pilot.app))
    pilot.frames(ENOUGH)
    assert speaker.audible == {"table"}


def test_the_note_on_the_top_line_switches_the_music_and_that_is_kept(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    speaker = listening_at(pilot)
    pilot.frames(ENOUGH)
    note = next(button for button in pilot.scene.controls.buttons if button.icon == "note")
    pilot.click(note.rect.center)
    pilot.frames(ENOUGH)
    assert speaker.audible == set()
    assert any(button.icon == "note_off" for button in pilot.scene.controls.buttons)
    assert Preferences(pilot.app.services.database.settings).music is False
    pilot.key(pygame.K_m)
    pilot.frames(ENOUGH)
    assert speaker.audible == {"table"}


def test_the_music_waits_while_the_window_is_minimised(fair: Pilot) -> None:
    speaker = fair.app.sounds.speaker
    fair.frames(ENOUGH)
    pygame.event.post(pygame.event.Event(pygame.WINDOWMINIMIZED))
    fair.frames(ENOUGH)
    assert speaker.audible == set()
    pygame.event.post(pygame.event.Event(pygame.WINDOWRESTORED))
    fair.frames(ENOUGH)
    assert speaker.audible == {"fair"}


def test_the_music_ends_with_the_program() -> None:
    pilot = Pilot()
    speaker = listen(pilot)
    pilot.open(Scene(pilot.app))
    pilot.close()
    assert speaker.closed


def test_the_device_is_opened_only_after_the_first_picture() -> None:
    pilot = Pilot()
    speaker = listen(pilot)
    started = []
    scene = Scene(pilot.app)
    scene.paint_live = lambda target: started.append(speaker.started)
    pilot.open(scene)
    assert started[0] == 0
    assert speaker.started > 0
    pilot.app.close()


# Settings


def test_the_volumes_are_heard_at_once_and_kept_across_restarts(fair: Pilot) -> None:
    speaker = fair.app.sounds.speaker
    fair.app.push(SettingsScene(fair.app))
    fair.press("Sound")
    fair.frames(ENOUGH)
    music, effects = list(fair.scene.rows.sliders)[-2:]
    fair.click((music.rect.left + 2, music.rect.centery))
    speaker.heard()
    fair.click((effects.rect.right - 2, effects.rect.centery))
    fair.frames(10)
    assert speaker.audible == set()
    assert speaker.heard()[-1] == "place", "a sample of the new volume"
    assert speaker.volumes[-1] == 1.0
    path = fair.app.services.database.file.path
    fair.app.close()
    again = Pilot()
    assert again.app.services.database.file.path == path
    assert (again.app.preferences.music_volume, again.app.preferences.effects_volume) == (0.0, 100.0)
    assert again.app.preferences.music is True


def test_the_settings_say_once_and_in_one_sentence_why_nothing_is_heard(fair: Pilot) -> None:
    fair.app.sounds.speaker.is_ready = False
    fair.app.sounds.speaker.problem = "No sound device: there is none."
    words: list[str] = []
    typesetter, draw = fair.app.paintbox.typesetter, fair.app.paintbox.typesetter.draw
    typesetter.draw = lambda target, string, *args, **more: (
        words.append(string),
        draw(target, string, *args, **more),
    )[1]
    fair.app.push(SettingsScene(fair.app))
    fair.press("Sound")
    words.clear()
    fair.scene.repaint()
    fair.frames()
    assert words.count("No sound device: there is none.") == 1
