"""The parts of the game screen: the screen as its actions see it, and the actions of one kind of game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from pygame import Rect

from game.core.language import _
from game.session.game_session import GameSession
from game.session.playable_game import SessionEvent
from game.session.preferences import Toggled
from game.ui.board.board_buttons import TOP, Press, play_label
from game.ui.board.board_view import BoardView
from game.ui.board.stone_entry import StoneEntry
from game.ui.painting.stage import Stage
from game.ui.play.end_banner import EndBanner
from game.ui.play.play_picture import PlayPicture
from game.ui.shell.app import App
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, command_button
from game.ui.widgets.commands import SceneCommand, command

#: Creates the session to continue with.
StartSession = Callable[[], GameSession]


class GameScreen(Protocol):
    """Protocol class of the game screen, as its actions use it."""

    app: App
    table: GameSession
    board: BoardView
    picture: PlayPicture
    entry: StoneEntry
    celebration: EndBanner
    way_back: str
    """The label for leaving the screen, in English."""

    @property
    def stage(self) -> Stage:
        """The conversion from design pixels to the window."""

    def show_message(self, sentence: str) -> None:
        """Show a sentence until the position changes."""

    def show_position(self, sentence: str = "") -> None:
        """Show the position with a sentence about it.

        Then start the opponent, or open the dialog of an opening decision.
        """

    def refresh(self) -> None:
        """Update board and buttons, and redraw the screen."""

    def arrange(self) -> None:
        """Lay the screen out again."""

    def show_events(self, seconds: float = 0.0) -> None:
        """Advance the session, and show its events, such as those of an action that was just carried out."""

    def change_session(self, start_session: StartSession) -> None:
        """Leave the session and continue with another one."""

    def finish(self, result: None) -> None:
        """Leave the screen."""


class ScreenActions:
    """Base class of what a player can do in one kind of game, beside placing stones on the board."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self._app, self._table = screen, screen.app, screen.table

    def buttons(self) -> list[Button]:
        """Return the buttons beside the board and in the top line, in Tab order."""
        raise NotImplementedError

    def toggle(self, preference: Toggled) -> None:
        """Switch a preference on or off, and apply it to the screen."""
        self._app.preferences.toggle(preference)
        self._screen.arrange()

    def top_buttons(self, open_menu: Press, open_settings: Press) -> list[Button]:
        """Return the buttons in the top line: menu, settings, move numbers and music."""
        rect, preferences = self._screen.stage.rect, self._app.preferences
        numbers = command(keys.NUMBERS, partial(self.toggle, "numbers_shown"), is_on=lambda: preferences.numbers_shown)
        music, tip = ("note", _("Music off")) if preferences.music else ("note_off", _("Music on"))
        return [
            command_button(command(keys.BACK, open_menu), rect(24, TOP, 48, 44), icon="menu", tip=_("Menu")),
            command_button(command(None, open_settings), rect(1208, TOP, 48, 44), icon="gear", tip=_("Settings")),
            command_button(numbers, rect(80, TOP, 48, 44), icon="numbers"),
            command_button(
                command(keys.MUSIC, partial(self.toggle, "music")), rect(1152, TOP, 48, 44), icon=music, tip=tip
            ),
        ]

    def turn_button(self, place: Rect, kind: str) -> Button:
        """Return the button that plays the stones that the player has prepared for a turn."""
        pending = self._screen.entry.pending
        missing = _("This turn needs one more stone.")
        play = command(None, self._screen.entry.play_turn, lambda: "" if pending.is_complete else missing)
        return command_button(play, place, play_label(pending), kind=kind)

    def pass_button(self, place: Rect) -> Button:
        """Return the button that passes, in a game with passes."""
        entry = self._screen.entry
        return command_button(command(keys.PASS, entry.play_pass, entry.why_no_pass), place, _("Pass"), size=18)

    def other_commands(self) -> list[SceneCommand]:
        """Return the commands that have a key and no button."""
        return []

    def handle_event(self, event: SessionEvent) -> None:
        """Show an event that only this kind of game has."""

    def proceed(self) -> None:
        """Start the next game of the series, or another match after its end, if that is possible."""

    def position_shown(self) -> None:
        """Discard what belongs to the previous position, such as a hint, because the board shows another one."""

    def tick(self) -> None:
        """Do the regular work of this kind of game. Called once a frame while the screen is on top."""
