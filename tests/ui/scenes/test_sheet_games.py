"""Games by rule sheets that are not on the menu, in the scenes: undo, analysis, statistics, stone picker."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame

from game.plugins.registry import discover
from game.plugins.sheet_files import ruleset_named
from game.session.game_session import open_local_session
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.progress.statistics.statistics_scene import StatisticsScene
from tests.sheets.test_carried_sheets import begun
from tools.pilot.analysis import analyse
from tools.pilot.pilot import Peer, Pilot


def id_of(key: str) -> str:
    found = ruleset_named(discover().rulesets, key)
    assert found is not None
    return found.info.id


def test_a_stone_falls_and_is_taken_back(seat: Peer) -> None:
    pilot = seat("d6 d6", id_of("four_in_a_column"))
    assert [pilot.scene.match.state.board.count(stone) for stone in "bw"] == [1, 1]
    assert pilot.scene.match.state.board[pilot.scene.match.state.geometry.cell("d2")] == "w"
    pilot.press("Undo")
    pilot.frames(10)
    assert len(pilot.scene.match.plies) == 1


def test_a_game_that_is_not_on_the_menu_is_analysed_and_counted(home: Path) -> None:
    pilot = Pilot()
    services = pilot.app.services
    player = services.database.players.create("Ann")
    pilot.open(MenuScene(pilot.app))
    game = ruleset_named(services.catalogue.rulesets, "tic_tac_toe")
    assert game is not None
    assert isinstance(analyse(pilot, begun(game, "b2 a1 c1")), AnalysisScene)
    pilot.key(pygame.K_HOME)
    pilot.app.back_to_first()
    pilot.open(StatisticsScene(pilot.app, player, game))
    first, *_others = services.catalogue.rulesets.values()
    assert first.info.title in [button.tip for button in pilot.scene.controls.buttons]
    pilot.app.close()


def many_kinds(folder: Path) -> None:
    kinds = "".join(
        f'[[stones]]\nletter = "{letter}"\nname = "{letter}"\nlook = "black"\nside = "{side}"\n'
        for letter, side in zip("bwrgyq", ("first", "second", "first", "first", "first", "first"), strict=True)
    )
    (folder / "kinds.toml").write_text(f'title = "Kinds"\nboard.columns = 8\nline.length = 4\n{kinds}')


def test_all_kinds_of_a_side_fit_into_the_picker_and_no_others(tmp_path: Path) -> None:
    many_kinds(tmp_path)
    pilot = Pilot(plugins=tmp_path)
    pilot.open(MenuScene(pilot.app))
    game = ruleset_named(pilot.app.services.catalogue.rulesets, "kinds")
    assert game is not None
    pilot.open(PlayScene(pilot.app, open_local_session(pilot.app.services, begun(game, ""), "kinds", saved=False)))
    picker = pilot.scene.picture.picker
    assert [stone.letter for stone in picker.kinds()] == list("brgyq")
    buttons = picker.buttons(pilot.scene.stage, lambda _letter: None)
    right = max(button.rect.right for button in buttons)
    assert right <= pilot.scene.stage.rect(0, 0, 1256, 1).right
    assert not any(one.rect.colliderect(two.rect) for one, two in pairwise(buttons))
    pilot.app.close()
