"""The list of moves: the stones of a turn of several stand apart, in letters as large as those of single stones."""

from __future__ import annotations

import pytest

from game.ui.board.move_list import MoveList
from game.ui.painting.canvas import Canvas
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot


def played(seat: Peer, game: str, moves: str) -> Pilot:
    """A game in which turns of several stones were confirmed."""
    first, *more = moves.split()
    pilot = seat(first, game)
    for name in more:
        click(pilot, name)
        if pilot.scene.pending.is_complete:
            pilot.press("Play stones")
    assert len(pilot.scene.match.plies) == len(moves.split())
    return pilot


@pytest.mark.parametrize("letters", [1.0, 1.6])
@pytest.mark.parametrize(("game", "moves"), [("connect6", "j10 k10 k11 l12 f12"), ("gomoku", "h8 i9 j10")])
def test_every_stone_of_the_list_has_words_of_its_own_in_readable_letters(
    letters: float, game: str, moves: str, seat: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = played(seat, game, moves)
    pilot.app.set_font_scale(letters)
    pilot.frames(2)
    drawn: dict[str, tuple[float, float]] = {}
    text = Canvas.text

    def heard(self: Canvas, words: str, x: float, y: float, **how: object) -> object:
        area = text(self, words, x, y, **how)  # type: ignore[arg-type]
        drawn[words] = (area.left, area.right)
        sizes[words] = float(how.get("size", 15))  # type: ignore[arg-type]
        return area

    sizes: dict[str, float] = {}
    monkeypatch.setattr(Canvas, "text", heard)
    scene = pilot.scene
    scene.picture.moves.reset_for_position()
    scene.picture.moves.draw(pilot.app.canvas(pilot.app.window.screen))
    names = [name.upper() for name in moves.split()]
    assert set(names) <= set(drawn)
    assert all(sizes[name] >= 16 for name in names)
    if game == "connect6":
        (_first, end), (start, _last) = drawn["K10"], drawn["K11"]
        assert start - end > 10, "there is room between the stones of a turn"


def test_turns_of_several_stones_have_a_row_each(seat: Peer) -> None:
    moves: MoveList = played(seat, "connect6", "j10 k10 k11 l12 f12").scene.picture.moves
    assert [len(row.turns) for row in moves._rows()] == [1, 1, 1]
    moves = played(seat, "gomoku", "h8 i9 j10").scene.picture.moves
    assert [len(row.turns) for row in moves._rows()] == [2, 1]
