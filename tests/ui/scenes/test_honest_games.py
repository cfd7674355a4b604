"""What the player is told and shown about games that count, practice, tickets, and results that stand."""

import pygame
import pytest

from game.core.practice import Practice
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.session.table import Table
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene
from game.ui.shell.dialogs import QuestionScene
from tests.ui.hand import click
from tests.ui.pilot import Pilot, Seat
from tests.ui.words_seen import draw_anew, heard


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
    pilot.open(PlayScene(pilot.app, Table(services, tournament, "climb", saved=False)))
    return pilot.scene


def win(pilot: Pilot) -> None:
    scene, mine, its = pilot.scene, list("abcde"), list("acegi")
    match = scene.table.match
    while match.outcome is None:
        if scene.table.person_to_move:
            scene._take(scene.table.play(parse_move(match.ruleset.info, match.state, f"{mine.pop()}15")))
        else:
            answered(pilot, f"{its.pop()}1")


@pytest.mark.parametrize("reduced", [False, True])
def test_a_player_is_asked_before_a_hint_makes_the_game_practice(seat: Seat, reduced: bool) -> None:
    pilot = seat("", "gomoku", friend=False)
    pilot.app.preferences.reduced_motion = reduced
    pilot.press("Hint")
    assert isinstance(pilot.scene, QuestionScene)
    assert not pilot.app.services.opponent.asked
    pilot.press("Let it count")
    assert pilot.scene.table.practice is None
    assert "Practice" not in seen(pilot)
    pilot.key(pygame.K_h)
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.app.services.opponent.asked
    pilot.help_me("Hint")
    answered(pilot, "h8")
    assert pilot.scene.table.practice is Practice.HINT
    assert "Practice" in seen(pilot)
    pilot.press("Hint")
    assert isinstance(pilot.scene, PlayScene), "it is asked once"


def test_a_player_is_asked_before_an_answered_turn_is_taken_back(seat: Seat) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    pilot.key(pygame.K_u)
    assert isinstance(pilot.scene, PlayScene), "nobody has answered"
    click(pilot, "h8")
    answered(pilot, "h9")
    pilot.key(pygame.K_u)
    pilot.press("Let it count")
    assert len(pilot.scene.table.match.plies) == 2
    pilot.help_me("Undo")
    assert pilot.scene.table.match.plies == []
    assert "Practice" in seen(pilot)


def test_two_people_are_never_asked(seat: Seat) -> None:
    pilot = seat("h8 h9", "gomoku")
    pilot.press("Undo")
    pilot.press("Hint")
    assert isinstance(pilot.scene, PlayScene)


def test_a_ladder_match_has_tickets_and_asks_when_they_are_used(seat: Seat) -> None:
    pilot = seat("", "gomoku")
    scene = ladder_match(pilot)
    for left, cell in ((3, "h8"), (2, "h9"), (1, "h10")):
        assert scene.table.tickets == left
        pilot.press("Hint")
        assert pilot.scene is scene
        answered(pilot, cell)
        click(pilot, cell)
        answered(pilot, f"a{left}")
    pilot.press("Hint")
    assert "All three tickets are used." in " ".join(seen(pilot))


def test_after_a_result_undo_is_off_and_says_why(seat: Seat) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    for _ in range(2):
        pilot.press("Resign")
    undo = next(button for button in pilot.scene.controls.buttons if button.label == "Undo")
    assert not undo.enabled
    pilot.key(pygame.K_u)
    assert pilot.scene.table.match.outcome is not None
    assert pilot.scene._note == "A result stands once it is shown."


@pytest.mark.parametrize("reduced", [False, True])
def test_a_won_ladder_match_leads_to_the_next_challenge(seat: Seat, reduced: bool) -> None:
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
    assert any(line.split()[0] in words for line in beaten.character.temper.parting)
    pilot.key(pygame.K_RETURN)
    assert pilot.scene is scene
    assert scene.table.tournament.participants[1].level == following.id
    assert scene.table.tournament.best_of == 3


def test_the_results_of_a_match_come_once_by_themselves_and_its_board_offers_the_challenge(seat: Seat) -> None:
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


def test_practice_is_named_in_the_results(seat: Seat) -> None:
    pilot = seat("", "gomoku", friend=False)
    pilot.help_me("Hint")
    answered(pilot, "h8")
    for _ in range(2):
        pilot.press("Resign")
    pilot.press("Results")
    assert "practice, resigned" in seen(pilot)
