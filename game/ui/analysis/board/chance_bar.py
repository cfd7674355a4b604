"""The vertical bar beside the analysis board: the winning chance of the colour that the ruleset names first."""

from __future__ import annotations

from game.core.ruleset import RulesetInfo
from game.ui.board.thinking_card import meter_colours
from game.ui.painting.canvas import Canvas
from game.ui.painting.theme import contrast

#: Place of the bar: x, y, width and height.
PLACE = (24.0, 80.0, 36.0, 696.0)
_EDGE, _STONE, _RADIUS = 4.0, 22.0, 14.0
#: Distances of the stones and of the number from the ends of the bar.
_END, _NUMBER = 18.0, 44.0


def draw_chance_bar(canvas: Canvas, info: RulesetInfo, chance: float | None) -> None:
    """Draw the bar; the share of the first colour rises from the bottom. ``chance`` is 0 to 1, None if unknown."""
    x, y, width, height = PLACE
    canvas.panels.well(x, y, width, height, radius=_RADIUS)
    middle = x + width / 2
    if chance is not None:
        left, wide, inner, round_ = x + _EDGE, width - 2 * _EDGE, height - 2 * _EDGE, _RADIUS - _EDGE
        (dark, darker), (light, lighter) = meter_colours(info)
        canvas.panels.plate(left, y + _EDGE, wide, inner, colour=light, bottom=lighter, radius=round_)
        first = round(inner * chance)
        if first > 2 * round_:
            top = y + height - _EDGE - first
            canvas.panels.plate(left, top, wide, first, colour=dark, bottom=darker, radius=round_)
        at, ground = (y + height - _NUMBER, darker) if chance >= 0.5 else (y + _NUMBER, light)
        canvas.text(
            str(round(100 * chance)), middle, at, family="bold", size=14, colour=_legible_on(canvas, ground),
            anchor="center", width=wide,
        )  # fmt: skip
    canvas.panels.level_line(x, y + height / 2, width, "coral")
    for letter, at in zip(info.colours, (y + height - _END, y + _END), strict=True):
        stone = info.stone(letter)
        if stone is not None:
            canvas.stone(stone.art, middle, at, _STONE)


def _legible_on(canvas: Canvas, ground: str) -> str:
    """Return the text colour, white or black, that stands out more from a part of the bar."""
    theme = canvas.paintbox.theme
    return max(("stone_white_lit", "stone_black"), key=lambda role: contrast(theme.colour(role), theme.colour(ground)))
