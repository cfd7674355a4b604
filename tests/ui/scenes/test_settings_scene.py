"""The settings scene, driven by keys and clicks, and the preferences it keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.network.session.network_settings import NetworkSettings
from game.network.session.pending_connection import networks_here
from game.plugins import trial
from game.plugins.verdicts import Verdicts
from game.session.preferences import Preferences
from game.storage.database import Database
from game.ui.settings.setting_sections import sections
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button
from game.ui.widgets.setting_rows import Slide
from tools.pilot.pilot import Pilot


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


def open_settings(pilot: Pilot, section: str = "") -> list[None]:
    results: list[None] = []
    pilot.open(Scene(pilot.app))
    pilot.app.push(SettingsScene(pilot.app), results.append)
    pilot.frames(3)
    if section:
        pilot.press(section)
    return results


def words_button(pilot: Pilot, title: str) -> Button:
    """The button of the row with that title."""
    return next(button for button in pilot.scene.controls.buttons if button.tip == title)


def kept(pilot: Pilot) -> Preferences:
    """The preferences as another start of the program would read them."""
    return Preferences(Database(pilot.app.services.database.file.path).settings)


def slider(pilot: Pilot, number: int) -> pygame.Rect:
    return list(pilot.scene.rows.sliders)[number].rect


def drag(pilot: Pilot, start: tuple[int, int], end: tuple[int, int]) -> None:
    pygame.mouse.set_pos(start)
    pilot.frames()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
    pilot.frames(2)
    pygame.mouse.set_pos(end)
    pilot.frames(3)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))
    pilot.frames(2)


@pytest.mark.parametrize(
    ("section", "title", "key", "default"),
    [
        ("Window", "Start in full screen", "start_full_screen", False),
        ("Board", "Coordinates", "coordinates", True),
        ("Opponent", "Opponents take their time", "opponents_take_time", True),
        ("Appearance", "Reduced motion", "reduced_motion", False),
    ],
)
def test_a_switch_is_kept_at_once_and_can_be_switched_back(
    pilot: Pilot, section: str, title: str, key: str, default: bool
) -> None:
    open_settings(pilot, section)
    assert getattr(kept(pilot), key) is default
    pilot.press(title)
    assert getattr(kept(pilot), key) is not default
    pilot.press(title)
    assert getattr(kept(pilot), key) is default


def test_full_screen_can_be_switched_on_and_off(pilot: Pilot) -> None:
    open_settings(pilot, "Window")
    pilot.press("Full screen")
    assert pilot.app.window.full_screen
    pilot.press("Full screen")
    assert not pilot.app.window.full_screen


def test_arrow_keys_move_the_focused_slider_in_steps_and_end_goes_to_its_end(pilot: Pilot) -> None:
    open_settings(pilot, "Opponent")
    stop = next(iter(pilot.scene.rows.sliders)).stop
    while pilot.scene.controls.focused is not stop:
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RIGHT)
    assert kept(pilot).thinking_seconds == 3.0
    pilot.key(pygame.K_LEFT)
    assert kept(pilot).thinking_seconds == 2.0
    pilot.key(pygame.K_END)
    assert kept(pilot).thinking_seconds == 30.0
    pilot.key(pygame.K_RIGHT)
    assert kept(pilot).thinking_seconds == 30.0


def test_a_click_on_the_track_moves_the_knob_there(pilot: Pilot) -> None:
    open_settings(pilot, "Opponent")
    rect = slider(pilot, 0)
    pilot.click((rect.right - 4, rect.centery))
    assert kept(pilot).thinking_seconds == 30.0
    pilot.click((rect.left + 4, rect.centery))
    assert kept(pilot).thinking_seconds == 1.0


def test_dragging_the_knob_moves_the_number_to_a_whole_step(pilot: Pilot) -> None:
    open_settings(pilot, "Opponent")
    rect = slider(pilot, 0)
    drag(pilot, (rect.left + 10, rect.centery), (rect.centerx, rect.centery))
    moved = kept(pilot).thinking_seconds
    assert moved == round(moved)
    assert 12 <= moved <= 19


def test_the_keyboard_alone_reaches_every_control_of_every_section_and_escape_goes_back(pilot: Pilot) -> None:
    results = open_settings(pilot)
    for _section in sections(pilot.app, pilot.scene.account):
        controls = set(pilot.scene.controls.buttons)
        reached = set()
        for _ in range(len(controls) + 1):
            pilot.key(pygame.K_TAB)
            reached.add(pilot.scene.controls.focused)
        assert reached == controls
        pilot.key(pygame.K_PAGEDOWN)
    pilot.key(pygame.K_ESCAPE)
    assert results == [None]


def shown(pilot: Pilot) -> str:
    """The section that is chosen in the list."""
    titles = [section.title for section in sections(pilot.app, pilot.scene.account)]
    return next(b.label for b in pilot.scene.controls.buttons if b.chosen and b.label in titles)


def test_a_section_is_opened_by_a_click_by_enter_and_by_page_keys_and_the_list_goes_round(pilot: Pilot) -> None:
    open_settings(pilot, "Board")
    assert shown(pilot) == "Board"
    while pilot.scene.controls.focused is None or pilot.scene.controls.focused.label != "Sound":
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    assert shown(pilot) == "Sound"
    assert pilot.scene.controls.focused.label == "Sound", "the focus stays in the list"
    pilot.key(pygame.K_PAGEDOWN)
    assert shown(pilot) == "Online games"
    pilot.key(pygame.K_PAGEDOWN)
    assert shown(pilot) == "Copy my games"
    pilot.key(pygame.K_PAGEDOWN)
    assert shown(pilot) == "Backups"
    pilot.key(pygame.K_PAGEDOWN)
    assert shown(pilot) == "Rulesets and folders"
    pilot.key(pygame.K_PAGEDOWN)
    assert shown(pilot) == "Appearance"
    pilot.key(pygame.K_PAGEUP)
    assert shown(pilot) == "Rulesets and folders"


def test_the_section_that_is_open_stays_open_when_the_language_changes(pilot: Pilot) -> None:
    open_settings(pilot, "Board")
    pilot.press("Suomi")
    assert "Koordinaatit" in [b.label for b in pilot.scene.controls.buttons]


def test_space_switches_what_has_the_focus(pilot: Pilot) -> None:
    open_settings(pilot, "Board")
    while pilot.scene.controls.focused is None or pilot.scene.controls.focused.label != "Coordinates":
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_SPACE)
    assert kept(pilot).coordinates is False


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_it_lists_rulesets_broken_plug_ins_and_folders_at_every_size(size: tuple[int, int], tmp_path: Path) -> None:
    plugins = tmp_path / "drop-ins"
    plugins.mkdir()
    for number in range(9):
        (plugins / f"broken_{number}.py").write_text("import nothing_of_that_name\n")
    pilot = Pilot(size, plugins)
    open_settings(pilot, "Rulesets and folders")
    words: list[str] = []
    typesetter = pilot.app.paintbox.typesetter
    draw = typesetter.draw
    typesetter.draw = lambda target, string, *args, **more: (
        words.append(string),
        draw(target, string, *args, **more),
    )[1]
    pilot.scene.arrange()
    pilot.frames(20)
    shown = " ".join(words)
    for expected in ("Gomoku", "Comes with Stone Fair", "broken_8.py", "nothing_of_that_name", "Your own rulesets"):
        assert expected in shown
    assert not any(pilot.app.step(1 / 60) for _ in range(10))
    pilot.app.close()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
def test_a_plug_in_that_hung_can_be_switched_on_to_be_tried_again(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "ANSWER_SECONDS", 0.5)
    plugins = tmp_path / "drop-ins"
    plugins.mkdir()
    (plugins / "stuck.py").write_text("while True:\n    pass\n")
    pilot = Pilot(size, plugins)
    (problem,) = pilot.app.services.catalogue.problems
    open_settings(pilot, "Rulesets turned off")
    assert shown(pilot) == "Rulesets turned off"
    for is_pardoned in (True, False):
        pilot.press("stuck.py")
        verdict = Verdicts().of(problem.mark)
        assert verdict is not None
        assert verdict.is_pardoned == is_pardoned
    pilot.app.close()


def test_a_database_that_cannot_be_used_is_told_instead_of_promising_to_keep_changes(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "stone-fair.sqlite3").mkdir()
    pilot = Pilot()
    open_settings(pilot)
    assert "will not be saved this time" in pilot.app.services.database.file.notice
    pilot.press("Board")
    pilot.press("Coordinates")
    assert pilot.app.preferences.coordinates is False
    pilot.app.close()


def test_every_slider_ends_where_its_preference_does(pilot: Pilot) -> None:
    open_settings(pilot)
    all_settings = [setting for section in sections(pilot.app, pilot.scene.account) for setting in section.settings]
    spans = [setting.span for setting in all_settings if isinstance(setting, Slide)]
    letters, *others = (
        getattr(Preferences, name).allowed
        for name in ("font_scale", "thinking_seconds", "music_volume", "effects_volume")
    )
    assert [(span.low, span.high) for span in spans] == [
        (letters.low * 100, letters.high * 100),
        *((other.low, other.high) for other in others),
    ]


# Preferences


@pytest.mark.parametrize("stored", ["many", None, [1], {"a": 1}, -1, 30.5, float("nan"), float("inf"), True])
def test_a_stored_number_that_makes_no_sense_falls_back_to_the_default(tmp_path: Path, stored: object) -> None:
    settings = Database(tmp_path / "kept.sqlite3").settings
    settings.set("preference.thinking_seconds", stored)
    assert Preferences(settings).thinking_seconds == 1.0


@pytest.mark.parametrize("stored", ["yes", 1, 0.0, None, []])
def test_a_stored_switch_that_makes_no_sense_falls_back_to_the_default(tmp_path: Path, stored: object) -> None:
    settings = Database(tmp_path / "kept.sqlite3").settings
    settings.set("preference.coordinates", stored)
    assert Preferences(settings).coordinates is True


def test_a_whole_number_counts_as_seconds_and_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite3"
    Preferences(Database(path).settings).thinking_seconds = 7
    assert Preferences(Database(path).settings).thinking_seconds == 7.0


def test_a_number_out_of_range_is_a_programmers_mistake(tmp_path: Path) -> None:
    preferences = Preferences(Database(tmp_path / "kept.sqlite3").settings)
    with pytest.raises(AssertionError, match="no value"):
        preferences.thinking_seconds = 31.0


def test_preferences_are_read_once_and_another_windows_change_counts_when_they_are_read_again(tmp_path: Path) -> None:
    database = Database(tmp_path / "kept.sqlite3")
    here, elsewhere = (Preferences(each.settings) for each in (database, Database(database.file.path)))
    elsewhere.toggle("music")
    here.numbers_shown = True
    assert (here.music, here.numbers_shown, elsewhere.music) == (True, True, False)
    here.read()
    assert (here.music, here.numbers_shown) == (False, True)


def test_the_port_for_guests_is_asked_for_and_kept(pilot: Pilot) -> None:
    open_settings(pilot, "Online games")
    pilot.click(words_button(pilot, "Local network port").rect.center)
    pilot.type("47200")
    pilot.key(pygame.K_RETURN)
    assert words_button(pilot, "Local network port").label == "47200"
    assert networks_here(NetworkSettings(Database(pilot.app.services.database.file.path))).port == 47200


@pytest.mark.parametrize("words", ["80", "70000", "a port", "-1"])
def test_what_is_no_port_is_refused_with_a_sentence(pilot: Pilot, words: str) -> None:
    open_settings(pilot, "Online games")
    pilot.click(words_button(pilot, "Local network port").rect.center)
    pilot.type(words)
    pilot.key(pygame.K_RETURN)
    assert "1024" in pilot.scene._refusal
    assert NetworkSettings(pilot.app.services.database).port == 0
