"""The card with all games of a series. Each game is a tile with its board, or a row if there are many."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.language import _, plural
from game.core.tournament import Game, Tournament
from game.session.engines import shown_name
from game.session.texts import (
    ENDINGS_IN_SHORT,
    POINTS,
    colour_name,
    first_to_place,
    score_unit,
    stones_placed,
    wins_text,
)
from game.ui.board.game_clock import clock_text
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.typesetter import Passage
from game.ui.widgets.form import Box

HEIGHT = 252.0
_RIM, _HEAD, _GAP = 24.0, 54.0, 16.0
#: Largest number of games with a board each; beyond it, number and height of rows.
_MOST_BOARDS, _ROWS, _ROW = 3, 7, 26.0
#: Size of a board, its largest share of a tile's width, and the gap between it and the texts.
_BOARD, _BOARD_SHARE, _BESIDE = 180.0, 0.5, 12.0
#: Largest and smallest size of a board in a narrow tile, and the width below which a tile is narrow.
_BOARD_ABOVE, _LEAST_BOARD, _NARROW_TILE = 92.0, 44.0, 260.0
_WIDE_TILE, _LARGE_TILE, _LEAST_ROW = 340.0, 500.0, 540.0
#: Widths of a row's columns as shares of the row: number, who began, result, reason, stones.
_COLUMNS = (0.055, 0.25, 0.24, 0.24, 0.155)


@dataclass(frozen=True, slots=True)
class GamesCard:
    """Card on the results page with the games of a tournament.

    Its height is ``HEIGHT``.
    """

    tournament: Tournament
    left: float
    top: float
    width: float

    def draw(self, canvas: Canvas) -> None:
        canvas.panels.card(self.left, self.top, self.width, HEIGHT)
        canvas.title(_("Games"), self.left + _RIM, self.top + 14, size=22)
        self._draw_carried(canvas)
        games = list(enumerate(self.tournament.games, start=1))
        left, top, width, height = self.left + _RIM, self.top + _HEAD, self.width - 2 * _RIM, HEIGHT - _HEAD - 18
        if len(games) <= _MOST_BOARDS:
            tile = (width - (len(games) - 1) * _GAP) / max(1, len(games))
            for place, (number, game) in enumerate(games):
                self._draw_tile(canvas, (left + place * (tile + _GAP), top, tile, height), number, game)
            return
        room = width - _BOARD - _GAP
        if room >= _LEAST_ROW:
            self._draw_board(canvas, (left, top, _BOARD, height), games[-1][1])
            left, width = left + _BOARD + _GAP, room
        step = min(canvas.tall(_ROW), height / min(_ROWS, len(games)))
        for line, (number, game) in enumerate(games[-_ROWS:]):
            self._draw_row(canvas, (left, top + line * step, width, step), number, game)

    def _draw_carried(self, canvas: Canvas) -> None:
        """Draw how many earlier games each side has won, if only these numbers are stored."""
        if not sum(self.tournament.wins_before):
            return
        one, other = (wins_text(wins) for wins in self.tournament.wins_before)
        canvas.text(
            _("earlier wins: {one}–{other}", one=one, other=other), self.left + self.width - _RIM, self.top + 22,
            size=14, colour="mist", anchor="topright", width=self.width * 0.75, height=30,
        )  # fmt: skip

    def _draw_board(self, canvas: Canvas, place: Box, game: Game) -> None:
        """Draw the whole final board of a game."""
        rect, state, info = canvas.transform.rect(*place), game.match.state, self.tournament.ruleset.info
        marks = self.tournament.ruleset.marks(state)
        board = little_board(
            canvas.paintbox, state.geometry, state.board, info.stones, rect.size, accent=info.accent, marks=marks,
            whole=True,
        )  # fmt: skip
        canvas.in_pixels.picture(board, *rect.topleft)

    def _draw_tile(self, canvas: Canvas, place: Box, number: int, game: Game) -> None:
        """Draw a game's final board with result, length and thinking times beside it.

        A narrow tile has fewer facts, below the board.
        """
        left, top, width, height = place
        if width < _NARROW_TILE:
            self._draw_narrow_tile(canvas, place, number, game)
            return
        is_wide = width >= _WIDE_TILE
        side = min(_BOARD, height, width * _BOARD_SHARE)
        self._draw_board(canvas, (left, top, side, side), game)
        x, y = left + side + _BESIDE * (2 if is_wide else 1), top + 4
        lines = self._lines(number, game, larger=width >= _LARGE_TILE)
        blocks = canvas.blocks(lines[: None if is_wide else 4], left + width - x, top + height - y)
        colours = ("mist", _result_colour(game), "soft", "mist", "mist")
        for block, colour in zip(blocks, colours, strict=False):
            y = canvas.draw_block(block, x, y, colour) + (7 if is_wide else 0)

    def _draw_narrow_tile(self, canvas: Canvas, place: Box, number: int, game: Game) -> None:
        """Draw a game's result and length, and above them its board in the remaining height."""
        left, top, width, height = place
        _number, result, first, stones, *_times = self._lines(number, game, larger=False)
        blocks = canvas.blocks([result, first, stones], width, height - _LEAST_BOARD - 6)
        side = min(_BOARD_ABOVE, height - 6 - sum(block.height for block in blocks))
        self._draw_board(canvas, (left, top, side, side), game)
        y = top + side + 6
        for block, colour in zip(blocks, (_result_colour(game), "soft", "mist"), strict=True):
            y = canvas.draw_block(block, left, y, colour)

    def _lines(self, number: int, game: Game, *, larger: bool) -> list[Passage]:
        """Return the texts beside a game's board: number, result, who began, length and thinking times.

        Times appear only if both are known.
        """
        _number, first, result, how, stones = self._words(number, game)
        if game.winner() is not None:
            result = _("{name} won", name=result)
        head = _("{result} ({how})", result=result, how=how) if how else result
        large, usual = (22, 17) if larger else (17, 15)
        lines = [
            Passage(_("Game {number}", number=number), size=usual, most=1),
            Passage(head, "bold", large, 3),
            Passage(first, size=usual, most=1),
            Passage(stones, size=usual, most=1),
        ]
        spent = [_spent(game, index) for index in (0, 1)]
        if max(spent) >= 1000:
            one, other = (shown_name(participant) for participant in self.tournament.participants)
            times = {"one": one, "first": clock_text(spent[0]), "other": other, "second": clock_text(spent[1])}
            lines.append(Passage(_("Thinking time: {first} ({one}), {second} ({other})", **times), size=usual, most=2))
        return lines

    def _draw_row(self, canvas: Canvas, place: Box, number: int, game: Game) -> None:
        left, y, width, height = place
        won = game.winner() is not None
        colours = ("mist", "soft", "amber" if won else "soft", "soft", "mist")
        for words, share, colour in zip(self._words(number, game), _COLUMNS, colours, strict=True):
            canvas.text(words, left, y, colour=colour, width=width * share, height=height)
            left += width * (share + 0.015)

    def _words(self, number: int, game: Game) -> tuple[str, ...]:
        """Return the texts in a game's row: number, who began, result, reason or points, and length."""
        outcome, winner = game.match.outcome, game.winner()
        info, participants = self.tournament.ruleset.info, self.tournament.participants
        result = _("not finished") if outcome is None else _("draw")
        if winner is not None:
            result = shown_name(participants[winner])
        scores = game.match.state.scores if info.shows_score else {}
        points = ", ".join(f"{colour_name(info, colour)} {score}" for colour, score in scores.items())
        if points and info.score_name != POINTS:
            points = _("{what}: {numbers}", what=score_unit(info, 2), numbers=points)
        how = points or ("" if outcome is None else _(ENDINGS_IN_SHORT[outcome.termination]))
        if self.tournament.practice_of(game) is not None:
            how = _("unrated") if not how else _("unrated, {how}", how=how)
        first = _("{name} went first", name=shown_name(participants[first_to_place(game)]))
        return str(number), first, result, how, plural("{count} stone", "{count} stones", stones_placed(game.match))


def _result_colour(game: Game) -> str:
    return "amber" if game.winner() is not None else "cream"


def _spent(game: Game, index: int) -> int:
    """Return the thinking time that a participant used in a game, in milliseconds."""
    return sum(ply.spent for ply in game.match.plies if ply.seat == game.seat_of(index))
