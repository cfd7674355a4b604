"""What the player is told and shown about games that count, practice, tickets, and results that stand."""

import os
import time
from collections.abc import Iterator

import pygame
import pytest

from game.core.record.writer import write_tournament
from game.core.request import PlayerRequest
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Practice, Tournament
from game.session.game_session import open_local_session
from game.session.records.counting import tickets_left
from game.storage import saves
from game.ui.menu.friend_scene import FriendScene
from game.ui.menu.ladder import LadderScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot
from tools.pilot.tournaments import play


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


def answered(pilot: Pilot, *words: str) -> None:
    pilot.app.services.opponent.answer(*words)
    pilot.frames(5)


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in pilot.scene.controls.buttons]


def seen(pilot: Pilot) -> set[str]:
    """All words of the scene on top and what is below it."""
    with pytest.MonkeyPatch.context() as patch, heard(patch, pilot.app.stage.size) as words:
        draw_anew(pilot, words)
        return set(words.asked)


def ladder_match(pilot: Pilot) -> PlayScene:
    """A match on the ladder in place of the game that is on."""
    services = pilot.app.services
    gomoku = services.catalogue.rulesets["gomoku"]
    level = gomoku.info.levels[0]
    people = (Participant("Ann"), Participant(level.name, level.id))
    tournament = Tournament(gomoku, complete_options(gomoku.info, {}), people, seed=1, best_of=3, title="climb")
    pilot.open(PlayScene(pilot.app, open_local_session(services, tournament, "climb", saved=False)))
    return pilot.scene


def win(pilot: Pilot, rows: tuple[int, int] = (15, 1)) -> None:
    scene, mine, its = pilot.scene, list("abcde"), list("acegi")
    match = scene.table.match
    while match.outcome is None:
        if scene.table.person_to_move:
            scene._take(scene.table.play(parse_move(match.ruleset.info, match.state, f"{mine.pop()}{rows[0]}")))
        else:
            answered(pilot, f"{its.pop()}{rows[1]}")


@pytest.mark.parametrize("reduced", [False, True])
def test_a_player_is_asked_before_a_hint_makes_the_game_practice(seat: Peer, reduced: bool) -> None:
    pilot = seat("", "gomoku", friend=False)
    pilot.app.preferences.reduced_motion = reduced
    pilot.press("Hint")
    assert isinstance(pilot.scene, QuestionScene)
    assert not pilot.app.services.opponent.asked
    pilot.press("Cancel")
    assert pilot.scene.table.practice is None
    assert "Unrated" not in seen(pilot)
    pilot.key(pygame.K_h)
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.app.services.opponent.asked
    pilot.help_me("Hint")
    answered(pilot, "h8")
    assert pilot.scene.table.practice is Practice.HINT
    assert "Unrated" in seen(pilot)
    pilot.press("Hint")
    assert isinstance(pilot.scene, PlayScene), "it is asked once"


def test_a_player_is_asked_before_an_answered_turn_is_taken_back(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    pilot.key(pygame.K_u)
    assert isinstance(pilot.scene, PlayScene), "nobody has answered"
    click(pilot, "h8")
    answered(pilot, "h9")
    pilot.key(pygame.K_u)
    pilot.press("Cancel")
    assert len(pilot.scene.table.match.plies) == 2
    pilot.help_me("Undo")
    assert pilot.scene.table.match.plies == []
    assert "Unrated" in seen(pilot)


def test_two_people_are_never_asked(seat: Peer) -> None:
    pilot = seat("h8 h9", "gomoku")
    pilot.press("Undo")
    pilot.press("Hint")
    assert isinstance(pilot.scene, PlayScene)


def test_a_ladder_match_has_tickets_and_asks_when_they_are_used(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    scene = ladder_match(pilot)
    for left, cell in ((3, "h8"), (2, "h9"), (1, "h10")):
        assert tickets_left(scene.table.tournament) == left
        pilot.press("Hint")
        assert pilot.scene is scene
        answered(pilot, cell)
        click(pilot, cell)
        answered(pilot, f"a{left}")
    pilot.press("Hint")
    assert "You have used all three free hints for this match." in " ".join(seen(pilot))


def test_after_a_result_there_is_no_undo_and_its_key_says_why(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    for _ in range(2):
        pilot.press("Resign")
    assert not any(button.label == "Undo" for button in pilot.scene.controls.buttons)
    pilot.key(pygame.K_u)
    assert pilot.scene.table.match.outcome is not None
    assert pilot.scene._note == "The game is over, so its moves cannot be undone."


@pytest.mark.parametrize("reduced", [False, True])
def test_a_won_ladder_match_leads_to_the_next_challenge(seat: Peer, reduced: bool) -> None:
    pilot = seat("", "gomoku")
    pilot.app.preferences.reduced_motion = reduced
    scene = ladder_match(pilot)
    win(pilot)
    pilot.frames(60, 0.1)
    assert pilot.scene is scene, "one game is no match"
    pilot.press("Next game")
    win(pilot)
    pilot.until(lambda: isinstance(pilot.scene, ResultsScene), "the results, which come by themselves")
    beaten, following = scene.subject.info.levels[:2]
    lights = [pilot.scene.ladder.light]
    for _ in range(40):
        pilot.frames(1, 0.05)
        lights.append(pilot.scene.ladder.light)
    assert lights[0] < 1
    assert lights[-1] == 1
    assert reduced or any(0 < light < 1 for light in lights)
    assert labels(pilot)[:2] == [f"Challenge {following.name}", "Rematch"]
    words = " ".join(seen(pilot))
    assert any(line.split()[0] in words for line in beaten.character.dialogue.parting)
    pilot.key(pygame.K_RETURN)
    assert pilot.scene is scene
    assert scene.table.tournament.participants[1].level == following.id
    assert scene.table.tournament.best_of == 3


def test_the_results_of_a_match_come_once_by_themselves_and_its_board_offers_the_challenge(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    scene = ladder_match(pilot)
    win(pilot)
    pilot.press("Next game")
    win(pilot)
    pilot.until(lambda: isinstance(pilot.scene, ResultsScene), "the results")
    pilot.press("See the board")
    pilot.frames(60, 0.1)
    assert pilot.scene is scene
    name = scene.subject.info.levels[1].name
    pilot.press(f"Challenge {name}")
    assert scene.table.tournament.participants[1].name == name


def test_practice_is_named_in_the_results(seat: Peer) -> None:
    pilot = seat("", "gomoku", friend=False)
    pilot.help_me("Hint")
    answered(pilot, "h8")
    click(pilot, "h8")
    for _ in range(2):
        pilot.press("Resign")
    pilot.press("Results")
    assert any("unrated, resignation" in words for words in seen(pilot))


def test_a_ribbon_is_offered_at_the_fifth_stall_and_shown_once_it_is_earned(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    services = pilot.app.services
    gomoku = services.catalogue.rulesets["gomoku"]
    ann, levels, ribbon = services.database.players.current(), gomoku.info.levels, gomoku.info.ribbons[0]
    pilot.app.push(LadderScene(pilot.app, gomoku))
    ladder = pilot.scene
    for _ in range(4):
        pilot.key(pygame.K_RIGHT)
    offer = f"Ribbon: {ribbon.title}"
    assert not next(button for button in ladder.controls.buttons if button.label == offer).enabled, "it is dark yet"
    services.database.games.set_beaten(ann, "gomoku", levels[3].id)
    ladder.arrange()
    pilot.frames(40, 0.1)
    pilot.press(offer)
    tournament = pilot.scene.table.tournament
    assert (tournament.options["size"], tournament.participants[1].level) == (9, levels[4].id)
    for _ in range(2):
        on_small_board(pilot)
        if not tournament.is_over:
            pilot.press("Next game")
    pilot.until(lambda: isinstance(pilot.scene, ResultsScene), "the results")
    assert f"Ribbon earned: {ribbon.title}" in seen(pilot)
    assert services.database.games.ribbons(ann, "gomoku") == {ribbon.id}
    pilot.press("Back to the ladder")
    assert pilot.scene is ladder
    assert "1 of 4 ribbons" in seen(pilot)
    pilot.key(pygame.K_END)
    assert offer not in labels(pilot)


def on_small_board(pilot: Pilot) -> None:
    win(pilot, rows=(9, 1))


# Whose games they are


def kept(pilot: Pilot, name: str, one: str, two: str, age: float, **how: bool) -> None:
    """A save that is so many seconds old."""
    services = pilot.app.services
    gomoku = services.catalogue.rulesets["gomoku"]
    people = (Participant(one), Participant(two))
    tournament = Tournament(gomoku, complete_options(gomoku.info, {}), people, seed=3, title=name)
    game = tournament.start_game()
    play(game.match, "h8 j8 h9")
    game.marked = Practice.TAKEN_OVER if how.get("practice") else None
    services.saves.write(name, write_tournament(tournament))
    moment = time.time() - age
    os.utime(services.saves.path / f"{name}.txt", (moment, moment))


@pytest.fixture
def house(pilot: Pilot) -> Pilot:
    """Ann and Ben live here; Ann is at the machine, and Ben's game is the newest."""
    database = pilot.app.services.database
    for name in ("Ann", "Ben"):
        database.players.create(name)
    kept(pilot, "Hers", "Ann", "Cleo", age=300, practice=True)
    kept(pilot, "His", "Cleo", "Ben", age=200)
    kept(pilot, "Nobody's", "Cleo", "Dan", age=100)
    pilot.open(MenuScene(pilot.app))
    return pilot


def switch(pilot: Pilot, name: str) -> None:
    database = pilot.app.services.database
    database.players.switch(database.players.find(name).id)
    pilot.scene.arrange()


def test_continue_goes_on_with_the_game_of_whoever_is_there(house: Pilot) -> None:
    house.press("Continue")
    assert house.scene.table.name == "Hers"
    house.app.pop(house.scene, None)
    switch(house, "Ben")
    house.press("Continue")
    assert house.scene.table.name == "His"


def test_saved_games_are_those_of_whoever_is_there_and_everybodys_behind_a_switch(house: Pilot) -> None:
    house.press("Saved games")
    assert [save.name for save in house.scene.list.items] == ["Hers"]
    house.frames(15)
    assert {"Unrated", "continued from another game"} <= seen(house)
    house.press("Everyone's games")
    assert [save.name for save in house.scene.list.items] == ["Nobody's", "His", "Hers"]
    house.key(pygame.K_e)
    assert [save.name for save in house.scene.list.items] == ["Hers"]


def test_a_player_without_saved_games_is_told_where_the_others_are(house: Pilot) -> None:
    house.app.services.database.players.create("Eve")
    switch(house, "Eve")
    assert not next(button for button in house.scene.controls.buttons if button.label == "Continue").enabled
    house.press("Saved games")
    assert any("under “Everyone's games”" in words for words in seen(house))
    house.press("Everyone's games")
    assert len(house.scene.list.items) == 3


def test_the_game_of_a_renamed_player_stays_theirs(house: Pilot) -> None:
    database = house.app.services.database
    database.players.rename(database.players.find("Ann").id, "Anneli")
    house.press("Continue")
    assert house.scene.table.name == "Hers"


def test_a_friend_is_chosen_among_the_players(house: Pilot) -> None:
    house.key(pygame.K_RETURN)
    house.choose_opponent("A friend")
    house.press("Start")
    assert isinstance(house.scene, FriendScene)
    assert [player.name for player in house.scene.list.items] == ["Ben"]
    house.press("Play")
    assert [who.name for who in house.scene.table.tournament.participants] == ["Ann", "Ben"]


def test_a_new_friend_is_named_and_an_own_name_is_refused(house: Pilot) -> None:
    house.key(pygame.K_RETURN)
    house.choose_opponent("A friend")
    house.press("Start")
    house.press("New player")
    house.type("Ann")
    house.press("OK")
    assert isinstance(house.scene, NameScene)
    for _ in range(3):
        house.key(pygame.K_DELETE)
        house.key(pygame.K_BACKSPACE)
    house.type("Flo")
    house.press("OK")
    assert [who.name for who in house.scene.table.tournament.participants] == ["Ann", "Flo"]


def test_back_to_the_fair_leads_there_after_a_game_that_was_taken_over(house: Pilot) -> None:
    house.press("Saved games")
    house.frames(15)
    house.press("Analyse")
    house.key(pygame.K_LEFT)
    house.key(pygame.K_p)
    house.press("Two people at this computer")
    scene = house.scene
    assert isinstance(scene, PlayScene)
    assert scene.table.practice is Practice.TAKEN_OVER
    house.press("Resign")
    house.press("Resign")
    house.press("Back to the menu")
    assert isinstance(house.scene, MenuScene)


def test_a_series_whose_save_is_full_ends_instead_of_becoming_unreadable(
    seat: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = seat("h8", "gomoku")
    table, services = pilot.scene.table, pilot.app.services
    table.ask(PlayerRequest.RESIGN)
    pilot.scene.refresh()
    services.autosave.flush()
    size = (services.saves.path / f"{table.name}.txt").stat().st_size
    monkeypatch.setattr(saves, "LARGEST_SAVE", saves._ROOM_OF_A_GAME + size)
    pilot.press("Next game")
    assert len(table.tournament.games) == 2
    table.ask(PlayerRequest.RESIGN)
    pilot.scene.refresh()
    services.autosave.flush()
    pilot.press("Next game")
    assert isinstance(pilot.scene, ResultsScene)
    assert table.tournament.ended
    ends = "This series has reached its maximum length and ends here. Your next game will start a new series."
    assert pilot.app._toast.words == ends
    services.autosave.flush()
    assert len(services.saves.load(table.name).games) == 2
