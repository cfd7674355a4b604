"""Buttons beside a board that a game, a replay and a lesson share."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.session.pending_turn import PendingTurn
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.key_names import key_name

#: What a button does.
Press = Callable[[], None]

#: Where the buttons of the top line begin, in design pixels.
TOP = 16


def numbers_button(stage: Stage, switch: Press, *, is_on: bool) -> Button:
    """A numbered stone beside the menu; amber while stones show their numbers."""
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
    """A magnifying glass beside the numbers, which leads to the games with the position."""
    tip = _("Games with this position  ·  {key}", key=key_name(keys.FIND.key))
    return Button(stage.rect(136, TOP, 48, 44), "", find, icon="search", tip=tip)


def play_words(pending: PendingTurn) -> str:
    """The label of the button that plays a turn that is laid out."""
    if not pending.brings_several:
        return _("Place")
    if pending.is_complete and len(pending.moves) == 1:
        return _("Play it")
    return _("Play both") if pending.size == 2 else _("Play all")
