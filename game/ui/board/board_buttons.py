"""Buttons next to a board, shared by games, replays and lessons."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.session.pending_turn import PendingTurn
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.key_names import key_name

#: The action of a button.
Press = Callable[[], None]

#: The top of the upper row of buttons, in design pixels.
TOP = 16


def numbers_button(stage: Stage, switch: Press, *, is_on: bool) -> Button:
    """Return the button that switches move numbers on stones on and off; it is amber while they are on."""
    return Button(
        stage.rect(80, TOP, 48, 44),
        "",
        switch,
        icon="numbers",
        keys=keys.NUMBERS.keys,
        chosen=is_on,
        tip=_("Numbers on the stones"),
    )


def find_button(stage: Stage, find: Press) -> Button:
    """Return the button (a magnifying glass) that lists the games with the current position."""
    tip = _("Games with this position  ·  {key}", key=key_name(keys.FIND.key))
    return Button(stage.rect(136, TOP, 48, 44), "", find, icon="search", tip=tip)


def play_words(pending: PendingTurn) -> str:
    """Return the label of the button that plays an unfinished turn."""
    if not pending.brings_several:
        return _("Place")
    if pending.is_complete and len(pending.moves) == 1:
        return _("Play it")
    return _("Play both") if pending.size == 2 else _("Play all")
