"""Help mode: the stones that each side needs to block, in words and on the board, with the ghosts counted in."""

from __future__ import annotations

import pygame
import pytest

from game.core.geometry import square
from game.session.preferences import Preferences
from game.ui.board.help_card import joined
from game.ui.painting.typesetter import Typesetter
from tests.ui.hand import click
from tests.ui.pilot import Pilot, Seat


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """All words that are drawn from now on."""
    drawn: set[str] = set()
    draw = Typesetter.draw

    def note_and_draw(
        self: Typesetter, target: pygame.Surface, string: str, *args: object, **more: object
    ) -> pygame.Rect:
        drawn.add(string)
        return draw(self, target, string, *args, **more)

    monkeypatch.setattr(Typesetter, "draw", note_and_draw)
    return drawn


def told(pilot: Pilot) -> list[str]:
    return [sentence for _, sentence in pilot.scene.picture.help._sentences]


def cells(pilot: Pilot) -> set[str]:
    names = pilot.scene.table.match.state.geometry.names
    return {names[cell] for cell in pilot.scene.board.guidance.cells}


def with_stones(pilot: Pilot, colour: str, **rows: str) -> None:
    """Gives the running game another start: for each letter of a stone the cells that it lies on."""
    scene = pilot.scene
    match, ruleset = scene.table.match, scene.table.tournament.ruleset
    stones = {match.state.geometry.cell(name): letter for letter, names in rows.items() for name in names.split()}
    match.first_state = ruleset.arrange(match.options, stones, colour)
    scene.refresh()
    pilot.frames(2)


def test_help_is_off_until_it_is_wanted_and_the_wish_is_kept(seat: Seat, words: set[str]) -> None:
    pilot = seat("")
    with_stones(pilot, "w", b="c5 d5 e5 f5")
    assert not pilot.scene.picture.help.is_shown
    assert pilot.scene.board.guidance.lines == ()
    pilot.key(pygame.K_l)
    assert told(pilot) == ["White must block with 2 stones.", "No threat to Black."]
    assert "No threat to Black." in words
    assert Preferences(pilot.app.services.database).help_shown
    pilot.press("Help")
    assert pilot.scene.board.guidance.lines == ()


def test_the_number_goes_down_with_each_ghost_that_blocks(seat: Seat) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="c5 d5 e5 f5")
    assert cells(pilot) == {"a5", "b5", "g5", "h5"}
    click(pilot, "g5")
    assert told(pilot)[0] == "White must block with 1 stone."
    assert cells(pilot) == {"a5", "b5"}
    click(pilot, "b5")
    assert told(pilot) == ["No threat to Black.", "No threat to White."], "Black would be on turn"


def test_what_my_ghosts_threaten_is_told_before_they_are_played(seat: Seat) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "b", b="c5 d5", w="q1")
    for name in ("e5", "f5"):
        click(pilot, name)
    assert told(pilot) == ["Then White must block with 2 stones.", "No threat to Black."]
    names = pilot.scene.table.match.state.geometry.names
    assert [(colour, names[line[0]], names[line[-1]]) for colour, line in pilot.scene.board.guidance.lines] == [
        ("b", "a5", "h5")
    ]


def test_a_threat_that_cannot_be_stopped_and_a_win_at_hand_are_told(seat: Seat) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="c5 d5 e5 f5 c9 d9 e9 f9")
    assert told(pilot)[0] == "White needs 3 or more stones: too many."
    assert cells(pilot) == set()
    with_stones(pilot, "b", b="c5 d5 e5 f5 c9 d9 e9 f9")
    assert told(pilot) == ["Black can win in this turn.", "White needs 3 or more stones: too many."]
    click(pilot, "g5")
    click(pilot, "h5")
    assert told(pilot) == ["Black wins with this turn."]


def test_a_side_that_can_win_is_told_so_beside_what_it_would_have_to_block(seat: Seat) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="c5 d5 e5 f5", w="c9 d9 e9 f9")
    assert told(pilot) == ["White can win, or block with 2 stones.", "Black needs 2 stones to block."]


def test_two_stones_to_block_with_one_left_are_told_as_such(seat: Seat) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="c5 d5 e5 f5")
    click(pilot, "s19")
    assert told(pilot)[0] == "White must block with 2 stones, and has 1."


def test_games_of_one_stone_a_turn_tell_theirs_and_a_game_without_threats_has_no_button(seat: Seat) -> None:
    pilot = seat("", "gomoku")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="a5 b5 c5 d5")
    assert told(pilot) == ["White must block with 1 stone.", "No threat to Black."]
    pond = seat("", "threestones", first="w")
    assert "Help" not in [button.label for button in pond.scene.controls.buttons]


def test_lines_that_overlap_are_drawn_as_one() -> None:
    board = square(9)
    row = [tuple(range(start, start + 6)) for start in (0, 1, 3)]
    column = [tuple(range(start, start + 54, 9)) for start in (0, 9)]
    assert joined(board, [row[2], *column, row[0], row[1]]) == [tuple(range(9)), tuple(range(0, 63, 9))]
