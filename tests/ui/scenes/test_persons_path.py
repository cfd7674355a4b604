"""A person's first evening by posted events only: name, introduction, a match of the ladder, records; and the next day.

The next day is the program started anew on the same folder, in a process of its own (``main`` below).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.match import Match
from game.core.model import Place, State
from game.core.rating import FIRST_RATING
from game.core.ruleset import Ruleset, format_move
from game.engine.client.opponent import Question, Reply
from game.storage.introductions import finished_introductions
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.board.toss import TossScene
from game.ui.menu.ladder import LadderScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene
from game.ui.progress.players.players import PlayersScene
from game.ui.progress.players.records import RecordsScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from game.ui.training.lessons.learn_scene import LearnScene
from game.ui.training.lessons.lesson_scene import LessonScene
from tests.ui.another_process import told_by
from tests.ui.scenes.test_learning import do
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent

pytestmark = pytest.mark.usefixtures("engines_compiled")

GAME = "threestones"


class WeakOpponent(ScriptedOpponent):
    """Answers by itself, and takes the placement that earns the other side most."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self._ruleset = ruleset

    def ask(self, question: Question) -> None:
        super().ask(question)
        state = self._ruleset.load(question.position_text, question.options)
        self.answer(format_move(self._ruleset.info, state.geometry, best_move(self._ruleset, state, 1 - state.seat)))

    def poll(self) -> list[Reply]:
        return [reply for reply in super().poll() if reply.revision == self.asked[-1].revision]


def best_move(ruleset: Ruleset, state: State, seat: int) -> Place:
    """The placement after which a seat is ahead by most."""

    def lead(move: Place) -> int:
        scores = ruleset.apply(state, move).state.scores
        return scores[state.colours[seat]] - scores[state.colours[1 - seat]]

    return max((move for move in ruleset.legal_moves(state) if isinstance(move, Place)), key=lead)


def come_to_the_fair(pilot: Pilot) -> None:
    """The first start asks for a name and leads to the introductions."""
    pilot.open(MenuScene(pilot.app))
    assert isinstance(pilot.scene, NameScene)
    pilot.key(pygame.K_DELETE)
    pilot.type("Ann")
    pilot.press("OK")
    assert isinstance(pilot.scene, QuestionScene)
    pilot.press("Teach me a game")
    assert isinstance(pilot.scene, LearnScene)


def learn(pilot: Pilot) -> None:
    """Every step of the introduction is done by its move."""
    row = list(pilot.app.services.catalogue.rulesets).index(GAME)
    pilot.click(pilot.scene.controls.buttons[row].rect.center)
    lesson = pilot.scene
    assert isinstance(lesson, LessonScene)
    for step in range(len(lesson.lessons)):
        assert lesson.step == step
        do(pilot, lesson)
        assert lesson.exercise.verdict is True
        pilot.press("Finish" if step == len(lesson.lessons) - 1 else "Next")
    pilot.press("Back to the menu")
    assert isinstance(pilot.scene, MenuScene)


def open_ladder(pilot: Pilot) -> LadderScene:
    stalls = list(pilot.app.services.catalogue.rulesets)
    for key, times in ((pygame.K_LEFT, len(stalls)), (pygame.K_RIGHT, stalls.index(GAME))):
        for _ in range(times):
            pilot.key(key)
    pilot.key(pygame.K_l)
    assert isinstance(pilot.scene, LadderScene)
    return pilot.scene


def win_a_game(pilot: Pilot) -> Match:
    """Through toss and choice, then stone after stone by the pointer."""
    while not isinstance(pilot.scene, PlayScene):
        if isinstance(pilot.scene, TossScene):
            pilot.click((5, 5))
        elif isinstance(pilot.scene, ChoiceScene):
            pilot.press("Duck")
        pilot.frames(2)
    match = pilot.scene.table.match
    while match.outcome is None:
        if pilot.scene.table.person_to_move:
            place(pilot, best_move(match.ruleset, match.state, match.state.seat))
        pilot.frames(2)
    return match


def place(pilot: Pilot, move: Place) -> None:
    """Takes the stone in hand by Tab and clicks the pocket; a click that ended a motion only is made again."""
    scene = pilot.scene
    plies = len(scene.table.match.plies)
    while scene.picture.picker.letter != move.stone:
        pilot.key(pygame.K_TAB)
    while len(scene.table.match.plies) == plies:
        pilot.click(scene.board.layout.centre(move.cell))


def climb(pilot: Pilot) -> None:
    """The best of three against the keeper of the first stall."""
    ladder = open_ladder(pilot)
    assert (ladder.progress.reached, ladder.progress.is_unlocked(1)) == (0, False)
    pilot.press("Challenge")
    for number in (1, 2):
        match = win_a_game(pilot)
        table = pilot.scene.table
        assert match.outcome.winner == table.only_person, f"game {number} was lost: {match.outcome}"
        pilot.frames(240)
        if number == 1:
            pilot.press("Next game")
    assert isinstance(pilot.scene, ResultsScene)
    pilot.press("Back to the ladder")
    assert pilot.scene is ladder
    pilot.frames(90)
    assert (ladder.progress.reached, ladder.progress.is_unlocked(1)) == (1, True)
    assert ladder.selected == 1
    pilot.press("Back")


def told(pilot: Pilot) -> dict[str, Any]:
    """What a person finds: the name on the menu, the lessons done, the ladder, and the records behind the name."""
    assert isinstance(pilot.scene, MenuScene)
    services = pilot.app.services
    found: dict[str, Any] = {"lessons": sorted(finished_introductions(services.database))}
    pilot.press("Ann")
    assert isinstance(pilot.scene, PlayersScene)
    pilot.press("Records")
    records = pilot.scene
    assert isinstance(records, RecordsScene)
    totals, rating = records.summary.totals, records.summary.rating
    found |= {"shown": records.shown.ruleset_id, "played": totals.played, "won": totals.won}
    found |= {"rating": round(rating.elo), "games": [game.opponent for game in records.list.items]}
    pilot.press("Back")
    pilot.press("Back")
    ladder = open_ladder(pilot)
    found |= {"reached": ladder._progress.reached, "lit": ladder._progress.is_unlocked(1), "selected": ladder.selected}
    return found


@pytest.mark.slow
def test_a_first_evening_is_all_there_the_next_day(home: Path) -> None:
    pilot = Pilot()
    ruleset = pilot.app.services.catalogue.rulesets[GAME]
    pilot.app.services.opponent = WeakOpponent(ruleset)
    pilot.app.preferences.opponents_take_time = False
    come_to_the_fair(pilot)
    learn(pilot)
    climb(pilot)
    evening = told(pilot)
    pilot.close()
    keeper = ruleset.info.levels[0].name
    assert evening["lessons"] == [GAME]
    assert (evening["shown"], evening["played"], evening["won"]) == (GAME, 2, 2)
    assert evening["games"] == [keeper, keeper]
    assert evening["rating"] > FIRST_RATING
    assert (evening["reached"], evening["lit"], evening["selected"]) == (1, True, 1)
    assert told_by("tests.ui.scenes.test_persons_path") == evening


def main() -> None:
    """The program started anew: nobody is asked for a name."""
    pilot = Pilot()
    pilot.open(MenuScene(pilot.app))
    found = told(pilot)
    sys.stdout.write(json.dumps(found) + "\n")
    pilot.close()


if __name__ == "__main__":
    main()
