"""Records, faces and the leaderboard: what was played is found again, each player's apart."""

from __future__ import annotations

import pygame
import pytest

from game.core.tournament import Participant
from game.storage.database import Database
from game.storage.finished_games import GameKey, PlayedGame
from game.storage.players import Player
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.play.play_scene import PlayScene
from game.ui.progress.players.leaderboard import LeaderboardScene
from game.ui.progress.players.players import PlayersScene
from game.ui.progress.players.records import RecordsScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.work_scene import WorkScene
from tests.ui.held import Held
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot


def database(pilot: Pilot) -> Database:
    return pilot.app.services.database


def ann(pilot: Pilot) -> Player:
    found = database(pilot).players.find("Ann")
    assert found is not None
    return found


def won_game(seat: Peer) -> Pilot:
    """Ann gives her game against an opponent up; it goes on record when she leaves the table."""
    pilot = seat("h8", "gomoku", friend=False)
    pilot.key(pygame.K_q)
    pilot.press("Resign")
    pilot.scene.table.record.save_result()
    return pilot


def open_records(pilot: Pilot) -> RecordsScene:
    pilot.app.push(PlayersScene(pilot.app))
    pilot.frames(2)
    pilot.press("Records")
    assert isinstance(pilot.scene, RecordsScene)
    return pilot.scene


def enter(pilot: Pilot, who: Player, outcome: str, number: int, level: str = "") -> None:
    info = pilot.app.services.catalogue.rulesets["gomoku"].info
    met = next(each for each in info.levels if each.elo is not None and level in ("", each.id))
    game = PlayedGame("gomoku", "line", (None, None), 20, "long gone", 1, number)
    database(pilot).games.add(who, Participant(met.name, met.id), outcome, game)


def test_a_finished_game_appears_and_opens_on_the_analysis_board_after_its_file_is_gone(seat: Peer) -> None:
    pilot = won_game(seat)
    pilot.app.services.autosave.release()
    pilot.app.services.saves.delete("test")
    scene = open_records(pilot)
    assert [game.outcome for game in scene.list.items] == ["lost"]
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, AnalysisScene)
    assert len(pilot.scene.table.line) == 1
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene


def test_a_game_of_the_records_is_taken_over_and_leads_back(seat: Peer) -> None:
    pilot = won_game(seat)
    open_records(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_p)
    pilot.press("Two people at this computer")
    assert isinstance(pilot.scene, PlayScene)
    click(pilot, "h9")
    assert len(pilot.scene.table.match.plies) == 2


def test_a_game_whose_file_is_gone_is_told_kindly(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    enter(pilot, ann(pilot), "won", 1)
    open_records(pilot)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, QuestionScene)
    assert "“long gone”" in pilot.scene._text


def test_a_game_from_before_games_were_kept_is_found_in_its_file(seat: Peer) -> None:
    pilot = won_game(seat)
    pilot.app.services.autosave.flush()
    database(pilot).file.write("DELETE FROM games", ())
    open_records(pilot)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, AnalysisScene)


def test_the_window_goes_on_while_a_game_is_looked_for_in_the_files(
    seat: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = won_game(seat)
    database(pilot).file.write("DELETE FROM games", ())
    monkeypatch.setattr("game.storage.background.PATIENCE", 0.0)
    held = Held(monkeypatch, "game.ui.analysis.board.finished_game.find_in_saves")
    records = open_records(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.until(held.is_reached.is_set, "the search")
    pilot.frames(40)
    assert isinstance(pilot.scene, WorkScene)
    pilot.press("Cancel")
    assert pilot.scene is records
    held.go.set()
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the game")


def test_a_renamed_tournament_keeps_its_games(seat: Peer) -> None:
    pilot = won_game(seat)
    key = database(pilot).games.against_computer(ann(pilot))[0].key
    pilot.scene.table.record.file.rename("Another name").take()
    pilot.scene.table.record.file.renamed("Another name")
    assert database(pilot).games.text(key) is None
    new = GameKey(key.ruleset_id, "Another name", key.seed, key.number)
    assert database(pilot).games.text(new) is not None
    assert database(pilot).games.against_computer(ann(pilot))[0].key == new


def test_two_players_records_are_apart(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    ben = database(pilot).players.create("Ben")
    assert isinstance(ben, Player)
    enter(pilot, ann(pilot), "won", 1)
    enter(pilot, ben, "lost", 2)
    for player, outcome in ((ann(pilot), "won"), (ben, "lost")):
        assert [game.outcome for game in database(pilot).games.against_computer(player)] == [outcome]


def test_games_between_people_show_in_their_head_to_head_only(seat: Peer) -> None:
    pilot = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    pilot.scene.table.record.save_result()
    scene = open_records(pilot)
    assert all(not subject.games for subject in scene.topics.items if subject.meeting is None)
    pilot.key(pygame.K_RIGHT)
    for _ in scene.topics.items:
        pilot.key(pygame.K_RIGHT)
    meeting = scene.shown.meeting
    assert meeting is not None
    assert (meeting.other.name, meeting.wins, meeting.losses) == ("Ben", 1, 0)
    assert [game.outcome for game in scene.list.items] == ["won"]
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, AnalysisScene)


def test_the_summary_counts_streak_favourite_and_rating(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    for number, outcome in enumerate(("won", "lost", "won", "won", "won")):
        enter(pilot, ann(pilot), outcome, number)
    summary = open_records(pilot).summary
    assert (summary.totals.played, summary.totals.won, summary.streak) == (5, 4, ("won", 3))
    assert summary.longest_streak == 3
    assert summary.favourite is not None
    assert len(summary.ratings) == 5


def test_a_face_is_chosen_kept_and_seen_at_the_table(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    table = pilot.scene.table
    before = table.person_face(0)
    pilot.app.push(PlayersScene(pilot.app))
    pilot.press("Portrait")
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    assert ann(pilot).face not in ("", before)
    assert table.person_face(0) == ann(pilot).face
    assert table.person_face(1) == ""


def test_the_leaderboard_puts_the_stronger_one_first_and_opens_the_records(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    ben = database(pilot).players.create("Ben")
    assert isinstance(ben, Player)
    enter(pilot, ann(pilot), "lost", 1)
    enter(pilot, ben, "won", 2)
    pilot.app.push(PlayersScene(pilot.app))
    pilot.key(pygame.K_l)
    assert isinstance(pilot.scene, LeaderboardScene)
    assert players_shown(pilot) == ["Ben", "Ann"]
    assert pilot.scene.selected.name == "Ann", "the one who is there"
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, RecordsScene)
    assert pilot.scene._player.name == "Ann"


def players_shown(pilot: Pilot) -> list[str]:
    return [ranked.name for ranked in pilot.scene.list.items if ranked.player is not None]


@pytest.mark.parametrize(("outcome", "against"), [("lost", 0), ("won", 8)])
def test_the_leaderboard_opens_on_whole_rows_with_the_players_own_among_others(
    seat: Peer, outcome: str, against: int
) -> None:
    pilot = seat("", "gomoku")
    levels = pilot.app.services.catalogue.rulesets["gomoku"].info.levels
    for number in range(3):
        enter(pilot, ann(pilot), outcome, number, levels[against].id)
    pilot.app.push(LeaderboardScene(pilot.app))
    pilot.frames(2)
    field = pilot.scene.form.main
    items = [item["button_element"] for item in field._list.item_list]
    seen = [rect for element in items if element is not None and (rect := element.rect.clip(field.rect))]
    heights = {rect.height for rect in seen if rect.height > 1}  # of a scroll position, rounding takes a pixel
    assert heights <= {field._list.list_item_height, field._list.list_item_height - 1}
    row = items[field.chosen].rect
    assert field.chosen == len(items) - 1 or any(rect.y > row.y for rect in seen), "somebody weaker is seen"
    assert any(rect.y < row.y for rect in seen)


def test_the_leaderboard_holds_all_the_folk_with_the_player_among_them(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    info = pilot.scene.subject.info
    for number, outcome in enumerate(("won", "won", "lost"), 1):
        enter(pilot, ann(pilot), outcome, number)
    pilot.app.push(LeaderboardScene(pilot.app))
    items = pilot.scene.list.items
    assert {ranked.level.id for ranked in items if ranked.level is not None} == {level.id for level in info.levels}
    elos = [ranked.elo for ranked in items]
    assert elos == sorted(elos, reverse=True)
    assert pilot.scene.selected.player == ann(pilot)
    assert 0 < pilot.scene.list.row < len(items) - 1
    met = next(ranked.totals for ranked in items if ranked.level is not None and ranked.totals.played)
    assert (met.played, met.won, met.lost) == (3, 1, 2), "as its keeper sees it"
    pilot.key(pygame.K_HOME)
    assert pilot.scene.selected.level is not None
    assert not next(button for button in pilot.scene.controls.buttons if button.label == "Records").enabled
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, LeaderboardScene)
    pilot.key(pygame.K_RIGHT)
    assert pilot.scene.selected.player == ann(pilot)
    assert pilot.scene.selected.elo is None, "she has not played that game"
