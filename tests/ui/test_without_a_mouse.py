"""The whole way from the first start through a match to its results and back, on the keyboard and on a pad alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.core.match import Match
from game.core.model import Choose, Move, Place
from game.core.ruleset import format_move
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.board.toss import TossScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene
from game.ui.shell.dialogs import NameScene, QuestionScene
from tools.pilot.hands import Hand, KeyboardHand, PadHand, move_cursor, press_button
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent

_GAMES = ("gomoku", "connect6", "threestones", "six_in_a_row")
_WAYS = [(game, hand) for game in _GAMES for hand in (KeyboardHand, PadHand)]


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    """A first start, with an opponent that answers what this file tells it."""
    flying = Pilot()
    flying.app.services.opponent = ScriptedOpponent()
    flying.app.preferences.opponents_take_time = False
    flying.app.preferences.reduced_motion = True
    flying.open(MenuScene(flying.app))
    yield flying
    flying.app.close()


def come_to_the_fair(pilot: Pilot, hand: Hand) -> None:
    assert isinstance(pilot.scene, NameScene)
    hand.press("act")
    assert isinstance(pilot.scene, QuestionScene)
    press_button(pilot, hand, "I'll look around first")
    assert isinstance(pilot.scene, MenuScene)


def sit_down(pilot: Pilot, hand: Hand, game: str) -> None:
    hand.press("right", list(pilot.app.services.catalogue.rulesets).index(game))
    hand.press("act")
    assert isinstance(pilot.scene, MatchSetupScene)
    hand.press("down")
    press_button(pilot, hand, "Start")


def in_order(match: Match, *, from_middle: bool) -> list[Move]:
    """The legal moves of a side that fills the middle row from the left, or of one that keeps to the edge with gaps."""
    cells, rows = match.state.geometry.cells, match.state.geometry.rows

    def rank(move: Move) -> tuple[float, ...]:
        if isinstance(move, Choose):
            return (0,)
        x, y = cells[move.cell]
        away = abs(y - rows // 2)
        return (away, x) if from_middle else (-away, x % 2, (x // 2) % 2, x)

    return sorted(match.ruleset.legal_moves(match.state), key=rank)


def answer(pilot: Pilot) -> None:
    """The opponent's turn, on the edge of the board."""
    match = pilot.scene.table.match
    state, told = match.state, []
    ranked = in_order(match, from_middle=False)
    wanted = 1 if isinstance(ranked[0], Choose) else state.placements_left
    for move in ranked:
        if len(told) < wanted and match.ruleset.check(state, move) is None:
            told.append(format_move(match.ruleset.info, state.geometry, move))
            if len(told) < wanted:
                state = match.ruleset.apply(state, move).state
    pilot.app.services.opponent.answer(*told)


def place(pilot: Pilot, hand: Hand) -> None:
    """A stone in the middle row, or as near as may be; a turn that is complete then is played."""
    scene = pilot.scene
    if scene.pending.is_complete:
        hand.press("act")
        return
    laid = [move.cell for move in scene.pending.moves]
    letter = scene.picture.picker.letter
    own = [m for m in in_order(scene.table.match, from_middle=True) if isinstance(m, Place) and m.cell not in laid]
    fitting = [move for move in own if move.stone == letter]
    if not fitting:
        hand.press("on")
        return
    move_cursor(pilot, hand, fitting[0].cell)
    hand.press("act")


def play_to_the_end(pilot: Pilot, hand: Hand) -> None:
    for _ in range(600):
        scene = pilot.scene
        if isinstance(scene, TossScene | ChoiceScene):
            hand.press("act")
            continue
        assert isinstance(scene, PlayScene)
        if scene.table.match.outcome is not None:
            return
        if scene.table.person_to_move:
            place(pilot, hand)
        else:
            answer(pilot)
        pilot.frames(2)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("game", "kind"), _WAYS)
def test_a_match_goes_from_the_first_start_to_its_results_and_back(pilot: Pilot, game: str, kind: type[Hand]) -> None:
    hand = kind(pilot)
    come_to_the_fair(pilot, hand)
    sit_down(pilot, hand, game)
    play_to_the_end(pilot, hand)
    table = pilot.scene.table
    assert table.match.ended_by_rule
    press_button(pilot, hand, "Results")
    assert isinstance(pilot.scene, ResultsScene)
    press_button(pilot, hand, "End the series")
    press_button(pilot, hand, "Back to the menu")
    assert isinstance(pilot.scene, MenuScene)
    database = pilot.app.services.database
    (totals,) = database.games.totals(database.players.current())
    assert (totals.ruleset_id, totals.played) == (game, 1)
