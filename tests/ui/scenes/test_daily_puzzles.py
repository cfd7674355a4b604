"""The riddle booth by posted events: the riddle of the day, hints, wrong turns, and a run."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pygame
import pytest

from game.storage import folders
from game.storage.puzzles.tries import DailyPuzzleResult
from game.training.daily_puzzle.collection import puzzle_of
from game.training.daily_puzzle.visit import Run
from game.ui.analysis.mistakes.mistakes_scene import MistakesScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from tests.training.daily_puzzle.booth import CATALOGUE, entries
from tools.pilot.pilot import Pilot
from tools.pilot.puzzle_hand import put, solve, try_wrong, wrong_move

TODAY = date(2026, 11, 24)


@pytest.fixture
def pilot(home: Path) -> Pilot:
    """Ann at the menu."""
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    yield flying
    flying.app.close()


def enter_booth(pilot: Pilot, today: date = TODAY) -> DailyPuzzleScene:
    pilot.app.push(DailyPuzzleScene(pilot.app, pilot.app.services.database.players.current(), today))
    pilot.frames(30)
    return pilot.scene


def test_the_left_lantern_of_the_menu_leads_to_the_booth_by_keys_and_by_a_click(pilot: Pilot) -> None:
    pilot.key(pygame.K_UP)
    for _ in range(3):
        pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    assert isinstance(pilot.scene, DailyPuzzleScene)
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(30)
    pilot.click((72, 130))
    pilot.frames(30)
    assert isinstance(pilot.scene, DailyPuzzleScene)


def test_the_riddle_of_the_day_is_solved_and_its_lantern_lit(pilot: Pilot) -> None:
    booth = enter_booth(pilot)
    assert booth._streak_text == "Solve today's puzzle to start a streak."
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    scene = pilot.scene
    assert scene.visit.entry == puzzle_of(entries("gomoku"), TODAY)
    solve(pilot)
    assert scene._answer == "Solved!"
    pilot.press("Next")
    assert pilot.scene._title == "Daily puzzle solved"
    assert scene.visit.entry == puzzle_of(entries("gomoku"), TODAY), "it stays behind the words"
    pilot.press("All right")
    pilot.frames(30)
    assert booth.lanterns.is_solved(TODAY, "gomoku")
    assert booth._streak_text == "1 day in a row"


def test_a_riddle_of_the_day_whose_solution_was_shown_can_be_solved_later(pilot: Pilot) -> None:
    booth = enter_booth(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    pilot.press("Show me")
    pilot.press("Next")
    assert pilot.scene._title == "The solution was shown"
    pilot.press("All right")
    pilot.frames(30)
    assert not booth.lanterns.is_solved(TODAY, "gomoku")
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    solve(pilot)
    pilot.press("Next")
    pilot.press("All right")
    pilot.frames(30)
    assert booth.lanterns.is_solved(TODAY, "gomoku")


def test_after_days_away_the_booth_tells_what_mends_the_streak(pilot: Pilot) -> None:
    booth = enter_booth(pilot)
    assert "start a streak" in booth._streak_text
    database = pilot.app.services.database
    day = (TODAY - timedelta(days=3)).isoformat()
    database.puzzles.save_day(database.players.current(), DailyPuzzleResult("gomoku", day, 1.0, day))
    pilot.press("Back")
    booth = enter_booth(pilot)
    assert "you missed" in booth._streak_text


def test_the_lights_of_the_day_are_kept_as_a_picture_without_the_solution(pilot: Pilot) -> None:
    booth = enter_booth(pilot)
    picture = next(button for button in booth.controls.buttons if button.label == "Picture")
    assert not picture.enabled
    pilot.key(pygame.K_RETURN)
    pilot.frames(30)
    solve(pilot)
    pilot.press("Next")
    pilot.press("All right")
    pilot.frames(30)
    pilot.press("Picture")
    pilot.app._snapshots.close()
    kept = list(folders.pictures_folder().glob("Stone Fair *.png"))
    assert len(kept) == 1
    assert pygame.image.load(kept[0]).get_width() == 520


def test_a_wrong_turn_shows_the_defence_that_holds_and_goes_back(pilot: Pilot) -> None:
    enter_booth(pilot)
    pilot.press("Puzzles")
    pilot.frames(30)
    scene = pilot.scene
    before = scene.match.state.board
    answer = try_wrong(pilot)
    assert scene.exercise.verdict is False
    assert [stone.cell for stone in scene.board.suggestions] == [answer.cell]
    assert scene.visit.score == 0
    pilot.frames(200)
    assert scene.match.state.board == before
    assert not scene.board.suggestions
    solve(pilot)
    assert scene.visit.scores == [0.0]


def test_another_turn_than_the_solution_is_looked_at_by_the_engine(pilot: Pilot) -> None:
    enter_booth(pilot)
    pilot.press("Puzzles")
    pilot.frames(30)
    put(pilot, wrong_move(pilot.scene))
    assert pilot.scene.feedback == "The engine is checking your move…"


def test_a_hint_has_three_steps_and_then_there_is_none_left(pilot: Pilot) -> None:
    enter_booth(pilot)
    pilot.press("Puzzles")
    pilot.frames(30)
    scene = pilot.scene
    pilot.key(pygame.K_h)
    assert not scene.board.suggestions
    pilot.key(pygame.K_h)
    assert len(scene.board.suggestions) > 2
    pilot.key(pygame.K_h)
    assert list(scene.board.suggestions) == list(scene.exercise.first_stones()[:1])
    hint = next(button for button in scene.controls.buttons if button.label == "Hint")
    assert not hint.enabled
    solve(pilot)
    assert scene.visit.scores == [0.5]


def test_what_was_shown_counts_as_missed_and_the_next_riddle_follows(pilot: Pilot) -> None:
    enter_booth(pilot)
    pilot.press("Puzzles")
    pilot.frames(30)
    scene, first = pilot.scene, pilot.scene.visit.entry
    pilot.press("Show me")
    assert scene.feedback.startswith("The solution: ")
    pilot.press("Next")
    pilot.frames(10)
    assert scene.visit.entry != first
    assert scene.visit.scores == [0.0]


def test_three_minutes_end_and_the_best_run_is_kept(pilot: Pilot) -> None:
    booth = enter_booth(pilot)
    pilot.press("Three-minute run")
    pilot.frames(30)
    scene = pilot.scene
    solve(pilot)
    solve(pilot)
    assert scene.run.solved == 2
    pilot.press("Skip")
    assert scene.run.left < Run.SECONDS - Run.PENALTY
    scene.run.left = 0.01
    pilot.frames(5)
    pilot.press("All right")
    pilot.frames(30)
    assert pilot.scene is booth
    database = pilot.app.services.database
    assert database.puzzles.best_run(database.players.current(), "gomoku") == 2
    assert database.puzzles.player_rating(database.players.current(), "gomoku") is None


def test_three_minutes_end_when_penalties_use_up_the_time(pilot: Pilot) -> None:
    booth = enter_booth(pilot)
    pilot.press("Three-minute run")
    pilot.frames(30)
    run = pilot.scene.run
    for _skip in range(round(Run.SECONDS / Run.PENALTY)):
        if not run.is_over:
            pilot.press("Skip")
    assert run.is_over
    pilot.frames(5)
    assert pilot.scene._title == "Time is up"
    pilot.press("All right")
    pilot.frames(30)
    assert pilot.scene is booth


def test_three_minutes_that_a_wrong_turn_ends_count_nothing_more(pilot: Pilot) -> None:
    enter_booth(pilot)
    pilot.press("Three-minute run")
    pilot.frames(30)
    scene = pilot.scene
    scene.run.left = Run.PENALTY / 2
    scene._fail()
    scene._solve()
    pilot.frames(5)
    assert scene.run.solved == 0
    assert pilot.scene._title == "Time is up"


def test_three_minutes_show_no_puzzle_twice_within_a_week(pilot: Pilot) -> None:
    booth, shown = enter_booth(pilot), list[str]()
    for _start in range(5):
        pilot.press("Three-minute run")
        pilot.frames(10)
        shown.append(pilot.scene.visit.entry.mark)
        pilot.scene.run.left = 0.01
        pilot.frames(5)
        pilot.press("All right")
        pilot.frames(10)
        assert pilot.scene is booth
    assert len(set(shown)) == len(shown)


def test_three_minutes_wait_for_the_next_week_when_every_puzzle_was_shown(pilot: Pilot) -> None:
    booth = enter_booth(pilot)
    database = pilot.app.services.database
    for entry in booth._entries:
        database.puzzles.note_run_puzzle(database.players.current(), booth.selected, entry.mark)
    booth.refresh()
    button = next(button for button in booth.buttons() if button.label == "Three-minute run")
    assert not button.enabled
    assert button.why == "You have seen all the available puzzles in the last seven days."


def test_a_theme_is_chosen_and_kept_to(pilot: Pilot) -> None:
    booth = enter_booth(pilot)
    pilot.press("All themes")
    theme = booth._theme
    pilot.press("Puzzles")
    pilot.frames(30)
    assert pilot.scene.visit.entry.theme is theme
    pilot.press("Show me")
    pilot.press("Next")
    assert pilot.scene.visit.entry.theme is theme


def test_ones_own_mistakes_are_among_the_riddles(pilot: Pilot) -> None:
    enter_booth(pilot)
    pilot.press("My mistakes")
    pilot.frames(30)
    assert isinstance(pilot.scene, MistakesScene)


def test_a_set_of_riddles_can_be_dropped_on_the_window(pilot: Pilot, tmp_path: Path) -> None:
    shipped = CATALOGUE.folder("threestones") / "puzzles"
    path = tmp_path / "from a friend.txt"
    path.write_bytes(next(shipped.glob("*.txt")).read_bytes())
    pilot.drop(path)
    pilot.frames(30)
    assert isinstance(pilot.scene, PuzzleScene)
    assert pilot.scene.subject.info.id == "threestones"
    assert pilot.scene.visit.store is None


def test_a_damaged_set_is_refused_with_a_sentence(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "damaged.txt"
    path.write_text("Stone Fair puzzles, version 1\nRuleset: gomoku\n\nPuzzle 1\nTheme: magic\n", encoding="utf-8")
    pilot.drop(path)
    pilot.frames(30)
    assert "damaged.txt" in pilot.scene._text
    pilot.press("All right")
