"""Evenings of a club in the window, driven by posted events; the others sit in the same process."""

import pygame
import pytest

from game.core.request import PlayerRequest
from game.network.club.tournament import PairingResult, PairingSystem
from game.network.session.club_tournaments import ClubPlan
from game.session.match_plan import ELSEWHERE, plan_for
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.network.club.club_setup_scene import ClubSetupScene
from game.ui.network.club.club_tournaments_scene import ClubTournamentsScene
from game.ui.network.club.lobby_scene import ClubLobbyScene
from game.ui.network.online_scene import TablesScene
from game.ui.network.ticket import InvitationScene
from game.ui.play.play_scene import PlayScene
from tests.ui.club_people import People, brokers_in_memory
from tools.pilot.pilot import Pilot


@pytest.fixture
def pilot(home):
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    with brokers_in_memory():
        yield flying
        flying.close()


@pytest.fixture
def people(pilot, tmp_path):
    others = People(pilot, tmp_path / "others")
    yield others
    others.leave()


def planned(pilot):
    return plan_for(pilot.app.services, pilot.app.services.catalogue.rulesets["gomoku"])


def evenings(pilot) -> ClubTournamentsScene:
    pilot.open(ClubTournamentsScene(pilot.app, planned(pilot)))
    return pilot.scene


def until_lobby(pilot) -> ClubLobbyScene:
    pilot.until(lambda: isinstance(pilot.scene, ClubLobbyScene), "the hall")
    pilot.frames(3)
    return pilot.scene


def keep(pilot) -> ClubLobbyScene:
    """Ann sets an evening up."""
    evenings(pilot)
    pilot.press("Create")
    pilot.press("Choose an online server…")
    pilot.type("broker.example.org")
    pilot.key(pygame.K_RETURN)
    pilot.press("Start check-in")
    return until_lobby(pilot)


def all_in(pilot, people, *names: str) -> ClubLobbyScene:
    lobby = keep(pilot)
    for name in names:
        people.comes(name, lobby.visit.lobby.head.invitation)
    pilot.until(lambda: len(lobby.visit.tournament.members) == 1 + len(names), "all to be in")
    pilot.frames(3)
    return lobby


def test_the_door_is_in_the_list_of_tables_elsewhere(pilot, monkeypatch):
    monkeypatch.setattr("game.network.transport.announcing.NearbyTables.begin", lambda _self: None)
    scene = MatchSetupScene(pilot.app, pilot.app.services.catalogue.rulesets["gomoku"])
    pilot.open(scene)
    scene.plan.level = ELSEWHERE
    scene._start()
    pilot.frames(2)
    assert isinstance(pilot.scene, TablesScene)
    pilot.press("Club tournament")
    assert isinstance(pilot.scene, ClubTournamentsScene)


def test_the_keeper_opens_an_evening_plays_and_sees_how_all_stand(pilot, people):
    lobby = all_in(pilot, people, "Ben")
    pilot.press("Next round")
    assert lobby.visit.tournament.round == 1
    pilot.until(lambda: people.persons["Ben"].coming is not None, "Ben to sit down")
    pilot.press("Join")
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the table")
    table = pilot.scene
    pilot.until(lambda: table.table.opponent.peer.is_own_turn, "Ann's turn")
    pilot.frames(3)
    table.table.ask(PlayerRequest.RESIGN)
    pilot.until(lambda: not lobby.visit.tournament.tables[0].is_open, "the result")
    pilot.press("Leave the game")
    pilot.frames(3)
    assert pilot.scene is lobby
    winner = lobby.visit.tournament.members[lobby.people.items[0].number].name
    assert (winner, lobby.people.items[0].halves) == ("Ben", 2)
    pilot.press("End the tournament")
    assert lobby.visit.tournament.is_over, "two people meet once in a Swiss evening"
    pilot.until(lambda: people.persons["Ben"].visit.tournament.is_over, "Ben to know it")


def test_a_member_comes_with_the_words_and_is_led_to_the_table(pilot, people):
    plan, tournament = planned(pilot), ClubPlan("Harbour", PairingSystem.ROUND_ROBIN, address="127.0.0.1:1883")
    organiser = people.keeps("Kim", plan, tournament)
    evenings(pilot)
    pilot.press("Join with a code")
    pilot.type(organiser.visit.lobby.head.invitation)
    pilot.key(pygame.K_RETURN)
    lobby = until_lobby(pilot)
    pilot.until(lambda: lobby.visit.lobby.own_number is not None, "Ann to be in")
    organiser.visit.lobby.organiser.next_round()
    pilot.until(lambda: not lobby.visit.lobby.why_no_table, "the table")
    pilot.frames(3)
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the game, by Enter")
    assert pilot.scene.table.opponent.peer.peer_name == "Kim"


def test_words_without_a_broker_are_refused_with_a_sentence(pilot):
    evenings(pilot)
    pilot.press("Join with a code")
    pilot.type("lantern penguin marble tulip orchard comet 48213")
    pilot.key(pygame.K_RETURN)
    assert pilot.scene._refusal


def test_the_keeper_sets_a_result_where_nobody_plays(pilot, people):
    lobby = all_in(pilot, people, "Ben", "Cleo")
    for person in people.persons.values():
        person.round = 9
    pilot.press("Next round")
    pilot.press("Enter a result")
    one = lobby.visit.tournament.members[lobby.visit.tournament.tables[0].one].name
    pilot.press(f"{one} won")
    pilot.frames(2)
    assert lobby.visit.tournament.tables[0].result is PairingResult.ONE
    ben = people.persons["Ben"].visit
    pilot.until(lambda: ben.tournament == lobby.visit.tournament, "Ben to know it")


def test_the_evening_goes_on_after_the_window_was_closed(pilot, people):
    lobby = all_in(pilot, people, "Ben", "Cleo")
    before = lobby.visit.tournament
    pilot.press("Back")
    pilot.frames(3)
    assert isinstance(pilot.scene, ClubTournamentsScene)
    (kept,) = pilot.scene.list.items
    assert kept.tournament == before
    pilot.press("Open lobby")
    again = until_lobby(pilot)
    pilot.until(lambda: len(again.visit.lobby.here) == 3, "all to be heard again")
    pilot.press("Next round")
    pilot.until(lambda: people.persons["Ben"].visit.tournament.round == 1, "Ben to hear of it")


def test_who_goes_home_says_so(pilot, people):
    tournament = ClubPlan("Harbour", address="127.0.0.1:1883")
    organiser = people.keeps("Kim", planned(pilot), tournament)
    evenings(pilot)
    pilot.scene._come_to(organiser.visit.lobby.head.invitation)
    lobby = until_lobby(pilot)
    pilot.until(lambda: lobby.visit.lobby.own_number is not None, "Ann to be in")
    pilot.frames(3)
    pilot.press("Back")
    pilot.press("Leave for good")
    pilot.until(lambda: organiser.visit.tournament.present == (0,), "Kim to know it")


def test_the_invitation_is_shown_large(pilot):
    keep(pilot)
    pilot.press("Invitation")
    assert isinstance(pilot.scene, InvitationScene)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, ClubLobbyScene)


def test_an_evening_is_set_up_by_keys_alone(pilot):
    evenings(pilot)
    pilot.press("Create")
    setup = pilot.scene
    assert isinstance(setup, ClubSetupScene)
    pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    pilot.type("Cup")
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    pilot.type("10.0.0.7:1883")
    pilot.key(pygame.K_RETURN)
    assert (setup.tournament.title, setup.tournament.address) == ("Cup", "10.0.0.7:1883")
    for _step in range(2):
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    assert setup.tournament.system is PairingSystem.ROUND_ROBIN


def test_an_evening_that_is_forgotten_is_gone(pilot):
    keep(pilot)
    pilot.press("Back")
    pilot.press("Remove")
    pilot.press("Remove")
    assert pilot.scene.list.items == []


def until_they_play(pilot, people, one: str, two: str) -> None:
    sitting = [people.persons[one], people.persons[two]]
    pilot.until(lambda: all(person.table is not None for person in sitting), "both to sit down")


def only_keeping(pilot, people, *names: str) -> ClubLobbyScene:
    """Ann keeps an evening, and does not play."""
    evenings(pilot)
    pilot.press("Create")
    pilot.press("I only organise")
    pilot.press("Choose an online server…")
    pilot.type("broker.example.org")
    pilot.key(pygame.K_RETURN)
    pilot.press("Start check-in")
    lobby = until_lobby(pilot)
    for name in names:
        people.comes(name, lobby.visit.lobby.head.invitation)
    pilot.until(lambda: len(lobby.visit.tournament.members) == len(names), "all to be in")
    pilot.frames(3)
    return lobby


def test_a_table_of_others_is_watched_move_by_move(pilot, people):
    lobby = only_keeping(pilot, people, "Ben", "Cleo")
    for person in people.persons.values():
        person.waits = True
    pilot.press("Next round")
    until_they_play(pilot, people, "Ben", "Cleo")
    pilot.press("Watch")
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the table to be heard")
    table = pilot.scene.table
    for person in people.persons.values():
        person.waits = False
    pilot.until(lambda: len(table.match.plies) > 3, "some moves")
    pilot.until(lambda: not lobby.visit.tournament.tables[0].is_open, "the end")
    assert {participant.name for participant in table.tournament.participants} == {"Ben", "Cleo"}
    pilot.until(lambda: table.match.outcome is not None, "the end to be seen")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is lobby


def test_nobody_watches_where_the_keeper_said_so(pilot, people):
    evenings(pilot)
    pilot.press("Create")
    pilot.press("Nobody may watch")
    pilot.press("I only organise")
    pilot.scene.tournament.address = "broker.example.org"
    pilot.scene.arrange()
    pilot.press("Start check-in")
    lobby = until_lobby(pilot)
    for name in ("Ben", "Cleo"):
        people.comes(name, lobby.visit.lobby.head.invitation)
    pilot.until(lambda: len(lobby.visit.tournament.members) == 2, "all to be in")
    pilot.press("Next round")
    until_they_play(pilot, people, "Ben", "Cleo")
    watch = next(button for button in lobby.controls.buttons if button.label == "Watch")
    assert not watch.enabled
    assert lobby.visit.watch(lobby.visit.tournament.tables[0]) is None
    assert all(person.visit._door is None for person in people.persons.values())
