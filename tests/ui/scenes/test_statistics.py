"""The statistics: opened from two doors, walked along by keys and pointer, filled by reading all games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.core.tournament import Participant
from game.storage.players import Player
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.library.collection_scene import CollectionScene
from game.ui.progress.players.records import RecordsScene
from game.ui.progress.statistics.accuracy_chart import CARD
from game.ui.progress.statistics.statistics_scene import StatisticsScene
from tests.progress.statistics.recorded import ANNA, GOMOKU, LOST_BY_A_MISTAKE, READINGS, record, review, tournament
from tests.storage.conftest import TINY
from tools.pilot.hands import Hand, KeyboardHand, PadHand, press_button
from tools.pilot.pilot import Pilot

#: Games that were ended by hand after a few moves; nobody has reviewed them.
UNREAD = ("h8 i9 h9 i8 g8", "h8 i9 h9 i8 g9", "h8 i9 h9 i8 g10")


@pytest.fixture
def pilot(home: Path) -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create(ANNA)
    flying.open(CollectionScene(flying.app))
    yield flying
    flying.app.close()


def anna(pilot: Pilot) -> Player:
    found = pilot.app.services.database.players.find(ANNA)
    assert found is not None
    return found


def play_games(pilot: Pilot, reviewed: int, unread: int = 0) -> None:
    database = pilot.app.services.database
    for seed in range(reviewed):
        review(database, record(database, tournament(LOST_BY_A_MISTAKE, seed=seed)))
    for seed in range(unread):
        record(database, tournament(UNREAD[seed], seed=100 + seed))


def opened(pilot: Pilot) -> StatisticsScene:
    pilot.app.push(StatisticsScene(pilot.app, anna(pilot), pilot.app.services.catalogue.rulesets[GOMOKU.info.id]))
    return settled(pilot)


def settled(pilot: Pilot) -> StatisticsScene:
    scene = pilot.scene
    assert isinstance(scene, StatisticsScene)
    pilot.until(lambda: scene._analysis.gathering.is_done and not scene._analysis.is_stale, "the games")
    pilot.frames(30)
    return scene


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in pilot.scene.controls.buttons]


def test_the_lantern_rooms_card_and_the_records_lead_to_the_statistics(pilot: Pilot) -> None:
    room = pilot.scene
    titles = [entry.title for entry in room._entries]
    room.controls.focus(room.controls.buttons[titles.index("Statistics")], show=True)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, StatisticsScene)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is room
    pilot.app.push(RecordsScene(pilot.app, anna(pilot)))
    pilot.frames(2)
    pilot.key(pygame.K_RIGHT)
    shown = pilot.scene.shown.ruleset_id
    pilot.key(pygame.K_s)
    assert pilot.scene.ruleset.info.id == shown


def test_the_game_that_was_played_most_is_shown_first(pilot: Pilot) -> None:
    play_games(pilot, 1)
    pilot.app.push(StatisticsScene(pilot.app, anna(pilot)))
    assert settled(pilot).ruleset.info.id == GOMOKU.info.id


def test_left_and_right_walk_along_the_games_and_enter_opens_one_with_its_review(pilot: Pilot) -> None:
    play_games(pilot, 3)
    scene = opened(pilot)
    assert scene.chosen == 2
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_LEFT)
    assert scene.chosen == 0
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.analysis.worker is not None
    assert pilot.scene.subject_of_board.game.seed == scene.overview.judged[0].game.key.seed
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    assert scene.chosen == 0


@pytest.mark.parametrize("hand_of", [KeyboardHand, PadHand])
def test_everything_is_reached_without_a_mouse(pilot: Pilot, hand_of: Callable[[Pilot], Hand]) -> None:
    play_games(pilot, 2, unread=1)
    scene, hand = opened(pilot), hand_of(pilot)
    hand.press("left")
    assert scene.chosen == 0
    hand.press("down")
    assert scene.list.row == 1
    hand.press("act")
    assert isinstance(pilot.scene, AnalysisScene)
    hand.press("back")
    press_button(pilot, hand, "Show me")
    assert isinstance(pilot.scene, AnalysisScene)
    hand.press("back")
    press_button(pilot, hand, "Analyse all my games")
    assert scene._analysis.round is not None
    press_button(pilot, hand, "Stop analysing")
    assert scene._analysis.round is None
    hand.press("back")
    assert isinstance(pilot.scene, CollectionScene)


def test_a_click_on_the_chart_opens_the_game_there(pilot: Pilot) -> None:
    play_games(pilot, 3)
    scene = opened(pilot)
    left, top, _width, height = CARD
    pilot.click(scene.stage.point(left + 90, top + height / 2))
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.subject_of_board.game.seed == scene.overview.judged[0].game.key.seed


def test_a_group_shows_its_own_games_only(pilot: Pilot, said: Callable[[], str]) -> None:
    play_games(pilot, 2, unread=3)
    scene = opened(pilot)
    titles = [group.title for group in scene.list.items]
    assert titles[0] == "All games"
    assert len(scene.overview.games) == 5
    pilot.key(pygame.K_DOWN)
    assert scene.list.row == 1
    assert len(scene.overview.games) == 3
    assert scene.overview.judged == ()
    pilot.key(pygame.K_DOWN)
    assert len(scene.overview.judged) == 2
    assert "2 games" in said()


def test_what_is_overlooked_has_a_door_to_the_slip(pilot: Pilot, said: Callable[[], str]) -> None:
    play_games(pilot, 1)
    opened(pilot)
    assert "Attacks not stopped" in said()
    pilot.press("Show me")
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.table.step == 6


def test_without_a_review_the_page_says_how_to_get_one(pilot: Pilot, said: Callable[[], str]) -> None:
    play_games(pilot, 0, unread=1)
    opened(pilot)
    assert "Analyse one or all" in said()
    assert "No data" in said()


def test_before_any_game_the_page_says_so_and_leads_out(pilot: Pilot, said: Callable[[], str]) -> None:
    opened(pilot)
    assert "Play a game" in said()
    assert "Analyse all my games" not in labels(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, CollectionScene)


def test_where_nobody_scores_moves_a_sentence_says_so_and_nothing_is_read(
    pilot: Pilot, said: Callable[[], str]
) -> None:
    services = pilot.app.services
    services.catalogue.rulesets.add(TINY, is_listed=True)
    record(services.database, tournament("a1 a4 b1 b4 c1", ruleset=TINY))
    pilot.app.push(StatisticsScene(pilot.app, anna(pilot), TINY))
    scene = settled(pilot)
    while not scene._analysis.probe.has_none:
        services.prover.answer("a1")
        pilot.frames(2)
    assert "This game has no engine" in said()
    assert "1 game" in said()
    assert "Analyse all my games" not in labels(pilot)


def answer_all(pilot: Pilot, games: int, score: int = 20) -> None:
    """Lets the engine answer until so many games have an accuracy."""
    scene, prover = pilot.scene, pilot.app.services.prover
    for _ in range(600):
        if len(scene.overview.judged) >= games:
            return
        pilot.frames(2)
        if prover.asked and scene._analysis.round is not None:
            best = READINGS[min(8, prover.asked[-1].revision)].candidates[0].line[0]
            prover.remark(depth=6, score=score, variation=(best,))
            prover.answer(best)
    raise AssertionError("the games are not read")


def test_all_games_are_read_one_after_the_other_and_the_chart_fills(pilot: Pilot, said: Callable[[], str]) -> None:
    play_games(pilot, 0, unread=2)
    scene = opened(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    assert scene._analysis.round is not None
    assert "Analysing game 1 of 2" in said()
    answer_all(pilot, 2)
    pilot.frames(60)
    assert scene._analysis.round is None
    read = next(button for button in scene.controls.buttons if button.label == "Analyse all my games")
    assert not read.enabled


def test_what_there_is_to_learn_from_the_games_that_are_read_is_kept(pilot: Pilot) -> None:
    play_games(pilot, 0, unread=1)
    opened(pilot)
    pilot.press("Analyse all my games")
    answer_all(pilot, 1, score=900)
    mistakes = pilot.app.services.database.mistakes.all(anna(pilot))
    assert {mistake.ruleset_id for mistake in mistakes} == {GOMOKU.info.id}


def test_reading_stops_by_its_button_and_waits_where_another_scene_needs_the_engine(pilot: Pilot) -> None:
    play_games(pilot, 1, unread=2)
    scene = opened(pilot)
    pilot.press("Analyse all my games")
    pilot.frames(5)
    prover = pilot.app.services.prover
    assert prover.asked
    pilot.press("Stop analysing")
    assert scene._analysis.round is None
    assert prover.cancelled
    pilot.press("Analyse all my games")
    pilot.key(pygame.K_LEFT)
    pilot.press("Analyse")
    assert isinstance(pilot.scene, AnalysisScene)
    assert scene._analysis.round is not None
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    assert not scene._analysis.round.is_done


def test_figures_that_are_known_are_shown_without_reading_a_game(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    play_games(pilot, 3)
    opened(pilot)
    pilot.key(pygame.K_ESCAPE)
    monkeypatch.setattr("game.progress.statistics.gathering.read_tournament", lambda *_: pytest.fail("a game was read"))
    assert len(opened(pilot).overview.judged) == 3


def test_the_other_rulesets_are_a_button_away(pilot: Pilot) -> None:
    play_games(pilot, 1)
    scene = opened(pilot)
    rulesets = list(pilot.app.services.catalogue.rulesets)
    after = next(button for button in scene.controls.buttons if button.icon == "arrow_right")
    pilot.click(after.rect.center)
    assert scene.ruleset.info.id == rulesets[(rulesets.index(GOMOKU.info.id) + 1) % len(rulesets)]
    assert scene.overview.games == ()


def test_games_between_people_count_among_the_opponents(pilot: Pilot) -> None:
    database = pilot.app.services.database
    database.players.create("Ben")
    record(database, tournament(sides=(Participant("Ben"), Participant(ANNA))))
    scene = opened(pilot)
    assert "Ben" in [group.title for group in scene.list.items]


def test_a_game_about_which_the_engine_says_nothing_does_not_keep_the_others_from_being_read(pilot: Pilot) -> None:
    play_games(pilot, 0, 2)
    scene = opened(pilot)
    prover = pilot.app.services.prover
    pilot.press("Analyse all my games")
    pilot.frames(3)
    newest = scene._analysis.round._worker
    while scene._analysis.round._worker is newest:
        prover.answer("a1")
        pilot.frames(2)
    assert scene._analysis.round.problem == ""
    assert not scene._analysis.round.is_done
    assert scene._analysis.round.number == 2


def test_reading_goes_on_after_the_rules_were_looked_at(pilot: Pilot) -> None:
    play_games(pilot, 0, 1)
    scene = opened(pilot)
    pilot.press("Analyse all my games")
    pilot.frames(3)
    pilot.key(pygame.K_F1)
    assert pilot.scene is not scene
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    assert scene._analysis.round is not None
    assert not scene._analysis.round.is_done


def test_a_game_that_was_played_meanwhile_is_there(pilot: Pilot) -> None:
    play_games(pilot, 1)
    scene = opened(pilot)
    pilot.key(pygame.K_F1)
    record(pilot.app.services.database, tournament(UNREAD[0], seed=100))
    pilot.key(pygame.K_ESCAPE)
    settled(pilot)
    assert len(scene._games) == 2


def test_a_damaged_date_is_a_dash(pilot: Pilot, said: Callable[[], str]) -> None:
    play_games(pilot, 1)
    pilot.app.services.database.file.write("UPDATE results SET played = 'yesterday'", ())
    opened(pilot)
    assert "–" in said()
    pilot.app.push(RecordsScene(pilot.app, anna(pilot)))
    pilot.frames(2)
