"""The focus: Tab alone leads it to everything once and back, it can be seen, and Escape leads out of every scene."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pygame
import pytest

from game.analysis.board.subject import subject_of_game
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.board.toss import TossScene
from game.ui.menu.demonstration import DemonstrationScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.progress.players.faces import FaceScene
from game.ui.progress.players.leaderboard import LeaderboardScene
from game.ui.progress.players.records import RecordsScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button
from tools.pilot.pilot import Peer, Pilot
from tools.tours.scene_tour import tour

#: As far as the focus ring reaches beyond a button, in design pixels.
_RING = 12


def places(buttons: list[Button]) -> list[tuple[int, ...]]:
    return [tuple(button.rect) for button in buttons]


def reachable(scene: Scene[Any]) -> list[Button]:
    return [button for button in scene.controls.buttons if button.enabled and button.by_keys]


def walk(pilot: Pilot) -> list[Button]:
    """Where Tab leads in one round, from where no button has the focus until it is back there, or at the first."""
    scene = pilot.scene
    scene.controls.leave()
    found: list[Button] = []
    for _ in range(len(scene.controls.buttons) + 8):
        pilot.key(pygame.K_TAB)
        focused = scene.controls.focused
        if focused is None:
            if found:
                break
        elif found and tuple(focused.rect) == tuple(found[0].rect):
            break
        else:
            found.append(focused)
    return found


def look(pilot: Pilot) -> pygame.Surface:
    pilot.scene.dirty = True
    pilot.frames()
    return pilot.app.window.screen.copy()


def is_seen(pilot: Pilot, button: Button) -> bool:
    """Whether the screen around a button differs when it has the focus."""
    controls, margin = pilot.scene.controls, pilot.app.stage.px(2 * _RING)
    around = button.rect.inflate(margin, margin).clip(pilot.app.window.screen.get_rect())
    pictures = []
    for show in (True, False):
        if show:
            controls.focus(button, show=True)
        else:
            controls.blur()
        pictures.append(pygame.image.tobytes(look(pilot).subsurface(around), "RGB"))
    return pictures[0] != pictures[1]


def more_scenes(pilot: Pilot) -> Iterator[str]:
    """Those that the tour does not visit."""
    app = pilot.app
    player = app.services.database.players.current()
    assert player is not None
    ruleset = next(iter(app.services.catalogue.rulesets.values()))
    people = (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), people, seed=1, title="seen again")
    for _ in range(2):
        match = tournament.start_game().match
        for _ in range(6):
            match.play(next(ruleset.legal_moves(match.state)))
        match.resign(0)
    subject = subject_of_game(tournament, 0, app.services.catalogue.rulesets, app.services.autosave.do)
    analysis = AnalysisScene(app, subject)
    for scene in (RecordsScene(app, player), LeaderboardScene(app), FaceScene(app, "Ann", "duck"), analysis):
        app.push(scene)
        pilot.frames(4, seconds=0.5)
        yield type(scene).__name__
        app.pop(scene, None)


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


def stops(pilot: Pilot) -> Iterator[str]:
    """Every scene in each layout of its buttons once. A toss and a demonstration are left out: any key ends them."""
    seen: set[tuple[object, ...]] = set()
    for name in chain(tour(pilot), more_scenes(pilot)):
        layout = (type(pilot.scene), *places(reachable(pilot.scene)))
        if layout not in seen and not isinstance(pilot.scene, TossScene | DemonstrationScene):
            seen.add(layout)
            yield name


def put_back(scene: Scene[Any], focus: Button | None) -> None:
    """Lets the tour go on as if nobody had walked."""
    scene.controls.leave()
    if focus is not None:
        scene.controls.focus(focus)


def escape_leads_out(pilot: Pilot) -> bool:
    """With at most one from a button to the board, and one that opens the menu of a table or leaves."""
    scene, depth = pilot.scene, len(pilot.app.scenes.entries)
    left: list[object] = []
    scene.finish = left.append
    # Buttons that were made before finish the scene itself.
    scene.arrange()
    pilot.key(pygame.K_TAB)
    for _ in range(2):
        if not left and pilot.scene is scene:
            pilot.key(pygame.K_ESCAPE)
    led_out = bool(left) or isinstance(pilot.scene, QuestionScene)
    del scene.finish
    scene.arrange()
    while len(pilot.app.scenes.entries) > depth:
        pilot.app.pop(pilot.scene, None)
    return led_out


@pytest.mark.slow
def test_in_every_scene_tab_leads_once_to_every_button_each_is_seen_there_and_escape_leads_out(pilot: Pilot) -> None:
    checked: set[tuple[str, str]] = set()
    tried: set[type] = {MenuScene}
    unanswered = "first start"  # a name there must be; Enter takes the one that is proposed
    for name in stops(pilot):
        scene = pilot.scene
        before = scene.controls.current
        found = walk(pilot)
        assert sorted(places(found)) == sorted(places(reachable(scene))), name
        for button in list(scene.controls.buttons):
            key = (type(scene).__name__, str(button.rect))
            if tuple(button.rect) in places(found) and key not in checked:
                checked.add(key)
                assert is_seen(pilot, button), f"{button.label!r} at {button.rect} of {name}"
        if type(scene) not in tried and name != unanswered:
            tried.add(type(scene))
            assert escape_leads_out(pilot), name
        put_back(scene, before)


def test_a_scene_that_keys_opened_shows_what_they_act_on(pilot: Pilot) -> None:
    pilot.app.services.database.players.create("Ann")
    pilot.open(MenuScene(pilot.app))
    pilot.key(pygame.K_RETURN)
    assert pilot.scene.controls.focused is pilot.scene.form.main.stop, "the list of opponents, which the arrows move in"
    pilot.key(pygame.K_ESCAPE)
    pilot.click(pilot.scene._row.card_rect(0).center)
    assert pilot.scene.controls.focused is None, "whoever points needs no ring"


def test_a_button_that_is_turned_off_under_the_focus_keeps_its_place_in_the_row(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    while pilot.scene.controls.focused is None or pilot.scene.controls.focused.label != "Undo":
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    assert not pilot.scene.controls.focused.enabled
    pilot.key(pygame.K_TAB)
    assert pilot.scene.controls.focused.label == "Redo"


def test_tab_walks_from_the_stones_to_the_buttons_and_the_arrows_back_to_the_board(seat: Peer) -> None:
    pilot = seat("", "threestones", friend=True)
    while not isinstance(pilot.scene, PlayScene):
        pilot.key(pygame.K_RETURN)
    scene = pilot.scene
    letters = [stone.letter for stone in scene.picture.picker.kinds()]
    for letter in letters[1:]:
        pilot.key(pygame.K_TAB)
        assert scene.picture.picker.letter == letter
        assert scene.controls.focused is None
    pilot.key(pygame.K_TAB)
    assert scene.controls.focused.label == "Hint"
    pilot.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert scene.controls.focused is None
    assert scene.picture.picker.letter == letters[-1]
    pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_LEFT)
    assert scene.controls.focused is None
    assert scene.board.cursor is not None
