"""The page of the settings about far tables: the account at the broker that is set, driven by keys and clicks."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.network.session.network_settings import NetworkSettings
from game.network.session.pending_connection import networks_here
from game.storage.secrets.broker_accounts import UNASSIGNED, BrokerAccount, BrokerAccounts
from game.storage.secrets.system_keyring import SystemKeyring
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button
from tests.storage.secrets.keyrings import MemoryKeyring, SilentKeyring
from tools.pilot.pilot import Pilot

NAME, PASSWORD, PLAIN = "User name on the server", "Password for the server", "Allow unencrypted connection"


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


@pytest.fixture
def keyring(monkeypatch) -> MemoryKeyring:
    backend = MemoryKeyring()
    monkeypatch.setattr("game.network.session.network_settings.system_keyring", lambda: SystemKeyring(lambda: backend))
    return backend


def accounts(pilot: Pilot) -> BrokerAccounts:
    return NetworkSettings(pilot.app.services.database).accounts


def open_page(pilot: Pilot) -> None:
    pilot.open(Scene(pilot.app))
    pilot.app.push(SettingsScene(pilot.app))
    pilot.frames(3)
    pilot.press("Online games")


def row(pilot: Pilot, title: str) -> Button | None:
    """The button of the row with that title."""
    return next((button for button in pilot.scene.controls.buttons if title in (button.tip, button.label)), None)


def enter(pilot: Pilot, title: str, words: str) -> None:
    pilot.click(row(pilot, title).rect.center)
    assert isinstance(pilot.scene, NameScene)
    pilot.type(words)
    pilot.key(pygame.K_RETURN)
    saved(pilot)


def saved(pilot: Pilot) -> None:
    pilot.until(lambda: not pilot.scene.account.is_busy, "the account is saved")
    pilot.frames(2)


def titles(pilot: Pilot) -> list[str]:
    return [place.setting.title for place in pilot.scene.rows.places]


def test_without_a_broker_no_account_is_asked_for(pilot):
    open_page(pilot)
    assert titles(pilot) == ["Online server", "Local network port"]


def test_name_and_password_are_saved_for_the_broker_that_is_set(pilot, keyring):
    open_page(pilot)
    enter(pilot, "Online server", "broker.example.org:1883")
    enter(pilot, NAME, "club")
    enter(pilot, PASSWORD, "secret  word")
    assert row(pilot, NAME).label == "club"
    assert "secret" not in row(pilot, PASSWORD).label
    found = accounts(pilot).find("broker.example.org", 1883)
    assert (found.user, found.password, found.allows_plain_text) == ("club", "secret  word", False)
    assert list(keyring.entries.values()) == ["secret  word"]
    networks = networks_here(NetworkSettings(pilot.app.services.database))
    assert networks.find_account("broker.example.org", 1883).user == "club"
    assert networks.find_account("broker.example.org", 8883) is None
    enter(pilot, "Online server", "other.example.org")
    assert row(pilot, NAME).label == "None"
    assert "broker.example.org:1883" in pilot.scene.rows.places[0].setting.about


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_change_that_ends_with_an_error_of_the_program_is_not_taken_for_saved(pilot, monkeypatch):
    open_page(pilot)
    enter(pilot, "Online server", "broker.example.org")
    monkeypatch.setattr(BrokerAccounts, "change", lambda *_arguments, **_changes: 1 // 0)
    enter(pilot, NAME, "club")
    assert "error in the program (ZeroDivisionError)" in pilot.scene.account.problem


def test_a_password_is_hidden_while_it_is_typed_and_the_old_one_is_not_shown(pilot):
    open_page(pilot)
    enter(pilot, "Online server", "broker.example.org")
    enter(pilot, PASSWORD, "secret")
    pilot.click(row(pilot, PASSWORD).rect.center)
    assert pilot.scene._entry.words == ""
    assert pilot.scene._entry._entry.is_text_hidden
    pilot.key(pygame.K_ESCAPE)
    assert accounts(pilot).find("broker.example.org", 8883).password == "secret"


def test_plain_text_is_allowed_for_one_broker_after_a_warning(pilot):
    open_page(pilot)
    enter(pilot, "Online server", "broker.example.org:1883")
    enter(pilot, NAME, "club")
    pilot.press(PLAIN)
    assert isinstance(pilot.scene, QuestionScene)
    assert "broker.example.org:1883" in pilot.scene._text
    pilot.key(pygame.K_ESCAPE)
    saved(pilot)
    assert not accounts(pilot).find("broker.example.org", 1883).allows_plain_text
    pilot.press(PLAIN)
    pilot.press(PLAIN)
    saved(pilot)
    assert accounts(pilot).find("broker.example.org", 1883).allows_plain_text
    pilot.press(PLAIN)
    saved(pilot)
    assert not accounts(pilot).find("broker.example.org", 1883).allows_plain_text


def test_the_encrypted_port_has_no_such_switch(pilot):
    open_page(pilot)
    enter(pilot, "Online server", "broker.example.org")
    assert PLAIN not in titles(pilot)
    assert "Encryption" in titles(pilot)


def test_an_account_is_removed_after_a_question(pilot, keyring):
    open_page(pilot)
    enter(pilot, "Online server", "broker.example.org")
    enter(pilot, NAME, "club")
    enter(pilot, PASSWORD, "secret")
    pilot.press("Remove")
    pilot.press("Keep")
    saved(pilot)
    assert accounts(pilot).find("broker.example.org", 8883) is not None
    pilot.press("Remove")
    pilot.press("Remove")
    saved(pilot)
    assert accounts(pilot).find("broker.example.org", 8883) is None
    assert keyring.entries == {}
    assert "Account" not in titles(pilot)


def test_a_silent_keyring_holds_neither_the_page_nor_the_password(pilot, monkeypatch):
    backend = SilentKeyring()
    silent = SystemKeyring(lambda: backend)
    monkeypatch.setattr("game.network.session.network_settings.system_keyring", lambda: silent)
    open_page(pilot)
    enter(pilot, "Online server", "broker.example.org")
    pilot.click(row(pilot, PASSWORD).rect.center)
    pilot.type("secret")
    pilot.key(pygame.K_RETURN)
    pilot.frames(5)
    assert row(pilot, PASSWORD).label == "Saving…"
    pilot.click(row(pilot, NAME).rect.center)
    assert isinstance(pilot.scene, SettingsScene), "nothing else is asked meanwhile"
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(2)
    assert accounts(pilot).read("broker.example.org", 8883).password == "secret"
    backend.answers.set()


def test_why_an_account_could_not_be_saved_is_told(pilot):
    accounts(pilot).folder.write_bytes(b"")
    open_page(pilot)
    enter(pilot, "Online server", "broker.example.org")
    enter(pilot, NAME, "club")
    assert "could not be saved" in pilot.scene.rows.places[0].setting.about


def test_the_account_of_an_earlier_version_is_used_for_the_broker_that_the_player_names(pilot):
    accounts(pilot).add_to_file(BrokerAccount(*UNASSIGNED, "old-club", "secret"))
    open_page(pilot)
    pilot.press("old-club")
    assert [button.label for button in pilot.scene.controls.buttons] == ["Remove", "Keep"]
    pilot.press("Keep")
    enter(pilot, "Online server", "broker.example.org")
    pilot.press("old-club")
    pilot.press("Use account for broker.example.org:8883")
    saved(pilot)
    assert accounts(pilot).find("broker.example.org", 8883).password == "secret"
    assert "Server account from an earlier version" not in titles(pilot)
