"""Themes: files with the same roles, words that can be read in all of them, and changing from one into another."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

import assets
from assets.theme_files import FIRST_THEME, ThemeNames
from game.core.model import ParseError
from game.session.preferences import Preferences
from game.storage.database import Database
from game.ui.analysis.board.chance_bar import draw_chance_bar
from game.ui.menu.menu_scene import MenuScene
from game.ui.painting.backdrop import draw_backdrop
from game.ui.painting.theme import Theme, contrast, readable_themes, theme_or_first
from game.ui.play.play_scene import PlayScene
from game.ui.settings.settings_scene import SettingsScene
from tests.golden.test_pictures import SCENES
from tests.ui.contrast_seen import listening
from tools.pilot.pilot import Peer, Pilot

NAMES = list(ThemeNames())
#: Which words stand on which grounds; those of a pair may stand on every ground of it.
PAIRS = (
    (
        ("cream_words", "mist_words", "soft_words", "amber_words"),
        ("panel_top", "panel_bottom", "panel_active_top", "panel_active_bottom", "panel_selected_top"),
    ),
    (("cream_words", "mist_words", "soft_words", "amber_words"), ("panel_selected_bottom", "well", "row")),
    (("cream_words", "mist_words", "amber_words", "coral_words"), ("chip",)),
    (("coral_words",), ("panel_top", "panel_bottom", "row")),
    (("well_text",), ("well",)),
    (("bubble_text",), ("bubble_top", "bubble_bottom")),
    (("amber_text",), ("amber_top", "amber")),
    (("coral_text",), ("coral_top", "coral")),
    (("teal_text",), ("teal_top", "teal")),
    (("pink_text",), ("pink_top", "pink")),
    (("ghost_text",), ("ghost_top", "ghost")),
    (("flat_text",), ("flat_top", "flat")),
    (("coordinates",), ("wood_mid", "wood_light")),
    (("coordinates_lit",), ("coordinates_plate",)),
    (("frame_text",), ("frame_mid", "frame_dark")),
    (("stone_black_text",), ("stone_black", "stone_black_lit")),
    (("stone_white_text",), ("stone_white", "stone_white_lit")),
)
#: Scenes with no words of their own on grounds of their own.
LIKE_OTHERS = ("gomoku", "renju", "connect6")
EVERY_PAIR = [(words, ground) for all_words, grounds in PAIRS for words in all_words for ground in grounds]


def theme_file(name: str) -> Path:
    return assets.FOLDER / "themes" / f"{name}.json"


def data_of(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(theme_file(name).read_text(encoding="utf-8"))
    return data


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


@pytest.fixture
def own_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the assets whose themes a test may break; returns the themes' folder."""
    copy = tmp_path / "assets"
    shutil.copytree(assets.FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__", "sounds", "pictures"))
    monkeypatch.setattr(assets, "FOLDER", copy)
    return copy / "themes"


# The files


def test_there_are_a_night_a_day_and_a_high_contrast_theme_and_the_night_comes_first() -> None:
    assert NAMES == ["night_fair", "day_fair", "high_contrast"]


@pytest.mark.parametrize("name", NAMES)
def test_every_theme_file_has_exactly_the_same_roles_and_numbers(name: str) -> None:
    first, other = data_of(FIRST_THEME), data_of(name)
    assert other.keys() == first.keys()
    for part in ("colours", "measures", "scenery"):
        assert other[part].keys() == first[part].keys()


@pytest.mark.parametrize("name", NAMES)
def test_a_theme_that_names_a_backdrop_has_it(name: str) -> None:
    theme = Theme.load(name)
    assert not theme.backdrop or (assets.FOLDER / theme.backdrop).is_file()


@pytest.mark.parametrize("name", NAMES)
def test_words_can_be_read_on_every_ground_they_stand_on(name: str) -> None:
    theme = Theme.load(name)
    found = {pair: contrast(theme.colour(pair[0]), _solid(theme, pair[1])) for pair in EVERY_PAIR}
    assert {pair: ratio for pair, ratio in found.items() if ratio < theme.measures.contrast} == {}


def _solid(theme: Theme, role: str) -> pygame.Color:
    """A ground as it is seen: what can be seen through lies on a card."""
    colour = theme.colour(role)
    return theme.colour("panel_bottom").lerp(pygame.Color(colour.r, colour.g, colour.b), colour.a / 255)


def test_high_contrast_asks_for_more_than_the_others() -> None:
    assert {name: Theme.load(name).measures.contrast for name in NAMES} == {
        "night_fair": 4.5,
        "day_fair": 4.5,
        "high_contrast": 7.0,
    }


@pytest.mark.parametrize("name", NAMES)
def test_words_in_any_colour_of_a_plug_in_can_be_read(name: str) -> None:
    theme = Theme.load(name)
    for accent in ("#FF7A59", "#4FD6C0", "#FF6FB5", "#6F8CFF", "#000000", "#FFFFFF", "#808080", "#00FF00", "#0000FF"):
        assert contrast(theme.words(accent), theme.colour("chip")) >= theme.measures.contrast


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scene", [name for name in SCENES if name not in LIKE_OTHERS])
def test_what_a_scene_says_stands_out_from_what_is_under_it(
    name: str, scene: str, pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.app.set_theme(name)
    pilot.app.services.database.players.create("Ann")
    with listening(monkeypatch) as grounds:
        SCENES[scene](pilot)
        pilot.frames(4, 1.0)
    least = pilot.app.theme.measures.contrast
    assert {role: seen for role, seen in grounds.least.items() if seen[0] < least} == {}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["gomoku", "threestones"])
def test_the_number_on_the_chance_bar_can_be_read_on_either_part(
    name: str, game: str, pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """White on the pale colour of the threestones' first side was hardly visible in any theme."""
    pilot.app.set_theme(name)
    info = pilot.app.services.catalogue.rulesets[game].info
    with listening(monkeypatch) as grounds:
        for chance in (0.0, 0.3, 0.5, 1.0):
            draw_chance_bar(pilot.app.canvas(pilot.app.window.screen), info, chance)
    least = pilot.app.theme.measures.contrast
    assert {role: seen for role, seen in grounds.least.items() if seen[0] < least} == {}


@pytest.mark.parametrize("name", NAMES)
def test_marks_on_the_board_differ_from_their_ground(name: str) -> None:
    theme = Theme.load(name)
    for mark, ground in (("forbidden", "forbidden_edge"), ("block", "block_edge"), ("last_dot", "last_dot_edge")):
        assert contrast(theme.colour(mark), theme.colour(ground)) >= 3
    for stone, least in (("stone_black", 5), ("stone_white_lit", 1.8)):
        assert contrast(theme.colour(stone), theme.colour("wood_mid")) >= least
    assert contrast(theme.colour("grid"), theme.colour("wood_mid")) >= 3


# Broken files


def test_a_missing_role_is_told_by_its_name(own_assets: Path) -> None:
    data = data_of("day_fair")
    del data["colours"]["veil"]
    (own_assets / "mine.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ParseError, match=r"mine\.json: 'veil' is missing from the theme"):
        Theme.load("mine")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", '{"title": "Mine"}', '{"title": "Mine", "colours": 3, "backdrop": "", "measures": {}}'],
)
def test_a_file_that_is_no_theme_is_a_parse_error_that_names_it(own_assets: Path, text: str) -> None:
    (own_assets / "mine.json").write_text(text, encoding="utf-8")
    with pytest.raises(ParseError, match=r"mine\.json: .*\bthe theme\b"):
        Theme.load("mine")


@pytest.mark.parametrize("colour", ["mauvish", "#12", None, [1, 2]])
def test_a_colour_that_is_none_is_a_parse_error(own_assets: Path, colour: object) -> None:
    data = data_of("day_fair")
    data["colours"]["veil"] = colour
    (own_assets / "mine.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ParseError, match="the theme cannot be read"):
        Theme.load("mine")


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("glow", "1e400"), ("glow", "NaN"), ("glow", "Infinity"), ("glow", "-1"), ("glow", "1" + "0" * 400),
        ("glow", "1" + "0" * 5000), ("glow", "[[1]]"), ("glow", "[" * 100_000), ("texture", '"much"'),
        ("backdrop", '"../../secret.png"'), ("backdrop", '"/etc/hostname"'), ("backdrop", '"a\\u0000b"'),
    ],
)  # fmt: skip
def test_a_value_that_no_theme_can_have_is_a_parse_error(own_assets: Path, part: str, value: str) -> None:
    data = data_of("day_fair")
    (data if part in data else data["measures"])[part] = "HERE"
    (own_assets / "mine.json").write_text(json.dumps(data).replace('"HERE"', value), encoding="utf-8")
    with pytest.raises(ParseError, match="the theme cannot be read"):
        Theme.load("mine")


def test_a_backdrop_that_is_no_picture_leaves_the_plain_sky(own_assets: Path) -> None:
    data = data_of("day_fair")
    data["backdrop"] = "themes/mine.json"
    (own_assets / "mine.json").write_text(json.dumps(data), encoding="utf-8")
    assert draw_backdrop(Theme.load("mine"), (64, 40), False).get_size() == (64, 40)


def test_a_broken_file_is_left_out_and_the_others_can_be_chosen(own_assets: Path) -> None:
    (own_assets / "mine.json").write_text("{", encoding="utf-8")
    themes, problems = readable_themes()
    assert list(themes) == NAMES
    assert [Path(problem.file).name for problem in problems] == ["mine.json"]


def test_a_broken_theme_that_is_preferred_is_told_and_the_night_fair_is_worn(own_assets: Path, pilot: Pilot) -> None:
    (own_assets / "mine.json").write_text("{", encoding="utf-8")
    pilot.app.preferences.theme = "mine"
    started = Pilot()
    assert started.app.theme.title == "Night Fair"
    assert [title for title, sentence in started.app.notices if "mine.json" in sentence] == ["Theme problem"]
    started.app.close()
    assert theme_or_first("mine")[1].count("\n") == 0


def test_a_preferred_theme_whose_file_is_gone_is_the_night_fair(pilot: Pilot) -> None:
    pilot.app.services.database.settings.set("preference.theme", "gone")
    pilot.app.preferences.read()
    assert pilot.app.preferences.theme == FIRST_THEME


# Changing


def look(pilot: Pilot) -> bytes:
    """The screen once everything has come to rest."""
    pilot.frames(4, 1.0)
    return pygame.image.tobytes(pilot.app.window.screen, "RGB")


def test_choosing_a_theme_in_the_settings_repaints_at_once_and_is_kept(pilot: Pilot) -> None:
    pilot.open(MenuScene(pilot.app))
    pilot.app.push(SettingsScene(pilot.app))
    night = look(pilot)
    pilot.press("Day Fair")
    day = look(pilot)
    assert day != night
    assert [b.label for b in pilot.scene.controls.buttons if b.chosen] == ["English", "Appearance", "Day Fair"]
    assert Preferences(Database(pilot.app.services.database.file.path).settings).theme == "day_fair"
    pilot.press("Night Fair")
    assert look(pilot) == night


def test_the_chosen_theme_is_worn_after_a_restart(home: Path) -> None:
    before = Pilot()
    before.open(SettingsScene(before.app))
    before.press("Day Fair")
    before.close()
    started = Pilot()
    assert started.app.theme.title == "Day Fair"
    started.app.close()


@pytest.mark.parametrize("name", NAMES[1:])
@pytest.mark.parametrize("scene", ["menu", "ladder", "won", "learning"])
def test_a_scene_that_changes_its_theme_looks_as_if_it_had_always_worn_it(name: str, scene: str, pilot: Pilot) -> None:
    pilot.app.services.database.players.create("Ann")
    pilot.app.set_theme(name)
    SCENES[scene](pilot)
    worn = look(pilot)
    pilot.app.set_theme(FIRST_THEME)
    assert look(pilot) != worn
    pilot.app.set_theme(name)
    assert look(pilot) == worn


def test_the_arrow_keys_and_space_choose_a_theme_too(pilot: Pilot) -> None:
    pilot.open(SettingsScene(pilot.app))
    while pilot.scene.controls.focused is None or pilot.scene.controls.focused.label != "High contrast":
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_SPACE)
    assert pilot.app.preferences.theme == "high_contrast"
    assert pilot.scene.controls.focused.label == "High contrast"


def test_a_game_goes_on_in_another_theme(seat: Peer) -> None:
    pilot = seat("j10")
    assert isinstance(pilot.scene, PlayScene)
    stones = list(pilot.scene.table.match.state.board)
    pilot.app.set_theme("high_contrast")
    pilot.frames(2)
    assert list(pilot.scene.table.match.state.board) == stones
