"""The card above the engine on the analysis board: both players with their points and the accuracy of their moves."""

from __future__ import annotations

from collections.abc import Mapping

from game.analysis.board.study_table import StudyTable
from game.core.language import _
from game.session.engines import shown_name
from game.session.texts import colour_name
from game.ui.painting.canvas import Canvas

#: Place of the card: x, y, width and height.
PLACE = (800.0, 80.0, 456.0, 56.0)
_EDGE, _STONE, _GAP = 14.0, 28.0, 8.0
#: The middle of the upper line with the name and the points, and of the lower line with the accuracy.
_UPPER, _LOWER = 20.0, 41.0
#: The width of the points.
_POINTS = 34.0


def draw_players(canvas: Canvas, table: StudyTable, accuracy: Mapping[int, float | None]) -> None:
    """Draw the players; ``accuracy`` gives the accuracy of the moves by seat, 0 to 100, None if it is unknown."""
    x, y, width, _height = PLACE
    canvas.panels.card(*PLACE)
    half = width / 2 - _EDGE - _GAP
    for seat, left in ((0, x + _EDGE), (1, x + width / 2 + _GAP)):
        _draw_player(canvas, table, seat, (left, y, half), accuracy.get(seat))


def _draw_player(
    canvas: Canvas, table: StudyTable, seat: int, place: tuple[float, float, float], accuracy: float | None
) -> None:
    left, y, width = place
    info, colour = table.study.ruleset.info, table.match.state.colours[seat]
    stone = info.stone(colour) if colour else None
    x, end = left, left + width
    if stone is not None:
        canvas.stone(stone.art, x + _STONE / 2, y + PLACE[3] / 2, _STONE)
        x += _STONE + _GAP
    room = end - x
    if info.shows_score:
        points = table.match.state.scores.get(colour, 0)
        canvas.text(str(points), end, y + _UPPER, family="display", size=18, colour="amber", anchor="midright",
                    width=_POINTS, smallest=11)  # fmt: skip
        room -= _POINTS + _GAP / 2
    name = shown_name(table.participant(seat))
    canvas.text(name, x, y + _UPPER, family="display", size=18, colour="cream", anchor="midleft", width=room,
                smallest=11)  # fmt: skip
    if accuracy is None:
        words, tone = colour_name(info, colour), "mist"
    else:
        words, tone = _("accuracy {percent} %", percent=round(accuracy)), "amber"
    canvas.text(words, x, y + _LOWER, family="bold", size=13, colour=tone, anchor="midleft",
                width=end - x, smallest=9)  # fmt: skip
