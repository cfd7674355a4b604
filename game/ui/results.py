"""The results page: how the game ended, the standing of the series, and every game so far."""

from __future__ import annotations

import pygame

from game.core.tournament import Game
from game.ui.app import App
from game.ui.player_card import face_of
from game.ui.scene import Scene
from game.ui.table import Table
from game.ui.widgets import Button
from game.ui.wording import colour_name, count, outcome_sentence, series_text, wins_text

_ROWS = 6


class ResultsScene(Scene[str]):
    """Finishes with ``next``, ``end``, ``rematch``, ``board`` (look at the board again) or ``menu``."""

    def __init__(self, app: App, table: Table) -> None:
        super().__init__(app)
        self._table = table

    def arrange(self) -> None:
        """What can be done next depends on whether the series goes on."""
        tournament = self._table.tournament
        if tournament.is_over:
            words = [("rematch", "Rematch", "play"), ("board", "Review game", "undo"), ("menu", "Back to the fair", "home")]
        else:
            goes_on = "Next game" if tournament.best_of else "Play on"
            leave = ("menu", "Back to the fair", "home") if tournament.best_of else ("end", "End the series", "flag")
            words = [("next", goes_on, "play"), ("board", "Review game", "undo"), leave]
        buttons = [
            Button(
                self.stage.rect(244 + number * 272, 704, 248, 56),
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
        """Escape goes back to the board."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.finish("board")
            return True
        return super().handle(event)

    def paint(self, target: pygame.Surface) -> None:
        """Title, the two sides, and the games."""
        stage, painter = self.stage, self.painter
        tournament = self._table.tournament
        target.blit(painter.backdrop(stage.size, dimmed=True), (0, 0))
        painter.glow(target, stage.point(640, 130), stage.px(760), "amber", 0.3)
        painter.logo(target, self._headline(), stage.point(640, 104), 64)
        outcome = self._table.match.outcome
        if outcome is not None:
            sentence = outcome_sentence(self._table, outcome)
            painter.text(target, sentence, stage.point(640, 178), family="bold", size=18, colour="cream", anchor="center")
        painter.chip(target, stage.point(640, 218), series_text(tournament), colour="amber", anchor="center")
        for index in (0, 1):
            self._draw_side(target, index)
        self._draw_games(target)

    def _headline(self) -> str:
        tournament = self._table.tournament
        if tournament.is_over:
            leader = tournament.leader()
            return "All square!" if leader is None else f"{tournament.participants[leader].name} wins!"
        winner = self._table.game.winner()
        return "A draw!" if winner is None else f"{tournament.participants[winner].name} wins!"

    def _draw_side(self, target: pygame.Surface, index: int) -> None:
        stage, painter, tournament = self.stage, self.painter, self._table.tournament
        x = 244 if index == 0 else 660
        leads = tournament.leader() == index
        painter.card(target, stage.rect(x, 256, 376, 148), radius=22, lip=8, active=leads)
        portrait = self.app.sprites.portrait(face_of(tournament, index), stage.px(92))
        painter.medallion(target, stage.point(x + 76, 330), stage.px(104), portrait)
        name = painter.fit(tournament.participants[index].name, "display", 24, stage.px(220))
        painter.text(target, name, stage.point(x + 146, 288), family="display", size=24, colour="cream")
        wins = wins_text(tournament.wins()[index])
        seen = painter.text(
            target,
            wins,
            stage.point(x + 146, 356),
            family="display",
            size=44,
            colour="amber" if leads else "soft",
            anchor="midleft",
        )
        unit = "win" if wins == "1" else "wins"
        painter.text(
            target, unit, (seen.right + stage.px(10), seen.centery + stage.px(6)), size=17, colour="mist", anchor="midleft"
        )

    def _draw_games(self, target: pygame.Surface) -> None:
        stage, painter, tournament = self.stage, self.painter, self._table.tournament
        painter.card(target, stage.rect(244, 428, 792, 252), radius=22, lip=8)
        painter.text(target, "Games", stage.point(268, 444), family="display", size=22, colour="cream")
        if sum(tournament.wins_before):
            before = " to ".join(wins_text(wins) for wins in tournament.wins_before)
            painter.text(target, f"brought along: {before}", stage.point(1012, 450), size=14, colour="mist", anchor="topright")
        games = list(enumerate(tournament.games, start=1))[-_ROWS:]
        for line, (number, game) in enumerate(games):
            self._draw_game(target, 482 + line * 31, number, game)

    def _draw_game(self, target: pygame.Surface, y: float, number: int, game: Game) -> None:
        stage, painter, tournament = self.stage, self.painter, self._table.tournament
        winner = game.winner()
        outcome = game.match.outcome
        result = "running" if outcome is None else "draw" if winner is None else tournament.participants[winner].name
        how = "" if outcome is None else outcome.termination.value
        first = tournament.participants[game.seats[0]].name
        scores = game.match.state.scores if tournament.ruleset.info.shows_score else {}
        points = ", ".join(f"{colour_name(tournament.ruleset.info, c)} {p}" for c, p in scores.items())
        cells = (
            (268, str(number), 40, "mist"),
            (312, f"{first} first", 190, "soft"),
            (512, result, 180, "amber" if winner is not None else "soft"),
            (700, points or how, 180, "soft"),
            (890, count(len(game.match.plies), "move"), 130, "mist"),
        )
        for x, words, width, colour in cells:
            shown = painter.fit(words, "text", 15, stage.px(width))
            painter.text(target, shown, stage.point(x, y), size=15, colour=colour)
