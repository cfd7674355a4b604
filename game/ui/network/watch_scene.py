"""The screen of a game watched as a spectator: board, both players and the moves."""

from __future__ import annotations

import pygame

from game.core.language import _, join_sentences
from game.core.ruleset import Ruleset
from game.network.session.spectated_game import SpectatedGame
from game.session.texts import describe, turn_sentence
from game.ui.board.board_view import BOARD_PLACE, BoardView
from game.ui.board.game_clock import ClockDigits
from game.ui.board.move_list import MoveList
from game.ui.board.player_card import WIDTH, PlayerCard
from game.ui.board.speech_bubble import draw_bubble
from game.ui.board.stones_left import draw_stones_left
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import PAGES, Button
from game.ui.widgets.frame import draw_frame

_LEFT, _TOP, _BELOW, _RIGHT = 24.0, 80.0, 564.0, 1016.0
_MOVES = 596.0
#: Height of the note card, for games that show the stones left in place of the bubble, and the gap below it.
_NOTE, _GAP = 180.0, 16.0


class WatchScene(Scene[None]):
    """The screen of a remote game that the local player watches as a spectator."""

    tune = "table"

    def __init__(self, app: App, game: SpectatedGame, title: str) -> None:
        """Create the screen, which shows only the text ``title`` until the watched game is received."""
        super().__init__(app)
        self.game, self._title = game, title
        self._board: BoardView | None = None
        self._moves: MoveList | None = None
        self._message = ""
        self._shown: tuple[object, ...] = ()
        self._clock: ClockDigits | None = None

    @property
    def subject(self) -> Ruleset | None:
        """The ruleset of the watched game; None until the game is received."""
        return self.game.tournament.ruleset if self.game.is_begun else None

    # Entering and leaving

    def enter(self) -> None:
        """Start polling the watched game; polling continues while other screens cover this one."""
        self.app.add_tick_callback(self.game.tick)
        super().enter()

    def exit(self) -> None:
        """Stop watching the game."""
        self.app.dismiss(self.game.tick)
        self.game.leave()

    # Layout

    def arrange(self) -> None:
        """Lay out the button, and the board once the watched game is received."""
        leave = Button(self.stage.rect(_RIGHT, 700, 240, 52), _("Leave"), lambda: self.finish(None), icon="arrow_left")
        leave.keys = keys.BACK.keys
        self.controls.set([leave])
        self.controls.focus(leave)
        if self.game.is_begun:
            self._board = self._board or BoardView(self.game.tournament.ruleset.info, self.tweens, self.repaint)
            self._clock = self._clock or ClockDigits(self.game)
            lower = _NOTE + _GAP if self._has_hands else 0.0
            self._moves = MoveList(self.game, _RIGHT, _TOP + lower, _MOVES - lower)
            place, geometry = self.stage.rect(*BOARD_PLACE), self.game.match.state.geometry
            shows = self.app.preferences.coordinates
            self._board.arrange(self.app.paintbox, geometry, place, coordinates=shows)
        super().arrange()

    def refresh(self) -> None:
        """Show the current position of the watched game."""
        if self._board is not None:
            match = self.game.match
            self._board.show(match.state, match.ruleset.marks(match.state))
        super().refresh()

    def handle(self, event: pygame.event.Event) -> bool:
        """Scroll the list of moves with the mouse wheel and the paging keys."""
        if super().handle(event):
            return True
        rows = event.y if event.type == pygame.MOUSEWHEEL else 0
        if event.type == pygame.KEYDOWN:
            rows = PAGES.get(event.key, 0)
        if rows and self._moves is not None:
            self._moves.scroll(rows)
            self.repaint()
        return bool(rows)

    def update(self, seconds: float) -> None:
        """Show new moves of the watched game and the state of the connection."""
        super().update(seconds)
        changes = self.game.take_changes()
        if changes and (self._board is None or len(changes) > 1 or not changes[0]):
            # A spectator who comes in the middle of a game sees the current position without animation.
            self._message = ""
            self.tweens.finish()
            self.arrange()
        elif changes and self._board is not None:
            self._message = describe(self.game, changes[0])
            self.refresh()
            self._board.animate(changes[0])
        self.dirty |= self._clock is not None and self._clock.turned()
        shown = (self.game.is_receiving, self.game.problem, self.game.channel_problem)
        if changes or shown != self._shown:
            self._shown = shown
            self.repaint()

    # Drawing

    @property
    def _sentence(self) -> str:
        """The most urgent text about the watched game or the connection."""
        if self.game.problem:
            return self.game.problem
        if not (self.game.is_begun and self.game.is_receiving) or self.game.channel_problem:
            return self._no_connection_text
        return join_sentences((self._message, turn_sentence(self.game)))

    @property
    def _no_connection_text(self) -> str:
        """A text about the missing connection; if the watched game is over, the result comes first."""
        problem = self.game.channel_problem
        if not self.game.is_begun:
            waiting = _(
                "Looking for the game. It will appear once the player who allowed spectators is "
                "connected. You can wait as long as you like."
            )
            return join_sentences((problem, waiting))
        no_connection = _("Connection to the game lost. The board will reappear.")
        if self.game.match.outcome is not None:
            return join_sentences((turn_sentence(self.game), problem or no_connection))
        return join_sentences((problem, no_connection))

    def paint(self, canvas: Canvas) -> None:
        """Draw board and players of the watched game; before it is received, only the status text."""
        title = _(self.game.tournament.ruleset.info.title) if self.game.is_begun else self._title
        draw_frame(canvas, title)
        if self._board is None or self._moves is None:
            canvas.paragraph(self._sentence, 640, 340, 860, 4, size=20, colour="cream", anchor="midtop", height=130)
            return
        self._board.paint(canvas)
        for card in self._cards():
            card.draw(canvas)
        self._paint_sentence(canvas)
        self._moves.draw(canvas)

    @property
    def _has_hands(self) -> bool:
        """True if players have several kinds of stone, whose remaining numbers the screen shows."""
        return self.game.tournament.ruleset.info.names_stone

    def _paint_sentence(self, canvas: Canvas) -> None:
        """Draw the status text; if players have several kinds of stone, also draw how many are left."""
        if not self._has_hands:
            draw_bubble(canvas, "", self._sentence)
            return
        draw_stones_left(canvas, self.game, (1, 0))
        canvas.panels.card(_RIGHT, _TOP, WIDTH, _NOTE)
        (block,) = canvas.blocks([Passage(self._sentence, most=7, leading=22 / 15)], WIDTH - 36, _NOTE - 28)
        canvas.draw_block(block, _RIGHT + 20, _TOP + 14)

    def _cards(self) -> tuple[PlayerCard, PlayerCard]:
        return self._card(1, _TOP), self._card(0, _BELOW)

    def _card(self, seat: int, top: float) -> PlayerCard:
        # A spectator is neither player, so no turn is “yours”.
        activity = _("Thinking…") if self.game.match.state.seat == seat else ""
        activity = _("Paused") if self.game.is_paused else activity
        return PlayerCard(self.game, seat, _LEFT, top, activity=activity)

    def paint_live(self, canvas: Canvas) -> None:
        if self._board is None:
            return
        self._board.paint_live(canvas, ghost=False)
        for card in self._cards():
            card.draw_clock(canvas)
