"""What was played next from an explored position: shown, pointed at and played by events, for each kind of game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.core.ruleset import Ruleset
from game.library.index.indexed_game import SideResult
from game.library.index.next_turns import NextTurn
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.next_turns_card import NextTurnsCard, result_numbers
from game.ui.analysis.board.opening import analyse_study
from game.ui.library.library_scene import LibraryScene
from tools.pilot.analysis import nothing
from tools.pilot.libraries import GAMES, GOMOKU, SHORT, save, tournament
from tools.pilot.pilot import Pilot
from tools.tours.next_turns_tour import settle_next_turns

CONNECT6 = GAMES["connect6"]


@pytest.fixture
def pilot(home: Path) -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    yield flying
    flying.app.close()


def kept(home: Path, *games: str, ruleset: Ruleset = GOMOKU, white: str = "Ben") -> None:
    """Saves games, each as a file of its own."""
    for number, moves in enumerate(games):
        save(home, f"{white} {number}", tournament(moves, names=("Anna", white), ruleset=ruleset))


def exploring(pilot: Pilot, moves: str, ruleset: Ruleset = GOMOKU) -> AnalysisScene:
    """The position after some moves explored, with what was played next."""
    study = study_of_game(tournament(moves, ruleset=ruleset), 0)
    analyse_study(pilot.app, study, nothing, [ROOT, *study.tree.continuation(ROOT)][-1])
    scene: AnalysisScene = pilot.scene
    pilot.frames(2)
    pilot.key(pygame.K_o)
    settle_next_turns(pilot)
    return scene


def card_of(scene: AnalysisScene) -> NextTurnsCard:
    return scene.picture.next_turns


def focus_row(pilot: Pilot, scene: AnalysisScene, number: int) -> None:
    """Leads the focus to a row by Tab alone."""
    for _press in range(40):
        pointed = card_of(scene).pointed
        if pointed is not None and pointed is card_of(scene)._turns[number]:
            return
        pilot.key(pygame.K_TAB)
        pilot.frames(2)
    raise AssertionError("Tab does not lead to the row")


def test_turned_games_count_together_and_enter_plays_the_turn_as_a_variation(
    pilot: Pilot, home: Path, said: Callable[[], str]
) -> None:
    kept(home, "h8 i8 j9", "h8 h9 i10", "h8 i8 a1")
    scene = exploring(pilot, "h8 i8")
    words = said()
    assert "Next moves" in words
    assert [turn.games for turn in card_of(scene)._turns] == [2, 1]
    assert all(word in words for word in ("3 games", "2 games", "J9", "1 game", "A15"))
    focus_row(pilot, scene, 0)
    names = scene.match.state.geometry.names
    assert [names[place.cell] for place in scene.board.forecast] == ["j9"]
    assert "J9: 2 games." in said()
    pilot.key(pygame.K_RETURN)
    settle_next_turns(pilot)
    assert names[scene.match.moves[-1].cell] == "j9"
    assert not scene.table.is_home
    assert "No game in the library continued from this position." in said()


def test_a_click_plays_both_stones_of_a_turn_and_leads_on_through_the_games(pilot: Pilot, home: Path) -> None:
    kept(home, "j10 k11 l10 k10 j11", "j10 l10 k11 j11 k10", ruleset=CONNECT6)
    scene = exploring(pilot, "j10", CONNECT6)
    for stones in (3, 5):
        (button, turn), *_others = card_of(scene)._rows
        assert (turn.games, len(turn.moves)) == (2, 2)
        pilot.click(button.rect.center)
        settle_next_turns(pilot)
        assert len(scene.match.moves) == stones
    assert card_of(scene)._rows == []


def test_results_are_told_in_words_for_the_side_on_turn(pilot: Pilot, home: Path, said: Callable[[], str]) -> None:
    kept(home, SHORT, SHORT, "h8 i8 j8")
    scene = exploring(pilot, "h8")
    assert "0–0–2" in said()
    focus_row(pilot, scene, 0)
    assert "0 won  ·  0 drawn  ·  2 lost" in said()
    pilot.key(pygame.K_RETURN)
    settle_next_turns(pilot)
    assert "2–0–0" in said()


def test_long_numbers_are_told_as_shares() -> None:
    few = {SideResult.WON: 999, SideResult.LOST: 20, SideResult.UNKNOWN: 5_000}
    many = {SideResult.WON: 1_000, SideResult.DRAWN: 500, SideResult.LOST: 500, SideResult.UNKNOWN: 5_000}
    assert result_numbers(NextTurn((), few, None)) == "999–0–20"
    assert result_numbers(NextTurn((), many, None)) == "50–25–25 %"


def test_only_ones_own_games_are_shown_when_that_is_wanted(pilot: Pilot, home: Path, said: Callable[[], str]) -> None:
    kept(home, "h8 i8", "h8 i9")
    kept(home, "h8 i9", white="Ann")
    scene = exploring(pilot, "h8")
    assert sum(turn.games for turn in card_of(scene)._turns) == 3
    pilot.press("My games")
    settle_next_turns(pilot)
    assert [turn.games for turn in card_of(scene)._turns] == [1]
    pilot.key(pygame.K_PAGEUP)
    settle_next_turns(pilot)
    pilot.click(scene.board.layout.centre(3))
    settle_next_turns(pilot)
    assert "None of your own games continued from this position." in said()
    pilot.press("My games")
    settle_next_turns(pilot)
    assert "No game in the library continued from this position." in said()


def test_the_first_position_is_told_too_and_the_same_key_leads_back_to_the_moves(
    pilot: Pilot, home: Path, said: Callable[[], str]
) -> None:
    kept(home, "h8 i8", "a1 b1")
    exploring(pilot, "")
    assert "2 games" in said()
    pilot.key(pygame.K_o)
    pilot.frames(2)
    assert "Next moves" not in said()
    assert "Play moves on the board" in said()


def test_many_turns_come_page_by_page(pilot: Pilot, home: Path, said: Callable[[], str]) -> None:
    kept(home, *(f"h8 i8 {letter}{row}" for letter in "abc" for row in range(9, 12)))
    scene = exploring(pilot, "h8 i8")
    page = card_of(scene)._page
    assert f"1 to {page} of 9" in said()
    first = [turn for _button, turn in card_of(scene)._rows]
    pilot.app.scene.controls.focus(next(b for b in scene.controls.buttons if b.tip == "Next page"), show=True)
    pilot.key(pygame.K_RETURN)
    pilot.frames(2)
    assert f"{page + 1} to {min(2 * page, 9)} of 9" in said()
    assert not {id(turn) for turn in first} & {id(turn) for _button, turn in card_of(scene)._rows}
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=1, x=0))
    pilot.frames(2)
    assert [turn for _button, turn in card_of(scene)._rows] == first


def test_a_position_after_the_end_has_a_sentence_and_no_search(
    pilot: Pilot, home: Path, said: Callable[[], str]
) -> None:
    kept(home, SHORT)
    scene = exploring(pilot, SHORT.rsplit(" ", 1)[0])
    assert card_of(scene)._turns != ()
    (button, _turn), *_others = card_of(scene)._rows
    pilot.click(button.rect.center)
    settle_next_turns(pilot)
    assert scene.match.outcome is not None
    assert "The game is over at this point." in said()


def test_the_games_behind_a_position_are_found_and_what_was_added_meanwhile_counts(pilot: Pilot, home: Path) -> None:
    kept(home, "h8 i8")
    scene = exploring(pilot, "h8")
    pilot.key(pygame.K_F3)
    pilot.until(lambda: isinstance(pilot.scene, LibraryScene) and pilot.scene.is_settled, "the games")
    assert pilot.scene.count == 1
    kept(home, "h8 i9", white="Cid")
    pilot.app.services.library.update()
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(2)
    settle_next_turns(pilot)
    pilot.until(lambda: len(card_of(scene)._turns) == 2, "the new game")
