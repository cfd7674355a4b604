"""Match setup with more opponents than fit: every one can be reached, and what is known of it is shown whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from game.core.language import _
from game.core.levels.blended import MIRROR_TITLE, is_mirror
from game.core.ruleset import Level, Ruleset
from game.core.tournament import Participant
from game.session.match_plan import MatchPlan
from game.storage.finished_games import PlayedGame
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.shell.scene import Scene
from game.ui.widgets.fields import ROW_HEIGHT
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.fair_life import settle
from tools.pilot.pilot import Pilot

LEVELS = tuple(
    Level(
        id=f"level_{number}",
        title=f"Master of the {number}th fair",
        pitch=f"Knows {number} ways to build a row and what to answer.",
        thinker=".opponents.single_point",
        elo=600 + 100 * number if number % 2 else None,
    )
    for number in range(14)
)


class WithManyLevels:
    """A ruleset with fourteen levels."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.info = replace(ruleset.info, levels=LEVELS, hint_level=LEVELS[-1].id)

    def __getattr__(self, name: str) -> object:
        return getattr(self._ruleset, name)


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = set_up((1280, 800))
    yield flying
    flying.app.close()


def set_up(size: tuple[int, int]) -> Pilot:
    flying = Pilot(size)
    flying.app.services.database.players.create("Ann")
    ruleset = next(iter(flying.app.services.catalogue.rulesets.values()))
    flying.open(Scene(flying.app))
    flying.app.push(MatchSetupScene(flying.app, WithManyLevels(ruleset)), started.append)
    flying.frames(2)
    return flying


#: What match setup finished with.
started: list[MatchPlan | None] = []


def seen_of_row(pilot: Pilot, row: int) -> pygame.Rect | None:
    """The part of a row that is in sight, None for no part."""
    button = pilot.scene.form.main._list.item_list[row]["button_element"]
    seen = None if button is None else button.rect.clip(pilot.scene.form.main.rect)
    return seen if seen and seen.height > 0 else None


def test_arrow_keys_walk_to_every_opponent_and_enter_starts(pilot: Pilot) -> None:
    for candidate in pilot.scene.list.items[1:]:
        pilot.choose_opponent(candidate.title)
        assert pilot.scene.plan.level == candidate.level
        assert seen_of_row(pilot, pilot.scene.form.main.chosen).height == pilot.app.stage.px(ROW_HEIGHT)
    pilot.key(pygame.K_RETURN)
    assert started.pop().level == LEVELS[-1].id


def test_the_wheel_brings_the_last_opponent_into_sight_and_a_click_chooses_it(pilot: Pilot) -> None:
    last = len(LEVELS) + 2
    assert seen_of_row(pilot, last) is None
    pygame.mouse.set_pos(pilot.scene.form.main.rect.center)
    pilot.frames(2)
    for _notch in range(40):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
        pilot.frames(4)
    assert pilot.scene.plan.level == LEVELS[0].id
    pilot.click(seen_of_row(pilot, last).center)
    assert pilot.scene.plan.level == LEVELS[-1].id


def test_dragging_the_scroll_bar_brings_the_last_opponent_into_sight(pilot: Pilot) -> None:
    bar = pilot.scene.form.main._list.scroll_bar.sliding_button.rect
    pygame.mouse.set_pos(bar.center)
    pilot.frames(2)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=bar.center, button=1, touch=False))
    pilot.frames(2)
    pygame.mouse.set_pos(bar.centerx, pilot.scene.form.main.rect.bottom)
    pilot.frames(3)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pygame.mouse.get_pos(), button=1, touch=False))
    pilot.frames(2)
    assert seen_of_row(pilot, len(LEVELS) + 2) is not None


def test_a_double_click_on_an_opponent_starts(pilot: Pilot) -> None:
    row = seen_of_row(pilot, 5)
    pilot.click(row.center)
    pilot.click(row.center)
    assert started.pop().level == LEVELS[2].id


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_titles_pitches_and_elo_numbers_are_shown_whole_at_every_size(size: tuple[int, int]) -> None:
    pilot = set_up(size)
    words: set[str] = set()
    typesetter, draw = pilot.app.paintbox.typesetter, pilot.app.paintbox.typesetter.draw
    typesetter.draw = lambda target, string, *args, **more: (
        words.add(string),
        draw(target, string, *args, **more),
    )[1]
    for candidate in pilot.scene.list.items:
        pilot.choose_opponent(candidate.title)
    assert not [word for word in words if word.endswith("…")]
    for level in LEVELS:
        assert {level.title, level.pitch} <= words
        assert (str(level.elo) in words) is (level.elo is not None)
    pilot.app.close()


def test_an_option_leaves_the_chosen_opponent_and_the_place_in_the_list(pilot: Pilot) -> None:
    pilot.choose_opponent(LEVELS[10].title)
    pilot.press("Standard")
    assert pilot.scene.plan.options["variant"] == "standard"
    assert pilot.scene.plan.level == LEVELS[10].id
    assert seen_of_row(pilot, 12) is not None


def test_the_free_half_of_the_form_introduces_the_chosen_opponent(pilot: Pilot) -> None:
    database = pilot.app.services.database
    ann = database.players.current()
    ruleset = pilot.app.services.catalogue.rulesets["connect6"]
    level = ruleset.info.levels[1]
    pilot.open(MatchSetupScene(pilot.app, ruleset))
    panel, chosen = pilot.scene._panel, next(each for each in pilot.scene.list.items if each.level == level.id)
    words = [passage.string for passage in panel._passages(chosen)]
    assert words[0] == chosen.title
    assert words[-2:] == [
        "You have not played each other yet.",
        f"Elo {level.elo}. You get a rating after your first rated game.",
    ]
    game = PlayedGame("connect6", "line", (None, None), 20, "t", 1, 1)
    assert database.games.add(ann, Participant(level.name, level.id), "won", game)
    pilot.scene.arrange()
    words = [passage.string for passage in panel._passages(chosen)]
    assert words[-2] == "Your games: 1 won, 0 drawn, 0 lost."
    assert re.fullmatch(rf"Elo {level.elo}, yours is \d+: expect to win about \d+ of 100 games\.", words[-1])
    assert len(panel._passages(pilot.scene.list.items[0])) == 2, "a friend has neither games nor Elo yet"


def test_the_games_that_set_the_mirror_are_read_when_the_form_is_built_and_not_when_it_is_drawn(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = pilot.app.services
    pilot.open(MatchSetupScene(pilot.app, services.catalogue.rulesets["connect6"]))
    pilot.choose_opponent(MIRROR_TITLE)
    assert is_mirror(pilot.scene.plan.level)
    read: list[str] = []
    games = services.database.games.against_computer
    monkeypatch.setattr(
        services.database.games, "against_computer", lambda player: read.append(player.name) or games(player)
    )
    for _time in range(3):
        pilot.scene.repaint()
        pilot.frames(1)
    assert read == []
    pilot.scene.arrange()
    assert read == ["Ann"]


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", ["gomoku", "connect6", "threestones", "six_in_a_row"])
def test_every_form_has_room_for_what_is_known_of_the_opponent(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = set_up(size)
    ruleset = pilot.app.services.catalogue.rulesets[name]
    pilot.app.push(MatchSetupScene(pilot.app, ruleset))
    with heard(monkeypatch, pilot.app.stage.size) as words:
        for candidate in pilot.scene.list.items[:2]:
            pilot.scene.list.choose(pilot.scene.list.items.index(candidate))
            words.clear()
            draw_anew(pilot, words)
            assert set(pilot.scene._panel._facts(candidate)) <= words.asked
            assert list(words.misfits()) == []
    pilot.app.close()


def test_the_chances_against_an_opponent_are_not_cut_in_a_full_form_in_finnish(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot((960, 600))
    pilot.app.set_language("fi")
    settle(pilot.app.services)
    pilot.open(MatchSetupScene(pilot.app, pilot.app.services.catalogue.rulesets["gomoku"]))
    with heard(monkeypatch, pilot.app.stage.size) as words:
        for row in range(len(pilot.scene.list.items)):
            pilot.scene.list.choose(row)
            draw_anew(pilot, words)
        assert words.cut == set()
    pilot.app.close()


#: How much larger the letters of each form are at 160 %, at least; that of gomoku is full in English and Finnish.
GROWN = {"gomoku": 1.15, "connect6": 1.5, "threestones": 1.5, "six_in_a_row": 1.5}


@pytest.mark.parametrize("language", ["en", "fi", "zh_CN"])
def test_large_letters_enlarge_the_form_too(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, what did not fit with its captions above stayed at the usual size, beside an empty half of the card."""
    pilot = set_up((1280, 800))
    pilot.app.set_language(language)
    sizes: dict[tuple[str, float], list[float]] = {}
    with heard(monkeypatch, pilot.app.stage.size) as words:
        for letters in (1.0, 1.6):
            pilot.app.set_font_scale(letters)
            for name in GROWN:
                pilot.app.push(MatchSetupScene(pilot.app, pilot.app.services.catalogue.rulesets[name]))
                pilot.frames(2)
                words.clear()
                draw_anew(pilot, words)
                captions = {row.caption for row in pilot.scene.rows()}
                sizes[name, letters] = [label.size for label in words.sheets[0].labels if label.words in captions]
                assert list(words.misfits()) == []
                pilot.app.pop(pilot.scene, None)
    pilot.app.close()
    for name, grown in GROWN.items():
        assert min(sizes[name, 1.6]) >= grown * max(sizes[name, 1.0])


@pytest.mark.parametrize("language", ["en", "fi", "zh_CN"])
def test_the_heading_of_the_opponents_stays_above_the_ring_of_their_list(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = set_up((1280, 800))
    pilot.app.set_language(language)
    pilot.app.set_font_scale(1.6)
    pilot.frames(2)
    with heard(monkeypatch, pilot.app.stage.size) as words:
        draw_anew(pilot, words)
        named = [label for label in words.sheets[0].labels if label.words == _("The opponent")]
        heading = max(named, key=lambda label: label.ink.left)
    assert heading.ink.bottom <= pilot.scene.form.main.rect.top - pilot.app.stage.px(4)
    pilot.app.close()
