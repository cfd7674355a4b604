"""The results page: the result of the last game, the score of the series, and all its games so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from game.core.language import _, join_sentences, plural
from game.core.model import Termination
from game.session.engines import shown_name
from game.session.game_session import GameSession
from game.session.records.mirror import next_mirror_text
from game.session.records.record_summary import rating_change
from game.session.texts import (
    outcome_sentence,
    series_text,
    wins_text,
)
from game.ui.board.board_buttons import Press
from game.ui.board.player_card import face_of
from game.ui.painting.canvas import Canvas
from game.ui.play.games_card import GamesCard
from game.ui.play.ladder_card import LadderCard
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import command_button
from game.ui.widgets.commands import SceneCommand, command
from game.ui.widgets.keys import KeyUse

#: Cards of the two sides: left, top, width and height.
_SIDES = ((244.0, 256.0, 376.0, 148.0), (660.0, 256.0, 376.0, 148.0))
#: Cards below: the games alone, or the games beside the ladder card.
_GAMES, _GAMES_BESIDE, _LADDER = (244.0, 428.0, 792.0), (64.0, 428.0, 640.0), (728.0, 428.0, 488.0, 252.0)


def _stay() -> None:
    """Go back to the board, which is below the results page."""


@dataclass(frozen=True, slots=True)
class ResultWays:
    """The ways that lead on from the results page; by default all lead back to the board."""

    proceed: Press = _stay
    """Starts the next game of the series, the next challenge or, after the last game, a rematch."""
    rematch: Press = _stay
    review: Press = _stay
    see_board: Press = _stay
    end_series: Press = _stay
    leave: Press = _stay


class ResultsScene(Scene[Press]):
    """Scene with the result of a game and the score of its series. Its result is the way that the player chooses."""

    def __init__(self, app: App, table: GameSession, ways: ResultWays, way_back: str = Scene.way_back) -> None:
        """Show the results of a session; ``way_back`` is the label of the leave button, in English."""
        super().__init__(app)
        self._table, self._ways, self._way_back = table, ways, way_back
        reward = table.record.reward
        self._news = reward.news() if reward is not None else ""
        self._rating = _rating_text(rating_change(app.services.database, table.tournament))
        self._of_mirror = next_mirror_text(app.services, table.tournament)
        self.ladder = LadderCard(table, reward, _LADDER) if reward is not None else None
        """The ladder card, or None if the match won nothing on the ladder."""

    def enter(self) -> None:
        """Animate the lantern of the next opponent on the ladder."""
        super().enter()
        if self.ladder is not None:
            self.ladder.light_up(self.tweens)

    def arrange(self) -> None:
        """Lay out the buttons of the results page."""
        words = self._answers()
        step, width = (272.0, 248.0) if len(words) == 4 else (232.0, 216.0)
        left = 640 - (step * (len(words) - 1) + width) / 2
        buttons = [
            command_button(
                command(use, partial(self.finish, way)),
                self.stage.rect(left + number * step, 704, width, 56),
                label,
                icon=icon,
                kind="ghost" if number else "primary",
            )
            for number, (use, way, label, icon) in enumerate(words)
        ]
        self.controls.set(buttons)
        self.controls.focus(buttons[0])
        super().arrange()

    def _answers(self) -> list[tuple[KeyUse | None, Press, str, str]]:
        """Return shortcut, way, label and icon of each button of the results page, the most likely way first."""
        ways, tournament = self._ways, self._table.tournament
        look = [
            (keys.ANALYSE, ways.review, _("Analyse game"), "replay"),
            (keys.BACK, ways.see_board, _("See the board"), "undo"),
        ]
        fair = (keys.LEAVE, ways.leave, _(self._way_back), "home")
        if tournament.is_over:
            following = self._table.record.next_level
            if following is None:
                return [(keys.GO_ON, ways.rematch, _("Rematch"), "play"), *look, fair]
            challenge = (keys.GO_ON, ways.proceed, _("Challenge {name}", name=_(following.name)), "play")
            return [challenge, (None, ways.rematch, _("Rematch"), "redo"), *look, fair]
        leave = fair if tournament.best_of else (None, ways.end_series, _("End the series"), "flag")
        return [(keys.GO_ON, ways.proceed, _("Next game"), "play"), *look, leave]

    def commands(self) -> list[SceneCommand]:
        """Return the commands of the buttons, and the command that leaves the page, even if no button does so."""
        of_buttons = super().commands()
        has_leave = any(each.use is keys.LEAVE for each in of_buttons)
        return [*of_buttons, *(() if has_leave else (command(keys.LEAVE, partial(self.finish, self._ways.leave)),))]

    def paint(self, canvas: Canvas) -> None:
        """Draw the title of the results page, the cards of both sides, and the games of the series."""
        tournament = self._table.tournament
        canvas.backdrop(dimmed=True)
        canvas.lights.glow(640, 130, 760, "amber", 0.3)
        canvas.logo(self._headline(), 640, 104, 64, 1000)
        outcome = self._table.match.outcome
        if outcome is not None:
            made_line = outcome.termination is Termination.LINE
            sentence = _(tournament.ruleset.info.win_banner) if made_line else outcome_sentence(self._table, outcome)
            if tournament.is_over and len(tournament.games) > 1:
                sentence = _("The last game: {sentence}", sentence=sentence)
            text = join_sentences([sentence, self._rating, self._of_mirror])
            canvas.text(text, 640, 178, family="bold", size=18, colour="cream", anchor="center", width=1000, height=38)
        if self._news:
            self._draw_news(canvas)
        else:
            canvas.chip(series_text(tournament), 640, 218, colour="amber", anchor="center", width=600)
        for index in (0, 1):
            self._draw_side(canvas, index)
        GamesCard(tournament, *(_GAMES if self.ladder is None else _GAMES_BESIDE)).draw(canvas)
        if self.ladder is not None:
            self.ladder.paint(canvas)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the lamps of the leading side, which do not blink on the results page."""
        super().paint_live(canvas)
        leader = self._table.tournament.leader()
        if leader is not None:
            canvas.lights.marquee(*_SIDES[leader])
        if self.ladder is not None:
            self.ladder.paint_live(canvas)

    def _draw_news(self, canvas: Canvas) -> None:
        """Draw a sentence about the player's progress on the ladder between two lanterns."""
        chip = canvas.chip(self._news, 640, 220, colour="amber", anchor="center", size=17, height=38, width=1000)
        beside, pixels = canvas.px(26), canvas.in_pixels
        for x in (chip.rect.left - beside, chip.rect.right + beside):
            pixels.lights.bulb(x, chip.rect.centery, canvas.px(20), "amber")

    def _headline(self) -> str:
        tournament = self._table.tournament
        winner = tournament.leader() if tournament.is_over else self._table.game.winner()
        if winner is not None:
            return _("{name} wins!", name=shown_name(tournament.participants[winner]))
        return _("It's a tie!") if tournament.is_over else _("A draw!")

    def _draw_side(self, canvas: Canvas, index: int) -> None:
        tournament = self._table.tournament
        x = _SIDES[index][0]
        leads = tournament.leader() == index
        canvas.panels.card(*_SIDES[index], active=leads)
        canvas.face(face_of(self._table, index), x + 76, 330, 92)
        canvas.title(shown_name(tournament.participants[index]), x + 146, 288, width=210)
        wins = wins_text(tournament.wins()[index])
        colour = "amber" if leads else "soft"
        seen = canvas.text(wins, x + 146, 356, family="display", size=44, colour=colour, anchor="midleft")
        after = seen.right + 10
        # Translators: stands after the number of games won, which is drawn apart and may be “½”.
        unit, room = plural("win", "wins", 1 if wins in ("1", "½") else 2), x + 360 - after
        canvas.text(unit, after, 362, size=17, colour="mist", anchor="midleft", width=room, height=40)


def _rating_text(change: tuple[int | None, int] | None) -> str:
    """Return a sentence about the player's Elo before and after the game; "" if the game was not rated."""
    match change:
        case None:
            return ""
        case (None, now):
            return _("Your rating is {elo} now.", elo=now)
        case (before, now):
            return _("Your rating: {before} → {elo}.", before=before, elo=now)
