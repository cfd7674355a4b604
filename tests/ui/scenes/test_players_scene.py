"""The players scene, driven by keys and clicks; what counts is what the database holds afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.session.game_session import open_local_session
from game.session.records.ranks import RANKS, in_all, next_rank, rank_of, win_rate
from game.storage.database import Database
from game.storage.finished_games import PlayedGame, Totals
from game.storage.players import Player
from game.ui.board.player_card import face_of
from game.ui.progress.players.leaderboard import LeaderboardScene
from game.ui.progress.players.players import PlayersScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.shell.scene import Scene
from tools.pilot.pilot import Pilot

LONG = "Wolfeschlegelsteinhausenbergerdorff Jr."


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


def database_of(pilot: Pilot) -> Database:
    return pilot.app.services.database


def player(pilot: Pilot, name: str) -> Player:
    made = database_of(pilot).players.create(name)
    assert isinstance(made, Player)
    return made


def enter_game(pilot: Pilot, who: Player, outcome: str, number: int, ruleset: str = "gomoku") -> None:
    game = PlayedGame(ruleset, "line", (None, None), 20, "t", 1, number)
    assert database_of(pilot).games.add(who, Participant("Computer", "x"), outcome, game)


def open_players(pilot: Pilot) -> list[None]:
    results: list[None] = []
    pilot.open(Scene(pilot.app))
    pilot.app.push(PlayersScene(pilot.app), results.append)
    pilot.frames(3)
    return results


def names(pilot: Pilot) -> list[str]:
    return [each.name for each in database_of(pilot).players.all()]


def current(pilot: Pilot) -> str:
    now = database_of(pilot).players.current()
    assert now is not None
    return now.name


def test_enter_switches_to_the_selected_player(pilot: Pilot) -> None:
    for name in ("Anna", "Ben", "Chloe"):
        player(pilot, name)
    open_players(pilot)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert current(pilot) == "Ben"


def test_the_current_player_is_selected_and_cannot_be_switched_to(pilot: Pilot) -> None:
    for name in ("Anna", "Ben"):
        player(pilot, name)
    database_of(pilot).players.switch(2)
    open_players(pilot)
    assert pilot.scene.selected.name == "Ben"
    switch = next(button for button in pilot.scene.controls.buttons if button.label == "Current player")
    assert not switch.enabled


def test_a_click_selects_and_the_button_switches(pilot: Pilot) -> None:
    for name in ("Anna", "Ben"):
        player(pilot, name)
    open_players(pilot)
    pilot.click(pilot.app.stage.point(200, 96 + 64 + 32))
    pilot.frames(3)
    pilot.press("Switch player")
    assert current(pilot) == "Ben"


def test_a_new_player_is_created_and_selected_but_does_not_take_the_seat(pilot: Pilot) -> None:
    player(pilot, "Anna")
    open_players(pilot)
    pilot.press("New player")
    pilot.type("Ben")
    pilot.key(pygame.K_RETURN)
    assert names(pilot) == ["Anna", "Ben"]
    assert pilot.scene.selected.name == "Ben"
    assert current(pilot) == "Anna"


@pytest.mark.parametrize("name", ["", "  ", "anna"])
def test_a_name_that_cannot_be_used_is_refused_with_a_sentence(pilot: Pilot, name: str) -> None:
    player(pilot, "Anna")
    open_players(pilot)
    pilot.press("New player")
    pilot.key(pygame.K_DELETE)
    pilot.type(name)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, NameScene)
    assert pilot.scene._refusal.endswith(".")
    pilot.key(pygame.K_ESCAPE)
    assert names(pilot) == ["Anna"]


def test_after_a_refusal_a_better_name_can_be_typed(pilot: Pilot) -> None:
    player(pilot, "Anna")
    open_players(pilot)
    pilot.press("New player")
    pilot.type("Anna")
    pilot.key(pygame.K_RETURN)
    pilot.type("bel")
    pilot.key(pygame.K_RETURN)
    assert names(pilot) == ["Anna", "Annabel"]


def test_rename_keeps_the_player_and_the_record(pilot: Pilot) -> None:
    anna = player(pilot, "Anna")
    enter_game(pilot, anna, "won", 1)
    open_players(pilot)
    pilot.key(pygame.K_F2)
    pilot.type(LONG)
    pilot.key(pygame.K_RETURN)
    assert names(pilot) == [LONG]
    assert [row.won for row in database_of(pilot).games.totals(database_of(pilot).players.all()[0])] == [1]


def test_rename_refuses_the_name_of_another_player(pilot: Pilot) -> None:
    for name in ("Anna", "Ben"):
        player(pilot, name)
    open_players(pilot)
    pilot.press("Rename")
    pilot.type("BEN")
    pilot.key(pygame.K_RETURN)
    assert "Ben" in pilot.scene._refusal
    assert names(pilot) == ["Anna", "Ben"]


def test_the_keyboard_alone_reaches_every_button_and_escape_goes_back(pilot: Pilot) -> None:
    for name in ("Anna", "Ben"):
        player(pilot, name)
    results = open_players(pilot)
    pilot.key(pygame.K_DOWN)
    reached = set()
    for _ in range(len(pilot.scene.controls.buttons) + 1):
        pilot.key(pygame.K_TAB)
        reached.add(pilot.scene.controls.focused)
    assert reached == set(pilot.scene.controls.buttons)
    pilot.key(pygame.K_ESCAPE)
    assert results == [None]


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_it_draws_records_of_unknown_rulesets_and_long_names_at_every_size(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    anna, other = player(pilot, "Anna"), player(pilot, LONG)
    for number in range(15):
        enter_game(pilot, anna, ("won", "drawn", "lost")[number % 3], number, f"gone_{number}")
    game = PlayedGame("gomoku", "line", (None, None), 20, "t", 1, 1)
    database_of(pilot).games.add_meeting((anna, other), other, game)
    open_players(pilot)
    pilot.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    pilot.key(pygame.K_END)
    pilot.key(pygame.K_DOWN)
    pilot.frames(5)
    assert not any(pilot.app.step(1 / 60) for _ in range(10))
    pilot.app.close()


def test_a_long_record_can_be_scrolled_with_keys_and_wheel(pilot: Pilot) -> None:
    anna = player(pilot, "Anna")
    for number in range(20):
        enter_game(pilot, anna, "won", number, f"gone_{number}")
    open_players(pilot)
    bar = pilot.scene._page._bar
    pilot.key(pygame.K_TAB)
    while pilot.scene.controls.focused is not pilot.scene._page.stop:
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_PAGEDOWN)
    after_key = bar.start_percentage
    assert after_key > 0
    pygame.mouse.set_pos(pilot.app.stage.point(800, 400))
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=3, flipped=False))
    pilot.frames(2)
    assert bar.start_percentage < after_key


# Ranks

COUNTS = st.integers(0, 300)


def totals(won: int, drawn: int, lost: int) -> Totals:
    return Totals("", won + drawn + lost, won, drawn, lost)


@pytest.mark.parametrize(
    ("won", "drawn", "lost", "title"),
    [
        (0, 0, 0, "Newcomer"),
        (0, 0, 9, "Visitor"),
        (1, 0, 9, "Apprentice"),
        (5, 0, 20, "Regular"),
        (5, 0, 21, "Apprentice"),
        (20, 10, 10, "Champion"),
        (100, 0, 0, "Legend"),
    ],
)
def test_the_rank_follows_from_wins_and_their_share(won: int, drawn: int, lost: int, title: str) -> None:
    assert rank_of(totals(won, drawn, lost)).title == title


@given(COUNTS, COUNTS, COUNTS)
def test_a_win_never_lowers_the_rank_and_a_loss_never_raises_it_past_visitor(won: int, drawn: int, lost: int) -> None:
    before = RANKS.index(rank_of(totals(won, drawn, lost)))
    assert RANKS.index(rank_of(totals(won + 1, drawn, lost))) >= before
    assert RANKS.index(rank_of(totals(won, drawn, lost + 1))) <= max(before, 1)


@given(COUNTS, COUNTS, COUNTS)
def test_the_next_rank_is_one_that_is_not_reached_yet(won: int, drawn: int, lost: int) -> None:
    following = next_rank(totals(won, drawn, lost))
    assert following is None or not following.is_reached(totals(won, drawn, lost))


def test_totals_and_rate_over_all_rulesets() -> None:
    total = in_all([Totals("a", 3, 2, 1, 0), Totals("b", 1, 0, 0, 1)])
    assert total == Totals("", 4, 2, 1, 1)
    assert win_rate(total) == "50 %"
    assert win_rate(in_all([])) == "–"


def test_a_database_that_cannot_be_used_is_told(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "stone-fair.sqlite3").mkdir()
    pilot = Pilot()
    open_players(pilot)
    assert "will not be saved this time" in pilot.app.services.database.file.notice
    pilot.app.close()


def test_a_player_who_is_removed_leaves_games_of_a_former_guest_behind(pilot: Pilot) -> None:
    ann, ben = player(pilot, "Ann"), player(pilot, "Ben")
    meeting = PlayedGame("gomoku", "line", (None, None), 20, "t", 1, 1)
    assert database_of(pilot).games.add_meeting((ann, ben), ben, meeting)
    open_players(pilot)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_DELETE)
    pilot.press("Remove")
    assert names(pilot) == ["Ann"]
    met = database_of(pilot).games.head_to_heads(ann)
    assert [(each.other.name, each.losses) for each in met] == [("A former player", 1)]
    assert [game.opponent for game in database_of(pilot).games.meetings(ann, met[0].other)] == ["A former player"]


def test_escape_keeps_a_player_who_was_to_be_removed(pilot: Pilot) -> None:
    for name in ("Ann", "Ben"):
        player(pilot, name)
    open_players(pilot)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_DELETE)
    pilot.key(pygame.K_ESCAPE)
    assert names(pilot) == ["Ann", "Ben"]


def test_whoever_plays_now_is_not_removed_and_the_reason_is_told(pilot: Pilot) -> None:
    player(pilot, "Ann")
    open_players(pilot)
    pilot.key(pygame.K_DELETE)
    assert isinstance(pilot.scene, QuestionScene)
    assert pilot.scene._text == "Ann is the current player. Switch to another player first."
    pilot.press("All right")
    assert names(pilot) == ["Ann"]
    assert current(pilot) == "Ann"


def test_a_player_who_left_is_not_on_the_leaderboard_and_the_name_is_free(pilot: Pilot) -> None:
    ann, ben = player(pilot, "Ann"), player(pilot, "Ben")
    for who, number in ((ann, 1), (ben, 2)):
        enter_game(pilot, who, "won", number)
    assert database_of(pilot).players.remove(ben.id) is None
    pilot.open(LeaderboardScene(pilot.app))
    assert [row.player.name for row in pilot.scene.list.items if row.player is not None] == ["Ann"]
    assert database_of(pilot).players.find("Ben") is None
    again = player(pilot, "Ben")
    assert again.id != ben.id
    assert database_of(pilot).games.against_computer(again) == []


def test_a_player_without_a_chosen_face_has_the_same_one_everywhere_and_keeps_it_under_another_name(
    pilot: Pilot,
) -> None:
    ann = player(pilot, "Ann")
    face, services = ann.shown_face, pilot.app.services
    assert services.person_face(Participant("ann")) == face
    ruleset = services.catalogue.rulesets["threestones"]
    for people in (("Ann", "Ben"), ("Ben", "Ann")):
        tournament = Tournament(ruleset, complete_options(ruleset.info, {}), tuple(map(Participant, people)), 1)
        tournament.start_game()
        assert face_of(open_local_session(services, tournament, "t", saved=False), people.index("Ann")) == face
    renamed = database_of(pilot).players.rename(ann.id, "Anna")
    assert isinstance(renamed, Player)
    assert renamed.shown_face == face


def test_the_field_of_a_name_takes_as_many_letters_as_a_name_may_have(pilot: Pilot) -> None:
    player(pilot, "Ann")
    open_players(pilot)
    pilot.press("New player")
    pilot.frames(2)
    pilot.type("x" * 70)
    pilot.press("OK")
    assert names(pilot) == ["Ann", "x" * 40]


def test_a_taken_name_is_refused_in_the_dialog_which_keeps_what_was_typed(pilot: Pilot) -> None:
    player(pilot, "Ann")
    open_players(pilot)
    pilot.press("New player")
    pilot.frames(2)
    pilot.type("Ann")
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, NameScene)
    pilot.key(pygame.K_BACKSPACE)
    pilot.type("e")
    pilot.key(pygame.K_RETURN)
    assert names(pilot) == ["Ann", "Ane"]
