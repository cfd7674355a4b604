"""What a newcomer sees while engines are compiled: the lamp, an opponent that gets ready, and somebody meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.core.ruleset import Level, complete_options
from game.core.tournament import Participant, Tournament
from game.session.game_session import GameSession, open_local_session
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.workshop import Workshop


@pytest.fixture
def shop() -> Workshop:
    return Workshop("gomoku", "connect6")


@pytest.fixture
def pilot(home: Path, shop: Workshop) -> Iterator[Pilot]:
    flying = Pilot()
    services = flying.app.services
    services.opponent, services.preparation = ScriptedOpponent(), shop.preparation
    services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    yield flying
    flying.app.close()


def sit_down(pilot: Pilot, level: str = "engine_full", first: int = 1) -> GameSession:
    services = pilot.app.services
    ruleset = services.catalogue.rulesets["gomoku"]
    chosen = ruleset.info.level(level)
    sides = (Participant("Ann"), Participant(chosen.name, chosen.id))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), sides, seed=1, first=first, title="test")
    pilot.open(PlayScene(pilot.app, open_local_session(services, tournament, "test", saved=False)))
    return pilot.scene.table


def strongest_instant(pilot: Pilot) -> Level:
    """The strongest of those who need no compiled code."""
    levels = pilot.app.services.catalogue.rulesets["gomoku"].info.levels
    return max((level for level in levels if not level.compiled), key=lambda level: level.elo or 0)


def offer(pilot: Pilot) -> str:
    return f"Play {strongest_instant(pilot).name} while waiting"


def asked(pilot: Pilot) -> list[str]:
    return [question.level for question in pilot.app.services.opponent.asked]


@pytest.fixture
def reason_of_failure(monkeypatch: pytest.MonkeyPatch) -> Callable[[Pilot], set[str]]:
    """The words of the scene on top, drawn anew."""

    def found(pilot: Pilot) -> set[str]:
        pilot.frames(2)
        with heard(monkeypatch, pilot.app.stage.size) as words:
            draw_anew(pilot, words)
            return set(words.asked)

    return found


def label(pilot: Pilot) -> list[str]:
    return [button.label for button in pilot.scene.controls.buttons]


def test_the_lamp_says_how_far_it_is_and_goes_out_with_a_word_when_all_is_ready(
    pilot: Pilot, shop: Workshop, reason_of_failure: Callable[[Pilot], set[str]]
) -> None:
    assert not any("Preparing" in words for words in reason_of_failure(pilot))
    shop.preparation.begin()
    assert "Preparing the engines: 0 of 2" in reason_of_failure(pilot)
    shop.finish()
    assert "Preparing the engines: 1 of 2" in reason_of_failure(pilot)
    shop.compiled.add(shop.running.game)
    shop.running.ended = True
    assert not any("Preparing" in words for words in reason_of_failure(pilot))
    assert pilot.app._toast.words == "The engines are ready."


@pytest.mark.parametrize("size", [(960, 600), (1366, 768)])
def test_the_numbers_of_the_lamp_are_not_cut(
    size: tuple[int, int], shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = Pilot(size)
    pilot.app.services.database.players.create("Ann")
    pilot.app.services.preparation = shop.preparation
    pilot.open(MenuScene(pilot.app))
    shop.preparation.begin()
    with heard(monkeypatch, size) as words:
        draw_anew(pilot, words)
        told = [label.words for sheet in words.sheets.values() for label in sheet.labels]
        assert any(each.endswith("0 of 2") for each in told)
    pilot.app.close()


def test_the_lamp_is_drawn_anew_only_when_something_was_done(pilot: Pilot, shop: Workshop) -> None:
    shop.preparation.begin()
    assert pilot.app.step(0.5)
    pilot.frames(5, seconds=1.0)
    assert not any(pilot.app.step(0.5) for _ in range(20))
    shop.set_progress(1, 11)
    assert pilot.app.step(0.5)
    assert not any(pilot.app.step(0.5) for _ in range(20))


def test_the_game_whose_stall_is_opened_is_compiled_next(pilot: Pilot, shop: Workshop) -> None:
    pilot.scene._open_card()
    assert isinstance(pilot.scene, MatchSetupScene)
    assert shop.order == ["gomoku"]


def test_an_opponent_that_is_not_ready_is_seen_to_get_ready(
    pilot: Pilot, shop: Workshop, reason_of_failure: Callable[[Pilot], set[str]]
) -> None:
    sit_down(pilot)
    shop.set_progress(4, 11)
    pilot.frames(2)
    said = reason_of_failure(pilot)
    assert "Preparing Cobalt (only once on this computer): 4 of 11. The clock is stopped." in said
    assert "Preparing…" in said
    assert asked(pilot) == []


def test_when_it_is_ready_it_answers_itself_and_the_offer_is_gone(pilot: Pilot, shop: Workshop) -> None:
    sit_down(pilot)
    assert offer(pilot) in label(pilot)
    shop.compiled.add("gomoku")
    shop.running.ended = True
    pilot.frames(3)
    assert offer(pilot) not in label(pilot)
    assert asked(pilot) == ["engine_full"]


def test_somebody_who_can_answer_at_once_plays_meanwhile_and_the_waiting_game_stays(
    pilot: Pilot, shop: Workshop
) -> None:
    table = sit_down(pilot, first=0)
    click(pilot, "h8")
    pilot.press(offer(pilot))
    new = pilot.scene.table
    assert [one.name for one in new.tournament.participants] == ["Ann", strongest_instant(pilot).name]
    assert new.name != table.name
    click(pilot, "c3")
    assert asked(pilot) == [strongest_instant(pilot).id]
    kept = pilot.app.services.saves.load("test")
    assert len(kept.current.match.plies) == 1
    assert kept.participants[1].level == "engine_full"


def test_nobody_is_asked_to_make_a_game_practice_for_a_hint_that_cannot_be_given(
    pilot: Pilot, reason_of_failure: Callable[[Pilot], set[str]]
) -> None:
    table = sit_down(pilot, strongest_instant(pilot).id, first=0)
    pilot.key(pygame.K_h)
    assert isinstance(pilot.scene, PlayScene)
    assert "Hints come from Cobalt, who is still getting ready." in reason_of_failure(pilot)
    assert table.practice is None


def test_an_engine_that_cannot_be_compiled_is_told_and_somebody_else_offered(
    pilot: Pilot, shop: Workshop, reason_of_failure: Callable[[Pilot], set[str]]
) -> None:
    sit_down(pilot)
    shop.running.ended = True
    pilot.frames(3)
    assert "Cobalt cannot run on this computer." in reason_of_failure(pilot)
    assert offer(pilot) in label(pilot)
