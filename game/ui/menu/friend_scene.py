"""The choice of a friend for a game on this computer: a known player or a new name."""

from __future__ import annotations

from game.core.language import _
from game.storage.players import LONGEST_NAME, Player
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene
from game.ui.shell.list_scene import ListScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button
from game.ui.widgets.item_list import ItemList

_CARD = (320.0, 80.0, 640.0, 608.0)
_LIST = (340.0, 100.0, 600.0, 568.0)


class FriendScene(ListScene[Player, str | None]):
    """Scene to choose a friend to play with on this computer; its result is a name, or None to go back."""

    def __init__(self, app: App, last: str) -> None:
        """Create the scene with the list of players; the friend of the last match is selected.

        ``last`` is that friend's name.
        """
        super().__init__(app)
        self._last = last
        self.list = ItemList(_LIST, lambda player: player.id, self._draw_player, self.refresh, self._take)
        known = app.services.database.players.find(last)
        self.list.key = known.id if known else None

    def read_items(self) -> list[Player]:
        return others(self.app)

    def buttons(self) -> list[Button]:
        stage = self.stage
        new = Button(stage.rect(720, 716, 252, 48), _("New player"), self._ask_name, icon="plus", size=18)
        play = main_button(stage, _("Play"), self._take, icon="play", enabled=self.selected is not None)
        return [*self.form.stops(), back_button(stage, lambda: self.finish(None)), new, play]

    def _take(self) -> None:
        if self.selected is not None:
            self.finish(self.selected.name)

    def _ask_name(self) -> None:
        self.app.push(friend_name(self.app, ""), lambda name: self.finish(name) if name is not None else None)

    def paint(self, canvas: Canvas) -> None:
        draw_frame(canvas, _("Choose the second player"), _CARD)
        draw_note(canvas, _("Two people at this computer, taking turns."), 700)

    def _draw_player(self, canvas: Canvas, player: Player, top: float) -> None:
        middle = top + canvas.tall(32)
        canvas.face(player.shown_face, _LIST[0] + 48, middle, 44, ring=6)
        room = _LIST[2] - 96 - BAR_WIDTH - 16
        canvas.text(
            player.name, _LIST[0] + 88, middle, family="bold", size=18, colour="cream", anchor="midleft", width=room,
            height=canvas.tall(44),
        )  # fmt: skip


def others(app: App) -> list[Player]:
    """Return all players on this computer except the current one."""
    database = app.services.database
    current = database.players.current()
    return [player for player in database.players.all() if current is None or player.id != current.id]


def friend_name(app: App, name: str) -> NameScene:
    """Return a dialog that asks for a friend's name; its result is None when cancelled.

    The player's own name is refused.
    """

    def refusal(chosen: str) -> str | None:
        unfit = app.services.database.players.name_refusal(chosen)
        if unfit is not None:
            return unfit
        if chosen.casefold() == app.services.player_name().casefold():
            return _("That is your own name.")
        return None

    title, words = _("Choose the second player"), _("The second player's name.")
    return NameScene(app, title, words, name, refusal, longest=LONGEST_NAME)
