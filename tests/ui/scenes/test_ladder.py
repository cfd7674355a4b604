"""The ladder by posted events: a match is won or lost, and what is lit then, for whom, and after a restart."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.core.ruleset import Ruleset
from game.session.records.record_summary import prospect
from game.storage.players import Player
from game.ui.menu.ladder import LadderScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent

TOY = Path(__file__).parents[2] / "data" / "toy_ruleset.py"
FIVE = ("h8", "h9", "h10", "h11", "h12")
ASIDE = ("a1", "c1", "e1", "g1", "j1")


@pytest.fixture
def fair(home: Path) -> Iterator[Callable[..., Pilot]]:
    """Opens the window anew on what the home keeps, with an opponent that answers as it is told."""
    opened: list[Pilot] = []

    def enter(size: tuple[int, int] = (1280, 800), plugins: Path | None = None) -> Pilot:
        pilot = Pilot(size, plugins)
        pilot.app.services.opponent = ScriptedOpponent()
        pilot.app.preferences.opponents_take_time = False
        if not pilot.app.services.database.players.all():
            pilot.app.services.database.players.create("Ann")
        opened.append(pilot)
        return pilot

    yield enter
    opened[-1].app.close()


def ruleset_of(pilot: Pilot, name: str = "gomoku") -> Ruleset:
    return pilot.app.services.catalogue.rulesets[name]


def player(pilot: Pilot, name: str) -> Player:
    found = pilot.app.services.database.players.find(name)
    assert found is not None
    return found


def beaten(pilot: Pilot, name: str = "Ann") -> frozenset[str]:
    return pilot.app.services.database.games.beaten(player(pilot, name), "gomoku")


def win_a_game(pilot: Pilot) -> None:
    """Five in a row, whoever begins; the opponent's stones lie aside."""
    answers = iter(ASIDE)
    for stone in FIVE:
        if pilot.scene.table.opponent_to_move:
            pilot.app.services.opponent.answer(next(answers))
            pilot.frames(3)
        click(pilot, stone)


def begin(pilot: Pilot) -> None:
    """Places a first stone: before it a game is aborted, and not lost."""
    table = pilot.scene.table
    if table.can_abort:
        pilot.scene._take(table.play(next(table.match.ruleset.legal_moves(table.match.state))))


def resign(pilot: Pilot) -> None:
    if pilot.scene.table.opponent_to_move:
        pilot.app.services.opponent.answer("a1")
        pilot.frames(3)
    begin(pilot)
    pilot.press("Resign")
    pilot.press("Resign")


def play_match(pilot: Pilot, game: Callable[[Pilot], None]) -> ResultsScene:
    """Challenges the selected keeper and plays two games of that kind; stands at the results then."""
    pilot.press("Challenge")
    assert isinstance(pilot.scene, PlayScene)
    assert pilot.scene.table.tournament.best_of == 3
    game(pilot)
    pilot.press("Next game")
    game(pilot)
    pilot.press("Results")
    assert isinstance(pilot.scene, ResultsScene)
    return pilot.scene


def test_a_first_match_won_lights_the_next_stall_and_it_stays_lit_after_a_restart(fair: Callable[..., Pilot]) -> None:
    pilot = fair()
    pilot.open(MenuScene(pilot.app))
    pilot.key(pygame.K_l)
    assert isinstance(pilot.scene, LadderScene)
    first, second = pilot.scene.progress.levels[:2]
    assert pilot.scene.level == first
    results = play_match(pilot, win_a_game)
    assert second.name in results._news
    pilot.press("Back to the ladder")
    assert isinstance(pilot.scene, LadderScene)
    assert pilot.scene.level == second
    pilot.close()

    pilot = fair()
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot)))
    assert pilot.scene.progress.next_level == second
    assert beaten(pilot) == {first.id}
    assert prospect(pilot.app.services.database, pilot.scene._ruleset, first.id).totals.won == 2


def test_the_match_on_the_ladder_leaves_the_match_setup_as_it_was(fair: Callable[..., Pilot]) -> None:
    pilot = fair()
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot)))
    pilot.press("Challenge")
    assert pilot.app.services.database.settings.get("setup.gomoku", None) is None


def test_a_lost_match_changes_nothing(fair: Callable[..., Pilot]) -> None:
    pilot = fair()
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot)))
    results = play_match(pilot, resign)
    assert results._news == ""
    pilot.press("Back to the ladder")
    assert beaten(pilot) == frozenset()
    assert pilot.scene.selected == 0


def test_a_match_half_won_changes_nothing(fair: Callable[..., Pilot]) -> None:
    pilot = fair()
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot)))
    pilot.press("Challenge")
    win_a_game(pilot)
    pilot.press("Back to the ladder")
    assert beaten(pilot) == frozenset()


def test_the_progress_of_two_players_is_apart(fair: Callable[..., Pilot]) -> None:
    pilot = fair()
    database = pilot.app.services.database
    database.players.create("Ben")
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot)))
    play_match(pilot, win_a_game)
    pilot.press("Back to the ladder")
    database.players.switch(player(pilot, "Ben").id)
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot)))
    assert pilot.scene.progress.reached == 0
    assert (len(beaten(pilot, "Ann")), len(beaten(pilot, "Ben"))) == (1, 0)


def test_a_best_of_three_by_free_choice_counts_too_and_lights_what_lies_below(fair: Callable[..., Pilot]) -> None:
    pilot = fair()
    pilot.open(MatchSetupScene(pilot.app, ruleset_of(pilot)))
    level = ruleset_of(pilot).info.levels[3]
    pilot.app.services.database.games.set_beaten(player(pilot, "Ann"), "gomoku", level.id)
    pilot.press("Ladder")
    assert pilot.scene.progress.reached == 4
    assert pilot.scene.selected == 4


def test_a_dark_stall_can_be_looked_at_but_not_challenged(fair: Callable[..., Pilot]) -> None:
    pilot = fair()
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot)))
    pilot.key(pygame.K_RIGHT)
    assert pilot.scene.selected == 1
    assert not next(button for button in pilot.scene.controls.buttons if button.label == "Challenge").enabled
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, LadderScene)


def test_keys_wheel_and_clicks_walk_along_a_ladder_longer_than_the_window(fair: Callable[..., Pilot]) -> None:
    pilot = fair((960, 600))
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot)))
    last = len(pilot.scene.progress.levels) - 1
    assert not pilot.app.window.screen.get_rect().contains(pilot.scene.card_rect(last))
    pilot.key(pygame.K_END)
    pilot.frames(30)
    assert pilot.scene.selected == last
    assert pilot.app.window.screen.get_rect().contains(pilot.scene.card_rect(last))
    pilot.click(pilot.scene.card_rect(last - 2).center)
    assert pilot.scene.selected == last - 2
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False))
    pilot.frames(2)
    assert pilot.scene.selected == last - 3
    pilot.key(pygame.K_HOME)
    assert pilot.scene.selected == 0


@pytest.mark.parametrize("size", [(960, 600), (1366, 768), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize("name", ["gomoku", "six_in_a_row"])
def test_only_whole_stalls_are_seen_at_rest_in_a_window_of_any_shape(
    fair: Callable[..., Pilot], name: str, size: tuple[int, int]
) -> None:
    pilot = fair(size)
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot, name)))
    scene, window = pilot.scene, pilot.app.window.screen.get_rect()
    for _ in scene.progress.levels:
        pilot.frames(30)
        drawn: list[int] = []
        scene._draw_card = lambda _canvas, place, drawn=drawn: drawn.append(place)
        scene.paint_live(pilot.app.canvas(pilot.app.window.screen))
        del scene._draw_card
        assert scene.selected in drawn
        assert all(window.contains(scene.card_rect(place)) for place in drawn)
        assert len(drawn) >= min(7, len(scene.progress.levels))
        pilot.key(pygame.K_RIGHT)


def test_the_button_on_the_stall_opens_its_ladder(fair: Callable[..., Pilot]) -> None:
    pilot = fair()
    pilot.open(MenuScene(pilot.app))
    stall = pilot.scene._row.card_rect(1)
    pilot.click((stall.x + 100, stall.bottom - 48))
    assert isinstance(pilot.scene, LadderScene)
    assert pilot.scene._ruleset is list(pilot.app.services.catalogue.rulesets.values())[1]


def test_a_plug_in_without_characters_has_a_ladder_and_an_opponent_who_speaks(
    fair: Callable[..., Pilot], tmp_path: Path
) -> None:
    folder = tmp_path / "plugins"
    folder.mkdir()
    shutil.copy(TOY, folder / "toy_game.py")
    pilot = fair(plugins=folder)
    own = {"gomoku", "connect6", "threestones", "six_in_a_row"}
    toy = next(r for name, r in pilot.app.services.catalogue.rulesets.items() if name not in own)
    pilot.open(LadderScene(pilot.app, toy))
    level = toy.info.levels[0]
    assert level.character is None
    pilot.press("Challenge")
    assert pilot.scene.table.tournament.participants[1].name == level.title
    assert pilot.scene.picture.talk.line


@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
@pytest.mark.parametrize("name", ["gomoku", "connect6", "threestones", "six_in_a_row"])
def test_every_keeper_is_shown_whole_and_nothing_moves_at_rest(
    fair: Callable[..., Pilot], name: str, size: tuple[int, int]
) -> None:
    pilot = fair(size)
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot, name)))
    words: set[str] = set()
    typesetter, draw = pilot.app.paintbox.typesetter, pilot.app.paintbox.typesetter.draw
    typesetter.draw = lambda target, string, *args, **more: (
        words.add(string),
        draw(target, string, *args, **more),
    )[1]
    for _ in pilot.scene.progress.levels:
        pilot.key(pygame.K_RIGHT)
        pilot.frames(20)
    text = " ".join(level.character.dialogue.opening[0] for level in pilot.scene.progress.levels)
    assert not [word for word in words if "…" in word and word.strip("“”") not in text]
    assert {level.name for level in pilot.scene.progress.levels} <= words
    assert not any(pilot.app.step(1 / 60) for _ in range(5))


@pytest.mark.parametrize("name", ["gomoku", "six_in_a_row"])
def test_the_ladder_tells_what_to_expect_of_every_keeper(
    fair: Callable[..., Pilot], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fair()
    pilot.open(LadderScene(pilot.app, ruleset_of(pilot, name)))
    with heard(monkeypatch, pilot.app.stage.size) as words:
        for level in pilot.scene.progress.levels:
            words.clear()
            draw_anew(pilot, words)
            assert f"Elo {level.elo}. You get a rating after your first rated game." in words.asked
            assert list(words.misfits()) == []
            pilot.key(pygame.K_RIGHT)
            pilot.frames(30)
