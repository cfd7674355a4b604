"""Where cells lie, and which one a click means."""

from __future__ import annotations

import math

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.geometry import Geometry, Surface, Wrap, hexagon, octagon, square
from game.ui.painting.board_layout import LABEL_GAP, BoardLayout, grown, is_rectangular, lay_out, stretches

POND = octagon(11, 4, frozenset({(5, 5)}))
geometries = st.one_of(
    st.integers(5, 22).map(square),
    st.just(POND),
    st.sampled_from([octagon(7, 2), octagon(9, 1), octagon(8, 3), hexagon(2), hexagon(5), hexagon(8, Surface.POCKETS)]),
)
rects = st.builds(pygame.Rect, st.integers(0, 900), st.integers(0, 300), st.integers(380, 1900), st.integers(380, 1400))


def every_layout(geometry: Geometry, rect: pygame.Rect, coordinates: bool) -> BoardLayout:
    return lay_out(geometry, rect, coordinates=coordinates)


layouts = st.builds(every_layout, geometries, rects, st.booleans())


@given(layouts)
def test_the_centre_of_every_cell_leads_back_to_it(layout: BoardLayout) -> None:
    for cell in range(len(layout.geometry)):
        assert layout.cell_at(layout.centre(cell)) == cell


@given(layouts, st.floats(-0.34, 0.34), st.floats(-0.34, 0.34), st.data())
def test_a_point_near_a_centre_means_that_cell(
    layout: BoardLayout, across: float, down: float, data: st.DataObject
) -> None:
    cell = data.draw(st.integers(0, len(layout.geometry) - 1))
    x, y = layout.centre(cell)
    assert layout.cell_at((x + across * layout.cell, y + down * layout.cell)) == cell


@given(layouts)
def test_the_board_and_all_its_stones_stay_in_the_rectangle(layout: BoardLayout) -> None:
    half = layout.stone_diameter / 2
    inside = layout.frame.inflate(-2 * layout.rim, -2 * layout.rim)
    for cell in range(len(layout.geometry)):
        x, y = layout.centre(cell)
        assert inside.left <= x - half
        assert x + half <= inside.right
        assert inside.top <= y - half
        assert y + half <= inside.bottom


@given(geometries, rects, st.booleans())
def test_the_frame_fits_its_rectangle_and_sits_in_its_middle(
    geometry: Geometry, rect: pygame.Rect, coordinates: bool
) -> None:
    frame = lay_out(geometry, rect, coordinates=coordinates).frame
    assert rect.inflate(2, 2).contains(frame)
    assert abs(frame.centerx - rect.centerx) <= 1
    assert abs(frame.centery - rect.centery) <= 1


@given(layouts)
def test_neighbours_are_whole_pixels_apart_so_that_lines_are_crisp(layout: BoardLayout) -> None:
    assert layout.cell == int(layout.cell)
    assert all(value == int(value) for value in layout.origin)


@given(layouts)
def test_coordinates_lie_on_the_board(layout: BoardLayout) -> None:
    board = layout.frame.inflate(-2, -2)
    for x in range(layout.geometry.columns):
        assert board.collidepoint(layout.column_label(x))
    for y in range(layout.geometry.rows):
        assert board.collidepoint(layout.row_label(y))


def test_the_fifteen_board_at_design_size_has_the_pitch_of_the_mock_up() -> None:
    layout = lay_out(square(15), pygame.Rect(288, 80, 704, 696))
    assert layout.cell == 42
    assert layout.stone_diameter == 39
    assert layout.frame.size == (696, 696)


def test_a_point_outside_the_crossings_means_no_cell() -> None:
    layout = lay_out(square(9), pygame.Rect(0, 0, 600, 600))
    x, y = layout.centre(0)
    assert layout.cell_at((x - 0.51 * layout.cell, y)) is None
    assert layout.cell_at((x, y - 0.51 * layout.cell)) is None


def test_between_four_pockets_and_in_the_blocked_one_there_is_no_cell() -> None:
    layout = lay_out(POND, pygame.Rect(0, 0, 700, 700))
    assert layout.cell_at(layout.at(3.5, 3.5)) is None
    assert layout.cell_at(layout.at(5, 5)) is None
    assert layout.cell_at(layout.at(0, 0)) is None


def test_a_polygon_grows_to_hold_the_squares_of_its_corners() -> None:
    corners = grown(((0, 0), (10, 0), (10, 10), (0, 10)), 1, 2)
    assert [tuple(map(round, corner)) for corner in corners] == [(-3, -3), (13, -3), (13, 13), (-3, 13)]


@pytest.mark.parametrize(("geometry", "upright"), [(square(5), True), (POND, False), (octagon(9, 1), False)])
def test_only_rectangles_have_their_coordinates_on_the_surface(geometry: Geometry, upright: bool) -> None:
    assert is_rectangular(geometry) is upright


def test_no_slanted_edge_of_the_pond_has_both_letters_and_numbers() -> None:
    layout = lay_out(POND, pygame.Rect(0, 0, 700, 700))
    centre = layout.frame.center

    def quarter(point: tuple[float, float]) -> tuple[bool, bool] | None:
        """The slanted edge that a label lies at, None for a straight one."""
        away = abs(point[0] - centre[0]), abs(point[1] - centre[1])
        is_slanted = min(away) > layout.cell * 1.6
        return (point[0] > centre[0], point[1] > centre[1]) if is_slanted else None

    letters = {quarter(layout.column_label(x)) for x in range(POND.columns)} - {None}
    numbers = {quarter(layout.row_label(y)) for y in range(POND.rows)} - {None}
    assert letters
    assert numbers
    assert not letters & numbers


@given(layouts)
def test_a_lit_coordinate_covers_no_stone(layout: BoardLayout) -> None:
    if not layout.coordinates or not is_rectangular(layout.geometry):
        return
    nearest = layout.at(0, layout.geometry.rows - 1)
    label = layout.column_label(0)
    assert label[1] - LABEL_GAP * layout.scale >= nearest[1] + layout.stone_diameter / 2 - 1


def test_neighbours_on_a_hexagon_are_equally_far_apart_on_the_screen() -> None:
    layout = lay_out(hexagon(5), pygame.Rect(0, 0, 700, 700))
    middle = layout.geometry.cell("e5")
    beside = [layout.centre(layout.geometry.cell(name)) for name in ("d5", "f5", "e4", "e6", "d4", "f6")]
    across, down = layout.centre(middle)
    assert [math.hypot(x - across, y - down) for x, y in beside] == pytest.approx([layout.cell] * 6)


def test_a_row_over_the_edge_of_a_torus_is_drawn_in_two_parts() -> None:
    board = square(9, Wrap.TORUS)
    row = [board.cell(name) for name in ("h4", "i4", "a4", "b4", "c4")]
    assert stretches(board, row) == [row[:2], row[2:]]
    assert stretches(square(9), row[2:]) == [row[2:]]
