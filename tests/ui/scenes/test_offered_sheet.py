"""The rule sheet of a game from elsewhere: it is shown, and the game opens once the player has accepted it."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.core.record.writer import write_tournament
from game.network.encryption.keys import KeyAgreement, TableKeys
from game.network.outbox import SheetReceived
from game.network.session.spectated_game import SpectatedGame
from game.network.sides import Side
from game.network.spectating.spectator import Spectator, SpectatorHost
from game.plugins.registry import discover
from game.plugins.sheet_files import kept_ids
from game.sheets.writing import write_sheet
from game.ui.menu.menu_scene import MenuScene
from game.ui.network.waiting_scene import WaitingScene
from game.ui.network.watch_scene import WatchScene
from game.ui.play.play_scene import PlayScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.workshop.offered_sheet import OfferedSheetScene
from tests.sheets.test_carried_sheets import GAME, SHEET, begun
from tools.network.club.clubs import Hub
from tools.network.pair import Pair
from tools.pilot.pilot import Pilot


@pytest.fixture
def pilot(home: Path) -> Pilot:
    made = Pilot()
    made.app.services.database.players.create("Ann")
    made.open(MenuScene(made.app))
    made.frames(5)
    return made


def drop(pilot: Pilot, folder: Path, text: str) -> None:
    path = folder / "friday.txt"
    path.write_text(text)
    pilot.drop(path)
    pilot.frames(5)


def test_a_file_of_a_game_by_an_unknown_sheet_opens_once_the_sheet_is_accepted(pilot: Pilot, tmp_path: Path) -> None:
    drop(pilot, tmp_path, write_tournament(begun()))
    assert isinstance(pilot.scene, OfferedSheetScene)
    assert pilot.scene.game.info.title == "Four of ours"
    pilot.press("Accept the rules")
    pilot.frames(5)
    assert isinstance(pilot.scene, QuestionScene)
    assert SHEET.id in discover().rulesets
    assert SHEET.id not in list(pilot.app.services.catalogue.rulesets)


def test_nothing_is_kept_of_a_sheet_that_is_not_accepted(pilot: Pilot, tmp_path: Path) -> None:
    drop(pilot, tmp_path, write_tournament(begun()))
    pilot.press("Not now")
    assert isinstance(pilot.scene, MenuScene)
    assert kept_ids() == frozenset()
    assert SHEET.id not in pilot.app.services.catalogue.rulesets


def test_a_file_whose_sheet_was_changed_is_refused(pilot: Pilot, tmp_path: Path) -> None:
    drop(pilot, tmp_path, write_tournament(begun()).replace("length = 4", "length = 3"))
    assert isinstance(pilot.scene, QuestionScene)
    assert "was changed" in pilot.scene._text


class Coming(SimpleNamespace):
    """A pending connection whose host has sent a rule sheet."""

    def __init__(self, text: str) -> None:
        sheet = SheetReceived(SHEET.id, text)
        super().__init__(
            invitation="", is_met=True, is_host=False, peer_name="Ben", problem="", notice="", channel_problem="",
            received_terms=None, received_sheet=sheet, closed=False, addresses=(),
        )  # fmt: skip

    def poll(self) -> None: ...

    def close(self) -> None:
        self.closed = True


def waiting(pilot: Pilot, text: str) -> Coming:
    coming = Coming(text)
    pilot.app.push(WaitingScene(pilot.app, lambda: coming, "A game"))
    pilot.frames(3)
    return coming


def test_a_guest_is_shown_the_sheet_that_the_host_sends(pilot: Pilot) -> None:
    coming = waiting(pilot, write_sheet(SHEET))
    assert isinstance(pilot.scene, OfferedSheetScene)
    pilot.press("Accept the rules")
    pilot.frames(3)
    assert isinstance(pilot.scene, WaitingScene)
    assert (coming.closed, SHEET.id in pilot.app.services.catalogue.rulesets) == (False, True)


def test_a_guest_who_does_not_accept_the_sheet_leaves(pilot: Pilot) -> None:
    coming = waiting(pilot, write_sheet(SHEET))
    pilot.press("Not now")
    pilot.frames(3)
    assert isinstance(pilot.scene, MenuScene)
    assert coming.closed


def test_a_guest_is_told_that_the_sheet_has_other_rules(pilot: Pilot) -> None:
    waiting(pilot, write_sheet(SHEET).replace("length = 4", "length = 3"))
    assert isinstance(pilot.scene, WaitingScene)
    assert "was changed" in pilot.scene._sentence


def watching(pilot: Pilot) -> None:
    """Watch a game by a sheet that is unknown here, until the sheet is shown."""
    pair = Pair(ruleset=GAME)
    pair.begin()
    keys, own, hub = TableKeys(b"w" * 32), KeyAgreement(), Hub()
    table = SpectatorHost(keys, own, pair.host, hub.open(Side.HOST))
    rulesets = pilot.app.services.catalogue.rulesets
    watcher = Spectator(keys, KeyAgreement(), own.shown, rulesets, hub.open(Side.GUEST))
    pilot.app.add_tick_callback(lambda _seconds: table.poll(time.monotonic_ns() // 1_000_000))
    pilot.app.push(WatchScene(pilot.app, SpectatedGame(lambda: watcher), "Ben and Cleo"))
    pilot.until(lambda: isinstance(pilot.scene, OfferedSheetScene), "the rules")


def test_a_spectator_is_shown_the_sheet_and_then_the_game(pilot: Pilot) -> None:
    watching(pilot)
    pilot.press("Accept the rules")
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the game")
    assert pilot.scene.table.match.ruleset.info.id == SHEET.id


def test_a_spectator_who_does_not_accept_the_sheet_leaves(pilot: Pilot) -> None:
    watching(pilot)
    pilot.press("Not now")
    pilot.frames(3)
    assert isinstance(pilot.scene, MenuScene)
