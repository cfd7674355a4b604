"""The library's start page: cards that lead to saved games, files, training, statistics and achievements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from game.core.language import _, plural
from game.library.index.sources import SourceKind
from game.storage.players import Player
from game.training.mistakes.scheduling import end_of_today
from game.ui.analysis.board.opening import set_up_position
from game.ui.analysis.mistakes.mistakes_scene import MistakesScene
from game.ui.library.file_scene import FileScene
from game.ui.library.library_scene import LibraryScene
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.play.play_scene import PlayScene, play_on
from game.ui.progress.achievements.achievements_scene import AchievementsScene
from game.ui.progress.decathlon.decathlon_scene import DecathlonScene
from game.ui.progress.statistics.statistics_scene import StatisticsScene
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.training.openings.opening_training_scene import OpeningTrainingScene
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.frame import back_button, draw_keys_hint

Result = TypeVar("Result")

_COLUMNS = 2
_LEFT, _TOP, _WIDTH, _GAP = 112.0, 192.0, 516.0, 12.0
#: Largest height of a card, and the bottom edge that limits it if there are many cards.
_TALLEST, _BOTTOM = 112.0, 700.0
#: Layout of a card of the largest height: size of the icon, and tops of the title and the text.
_ICON, _TITLE, _WORDS = 52.0, 12.0, 46.0


@dataclass(frozen=True, slots=True)
class _Entry:
    """A card on the library's start page: its icon, its texts and its scene."""

    icon: str
    title: str
    about: str
    open: Callable[[], None]
    needs_player: bool = False


class CollectionScene(Scene[None]):
    """Scene of the library's start page, with a card for each link."""

    takes_files = True
    tune = "fair"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._entries: list[_Entry] = []

    def _all_entries(self) -> list[_Entry]:
        """Return all cards of the library's start page in their order on screen."""
        return [
            _Entry(
                "book",
                _("Library"),
                _("All your games and opened files: search by name, opening or position."),
                lambda: self.app.push(LibraryScene(self.app)),
            ),
            _Entry(
                "branch",
                _("Studies"),
                _("Your saved analyses, with all variations and comments."),
                lambda: self.app.push(LibraryScene(self.app, kind=SourceKind.STUDY)),
            ),
            _Entry(
                "folder",
                _("Open a file"),
                _("Stone Fair, SGF, Piskvork or RenLib files. You can also drop a file on the window."),
                lambda: self.app.push(FileScene(self.app)),
            ),
            _Entry(
                "target",
                _("My mistakes"),
                self._mistakes_text(),
                self._for_player(partial(MistakesScene, self.app), partial(play_on, self.app)),
                needs_player=True,
            ),
            _Entry(
                "pencil",
                _("Set up a position"),
                _("Set up any position, then analyse it or play on from it."),
                lambda: set_up_position(self.app, partial(play_on, self.app)),
            ),
            _Entry(
                "door",
                _("Openings"),
                _("Judge positions, and practise opening rules such as Swap2 from both sides."),
                lambda: self.app.push(OpeningTrainingScene(self.app), partial(play_on, self.app)),
            ),
            *self._entries_of_progress(),
        ]

    def _entries_of_progress(self) -> list[_Entry]:
        """Return the cards that show how the player is getting on."""
        return [
            _Entry(
                "chart",
                _("Statistics"),
                _("How well you play, and what you overlook."),
                self._for_player(partial(StatisticsScene, self.app)),
                needs_player=True,
            ),
            _Entry(
                "trophy",
                _("The decathlon"),
                _("Every week, one event for each game. Good results win a rosette."),
                self._for_player(self._decathlon),
                needs_player=True,
            ),
            _Entry(
                "medal",
                _("Achievements"),
                _("Earned achievements and those still to earn."),
                self._for_player(partial(AchievementsScene, self.app)),
                needs_player=True,
            ),
        ]

    def _mistakes_text(self) -> str:
        player = self.app.services.database.players.current()
        counts = self.app.services.database.mistakes.due(player, end_of_today()) if player else {}
        due = sum(counts.get(ruleset_id, 0) for ruleset_id in self.app.services.catalogue.rulesets)
        if due:
            return plural("{count} mistake from your games is due for practice.",
                          "{count} mistakes from your games are due for practice.", due)  # fmt: skip
        return _("Mistakes from your analysed games, repeated until you know the better move.")

    def _for_player(
        self, scene_of: Callable[[Player], Scene[Result]], done: Callable[[Result], None] = lambda _result: None
    ) -> Callable[[], None]:
        """Return a callback that opens a scene for the current player; it does nothing without a player.

        ``done`` is called with the result of the scene.
        """

        def open_scene() -> None:
            player = self.app.services.database.players.current()
            if player is not None:
                self.app.push(scene_of(player), done)

        return open_scene

    def _decathlon(self, player: Player) -> DecathlonScene:
        return DecathlonScene(self.app, player, lambda table: self.app.push(PlayScene(self.app, table)))

    # Layout

    def arrange(self) -> None:
        """Lay out the cards of the library's start page in two columns."""
        self._entries = self._all_entries()
        chosen = self.controls.buttons.index(self.controls.current) if self.controls.current else 0
        cards = [
            ChoiceButton(self.stage.rect(*self._place(number)), "", entry.open, paint=_unpainted)
            for number, entry in enumerate(self._entries)
        ]
        has_player = self.app.services.database.players.current() is not None
        for card, entry in zip(cards, self._entries, strict=True):
            card.enabled = has_player or not entry.needs_player
            card.why = _("No player has been created yet.")
        buttons = [*cards, back_button(self.stage, lambda: self.finish(None))]
        self.controls.set(buttons)
        self.controls.focus(buttons[chosen])
        super().arrange()

    def _place(self, number: int) -> tuple[float, float, float, float]:
        row, column = divmod(number, _COLUMNS)
        height = self._height
        return _LEFT + column * (_WIDTH + _GAP), _TOP + row * (height + _GAP), _WIDTH, height

    @property
    def _height(self) -> float:
        """Height of a card of the library's start page, in design pixels."""
        rows = -(-len(self._entries) // _COLUMNS)
        return min(_TALLEST, (_BOTTOM - _TOP + _GAP) / rows - _GAP)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the backdrop, the title and the cards of the library's start page."""
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        canvas.lights.glow(640, 120, 620, "amber", 0.28)
        canvas.text(_("Your games"), 640, 118, family="display", size=44, colour="cream", anchor="center",
                    width=900, shadow=True)  # fmt: skip
        text = _("Library, analysis and training")
        canvas.text(text, 640, 164, size=17, anchor="center", width=1000, height=36)
        for number, entry in enumerate(self._entries):
            self._draw_entry(canvas, number, entry)
        draw_keys_hint(canvas, _("Arrows: choose  ·  Enter: open  ·  Esc: back"))

    def _draw_entry(self, canvas: Canvas, number: int, entry: _Entry) -> None:
        x, y, width, height = self._place(number)
        canvas.panels.card(x, y, width, height)
        share = height / _TALLEST
        canvas.lights.glow(x + 62, y + height / 2, 190, "amber", 0.2)
        canvas.icon(entry.icon, x + 62, y + height / 2, "amber", _ICON * share)
        canvas.title(entry.title, x + 120, y + _TITLE * share, size=24 * share, width=width - 144)
        top = _WORDS * share
        (block,) = canvas.blocks([Passage(entry.about, size=16, most=2)], width - 144, height - top - 12 * share)
        canvas.draw_block(block, x + 120, y + top, "soft")


def _unpainted(canvas: Canvas, button: Button, focused: bool) -> None:
    """Draw only the focus ring of a card, because the card itself is part of the static picture."""
    if focused:
        canvas.panels.focus_ring(*button.rect, radius=20)
