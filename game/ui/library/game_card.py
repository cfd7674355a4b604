"""The card of a game in the library: players, result, last position, and source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from game.core.language import _, plural
from game.core.model import Reason, State
from game.core.ruleset import Ruleset
from game.library.index.indexed_game import Result
from game.library.index.search import FoundGame
from game.library.index.sources import SourceKind
from game.ui.analysis.board.result_texts import day_text, opening_text, player_text, score_text
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.typesetter import Passage

LEFT, TOP, WIDTH, HEIGHT = 704.0, 80.0, 552.0, 608.0
_INNER, _INNER_WIDTH = LEFT + 24, WIDTH - 48
_BOARD = 276.0
_SEAT = 56.0


@dataclass(frozen=True, slots=True)
class GameCard:
    """Card of a game in the library; ``last`` is its last position, or a Reason if unknown."""

    found: FoundGame
    ruleset: Ruleset | None
    last: State | Reason
    board: Callable[[Canvas, tuple[int, int]], pygame.Surface | None]
    """Returns a picture of the last position; the size is in pixels."""

    def draw(self, canvas: Canvas) -> None:
        canvas.panels.card(LEFT, TOP, WIDTH, HEIGHT)
        title = self.found.event or _title(self.ruleset, self.found)
        canvas.paragraph(title, _INNER, TOP + 20, _INNER_WIDTH, 2, family="display", size=24, colour="cream", height=64)
        self._draw_chips(canvas)
        for seat in (0, 1):
            self._draw_seat(canvas, seat)
        self._draw_board(canvas)
        self._draw_facts(canvas)

    def _draw_chips(self, canvas: Canvas) -> None:
        accent = self.ruleset.info.accent if self.ruleset else "coral"
        moves = plural("{count} stone", "{count} stones", len(self.found.placed_cells))
        x = _INNER
        for words, colour in ((_title(self.ruleset, self.found), accent), (moves, "mist")):
            x += canvas.chip(words, x, TOP + 92, colour=colour, width=_INNER + _INNER_WIDTH - x).width + 8

    def _draw_seat(self, canvas: Canvas, seat: int) -> None:
        top = TOP + 128 + seat * (_SEAT + 8)
        canvas.panels.plate(_INNER, top, _INNER_WIDTH, _SEAT, colour="row", radius=16)
        middle = top + _SEAT / 2
        art = self._art(seat)
        if art:
            canvas.stone(art, _INNER + 34, middle, 34, shadow=True)
        won = self.found.result == (Result.FIRST, Result.SECOND)[seat]
        canvas.text(
            player_text(self.found, seat, self.ruleset), _INNER + 66, middle, family="bold", size=18, colour="cream",
            anchor="midleft", width=_INNER_WIDTH - 150, height=44,
        )  # fmt: skip
        score = score_text(self.found.result).split(" – ")
        text = score[seat] if len(score) > 1 else ""
        end = _INNER + _INNER_WIDTH - 24
        canvas.text(
            text, end, middle + 1, family="display", size=28, colour="amber" if won else "soft", anchor="midright"
        )

    def _art(self, seat: int) -> str:
        """Return the sprite name of a player's stones, or "" if the colour is unknown."""
        if self.ruleset is None or not isinstance(self.last, State):
            return ""
        stone = self.ruleset.info.stone(self.last.colours[seat])
        return stone.art if stone else ""

    def _draw_board(self, canvas: Canvas) -> None:
        top = TOP + HEIGHT - _BOARD - 24
        rect = canvas.panels.well(_INNER, top, _BOARD, _BOARD, radius=14).rect
        picture = self.board(canvas, (rect.width, rect.height))
        if picture is not None:
            canvas.in_pixels.picture(picture, *rect.center, anchor="center")

    def _draw_facts(self, canvas: Canvas) -> None:
        x, top = _INNER + _BOARD + 22, TOP + HEIGHT - _BOARD - 24
        width, facts = _INNER_WIDTH - _BOARD - 22, list(self._facts())
        passages = [
            each
            for caption, words in facts
            for each in (Passage(caption, "bold", 14, most=1), Passage(words, size=16, most=4))
        ]
        blocks = canvas.blocks(passages, width, _BOARD - 12 * len(facts))
        y = top + 2
        for caption, words in zip(blocks[::2], blocks[1::2], strict=True):
            y = canvas.draw_block(caption, x, y, "mist")
            y = canvas.draw_block(words, x, y, "cream") + 12

    def _facts(self) -> Iterator[tuple[str, str]]:
        found = self.found
        if isinstance(self.last, Reason):
            yield _("This game cannot be shown"), self.last.message
        if found.day:
            yield _("Date"), day_text(found.day)
        if found.opening:
            yield _("Opening"), opening_text(found)
        variant = _variant(self.ruleset, found)
        if variant:
            yield _("Rules"), variant
        yield _("Source"), _source_text(found)
        if found.has_more:
            yield _("Contents"), _("Variations or comments")


def _title(ruleset: Ruleset | None, found: FoundGame) -> str:
    return _(ruleset.info.title) if ruleset else _("{ruleset} (not installed)", ruleset=found.ruleset_id)


def _variant(ruleset: Ruleset | None, found: FoundGame) -> str:
    """Return the options of a game that differ from their defaults, as text with one option a line."""
    if ruleset is None:
        return ""
    given = found.chosen_options
    sentences = []
    for option in ruleset.info.options:
        value = option.value(given)
        is_usual = option.key not in given or value == option.default
        if option.hidden or option.kind == "seat" or is_usual:
            continue
        title = next((_(choice.title) for choice in option.choices if choice.value == value), str(value))
        sentences.append(_(option.title) if option.kind == "flag" else f"{_(option.title)}: {title}")
    return "\n".join(sentences)


def _source_text(found: FoundGame) -> str:
    if found.kind == SourceKind.RECORD.value:
        return _("Your records")
    if found.kind == SourceKind.SAVE.value:
        return _("The saved game “{name}”", name=found.source.rpartition(".")[0])
    number = found.number + 1
    return _("{file}, game {number}", file=found.source, number=number) if found.number else found.source


def board_of(
    canvas: Canvas, ruleset: Ruleset | None, last: State | Reason, size: tuple[int, int], *, whole: bool = True
) -> pygame.Surface | None:
    """Return a picture of a game's last position, or None if the position is unknown.

    ``size`` is in pixels. Unless ``whole``, the picture shows only the area around the stones.
    """
    if ruleset is None or not isinstance(last, State):
        return None
    info = ruleset.info
    return little_board(canvas.paintbox, last.geometry, last.board, info.stones, size, accent=info.accent, whole=whole)
