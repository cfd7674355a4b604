"""The line above the engine on the analysis board: both players with their points and the accuracy of their moves."""

from __future__ import annotations

from game.analysis.board.study_table import StudyTable
from game.core.language import _, plural
from game.session.engines import shown_name
from game.ui.painting.canvas import Canvas

#: Place of the card: x, y, width and height.
PLACE = (800.0, 80.0, 456.0, 54.0)
_EDGE, _STONE, _GAP = 16.0, 26.0, 8.0


def draw_players(canvas: Canvas, table: StudyTable, accuracy: dict[int, float | None]) -> None:
    """Draw the players; ``accuracy`` gives the accuracy of the moves by seat, 0 to 100, None if it is unknown."""
    x, y, width, height = PLACE
    canvas.panels.card(*PLACE)
    half = width / 2 - _EDGE - _GAP
    for seat, left in ((0, x + _EDGE), (1, x + width / 2 + _GAP)):
        _draw_player(canvas, table, seat, (left, y, half, height), accuracy.get(seat))


def _draw_player(
    canvas: Canvas, table: StudyTable, seat: int, place: tuple[float, float, float, float], accuracy: float | None
) -> None:
    left, y, width, height = place
    state, info, middle = table.match.state, table.study.ruleset.info, y + height / 2
    stone = info.stone(state.colours[seat]) if state.colours[seat] else None
    x = left
    if stone is not None:
        canvas.stone(stone.art, x + _STONE / 2, middle, _STONE)
        x += _STONE + _GAP
    end = left + width
    if accuracy is not None:
        number = canvas.text(
            _("{percent} %", percent=round(accuracy)), end, middle, family="display", size=19, colour="amber",
            anchor="midright", width=62,
        )  # fmt: skip
        words = canvas.text(
            _("accuracy"), end - number.width - 6, middle + 1, size=12, colour="mist", anchor="midright", width=64,
            smallest=9,
        )  # fmt: skip
        end -= number.width + words.width + 12
    if info.shows_score:
        points = state.scores.get(state.colours[seat], 0)
        words = canvas.text(
            plural("{count} point", "{count} points", points), end, middle, family="bold", size=13, colour="soft",
            anchor="midright", width=64, smallest=9,
        )  # fmt: skip
        end -= words.width + 6
    name = shown_name(table.participant(seat))
    canvas.text(
        name, x, middle, family="display", size=20, colour="cream", anchor="midleft", width=end - x, smallest=12
    )
