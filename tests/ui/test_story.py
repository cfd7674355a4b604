"""A person's evening at the fair, once for each ruleset: by posted events only, in two windows one after the other."""

from __future__ import annotations

import json
import random
import sys

import pygame
import pytest

from game.core.match import Match
from game.core.model import Place
from game.ui.board.opening_dialog import ChoiceScene
from game.ui.board.toss import TossScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.progress.players.players import PlayersScene
from game.ui.shell.dialogs import QuestionScene
from tests.ui.another_process import told_by
from tools.pilot.pilot import Pilot
from tools.pilot.tournaments import newest_to_go_on

pytestmark = pytest.mark.usefixtures("engines_compiled")

RULESETS = ("gomoku", "connect6", "threestones", "six_in_a_row")
#: The first stones of a long game, which follow hints; the others lie anywhere.
_HINTED = 4


def start_as(pilot: Pilot, name: str) -> None:
    """The first start: the name is asked for."""
    pilot.open(MenuScene(pilot.app))
    pilot.key(pygame.K_DELETE)
    pilot.type(name)
    pilot.press("OK")
    pilot.press("I'll look around first")


def open_card(pilot: Pilot, ruleset: str, opponent: str = "") -> None:
    """Starts a game against the opponent of that title, or the one that gives the hints."""
    for _ in range(list(pilot.app.services.catalogue.rulesets).index(ruleset)):
        pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    info = pilot.scene.plan.ruleset.info
    pilot.choose_opponent(opponent or info.level(info.hint_level).name)
    pilot.press("Start")


def get_to_the_board(pilot: Pilot) -> None:
    """Through toss and choice, and past the opponent's move."""

    def my_turn_or_over() -> bool:
        if isinstance(pilot.scene, TossScene):
            pilot.click((5, 5))
        elif isinstance(pilot.scene, ChoiceScene):
            pilot.key(pygame.K_RETURN)
        elif isinstance(pilot.scene, PlayScene):
            return pilot.scene.table.person_to_move or pilot.scene.table.match.outcome is not None
        return False

    pilot.until(my_turn_or_over, "my turn")


def place_a_turn(pilot: Pilot, rng: random.Random, *, hinted: bool) -> None:
    """Follows a hint, or clicks any legal cells where the hint would end the game too early or none is asked for."""
    scene, match = pilot.scene, pilot.scene.table.match
    letter = scene.picture.picker.letter
    legal = [m for m in match.ruleset.legal_moves(match.state) if isinstance(m, Place) and m.stone == letter]
    if not hinted and match.ruleset.info.shows_score:
        pilot.click(scene.board.layout.centre(rng.choice(legal).cell))
        return
    pilot.help_me("Hint")
    pilot.until(lambda: bool(scene.board.suggestions), "a hint")
    hinted_moves, state = list(scene.board.suggestions), match.state
    for move in hinted_moves:
        state = match.ruleset.apply(state, move).state
    wins = match.ruleset.outcome(state) is not None
    for move in rng.sample(legal, len(hinted_moves)) if wins and not match.ruleset.info.shows_score else hinted_moves:
        pilot.click(scene.board.layout.centre(move.cell))
    if scene.pending.is_complete:
        pilot.press("Play stones")


def place_stones(pilot: Pilot, number: int) -> None:
    rng = random.Random(7)
    seat = pilot.scene.table.only_person
    match: Match = pilot.scene.table.match

    def mine() -> int:
        return sum(isinstance(ply.move, Place) for ply in match.plies if ply.seat == seat)

    while mine() < number and match.outcome is None:
        get_to_the_board(pilot)
        if match.outcome is None:
            place_a_turn(pilot, rng, hinted=mine() < _HINTED)


def play_to_the_end(pilot: Pilot) -> None:
    """Gives the game to the opponent where that is quicker than playing seventy stones."""
    if pilot.scene.table.tournament.ruleset.info.shows_score:
        place_stones(pilot, 36)
    else:
        get_to_the_board(pilot)
        pilot.press("Resign")
        assert isinstance(pilot.scene, QuestionScene)
        pilot.press("Resign")
    get_to_the_board(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_is_played_saved_closed_restored_finished_and_found_on_record(ruleset: str) -> None:
    pilot = Pilot()
    start_as(pilot, "Ann")
    open_card(pilot, ruleset)
    get_to_the_board(pilot)
    place_stones(pilot, 10)
    get_to_the_board(pilot)
    moves_before = pilot.scene.table.match.moves
    board_before = pilot.scene.table.match.state.board
    pilot.press("Save")
    pilot.key(pygame.K_DELETE)
    pilot.type("My evening")
    pilot.press("OK")
    pilot.close()

    told = told_by("tests.ui.test_story")
    assert told["name"] == "My evening"
    assert told["moves"] == len(moves_before)
    assert told["board"] == list(board_before)
    assert told["record"] == [[ruleset, "hint"]]


def main() -> None:
    """The second half of the evening: continues, finishes the game, and finds it in the players scene."""
    pilot = Pilot()
    pilot.open(MenuScene(pilot.app))
    pilot.press("Continue")
    get_to_the_board(pilot)
    match = pilot.scene.table.match
    told = {"name": pilot.scene.table.name, "moves": len(match.moves), "board": list(match.state.board)}
    play_to_the_end(pilot)
    assert match.outcome is not None
    pilot.press("Results")
    pilot.press("End the series")
    pilot.press("Back to the menu")
    services = pilot.app.services
    games = services.database.games.against_computer(services.database.players.current())
    pilot.press("Ann")
    assert isinstance(pilot.scene, PlayersScene)
    sys.stdout.write(json.dumps({**told, "record": [[g.key.ruleset_id, g.practice] for g in games]}) + "\n")
    pilot.close()


def test_a_game_of_threestones_is_exported_as_the_documents_file_and_restored_from_it() -> None:
    pilot = Pilot()
    start_as(pilot, "Ann")
    open_card(pilot, "threestones", "Rascal")
    get_to_the_board(pilot)
    place_stones(pilot, 2)
    get_to_the_board(pilot)
    board = pilot.scene.table.match.state.board
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Export as Threestones file of 2017")
    name = next(e.name for e in pilot.app.services.saves.entries() if "2017" in e.name)
    restored = pilot.app.services.saves.load(name)
    assert restored.origin is not None
    assert restored.current.match.state.board == board
    assert newest_to_go_on(pilot.app.services.saves).name == pilot.scene.table.name, (
        "Continue goes on with our own file"
    )
    pilot.close()


def walk_to(pilot: Pilot, cell: int) -> None:
    """Moves the board's cursor by arrow keys; the first arrow puts it in the middle."""
    board, cells = pilot.scene.board, pilot.scene.table.match.state.geometry.cells
    if board.cursor is None:
        pilot.key(pygame.K_UP)
    for axis, (less, more) in enumerate(((pygame.K_LEFT, pygame.K_RIGHT), (pygame.K_UP, pygame.K_DOWN))):
        while cells[board.cursor][axis] != cells[cell][axis]:
            pilot.key(more if cells[board.cursor][axis] < cells[cell][axis] else less)


@pytest.mark.slow
def test_a_whole_game_is_played_with_the_keyboard_alone() -> None:
    pilot = Pilot()
    pilot.open(MenuScene(pilot.app))
    pilot.key(pygame.K_RETURN)  # the name as it is
    pilot.key(pygame.K_ESCAPE)  # no introduction
    pilot.key(pygame.K_RETURN)  # the first stall
    pilot.key(pygame.K_RETURN)  # the opponent that is chosen
    scene = pilot.scene
    while scene.table.match.outcome is None:
        get_to_the_board(pilot)
        if scene.table.match.outcome is None:
            pilot.key(pygame.K_h)
            if isinstance(pilot.scene, QuestionScene):  # whether the game may be practice
                pilot.key(pygame.K_DOWN)
                pilot.key(pygame.K_RETURN)
            pilot.until(lambda: bool(scene.board.suggestions), "a hint")
            walk_to(pilot, scene.board.suggestions[0].cell)
            pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_p)  # results
    pilot.key(pygame.K_RETURN)  # play on
    assert len(scene.table.tournament.games) == 2
    pilot.close()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1366, 768), (1920, 1080)])
def test_a_click_lands_on_the_cell_under_the_pointer_at_every_window_size(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    start_as(pilot, "Ann")
    open_card(pilot, "gomoku")
    scene = pilot.scene
    for cell in (0, 14, 112, 210, 224):
        x, y = scene.board.layout.centre(cell)
        for dx, dy in ((0.3, 0.3), (-0.3, 0.3), (0.3, -0.3)):
            pitch = scene.board.layout.cell
            assert scene.board.cell_at((round(x + dx * pitch), round(y + dy * pitch))) == cell
    pilot.click(scene.board.layout.centre(112))
    assert scene.table.match.plies[0].move.cell == 112
    pilot.close()


def test_a_refused_move_is_explained_and_changes_nothing() -> None:
    pilot = Pilot()
    start_as(pilot, "Ann")
    open_card(pilot, "gomoku")
    scene = pilot.scene
    pilot.click(scene.board.layout.centre(112))
    get_to_the_board(pilot)
    plies = len(scene.table.match.plies)
    pilot.click(scene.board.layout.centre(112))
    assert len(scene.table.match.plies) == plies
    assert "H8" in scene._note
    pilot.close()


if __name__ == "__main__":
    main()
