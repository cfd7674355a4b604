"""Help mode: the stones that each side needs to block, in words and on the board, with the ghosts counted in."""

from __future__ import annotations

import pygame
import pytest

from game.core.geometry import square
from game.core.ruleset import WinMeans
from game.core.tournament import Practice
from game.session.preferences import Preferences
from game.ui.board.help_card import joined
from game.ui.painting.typesetter import Typesetter
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot


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
    if pilot.app.services.prover.asked:
        # The answer about the position before is due first.
        pilot.app.services.prover.prove()
        pilot.frames(2)


def test_help_is_off_until_it_is_wanted_and_the_wish_is_kept(seat: Peer, words: set[str]) -> None:
    pilot = seat("")
    with_stones(pilot, "w", b="c5 d5 e5 f5")
    assert not pilot.scene.picture.help.is_shown
    assert pilot.scene.board.guidance.lines == ()
    pilot.key(pygame.K_l)
    pilot.app.services.prover.prove()
    pilot.frames(2)
    assert told(pilot) == ["White must block with 2 stones.", "No threat from White in sight."]
    assert {"No threat from White in", "sight."} <= words
    assert Preferences(pilot.app.services.database.settings).help_shown
    pilot.press("Help")
    assert pilot.scene.board.guidance.lines == ()


def test_the_number_goes_down_with_each_ghost_that_blocks(seat: Peer) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="c5 d5 e5 f5")
    assert cells(pilot) == {"a5", "b5", "g5", "h5"}
    click(pilot, "g5")
    assert told(pilot)[0] == "White must block with 1 stone."
    assert cells(pilot) == {"a5", "b5"}
    click(pilot, "b5")
    for _ in range(4):
        pilot.app.services.prover.prove()
        pilot.frames(2)
    expected = ["No threat from White in sight.", "No threat from Black in sight."]
    assert told(pilot) == expected, "Black would be on turn"


def test_what_my_ghosts_threaten_is_told_before_they_are_played(seat: Peer) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "b", b="c5 d5", w="q1")
    for name in ("e5", "f5"):
        click(pilot, name)
    assert told(pilot) == [
        "Then White must block with 2 stones.",
        "White cannot win on the next turn. Looking further ahead…",
    ]
    names = pilot.scene.table.match.state.geometry.names
    assert [(colour, names[line[0]], names[line[-1]]) for colour, line in pilot.scene.board.guidance.lines] == [
        ("b", "a5", "h5")
    ]


def test_a_threat_that_cannot_be_stopped_and_a_win_at_hand_are_told(seat: Peer) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="c5 d5 e5 f5 c9 d9 e9 f9")
    assert told(pilot)[0] == "White needs 3 or more stones to block, which is too many."
    assert cells(pilot) == set()
    with_stones(pilot, "b", b="c5 d5 e5 f5 c9 d9 e9 f9")
    assert told(pilot) == ["Black can win on this turn.", "White needs 3 or more stones to block, which is too many."]
    click(pilot, "g5")
    click(pilot, "h5")
    assert told(pilot) == ["Black wins with this move."]


def test_a_side_that_can_win_is_told_so_beside_what_it_would_have_to_block(seat: Peer) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="c5 d5 e5 f5", w="c9 d9 e9 f9")
    assert told(pilot) == ["White can win, or block with 2 stones.", "Black needs 2 stones to block."]


def test_each_sentence_stands_beside_a_stone_of_the_side_that_it_is_about(seat: Peer) -> None:
    """Before, what the other side cannot do stood beside one's own stone."""
    pilot = seat("")
    pilot.key(pygame.K_l)
    for side, stones in (("b", {"b": "c5 d5"}), ("w", {"b": "c5 d5"}), ("w", {"b": "c5 d5 e5 f5"})):
        with_stones(pilot, side, **stones)
        for letter, sentence in pilot.scene.picture.help._sentences:
            assert sentence.split()[0] == {"b": "Black", "w": "White"}[letter]


def test_two_stones_to_block_with_one_left_are_told_as_such(seat: Peer) -> None:
    pilot = seat("")
    pilot.key(pygame.K_l)
    with_stones(pilot, "w", b="c5 d5 e5 f5")
    click(pilot, "s19")
    assert told(pilot)[0] == "White needs 2 stones to block, but has only 1."


def test_a_game_without_threats_has_no_button(seat: Peer) -> None:
    pond = seat("", "threestones", first="w")
    assert "Help" not in [button.label for button in pond.scene.controls.buttons]


def points(pilot: Pilot) -> set[str]:
    names = pilot.scene.table.match.state.geometry.names
    return {colour + names[cell] for colour, cell in pilot.scene.board.guidance.points}


def test_an_open_three_is_named_while_it_can_be_stopped_with_every_cell_that_does(seat: Peer) -> None:
    """Before, help said "No threat to Black." until there were four."""
    pilot = seat("", "gomoku")
    pilot.key(pygame.K_l)
    with_stones(pilot, "b", w="f8 g8 h8", b="j8")
    assert told(pilot)[0] == "White has an open three. Black can stop the threat at D8, E8 or I8."
    assert cells(pilot) == {"d8", "e8", "i8"}
    with_stones(pilot, "b", w="f8 g8 h8", b="h10")
    assert told(pilot)[0] == "White has an open three. Black can stop the threat at E8 or I8."


def test_ones_own_chances_are_told_beside_what_threatens_and_marked_in_ones_own_colour(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    pilot.key(pygame.K_l)
    with_stones(pilot, "b", b="f8 g8 h8 c1", w="c2 c3 c4 c5")
    assert told(pilot) == [
        "White has a four. Black can stop the threat at C6.",
        "Black has an open three. E8 or I8 makes an open four.",
    ]
    assert points(pilot) == {"be8", "bi8"}


@pytest.mark.parametrize(
    ("stones", "sentence"),
    [
        ("f8 g8 h8 i8", "White has an open four. No single stone stops this threat."),
        ("a8 b8 c8 d8", "White has a four. Black can stop the threat at E8."),
        (
            "a8 b8 c8 d8 h10 h11 h12",
            "White has a four and an open three. Black has to stop the four at E8, but the three remains.",
        ),
        ("f8 g8 h8 k3 k4 k5", "White has a double three. No single stone stops this threat."),
        ("f8 g8 i9 i10", "White can make a double three at I8. Black can stop the threat on any marked cell."),
    ],
)
def test_what_threatens_has_the_names_that_players_give_it(seat: Peer, stones: str, sentence: str) -> None:
    pilot = seat("", "gomoku")
    pilot.key(pygame.K_l)
    with_stones(pilot, "b", w=stones)
    assert told(pilot)[0] == sentence


def test_six_in_a_row_names_its_rows_by_their_own_lengths(seat: Peer) -> None:
    pilot = seat("", "six_in_a_row")
    pilot.key(pygame.K_l)
    with_stones(pilot, "b", w="f8 g8 h8 i8")
    assert told(pilot)[0] == "White has an open four. Black can stop the threat at E8 or J8."


def test_nothing_is_called_no_threat_before_a_prover_has_looked(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    pilot.key(pygame.K_l)
    with_stones(pilot, "b", w="f8 g8", b="m3")
    seen = "White has no four and no open three."
    assert told(pilot)[0] == f"{seen} Looking further ahead…"
    pilot.app.services.prover.prove(is_known=False)
    pilot.frames(2)
    assert told(pilot)[0] == seen, "its code is being compiled"
    with_stones(pilot, "b", w="f8 g8", b="m4")
    pilot.app.services.prover.prove()
    pilot.frames(2)
    assert told(pilot)[0] == "No threat from White in sight."


def test_a_forced_win_is_told_with_its_means_and_its_first_stone(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    pilot.key(pygame.K_l)
    with_stones(pilot, "b", w="f8 g8", b="m3")
    prover = pilot.app.services.prover
    prover.prove(WinMeans.THREES, "i9")
    pilot.frames(2)
    assert told(pilot)[0] == "White threatens to force a win with fours and threes, starting at I9."
    assert points(pilot) == {"wi9"}
    prover.prove(WinMeans.FOURS, "c3")
    pilot.frames(2)
    assert told(pilot)[1] == "Black can force a win with fours alone."
    assert points(pilot) == {"wi9"}, "where one's own win begins is for the player to find, or for a hint"


def test_an_answer_about_a_position_that_is_gone_is_dropped_and_the_new_one_asked_about(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    prover, seen = pilot.app.services.prover, "Black has no four and no open three."
    pilot.key(pygame.K_l)
    click(pilot, "h8")
    assert len(prover.asked) == 1, "an open question is not cancelled"
    prover.prove(WinMeans.THREES, "i9")
    pilot.frames(2)
    assert told(pilot) == [f"{seen} Looking further ahead…"]
    assert [". b ." in question.position_text for question in prover.asked] == [False, True]
    prover.fail("It does not answer.")
    pilot.frames(2)
    assert told(pilot) == [seen]


def test_while_an_opponent_thinks_nothing_is_asked_and_nothing_promised(seat: Peer) -> None:
    pilot = seat("", "gomoku", friend=False)
    pilot.scene.table.stakes.make_practice(Practice.ANALYSED)
    pilot.key(pygame.K_l)
    click(pilot, "h8")
    assert not any("Looking" in sentence for sentence in told(pilot))
    assert len(pilot.app.services.prover.asked) == 1


def test_lines_that_overlap_are_drawn_as_one() -> None:
    board = square(9)
    row = [tuple(range(start, start + 6)) for start in (0, 1, 3)]
    column = [tuple(range(start, start + 54, 9)) for start in (0, 9)]
    assert joined(board, [row[2], *column, row[0], row[1]]) == [tuple(range(9)), tuple(range(0, 63, 9))]
