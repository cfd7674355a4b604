"""The menu: a row of game cards, one for each ruleset, and buttons to all other scenes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.language import _, plural
from game.core.notation import sample_state
from game.core.ruleset import PluginError, Ruleset
from game.network.session.resumable_games import ResumableGames
from game.session.records.ladder_progress import progress_of
from game.training.daily_puzzle.puzzle_calendar import solved_share_today
from game.ui.menu.card_row import MenuCardRow
from game.ui.menu.demonstration import QUIET_SECONDS, is_input
from game.ui.menu.menu_card import MenuCard, StallCard
from game.ui.menu.more_games_card import MoreGamesCard
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.shell.activity_lamp import draw_activity_lamp
from game.ui.shell.app import App
from game.ui.shell.app_window import NAME
from game.ui.shell.dialogs import show_notice
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import ARROWS, PRESS_KEYS, Button, ChoiceButton, row_widths, tab_step
from game.ui.widgets.commands import SceneCommand, command, run_key
from game.ui.widgets.tooltip import PointerShape

if TYPE_CHECKING:
    from game.network.session.saved_remote_games import SavedRemoteGame
    from game.storage.saves import SaveEntry
    from game.ui.menu.navigation import MenuNavigation

#: Top, width and height of a link in design pixels, including its name.
_LINK_TOP, _LINK_WIDTH, _LINK_HEIGHT = 44.0, 124.0, 188.0
_LANTERN, _ICON = 92.0, 26.0
#: Distance of the row of buttons from both edges of the design.
_BUTTONS_LEFT = 76.0
#: Width of the row of buttons with the gaps, without the button that quits.
_BUTTONS_ROOM = 1000.0
#: Brightness of a lantern from which its icon is dark.
_BRIGHT = 0.5
#: Name of the setting that stores the ruleset opened last.
_LAST_CARD = "menu.stall"
#: Smallest width of the line about keys.
_KEYS_WIDTH = 420.0


@dataclass(frozen=True, slots=True)
class MenuLink:
    """A link in the menu, drawn as a lantern above the cards, that opens another scene."""

    left: float
    """Left edge in design pixels."""
    icon: str
    title: str
    share: float = 1.0
    """Brightness of the lantern, 0 to 1."""

    def button(self, stage: Stage, open_room: Callable[[], None]) -> Button:
        """Return the button of the menu link, which draws only the focus ring.

        The lantern is part of the static picture.
        """
        return ChoiceButton(
            stage.rect(self.left, _LINK_TOP, _LINK_WIDTH, _LINK_HEIGHT), "", open_room, paint=_draw_focus
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw the lantern of the menu link, its light, and the name below it."""
        middle = self.left + _LINK_WIDTH / 2
        canvas.lights.glow(middle, _LINK_TOP + 80, 300, "amber", 0.1 + 0.24 * self.share)
        canvas.lights.lantern(middle, _LINK_TOP + 78, _LANTERN, self.share)
        canvas.icon(self.icon, middle, _LINK_TOP + 83, "amber_text" if self.share > _BRIGHT else "cream", _ICON)
        canvas.text(
            self.title, middle, _LINK_TOP + _LINK_HEIGHT - 26, family="display", size=18, colour="cream",
            anchor="center", width=_LINK_WIDTH - 8, smallest=14, height=44, shadow=True,
        )  # fmt: skip


def _draw_focus(canvas: Canvas, button: Button, focused: bool) -> None:
    if focused:
        canvas.panels.focus_ring(*button.rect, radius=18)


class MenuScene(Scene[None]):
    """Scene of the menu: arrow keys or the pointer select a game, Enter or a click opens it."""

    tune = "fair"
    takes_files = True
    leaves_processor = True

    def __init__(self, app: App) -> None:
        super().__init__(app)
        ids, last = list(self.app.services.catalogue.rulesets), self.app.services.database.settings.get(_LAST_CARD, "")
        self._row = MenuCardRow(self.stage, self.tweens, ids.index(last) if last in ids else 0)
        self._pointer: tuple[int, int] | None = None
        """Last position of the pointer; None before its first event, as a pointer at rest must not select a card."""
        self._demonstrations = 0
        self._quiet = 0.0
        """Seconds without input; negative after a demonstration, which is shown only once until there is input."""
        self._today = date.today()
        self._solved_share = 0.0
        """Brightness of the daily puzzles' lantern, 0 to 1."""
        self._is_anybody_known = bool(app.services.database.players.all())
        self._going_on = ResumableGames(app.services)
        self._newest: SaveEntry | SavedRemoteGame | None = None
        """The game that the player can continue, as far as known."""

    def tick(self, seconds: float) -> None:
        """Show notices after the first frame, and ask for the player's name if there is no player yet."""
        super().tick(seconds)
        if self._going_on.poll():
            self._newest = self._going_on.look()
            self.refresh()
        if not self.is_painted:
            return
        if self.app.notices:
            show_notice(self.app, *self.app.notices.popleft())
        elif self.app.offers:
            self.app.offers.popleft()()
        elif not self._is_anybody_known:
            if self.app.services.backup_keeper.is_busy:
                return  # a backup may hold the players
            self._is_anybody_known = True
            self._navigation.welcome(self._taught(), self.subject)
        elif self.app.tasks:
            self.app.tasks.popleft()()
        elif self._today != date.today():
            self.arrange()  # a new day has new riddles
        elif self._quiet >= 0:
            self._quiet += seconds
            if self._quiet >= QUIET_SECONDS:
                self._demonstrate()

    def _demonstrate(self) -> None:
        self._quiet = -1.0
        cards = self._row.cards[self._row.selected :] + self._row.cards[: self._row.selected]
        shown = [card.ruleset for card in cards if isinstance(card, MenuCard)]
        if shown:
            self._demonstrations += 1
            self._navigation.demonstration(shown, self._demonstrations)

    def resume(self) -> None:
        """Return to the menu: reset the demonstration's idle timer, and look for a game to continue.

        After a demonstration the timer stays off until there is input.
        """
        self._pointer = None
        self._newest = self._going_on.look()
        super().resume()
        self._quiet = min(self._quiet, 0.0)
        # Another database may have been restored meanwhile.
        self._is_anybody_known = self._is_anybody_known or bool(self.app.services.database.players.all())

    @property
    def subject(self) -> Ruleset | None:
        card = self._selected_game
        return card.ruleset if card else None

    @property
    def _selected_game(self) -> MenuCard | None:
        """The card of the selected game; None for the card that leads to more games."""
        card = self._row.selected_card
        return card if isinstance(card, MenuCard) else None

    # Layout

    def arrange(self) -> None:
        """Lay out the game cards and the row of buttons below them."""
        self._build_cards()
        self._newest = self._going_on.look()
        self._today = date.today()
        self._solved_share = solved_share_today(
            self.app.services.database, self.app.services.catalogue.folders(), self._today
        )
        stage = self.stage
        name = self.app.services.player_name()
        row = [
            (_("Continue"), "undo", 178, self._continue, self._newest is not None),
            (_("Learn"), "learn", 146, self._open_learn, bool(self._taught())),
            (_("Saved games"), "folder", 204, self._open_saves, True),
            (self.typesetter.fit(name, "display", 20, stage.px(122)), "person", 190, self._open_players, True),
            (_("Settings"), "gear", 170, self._open_settings, True),
        ]
        if not self._row.has_last:
            row.append((_("More games"), "plus", 190, self._open_more_games, True))
        buttons, x, last = [], _BUTTONS_LEFT, (_("Quit"), "quit", 128.0)
        share = min(1.0, (_BUTTONS_ROOM - 14 * len(row)) / sum(width for _label, _icon, width, *_press in row))
        faces = [(label, icon, width * share) for label, icon, width, _press, _enabled in row]
        *widths, last_width = row_widths(self.typesetter, [*faces, last])
        for (label, icon, _width, press, enabled), width in zip(row, widths, strict=True):
            buttons.append(Button(stage.rect(x, 708, width, 48), label, press, icon=icon, enabled=enabled))
            x += width + 14
        proceed, learn, _saves, person, _settings, *more = buttons
        proceed.why, learn.why = _("No game has been started yet."), _("No installed game has a lesson.")
        person.tip = name if name != person.label else ""
        place = stage.rect(1204 - last_width, 708, last_width, 48)
        buttons.append(Button(place, last[0], self.app.quit, kind="flat", icon=last[1]))
        opens = (self._open_puzzles, self._open_analysis, self._open_online, self._open_collection)
        self._lanterns = [door.button(stage, open) for door, open in zip(self._links(), opens, strict=True)]
        self._lanterns[0].enabled = self.app.services.database.players.current() is not None
        self._lanterns[0].why = _("No player has been created yet.")
        # These come last: they appear and disappear with the window's width and must not shift the focus.
        changing = [*more, *self._row.arrow_buttons()]
        self.controls.set([*buttons[:5], *self._lanterns, buttons[-1], *changing])
        super().arrange()

    def _links(self) -> tuple[MenuLink, ...]:
        """Return the links from left to right; the first lantern shows how many of today's puzzles are solved."""
        return (
            MenuLink(10.0, "puzzle", _("Puzzles"), self._solved_share),
            MenuLink(138.0, "search", _("Analysis")),
            MenuLink(1018.0, "globe", _("Online")),
            MenuLink(1146.0, "book", _("Your games")),
        )

    def _build_cards(self) -> None:
        services = self.app.services
        cards: list[Callable[[float], StallCard]] = []
        for ruleset in services.catalogue.rulesets.values():
            with contextlib.suppress(PluginError):  # a ruleset that cannot even begin has no stall
                cards.append(partial(MenuCard, ruleset, sample_state(ruleset), progress_of(services, ruleset)))
        self._row.build(self.stage, cards, MoreGamesCard)

    # Input

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return a hand pointer over the game cards, else an arrow."""
        return "arrow" if self._row.card_at(point) is None else "hand"

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event, and restart the idle timer after which the demonstration begins.

        Ignore events while a dialog is about to open, as an early click was meant for it.
        """
        if self._shows_more_soon:
            return False
        if is_input(event):
            self._quiet = 0.0
        return self._take(event)

    @property
    def _shows_more_soon(self) -> bool:
        waiting = self.app.notices or self.app.offers or self.app.tasks
        return bool(waiting) or not self._is_anybody_known

    def _take(self, event: pygame.event.Event) -> bool:
        """Handle the pointer, the wheel and keys; keys go to the row of the menu that has the focus."""
        if event.type == pygame.KEYDOWN:
            self.dirty = True
            return self._card_key(event) if self.controls.focused is None else self._row_key(event)
        if super().handle(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            self._row.select(self._row.selected - (event.y or -event.x))
        else:
            return False
        return True

    def _card_key(self, event: pygame.event.Event) -> bool:
        """Handle keys while the game cards have the focus; Down and Tab lead to the buttons, Up to a link."""
        if event.key in (keys.LEFT, keys.RIGHT):
            self._row.select(self._row.selected + ARROWS[event.key][0])
        elif event.key == keys.UP:
            self.controls.focus(self._lanterns[-1], show=True)
        elif event.key in (keys.DOWN, *keys.NEXT.keys):
            self.controls.move_to_end(tab_step(event))
        elif event.key in PRESS_KEYS:
            self._open_card()
        else:
            return run_key(self.commands(), event)
        return True

    def commands(self) -> list[SceneCommand]:
        return [*super().commands(), command(keys.LADDER, self._open_ladder)]

    def _row_key(self, event: pygame.event.Event) -> bool:
        """Handle keys while a button of the menu has the focus; Up and Escape lead back to the cards."""
        if event.key in keys.NEXT.keys:
            if not self.controls.move_on(tab_step(event)):
                self.controls.leave()
            return True
        if self.controls.focused in self._lanterns and event.key in (keys.LEFT, keys.RIGHT):
            place = self._lanterns.index(self.controls.focused) + ARROWS[event.key][0]
            self.controls.focus(self._lanterns[min(max(place, 0), len(self._lanterns) - 1)], show=True)
            return True
        is_above = self.controls.focused in self._lanterns and event.key == keys.DOWN
        if is_above or event.key in (keys.UP, *keys.BACK.keys):
            self.controls.leave()
            return True
        return super().handle(event)

    def _hover(self, point: tuple[int, int]) -> None:
        """Select the game card under the pointer, if the pointer has moved."""
        before, self._pointer = self._pointer, point
        index = None if before in (None, point) else self._row.card_at(point)
        if index is not None and not self.tweens.active:
            self._row.select(index)
            self.dirty = True

    def _press(self, point: tuple[int, int]) -> None:
        index = self._row.card_at(point)
        if index is not None:
            self._row.select(index)
            self.tweens.finish()
            on_ladder = self._selected_game is not None and self._row.ladder_rect(index).collidepoint(point)
            (self._open_ladder if on_ladder else self._open_card)()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the backdrop, the links, the logo, and the line of keyboard shortcuts at the bottom."""
        canvas.backdrop(dimmed=False)
        _draw_lights(canvas)
        canvas.lights.glow(640, 152, 760, "amber", 0.3)
        canvas.logo(NAME, 640, 140, 92)
        for name, x in (("duck", 318), ("penguin", 962)):
            _draw_sticker(canvas, name, x)
        for door in self._links():
            door.draw(canvas)
        self._draw_motto(canvas)
        text = _(
            "Arrow keys: choose  ·  Enter: play  ·  L: ladder  ·  F1: rules  ·  F11: full screen  ·  F12: screenshot"
        )
        problems = len(self.app.services.catalogue.problems)
        room = 1200.0
        if problems:
            plug_ins = plural(
                "{count} plug-in could not be loaded: see Settings",
                "{count} plug-ins could not be loaded: see Settings",
                problems,
            )
            chip = canvas.chip(plug_ins, 1204, 779, colour="coral", anchor="midright")
            room = 2 * (564 - 16 - chip.width)
        canvas.text(text, 640, 779, size=14, anchor="center", width=max(room, _KEYS_WIDTH), height=30)

    def _draw_motto(self, canvas: Canvas) -> None:
        """Draw the menu's motto; while engines are being compiled, draw the progress of that instead."""
        if self.app.services.preparation.is_at_work:
            draw_activity_lamp(canvas, self.app.services.preparation, 640, 222, 800)
            return
        text = _("Little board games under the lanterns")
        canvas.text(
            text, 640, 222, family="bold", size=18, colour="cream", anchor="center", shadow=True, width=900, height=34
        )

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the cards of the games to choose from; the selected one is drawn last, with a glow."""
        self._row.draw(canvas, focused=self.controls.focused is None)
        self.controls.draw(canvas)

    # Navigation

    @property
    def _navigation(self) -> MenuNavigation:
        """Navigation from the menu to the other scenes, imported late so that the menu appears sooner."""
        from game.ui.menu.navigation import MenuNavigation  # noqa: PLC0415

        return MenuNavigation(self.app)

    def _taught(self) -> list[Ruleset]:
        """Return the rulesets that have an interactive introduction."""
        cards = (card for card in self._row.cards if isinstance(card, MenuCard))
        return [card.ruleset for card in cards if card.ruleset.info.introduction]

    def _open_learn(self) -> None:
        self._navigation.learn(self._taught(), self.subject)

    def _open_card(self) -> None:
        card = self._selected_game
        if card:
            self._remember(card)
            self._navigation.match_setup(card.ruleset)
        else:
            self._open_more_games()

    def _open_more_games(self) -> None:
        self._navigation.more_games()

    def _open_ladder(self) -> None:
        card = self._selected_game
        if card and card.progress.levels:
            self._remember(card)
            self._navigation.ladder(card.ruleset)

    def _remember(self, card: MenuCard) -> None:
        """Save which ruleset is selected, so that the menu selects it at the next start."""
        self.app.services.database.settings.set(_LAST_CARD, card.ruleset.info.id)

    def _continue(self) -> None:
        if self._newest is not None:
            self._navigation.proceed(self._newest)

    def _open_saves(self) -> None:
        self._navigation.saves()

    def _open_collection(self) -> None:
        self._navigation.collection()

    def _open_puzzles(self) -> None:
        self._navigation.puzzles()

    def _open_analysis(self) -> None:
        if self.subject is not None:
            self._navigation.analysis(self.subject)

    def _open_online(self) -> None:
        if self.subject is not None:
            self._navigation.online(self.subject)

    def _open_players(self) -> None:
        self._navigation.players()

    def _open_settings(self) -> None:
        self._navigation.settings()


def _draw_lights(canvas: Canvas) -> None:
    """Draw two strings of lights, from the upper corners of the window to the middle."""
    width, px = canvas.target.get_width(), canvas.px
    left = [(-30, px(22)), (width // 4, px(6)), (width // 2, 0)]
    right = [(width // 2, 0), (width * 3 // 4, px(6)), (width + 30, px(22))]
    for points in (left, right):
        canvas.in_pixels.lights.strings(points, px(44), 9, px(12))


def _draw_sticker(canvas: Canvas, name: str, x: float) -> None:
    """Draw a character's face beside the logo, tilted towards it."""
    picture = canvas.sprites.portrait(name, canvas.px(92))
    canvas.picture(canvas.sprites.shadow(canvas.px(92)), x + 4, 159, anchor="center")
    canvas.picture(pygame.transform.rotozoom(picture, 12 if x < 640 else -12, 1), x, 150, anchor="center")
