"""Learning to play: introductions by posted events, the rules card under F1, reasons on the board."""

from __future__ import annotations

import pygame
import pytest

from game.core.lessons import turn_moves
from game.core.levels.ladder import by_strength
from game.core.model import Choose, Place
from game.storage.introductions import finish_introduction, finished_introductions
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.board.toss import TossScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.training.lessons.learn_scene import LearnScene
from game.ui.training.lessons.lesson_scene import LessonScene
from game.ui.training.lessons.rules_card_scene import RulesCardScene
from tests.ui.test_story import RULESETS
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.hand import at, click
from tools.pilot.pilot import Peer, Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent


@pytest.fixture
def pilot(home: object) -> Pilot:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.app.services.opponent = ScriptedOpponent()
    flying.open(MenuScene(flying.app))
    yield flying
    flying.app.close()


def learn(pilot: Pilot, ruleset: str) -> LessonScene:
    """Opens an introduction from the menu, by keys."""
    pilot.press("Learn")
    assert isinstance(pilot.scene, LearnScene)
    pilot.key(pygame.K_TAB)
    for _ in range(RULESETS.index(ruleset)):
        pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    scene = pilot.scene if isinstance(pilot.scene, LessonScene) else None
    assert scene is not None
    assert scene.ruleset.info.id == ruleset
    return scene


def cell_point(scene: LessonScene, cell: int) -> tuple[float, float]:
    return scene.board.layout.centre(cell)


def do(pilot: Pilot, scene: LessonScene) -> None:
    """Makes the first solution of the step by the pointer."""
    match = scene.exercise.match
    moves = turn_moves(match.ruleset, match.state, scene.exercise.lesson.solutions[0])
    for move in moves:
        if isinstance(move, Choose):
            assert isinstance(pilot.scene, ChoiceScene)
            titles = {choice.key: choice.title for choice in scene.ruleset.info.choices}
            pilot.press(titles[move.key])
        else:
            pick(pilot, scene, move)
            pilot.click(cell_point(scene, move.cell))
            pilot.frames(40)
    if scene.pending.is_complete:
        pilot.press("Play stones")


def pick(pilot: Pilot, scene: LessonScene, move: Place) -> None:
    while scene.picker.letter != move.stone:
        pilot.key(pygame.K_TAB)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_introduction_is_played_to_its_end_and_leads_to_a_first_game(pilot: Pilot, ruleset: str) -> None:
    scene = learn(pilot, ruleset)
    for step in range(len(scene.lessons)):
        assert scene.step == step
        do(pilot, scene)
        assert scene.exercise.verdict is True
        assert scene.feedback == scene.exercise.lesson.well
        pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, QuestionScene)
    assert finished_introductions(pilot.app.services.database) == {ruleset}
    pilot.press("Play your first game")
    while isinstance(pilot.scene, TossScene | ChoiceScene):
        pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, PlayScene)
    participants = pilot.scene.table.tournament.participants
    levels = pilot.scene.table.match.ruleset.info.levels
    assert participants[1].level == by_strength(levels)[0].id


def test_a_wrong_stone_is_answered_kindly_and_goes_back(pilot: Pilot) -> None:
    scene = learn(pilot, "gomoku")
    board = scene.exercise.match.state.board
    pilot.click(cell_point(scene, 0))
    assert scene.feedback == scene.exercise.lesson.again
    assert scene.exercise.match.state.board != board
    pilot.frames(90)
    assert scene.exercise.match.state.board == board
    assert scene.feedback == scene.exercise.lesson.again, "the words stay until the next try"
    do(pilot, scene)
    assert scene.exercise.verdict is True


def test_a_click_ends_the_wait_after_a_wrong_turn_of_two_stones(pilot: Pilot) -> None:
    scene = learn(pilot, "connect6")
    scene._go_to(2)
    board = scene.exercise.match.state.board
    for cell in (0, 1):
        pilot.click(cell_point(scene, cell))
        pilot.frames(40)
    pilot.press("Play stones")
    assert scene.exercise.verdict is False
    pilot.click(cell_point(scene, 5))
    assert scene.exercise.verdict is None
    assert scene.exercise.match.state.board == board


def test_a_move_that_the_rules_refuse_is_explained_by_them(pilot: Pilot) -> None:
    scene = learn(pilot, "threestones")
    scene._go_to(1)
    pilot.click(cell_point(scene, scene.exercise.match.state.geometry.cell("f8")))
    assert "your stone must be in the same row or column as the last stone" in scene.feedback
    assert scene.exercise.verdict is None


def test_what_to_do_can_be_shown_and_a_step_skipped_but_then_nothing_is_finished(pilot: Pilot) -> None:
    scene = learn(pilot, "threestones")
    scene._go_to(2)
    pilot.key(pygame.K_h)
    assert [place.stone for place in scene.board.suggestions] == ["c"]
    assert scene.picker.letter == "c", "the kind of stone is picked as well"
    pilot.press("Skip")
    assert scene.step == 3
    assert scene.board.suggestions == ()
    pilot.press("Skip")
    pilot.press("Duck")
    pilot.press("Finish")
    assert isinstance(pilot.scene, QuestionScene)
    pilot.press("Back to the menu")
    assert isinstance(pilot.scene, MenuScene)
    assert finished_introductions(pilot.app.services.database) == frozenset()


def test_a_choice_left_open_is_asked_again_by_a_click_on_the_board(pilot: Pilot) -> None:
    scene = learn(pilot, "threestones")
    scene._go_to(4)
    assert isinstance(pilot.scene, ChoiceScene)
    pilot.key(pygame.K_ESCAPE)
    pilot.click(cell_point(scene, 3))
    assert isinstance(pilot.scene, ChoiceScene)


def test_finished_introductions_are_kept_for_each_player(pilot: Pilot) -> None:
    database = pilot.app.services.database
    finish_introduction(database, "gomoku")
    finish_introduction(database, "gomoku")
    ben = database.players.create("Ben")
    database.players.switch(ben.id)
    assert finished_introductions(database) == frozenset()
    finish_introduction(database, "connect6")
    database.players.switch(1)
    assert finished_introductions(database) == {"gomoku"}


def test_a_first_start_offers_to_teach() -> None:
    pilot = Pilot()
    pilot.open(MenuScene(pilot.app))
    pilot.until(lambda: isinstance(pilot.scene, NameScene), "the question, which waits for the backup")
    pilot.frames()
    pilot.key(pygame.K_RETURN)
    pilot.press("Teach me a game")
    assert isinstance(pilot.scene, LearnScene)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, MenuScene)
    pilot.close()


# The rules card


def assert_card_opens_and_closes(pilot: Pilot, ruleset: str) -> None:
    before = pilot.scene
    pilot.key(pygame.K_F1)
    assert isinstance(pilot.scene, RulesCardScene)
    assert pilot.scene.ruleset.info.id == ruleset
    pilot.key(pygame.K_F1)
    assert pilot.scene is before
    pilot.key(pygame.K_F1)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is before


def test_f1_opens_the_rules_of_the_game_that_is_seen(pilot: Pilot) -> None:
    assert_card_opens_and_closes(pilot, "gomoku")
    pilot.key(pygame.K_RIGHT)
    assert_card_opens_and_closes(pilot, "connect6")
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, MatchSetupScene)
    assert_card_opens_and_closes(pilot, "connect6")
    pilot.press("Start")
    assert isinstance(pilot.scene, PlayScene)
    assert_card_opens_and_closes(pilot, "connect6")
    pilot.key(pygame.K_ESCAPE)
    assert_card_opens_and_closes(pilot, "connect6")
    pilot.press("Rules")
    assert isinstance(pilot.scene, RulesCardScene)


def test_f1_works_in_an_introduction_and_over_a_choice(pilot: Pilot) -> None:
    scene = learn(pilot, "gomoku")
    assert_card_opens_and_closes(pilot, "gomoku")
    scene._go_to(5)
    assert isinstance(pilot.scene, ChoiceScene)
    assert_card_opens_and_closes(pilot, "gomoku")


def test_a_long_card_is_scrolled_by_keys(pilot: Pilot) -> None:
    pilot.key(pygame.K_F1)
    page = pilot.scene.form.main
    assert page.reachable
    pilot.key(pygame.K_PAGEDOWN)
    assert page._bar.start_percentage > 0


# Reasons on the board

DOUBLE_THREE = "g8 i6 f8 e5 h9 j11 h10 l9"


def point_at(pilot: Pilot, name: str) -> None:
    place = tuple(round(each) for each in at(pilot, name))
    more = {"rel": (0, 0), "buttons": (0, 0, 0), "touch": False}
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, **more))
    pilot.frames(20)


def test_a_forbidden_point_says_why_while_it_is_pointed_at(seat: Peer) -> None:
    pilot = seat(DOUBLE_THREE, "gomoku", variant="renju")
    board, names = pilot.scene.board, pilot.scene.table.match.state.geometry.names
    assert board.why is None
    before = pygame.image.tobytes(pilot.app.window.screen, "RGB")
    point_at(pilot, "h8")
    assert {names[cell] for line in board.why.lines for cell in line} == {"f8", "g8", "h8", "h9", "h10"}
    assert "two open threes" in pilot.scene.board.why.message
    assert pygame.image.tobytes(pilot.app.window.screen, "RGB") != before
    point_at(pilot, "a1")
    assert board.why is None


def test_the_keyboards_cursor_points_at_a_forbidden_point_too(seat: Peer) -> None:
    pilot = seat(DOUBLE_THREE, "gomoku", variant="renju")
    point_at(pilot, "h7")
    pilot.key(pygame.K_UP)
    assert pilot.scene.board.why is not None


def hinted(pilot: Pilot, *moves: str, note: str = "") -> str:
    pilot.key(pygame.K_h)
    pilot.app.services.opponent.remark(note)
    pilot.app.services.opponent.answer(*moves)
    pilot.frames(3)
    return pilot.scene._note


def lit(pilot: Pilot) -> set[str]:
    names = pilot.scene.table.match.state.geometry.names
    return {names[cell] for line in pilot.scene.board.suggested_lines for cell in line}


def test_a_hint_names_its_reason_and_lights_the_cells(seat: Peer) -> None:
    pilot = seat("h8 g9 i10 g8 e6 g7", "gomoku")
    said = hinted(pilot, "g10", note="Forced win in 3 stones.")
    assert said == "Try G10. Blocks an open three. Forced win in 3 stones."
    assert lit(pilot) == {"g7", "g8", "g9", "g10"}
    click(pilot, "g10")
    assert lit(pilot) == set()


def test_a_hint_of_two_stones_names_the_reason_of_each(seat: Peer) -> None:
    pilot = seat("j10", "connect6")
    for names in (("h8", "h9"), ("k12", "m7"), ("h10", "h11"), ("f5", "n13"), ("q4", "c15")):
        for name in names:
            click(pilot, name)
        pilot.key(pygame.K_RETURN)
    said = hinted(pilot, "h7", "h12")
    assert said.startswith("Try H7 and H12. Blocks an open four. Blocks a four.")
    assert lit(pilot) == {"h7", "h8", "h9", "h10", "h11", "h12"}


def test_a_hint_on_the_pond_says_a_reason_once(seat: Peer) -> None:
    pilot = seat("", "threestones", first="w")
    match, ruleset = pilot.scene.table.match, pilot.scene.table.match.ruleset
    stones = {match.state.geometry.cell(name): "w" for name in ("d8", "e8")}
    match.first_state = ruleset.arrange(match.options, stones, "w")
    pilot.scene.refresh()
    assert hinted(pilot, "f8=w", note="Scores 1 point.") == "Try F8 with the Duck. Scores 1 point."
    assert lit(pilot) == {"d8", "e8", "f8"}


def test_the_list_of_steps_has_the_usual_letters_below_the_stones_to_pick(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = learn(pilot, "threestones")
    titles = {lesson.title for lesson in scene.lessons[1:]}
    with heard(monkeypatch, pilot.app.stage.size) as words:
        draw_anew(pilot, words)
        sizes = {label.size for sheet in words.sheets.values() for label in sheet.labels if label.words in titles}
        assert list(words.misfits()) == []
    assert min(sizes) >= 15
