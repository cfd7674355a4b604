"""The keyboard cursor of a board: straight over hexagons, around joined edges, across holes."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.core.geometry import Geometry, Wrap, from_rows, hexagon, square
from game.core.model import EMPTY
from game.core.ruleset import complete_options
from game.plugins.registry import discover
from game.ui.board.board_view import BoardView
from game.ui.effects.motion.tween import Tweens
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.theme import Theme

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)


@pytest.fixture(scope="module")
def paintbox() -> Paintbox:
    pygame.display.set_mode((400, 400))
    return Paintbox(Theme.load(), 0.5)


@pytest.mark.parametrize(
    ("board", "start", "ways", "names"),
    [
        (hexagon(5), "e5", (UP, UP, UP, UP), "e6 f7 f8 g9"),
        (hexagon(5), "e5", (UP, DOWN), "e6 e5"),
        (hexagon(5), "a5", (UP,), "b6"),
        (hexagon(5), "i5", (DOWN, RIGHT), "h4 h4"),
        (square(9, Wrap.TORUS), "i9", (RIGHT, UP), "a9 a1"),
        (from_rows(["...", ".#.", "..."]), "a2", (RIGHT,), "c2"),
    ],
)
def test_an_arrow_key_leads_to_the_cell_that_a_player_expects(
    paintbox: Paintbox, board: Geometry, start: str, ways: tuple[tuple[int, int], ...], names: str
) -> None:
    gomoku = discover(None).rulesets["gomoku"]
    empty = replace(
        gomoku.setup(complete_options(gomoku.info, {}), 0).state, geometry=board, board=(EMPTY,) * len(board)
    )
    view = BoardView(gomoku.info, Tweens(), lambda: None)
    view.arrange(paintbox, board, pygame.Rect(0, 0, 400, 400), coordinates=True)
    view.show(empty, ())
    view.cursor = board.cell(start)
    found = []
    for way in ways:
        view.move_cursor(way)
        found.append(board.names[view.cursor])
    assert " ".join(found) == names
