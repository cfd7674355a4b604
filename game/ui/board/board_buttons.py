"""Buttons next to a board, shared by the screens of games, replays and lessons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.language import _
from game.session.pending_turn import PendingTurn
from game.session.play_on import TakeOver, ways_to_sit
from game.session.shown_game import ShownGame
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, command_button
from game.ui.widgets.commands import command

#: The action of a button.
Press = Callable[[], None]

#: The top of the upper row of buttons, in design pixels.
TOP = 16
_LEFT, _WIDTH, _BOTTOM, _HEIGHT = 1016.0, 240.0, 776.0, 72.0
_EDGE = 6.0
#: The line spacing for two and for more lines, and the maximum extra height for larger text, in design pixels.
_TWO_LINES, _LINE, _LIFT = 22.0, 20.0, 20.0


def leave_button(stage: Stage, leave: Press) -> Button:
    """Return the arrow at the top left that leaves the scene, as Escape does."""
    rect = stage.rect(24, TOP, 48, 44)
    return command_button(command(keys.BACK, leave), rect, icon="arrow_left", tip=_("Back"))


def play_label(pending: PendingTurn) -> str:
    """Return the label of the button that plays the stones of an unfinished turn."""
    if not pending.brings_several:
        return _("Place stone")
    if pending.is_complete and len(pending.moves) == 1:
        return _("Play move")
    return _("Play stones")


def draw_keys(canvas: Canvas, lines: Sequence[str]) -> None:
    """Draw a card with hints about keyboard shortcuts; it is a little taller at a larger text size."""
    height = min(_HEIGHT + _LIFT, canvas.tall(_HEIGHT))
    canvas.panels.card(_LEFT, _BOTTOM - height, _WIDTH, height, radius=18, lip=6)
    step = (_TWO_LINES if len(lines) == 2 else _LINE) * height / _HEIGHT
    middle = _BOTTOM - height / 2
    for number, words in enumerate(lines):
        y = middle + (number - (len(lines) - 1) / 2) * step
        room = _WIDTH - 2 * _EDGE
        canvas.text(words, _LEFT + _WIDTH / 2, y, size=14, anchor="center", width=room, height=step, smallest=12)


def ask_who_plays(app: App, shown: ShownGame, text: str, take: Callable[[TakeOver], None]) -> None:
    """Ask who should play each side when a game continues from a position; ``take`` gets the answer.

    ``text`` explains what happens with the position.
    """
    ways = [
        DialogAnswer(label, lambda seats=seats: take(TakeOver(shown.tournament, shown.match, seats)))  # type: ignore[misc]
        for label, seats in ways_to_sit(app.services, shown)
    ]
    ask(app, _("Who will play?"), text, *ways, DialogAnswer(_("Cancel")))
