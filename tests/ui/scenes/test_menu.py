"""The menu's row of stalls: whole ones only, all of them where the window is wide enough, chosen by who moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.library.collection_scene import CollectionScene
from game.ui.menu.menu_card import MenuCard, StallCard
from game.ui.menu.menu_card_row import stall_row
from game.ui.menu.menu_scene import MenuScene
from game.ui.network.online_scene import TablesScene
from game.ui.painting.typesetter import Typesetter
from game.ui.shell.scene import Scene
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from game.ui.widgets.buttons import Button
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.pilot import Pilot


def opened(size: tuple[int, int], plugins: Path | None = None) -> Pilot:
    pilot = Pilot(size, plugins)
    pilot.app.services.database.players.create("Ann")
    pilot.open(MenuScene(pilot.app))
    pilot.frames(60)
    return pilot


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = opened((1280, 800))
    yield flying
    flying.app.close()


def arrows(pilot: Pilot) -> dict[str, Button]:
    return {button.icon: button for button in pilot.scene.controls.buttons if button.icon.startswith("arrow")}


def seen(pilot: Pilot) -> list[str]:
    """The stalls of which anything can be seen; asserts that they are whole and under no arrow."""
    found = [pilot.scene._row.card_rect(index) for index in pilot.scene._row.visible()]
    for rect in found:
        assert pilot.app.window.screen.get_rect().contains(rect)
        assert rect.collidelist([arrow.rect for arrow in arrows(pilot).values()]) == -1
    return [name_of(pilot.scene._row.cards[index]) for index in pilot.scene._row.visible()]


def name_of(stall: StallCard) -> str:
    """The id of a stall's game; "more" for the stall that leads to more games."""
    return stall.ruleset.info.id if isinstance(stall, MenuCard) else "more"


def move(pilot: Pilot, point: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0), touch=False))
    pilot.frames(60)


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (2560, 1080), (3840, 2160)])
def test_a_wide_window_shows_all_stalls_and_no_arrows(size: tuple[int, int], home: Path) -> None:
    pilot = opened(size)
    games = [name for name in seen(pilot) if name != "more"]
    assert games == list(pilot.app.services.catalogue.rulesets)
    assert arrows(pilot) == {}
    assert ("More games" in [button.label for button in pilot.scene.controls.buttons]) != ("more" in seen(pilot))
    pilot.app.close()


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (1024, 768)])
def test_the_next_page_of_stalls_is_an_arrow_away_and_no_sliver(size: tuple[int, int], home: Path) -> None:
    pilot = opened(size)
    first, *_, last = map(name_of, pilot.scene._row.cards)
    assert (first, last) == ("gomoku", "more")
    assert len(seen(pilot)) == 3
    assert not arrows(pilot)["arrow_left"].enabled
    pilot.click(arrows(pilot)["arrow_right"].rect.center)
    pilot.frames(60)
    pilot.click(arrows(pilot)["arrow_right"].rect.center)
    pilot.frames(60)
    assert seen(pilot)[-1] == last
    assert not arrows(pilot)["arrow_right"].enabled, "nothing is beyond the last stall"
    for _page in range(2):
        pilot.click(arrows(pilot)["arrow_left"].rect.center)
        pilot.frames(60)
    assert seen(pilot)[0] == pilot.scene.subject.info.id == first
    pilot.app.close()


def test_with_more_games_than_fit_keys_lead_to_each_and_it_is_seen_as_a_whole(plugin_folder: Path, home: Path) -> None:
    pilot = opened((1920, 1080), plugin_folder)
    games = [name_of(stall) for stall in pilot.scene._row.cards]
    assert len(seen(pilot)) == 3 < len(games)
    for key, order in ((pygame.K_RIGHT, games), (pygame.K_LEFT, games[::-1])):
        for game in order:
            assert name_of(pilot.scene._row.selected_card) == game
            assert game in seen(pilot)
            pilot.key(key)
            pilot.frames(60)
    pilot.app.close()


def test_a_pointer_that_rests_on_a_stall_does_not_choose_it(pilot: Pilot) -> None:
    resting = pilot.scene._row.card_rect(2).center
    for _ in range(3):
        move(pilot, resting)
    assert pilot.scene._row.selected == 0
    pilot.key(pygame.K_RIGHT)
    pilot.frames(60)
    move(pilot, resting)
    assert pilot.scene._row.selected == 1
    move(pilot, (resting[0] + 3, resting[1]))
    assert pilot.scene._row.selected == 2


def test_a_pointer_that_rests_when_one_comes_back_to_the_menu_does_not_choose(pilot: Pilot) -> None:
    move(pilot, (640, 100))
    pilot.press("Settings")
    pilot.key(pygame.K_ESCAPE)
    move(pilot, pilot.scene._row.card_rect(2).center)
    assert pilot.scene._row.selected == 0


@pytest.mark.parametrize("wide", range(1280, 3000, 40))
@pytest.mark.parametrize("stalls", [1, 2, 3, 4, 5, 9])
def test_a_row_is_inside_the_window_with_its_arrows(wide: int, stalls: int) -> None:
    row = stall_row(wide, stalls)
    left = row.left + (wide - 1280) / 2
    assert 1 <= row.shown <= stalls
    assert left >= (64 if row.farthest else 14), "room for an arrow, or for the edge of the awning"
    assert 300 < row.width <= 352


@pytest.mark.parametrize("letters", [1.0, 1.3, 1.6])
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1366, 768), (1920, 1080)])
def test_no_name_of_a_game_is_cut_on_its_stall_in_letters_of_any_size(
    size: tuple[int, int], letters: float, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = opened(size)
    cut = []
    shorten = Typesetter.fit

    def heard(self: Typesetter, string: str, *how: Any) -> str:
        shown = shorten(self, string, *how)
        cut.extend([string] if shown != string else [])
        return shown

    monkeypatch.setattr(Typesetter, "fit", heard)
    pilot.app.set_font_scale(letters)
    pilot.scene.repaint()
    pilot.frames(60)
    assert cut == []
    pilot.app.close()


def test_the_focus_stays_on_its_button_when_the_arrows_of_the_row_come_and_go(pilot: Pilot) -> None:
    assert arrows(pilot)
    pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_TAB)
    focused = pilot.scene.controls.focused.label
    for size in ((1920, 1080), (1280, 800)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        pilot.frames(60)
        assert bool(arrows(pilot)) == (size == (1280, 800))
        assert pilot.scene.controls.focused.label == focused


def test_headings_grow_with_the_letters(pilot: Pilot) -> None:
    def height_of(letters: float) -> int:
        pilot.app.preferences.font_scale = letters
        pilot.app._measure()
        canvas = pilot.app.canvas(pilot.app.window.screen)
        return canvas.heading("Players", 28, 40, 600).rect.height

    assert height_of(1.6) > 1.2 * height_of(1.0)


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
def test_the_sentence_of_a_stall_takes_one_line_before_it_comes_near_the_buttons(
    size: tuple[int, int], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = opened(size)
    with heard(monkeypatch, pilot.app.stage.size) as words:
        pilot.scene._build_cards()
        draw_anew(pilot, words)
        seen_words = {label.words for sheet in words.sheets.values() for label in sheet.labels}
    for stall in pilot.scene._row.cards[:3]:
        assert stall.ruleset.info.pitch in seen_words
    pilot.app.close()


def test_a_click_before_the_first_dialog_is_open_opens_no_game(home: Path) -> None:
    pilot = Pilot()
    menu = MenuScene(pilot.app)
    pilot.app.push(menu)
    pilot.click(menu._row.card_rect(1).center)
    pilot.frames(3)
    assert list(pilot.app.scenes.seen) == ["MenuScene", "NameScene"]
    pilot.app.close()


def test_the_menu_begins_at_the_stall_that_was_opened_last(home: Path) -> None:
    first = opened((1280, 800))
    first.key(pygame.K_RIGHT)
    first.key(pygame.K_RETURN)
    chosen = first.app.services.database.settings.get("menu.stall", "")
    first.app.close()
    second = Pilot()
    second.open(MenuScene(second.app))
    assert second.scene.subject.info.id == chosen == list(second.app.services.catalogue.rulesets)[1]
    second.app.close()


@pytest.mark.parametrize(
    ("title", "scene"),
    [
        ("Puzzles", DailyPuzzleScene),
        ("Analysis", AnalysisScene),
        ("Online", TablesScene),
        ("Your games", CollectionScene),
    ],
)
def test_each_lantern_leads_to_its_scene_with_one_click(pilot: Pilot, title: str, scene: type[Scene[Any]]) -> None:
    links = [link.title for link in pilot.scene._links()]
    pilot.click(pilot.scene._lanterns[links.index(title)].rect.center)
    pilot.frames(3)
    assert isinstance(pilot.scene, scene)


def test_arrows_walk_along_the_lanterns(pilot: Pilot) -> None:
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_RETURN)
    pilot.frames(3)
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.table.study.ruleset.info.id == "gomoku"
