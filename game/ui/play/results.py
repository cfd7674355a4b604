"""The results page: how the game ended, the standing of the series, and every game so far."""

from __future__ import annotations

import pygame

from game.core.language import _, plural
from game.core.model import Termination
from game.core.tournament import Game
from game.session.engines import shown_name
from game.session.records.ladder_progress import ladder_news
from game.session.table import Table
from game.session.wording import (
    ENDINGS_IN_SHORT,
    colour_name,
    first_to_place,
    outcome_sentence,
    series_text,
    stones_placed,
    wins_text,
)
from game.ui.board.player_card import face_of
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button

_ROWS, _ROW = 7, 27.0
#: The cards of the two sides.
_SIDES = ((244.0, 256.0, 376.0, 148.0), (660.0, 256.0, 376.0, 148.0))


class ResultsScene(Scene[str]):
    """The result of a game.

    Finishes with ``next``, ``end``, ``rematch``, ``review`` (replay it), ``board`` (see it again) or ``menu``.
    """

    def __init__(self, app: App, table: Table) -> None:
        super().__init__(app)
        self._table = table
        self._news = ladder_news(app.services, table.tournament)

    def arrange(self) -> None:
        """Lay out the buttons; which there are depends on whether the series goes on."""
        tournament = self._table.tournament
        if tournament.is_over:
            first, last = ("rematch", _("Rematch"), "play"), ("menu", _("Back to the fair"), "home")
        elif tournament.best_of:
            first, last = ("next", _("Next game"), "play"), ("menu", _("Back to the fair"), "home")
        else:
            first, last = ("next", _("Play on"), "play"), ("end", _("End the series"), "flag")
        words = [first, ("review", _("Review game"), "replay"), ("board", _("See the board"), "undo"), last]
        buttons = [
            Button(
                self.stage.rect(108 + number * 272, 704, 248, 56),
                label,
                lambda key=key: self.finish(key),  # type: ignore[misc]
                kind="ghost" if number else "primary",
                icon=icon,
            )
            for number, (key, label, icon) in enumerate(words)
        ]
        self.controls.set(buttons)
        self.controls.focus(buttons[0])
        super().arrange()

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Escape, which goes back to the board."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.finish("board")
            return True
        return super().handle(event)

    def paint(self, canvas: Canvas) -> None:
        """Draw the title, the two sides, and the games."""
        tournament = self._table.tournament
        canvas.backdrop(dimmed=True)
        canvas.glow(640, 130, 760, "amber", 0.3)
        canvas.logo(self._headline(), 640, 104, 64, 1000)
        outcome = self._table.match.outcome
        if outcome is not None:
            made_line = outcome.termination is Termination.LINE
            sentence = _(tournament.ruleset.info.win_banner) if made_line else outcome_sentence(self._table, outcome)
            if tournament.is_over and len(tournament.games) > 1:
                sentence = _("The last game: {sentence}", sentence=sentence)
            canvas.text(
                sentence, 640, 178, family="bold", size=18, colour="cream", anchor="center", width=1000, height=38
            )
        if self._news:
            self._draw_news(canvas)
        else:
            canvas.chip(series_text(tournament), 640, 218, colour="amber", anchor="center", width=600)
        for index in (0, 1):
            self._draw_side(canvas, index)
        self._draw_games(canvas)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the bulbs around the leader, which do not blink here."""
        super().paint_live(canvas)
        leader = self._table.tournament.leader()
        if leader is not None:
            canvas.marquee(*_SIDES[leader])

    def _draw_news(self, canvas: Canvas) -> None:
        """Draw the news that a stall of the ladder was lit, between two lanterns."""
        chip = canvas.chip(self._news, 640, 220, colour="amber", anchor="center", size=17, height=38, width=1000)
        beside, pixels = canvas.px(26), canvas.in_pixels
        for x in (chip.rect.left - beside, chip.rect.right + beside):
            pixels.bulb(x, chip.rect.centery, canvas.px(20), "amber")

    def _headline(self) -> str:
        tournament = self._table.tournament
        winner = tournament.leader() if tournament.is_over else self._table.game.winner()
        if winner is not None:
            return _("{name} wins!", name=shown_name(tournament.participants[winner]))
        return _("All square!") if tournament.is_over else _("A draw!")

    def _draw_side(self, canvas: Canvas, index: int) -> None:
        tournament = self._table.tournament
        x = _SIDES[index][0]
        leads = tournament.leader() == index
        canvas.card(*_SIDES[index], active=leads)
        canvas.face(face_of(self._table, index), x + 76, 330, 92)
        canvas.title(shown_name(tournament.participants[index]), x + 146, 288, width=210)
        wins = wins_text(tournament.wins()[index])
        colour = "amber" if leads else "soft"
        seen = canvas.text(wins, x + 146, 356, family="display", size=44, colour=colour, anchor="midleft")
        after = seen.right + 10
        unit, room = plural("win", "wins", 1 if wins == "1" else 2), x + 360 - after
        canvas.text(unit, after, 362, size=17, colour="mist", anchor="midleft", width=room, height=40)

    def _draw_games(self, canvas: Canvas) -> None:
        tournament = self._table.tournament
        canvas.card(244, 428, 792, 252)
        canvas.title(_("Games"), 268, 444, size=22)
        if sum(tournament.wins_before):
            one, other = (wins_text(wins) for wins in tournament.wins_before)
            words = _("brought along: {one} to {other}", one=one, other=other)
            canvas.text(words, 1012, 450, size=14, colour="mist", anchor="topright", width=600, height=30)
        games = list(enumerate(tournament.games, start=1))[-_ROWS:]
        step = min(canvas.tall(_ROW), _ROWS * _ROW / max(1, len(games)))
        for line, (number, game) in enumerate(games):
            self._draw_game(canvas, (480 + line * step, step), number, game)

    def _draw_game(self, canvas: Canvas, place: tuple[float, float], number: int, game: Game) -> None:
        """Draw the row of a game; ``place`` is its top and height."""
        y, height = place
        tournament, outcome, winner = self._table.tournament, game.match.outcome, game.winner()
        info = tournament.ruleset.info
        result = _("running") if outcome is None else _("draw")
        if winner is not None:
            result = shown_name(tournament.participants[winner])
        scores = game.match.state.scores if info.shows_score else {}
        points = ", ".join(f"{colour_name(info, colour)} {number}" for colour, number in scores.items())
        how = "" if outcome is None else _(ENDINGS_IN_SHORT[outcome.termination])
        for x, words, width, colour in (
            (268, str(number), 40, "mist"),
            (312, _("{name} first", name=shown_name(tournament.participants[first_to_place(game)])), 190, "soft"),
            (512, result, 180, "amber" if winner is not None else "soft"),
            (700, points or how, 180, "soft"),
            (890, plural("{count} stone", "{count} stones", stones_placed(game.match)), 130, "mist"),
        ):
            canvas.text(words, x, y, colour=colour, width=width, height=height)
