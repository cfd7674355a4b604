"""The picture of a rule sheet: its board with an example, and its rules in plain sentences."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from statistics import fmean

from game.core.geometry import Geometry
from game.core.language import _
from game.core.model import EMPTY
from game.core.ruleset import Stone
from game.sheets.boards import geometry_of
from game.sheets.description import rules_card
from game.sheets.sheet import Sheet, SheetRules, Where
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.widgets.form import Box

_HEADING, _GAP, _TEXT = 18.0, 8.0, 15.0
#: The most lines of a section of the rules; a sheet's own sections have at most a thousand characters.
_MOST_LINES = 60


def winning_line(rules: SheetRules) -> tuple[int, ...]:
    """Return the cells of a line that wins, as an example for the picture of a game; empty if none fits on the board.

    It lies near the middle, or at the bottom if stones fall down, and crosses an edge that is joined to the other side.
    """
    geometry = geometry_of(rules)
    bottom = geometry.rows - 1
    middle = (geometry.columns - 1) / 2, bottom if rules.place.where is Where.DROP else bottom / 2

    def rank(window: tuple[int, ...]) -> tuple[bool, float]:
        columns, rows = zip(*(geometry.cells[cell] for cell in window), strict=True)
        distance = abs(fmean(columns) - middle[0]) + abs(fmean(rows) - middle[1])
        return not _crosses_edge(geometry, window), distance

    return min(geometry.windows(rules.line.length), key=rank, default=())


def _crosses_edge(geometry: Geometry, window: tuple[int, ...]) -> bool:
    """Return True if a row of cells goes on at the other side of the board."""
    cells = [geometry.cells[cell] for cell in window]
    return any(max(abs(x0 - x1), abs(y0 - y1)) > 1 for (x0, y0), (x1, y1) in pairwise(cells))


def draw_sheet_board(canvas: Canvas, sheet: Sheet, accent: str, place: Box) -> None:
    """Draw the whole board of a sheet whose rules have one, with a winning line as an example."""
    x, y, width, height = place
    geometry, line = geometry_of(sheet.rules), winning_line(sheet.rules)
    own = next(kind.letter for kind in sheet.rules.stones if not kind.wild)
    board = [own if cell in line else EMPTY for cell in range(len(geometry))]
    stones = [Stone(kind.letter, kind.name, kind.look) for kind in sheet.rules.stones]
    picture = little_board(
        canvas.paintbox, geometry, board, stones, (canvas.px(width), canvas.px(height)), accent=accent, glowing=line,
        whole=True,
    )  # fmt: skip
    canvas.picture(picture, x, y)


def sentences_painter(sheet: Sheet, width: float, size: float = _TEXT) -> Callable[[Canvas], float]:
    """Return a function that draws the rules of a sheet in plain sentences at (0, 0), and returns their height."""

    def paint(canvas: Canvas) -> float:
        y = 0.0
        for section in rules_card(sheet):
            canvas.text(_(section.title), 0, y, family="display", size=_HEADING, colour="amber", width=width)
            y = canvas.paragraph(_(section.words), 0, y + _HEADING * 1.4, width, _MOST_LINES, size=size) + _GAP
        return y

    return paint
