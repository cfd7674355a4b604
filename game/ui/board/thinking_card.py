"""The card that shows an engine's thinking: evaluation, depth, speed and principal variation.

The board can show the variation, too.
"""

from __future__ import annotations

import pygame

from game.core.language import _, gettext_noop
from game.core.model import Place
from game.core.ruleset import RulesetInfo
from game.session.game_session import GameSession
from game.session.texts import colour_name
from game.session.thinking import Thinking
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.painting.typesetter import Block, Passage

WIDTH = 240.0
_EDGE = 18.0
_ROOM = WIDTH - 2 * _EDGE
#: Distances below the card's top in design pixels: text alone, the evaluation's text and bar, and the following text
#: without and with the evaluation.
_ALONE, _VERDICT, _BAR, _AFTER_WORDS, _AFTER_BAR = 28.0, 8.0, 33.0, 32.0, 52.0
#: The minimum space below the last line in design pixels, and the line spacing as a multiple of the text size.
_FOOT, _LEADING = 8.0, 19 / 14
#: The maximum number of text lines on the card: usually, and if other cards need the space.
_MOST_LINES, _FEWEST_LINES = 3, 2
#: Seconds between two updates; a search may report a hundred times per second.
_PAUSE = 0.25
#: Upper bounds of the leading side's winning chance, with their descriptions.
_VERDICTS = (
    (0.55, gettext_noop("An even game")),
    (0.7, gettext_noop("{side} a little ahead")),
    (0.85, gettext_noop("{side} ahead")),
    (0.97, gettext_noop("{side} far ahead")),
    (1.0, gettext_noop("{side} winning")),
)
_UNITS = ((1e9, " G"), (1e6, " M"), (1e3, " k"))


class ThinkingCard:
    """The card that shows what the opponent's engine is thinking, if the player has switched it on."""

    def __init__(self, table: GameSession, x: float, bottom: float) -> None:
        """Place the thinking card by its left edge ``x`` and its lower edge ``bottom``, in design pixels."""
        self._table = table
        self._x, self._bottom = x, bottom
        self.height = 2 * _ALONE
        """The height of the card in design pixels, which depends on its text."""
        self._stretch = 1.0
        """The factor by which positions on the card are scaled for larger text."""
        self._lines = _MOST_LINES
        self._seen: Thinking | None = None
        self._age = 0.0
        self._hovered = False
        self._pinned = False
        self._look: object = None
        self.wanted = False
        """True if the player has switched the card on."""
        self.line: list[Place] = []
        """The moves of the engine's variation to show on the board, in their order."""

    @property
    def is_shown(self) -> bool:
        """True if the player has switched the thinking card on and no rated game is in progress."""
        return self.wanted and not self._table.stakes.is_rated

    @property
    def _y(self) -> float:
        return self._bottom - self.height

    def rect(self, stage: Stage) -> pygame.Rect:
        """Return the rectangle of the thinking card on the screen."""
        return stage.rect(self._x, self._y, WIDTH, self.height)

    def tick(self, seconds: float) -> bool:
        """Read the engine's latest report at intervals; return True if the card or the variation changed."""
        self._age += seconds
        thinking = self._table.computer.thinking
        if thinking is None or self._seen is None or self._age >= _PAUSE:
            self._seen, self._age = thinking, 0.0
        on_board = self._hovered or self._pinned
        look = (self._seen, self._table.match.revision, on_board) if self.is_shown else None
        if look == self._look:
            return False
        self._look = look
        self.line = self._table.computer.forecast() if look and on_board else []
        return True

    def hover(self, stage: Stage, point: tuple[int, int]) -> None:
        """Set the pointer's position; while it is over the card, the board shows the engine's variation."""
        self._hovered = self.rect(stage).collidepoint(point)

    def is_over(self, stage: Stage, point: tuple[int, int]) -> bool:
        """Return True if the card is shown at a point on the screen."""
        return self.is_shown and self.rect(stage).collidepoint(point)

    def press(self, stage: Stage, point: tuple[int, int]) -> bool:
        """Show or hide the engine's variation permanently if the thinking card was pressed; return True if it was."""
        if self.is_over(stage, point):
            self.pin()
        return self.is_over(stage, point)

    def pin(self) -> None:
        """Switch the permanent display of the engine's variation on the board on or off."""
        self._pinned = not self._pinned

    # Drawing

    def fit(self, canvas: Canvas, *, is_crowded: bool) -> None:
        """Set the height of the thinking card to that of its text.

        With ``is_crowded`` (other cards need the space) the text is shorter and smaller.
        """
        self._stretch = 1.0 if is_crowded else canvas.tall(1.0)
        self._lines = _FEWEST_LINES if is_crowded else _MOST_LINES
        self.height = 2 * _ALONE * self._stretch
        if self._seen is not None:
            lines = sum(block.height for block in self._report(canvas, self._seen))
            self.height = self._report_top(self._seen) + lines + _FOOT

    def draw(self, canvas: Canvas) -> None:
        """Draw the card with the engine's evaluation and report."""
        canvas.panels.card(self._x, self._y, WIDTH, self.height, radius=18, lip=6)
        thinking, middle = self._seen, self._x + WIDTH / 2
        if thinking is None:
            text, y = _("Engine output appears here."), self._y + self.height / 2
            canvas.text(text, middle, y, size=15, colour="mist", anchor="center", width=_ROOM + 20, height=40)
            return
        if thinking.is_deep:
            self._draw_balance(canvas, thinking)
        else:
            depth = thinking.remark.depth
            text = _("Depth {depth}", depth=depth) if depth else ""
            self._line(canvas, text)
        y, colours = self._y + self._report_top(thinking), ("amber" if _opponent_text(thinking) else "soft", "cream")
        for block, colour in zip(self._report(canvas, thinking), colours, strict=False):
            y = canvas.draw_block(block, self._x + _EDGE, y, colour)

    def _line(self, canvas: Canvas, words: str) -> None:
        at, height = (self._x + _EDGE, self._y + _VERDICT * self._stretch), (_BAR - _VERDICT - 3) * self._stretch
        canvas.text(words, *at, family="bold", size=14, colour="cream", width=_ROOM, height=height)

    def _draw_balance(self, canvas: Canvas, thinking: Thinking) -> None:
        """Draw the engine's evaluation as a sentence, a bar and a percentage."""
        info, x = self._table.tournament.ruleset.info, self._x + _EDGE
        share = thinking.chance if thinking.state.colour == info.colours[0] else 1 - thinking.chance
        ahead = colour_name(info, info.colours[0 if share >= 0.5 else 1])
        self._line(canvas, verdict(max(share, 1 - share), ahead))
        draw_balance(canvas, info, (x, self._y + _BAR * self._stretch, _ROOM - 62, 16), share)
        percent = _("{percent} %", percent=round(max(share, 1 - share) * 100))
        end, middle = x + _ROOM, self._y + _BAR * self._stretch + 8
        canvas.text(percent, end, middle, family="display", size=17, colour="amber", anchor="midright")

    def _report_top(self, thinking: Thinking) -> float:
        """Return the distance from the card's top to the engine's report, in design pixels."""
        return (_AFTER_BAR if thinking.is_deep else _AFTER_WORDS) * self._stretch

    def _report(self, canvas: Canvas, thinking: Thinking) -> list[Block]:
        """Return the lines of text on the card: the engine's report and its principal variation.

        The report is the opponent's verdict on a decided game, or else depth and speed.
        """
        line = " ".join(word.partition("=")[0].upper() for word in thinking.remark.variation)
        said = Passage(_opponent_text(thinking) or _effort(thinking), size=14, most=2, leading=_LEADING)
        lines = len(canvas.typesetter.wrap(said.string, said.family, said.size, canvas.px(_ROOM)))
        expected = Passage(line, "bold", 14, max(1, self._lines - lines), _LEADING)
        return canvas.blocks([said, expected] if line else [said], _ROOM, self._lines * 14 * _LEADING * self._stretch)


def verdict(chance: float, side: str) -> str:
    """Describe in words how far ``side`` is ahead, given its winning chance from 0.5 to 1."""
    words = next(words for limit, words in _VERDICTS if chance <= limit)
    return _(words, side=side)


def _opponent_text(thinking: Thinking) -> str:
    """Return the engine's remark about a decided game or its own play; "" if it has none."""
    return thinking.remark.verdict or thinking.remark.note


def _effort(thinking: Thinking) -> str:
    """Return a text with the depth and speed of the engine's search."""
    depth = _("Depth {depth}", depth=thinking.remark.depth) if thinking.is_deep else ""
    speed = _("{number} nodes/s", number=short_number(thinking.speed)) if thinking.speed else ""
    return " · ".join(part for part in (depth, speed) if part)


def short_number(number: float) -> str:
    """Format a number in short form with two or three digits and a unit: ``850``, ``34 k``, ``1.2 M``."""
    for size, unit in _UNITS:
        if number >= size:
            return f"{number / size:.1f}{unit}" if number < 10 * size else f"{number / size:.0f}{unit}"
    return f"{number:.0f}"


def meter_colours(info: RulesetInfo) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the upper and the lower colour of an evaluation bar's two parts, that of the first side first."""
    lenses = all(
        (stone := info.stone(colour)) is not None and stone.art in ("black", "white") for colour in info.colours
    )
    if lenses:
        return ("meter_dark_top", "meter_dark"), ("meter_light_top", "meter_light")
    return ("band_first_core", "band_first"), ("band_second_core", "band_second")


def draw_balance(canvas: Canvas, info: RulesetInfo, place: tuple[float, float, float, float], share: float) -> None:
    """Draw an evaluation bar, filled from the left up to the first colour's winning chance."""
    rect, target, pixels = canvas.transform.rect(*place), canvas.target, canvas.in_pixels
    radius = rect.height / 2 / canvas.paintbox.scale
    first, second = meter_colours(info)
    pixels.panels.plate(*rect, colour=second[0], bottom=second[1], radius=radius, line="meter_line")
    width = round(rect.width * share)
    clip = target.get_clip()
    target.set_clip(pygame.Rect(rect.x, rect.y, width, rect.height).clip(clip))
    pixels.panels.plate(*rect, colour=first[0], bottom=first[1], radius=radius, line="meter_line")
    target.set_clip(clip)
    mark = pygame.Rect(0, 0, canvas.px(4), rect.height + 2 * canvas.px(4))
    mark.center = (min(rect.right, max(rect.left, rect.x + width)), rect.centery)
    pixels.panels.plate(*mark, colour="amber", radius=2)
