"""The menu: a row of game cards, one for each ruleset, and buttons to all other scenes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

import pygame

from game.core.language import _, plural
from game.core.ruleset import PluginError, Ruleset
from game.network.session.resumable_games import ResumableGames
from game.session.records.ladder_progress import progress_of
from game.training.daily_puzzle.puzzle_calendar import solved_share_today
from game.ui.effects.motion import timings
from game.ui.menu import menu_card
from game.ui.menu.demonstration import QUIET_SECONDS, is_input
from game.ui.menu.menu_card import MenuCard, sample_state
from game.ui.menu.menu_card_row import stall_row
from game.ui.menu.menu_link import MenuLink
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH
from game.ui.painting.surfaces import blit_faded
from game.ui.shell.activity_lamp import draw_activity_lamp
from game.ui.shell.app import NAME, App
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import ARROWS, PRESS_KEYS, Button, row_widths, tab_step
from game.ui.widgets.tooltip import PointerShape

if TYPE_CHECKING:
    from game.network.session.saved_remote_games import SavedRemoteGame
    from game.storage.saves import SaveEntry
    from game.ui.menu.navigation import MenuNavigation

_CARDS_TOP = 290.0
#: Distance of the row of buttons from both edges of the design.
_BUTTONS_LEFT = 76.0
#: Name of the setting that stores the ruleset opened last.
_LAST_CARD = "menu.stall"
#: Size of the arrows, and the gap between them and the cards.
_ARROW, _ARROW_GAP = 48.0, 16.0
#: Smallest width of the line about keys.
_KEYS_WIDTH = 420.0


class MenuScene(Scene[None]):
    """Scene of the menu: arrow keys or the pointer select a game, Enter or a click opens it."""

    tune = "fair"
    takes_files = True

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._selected = self._last_card()
        self._row = stall_row(DESIGN_WIDTH, 0)
        self._arrows: dict[int, Button] = {}
        self._scroll = self._goal = 0.0
        """Current scroll position of the row, and the position at which the animation ends."""
        self._pointer: tuple[int, int] | None = None
        """Last position of the pointer; None before its first event, as a pointer at rest must not select a card."""
        self._lift = 1.0
        self._sinking = -1
        """Index of the card that was selected before and is moving down, or -1."""
        self._demonstrations = 0
        self._quiet = 0.0
        """Seconds without input; negative after a demonstration, which is shown only once until there is input."""
        self._pictures: dict[tuple[int, bool], pygame.Surface] = {}
        self._cards: list[MenuCard] = []
        self._today = date.today()
        self._solved_share = 0.0
        """Brightness of the daily puzzles' lantern, 0 to 1."""
        self._is_anybody_known = bool(app.services.database.players())
        self._going_on = ResumableGames(app.services)
        self._newest: SaveEntry | SavedRemoteGame | None = None
        """The game that the player can continue, as far as known."""

    def update(self, seconds: float) -> None:
        """Show notices after the first frame, and ask for the player's name at the first start."""
        super().update(seconds)
        if self._going_on.poll():
            self._newest = self._going_on.look()
            self.refresh()
        if not self.is_painted:
            return
        if self.app.notices:
            self.app.push(QuestionScene(self.app, *self.app.notices.popleft(), {"": _("All right")}))
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
        shown = self._cards[self._selected :] + self._cards[: self._selected]
        if shown:
            self._demonstrations += 1
            self._navigation.demonstration([stall.ruleset for stall in shown], self._demonstrations)

    def resume(self) -> None:
        """Return to the menu: reset the idle timer of the demonstration, and look for the game to continue.

        After a demonstration the timer stays off until there is input.
        """
        self._pointer = None
        self._newest = self._going_on.look()
        super().resume()
        self._quiet = min(self._quiet, 0.0)
        # Another database may have been restored meanwhile.
        self._is_anybody_known = self._is_anybody_known or bool(self.app.services.database.players())

    @property
    def subject(self) -> Ruleset | None:
        return self._cards[self._selected].ruleset if self._cards else None

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
        buttons, x, last = [], _BUTTONS_LEFT, (_("Quit"), "quit", 128.0)
        faces = [(label, icon, float(width)) for label, icon, width, _press, _enabled in row]
        *widths, last_width = row_widths(self.typesetter, [*faces, last])
        for (label, icon, _width, press, enabled), width in zip(row, widths, strict=True):
            buttons.append(Button(stage.rect(x, 708, width, 48), label, press, icon=icon, enabled=enabled))
            x += width + 14
        proceed, learn, _saves, person, *_others = buttons
        proceed.why, learn.why = _("No game has been started yet."), _("No installed game has a lesson.")
        person.tip = name if name != person.label else ""
        place = stage.rect(1204 - last_width, 708, last_width, 48)
        buttons.append(Button(place, last[0], self.app.quit, kind="flat", icon=last[1]))
        opens = (self._open_puzzles, self._open_collection)
        self._lanterns = [door.button(stage, open) for door, open in zip(self._links(), opens, strict=True)]
        self._lanterns[0].enabled = self.app.services.database.current_player() is not None
        self._lanterns[0].why = _("There is no player yet.")
        # The arrows come last: they appear and disappear with the window's width and must not shift the focus.
        self.controls.set([*buttons[:-1], *self._lanterns, buttons[-1], *self._arrow_buttons()])
        super().arrange()

    def _links(self) -> tuple[MenuLink, MenuLink]:
        """Return both links, left and right; the left lantern shows how many of today's puzzles are solved."""
        return MenuLink(34.0, _("Puzzles"), self._solved_share), MenuLink(1058.0, _("Your games"))

    def _build_cards(self) -> None:
        services = self.app.services
        known = []
        for ruleset in services.catalogue.rulesets.values():
            with contextlib.suppress(PluginError):  # a ruleset that cannot even begin has no stall
                known.append((ruleset, sample_state(ruleset), progress_of(services, ruleset)))
        self._row = stall_row(self.stage.size[0] / self.stage.scale, len(known))
        self._cards = [MenuCard(*parts, self._row.width) for parts in known]
        self._selected = max(0, min(self._selected, len(self._cards) - 1))
        self._scroll = self._goal = self._row.goal(self._selected, 0.0)
        self._pictures.clear()

    def _arrow_buttons(self) -> list[Button]:
        """Return the arrows at the ends of the row of cards if the row is wider than the window."""
        self._arrows = {}
        if self._row.farthest > 0:
            edge = (DESIGN_WIDTH - self._row.view) / 2 - _ARROW_GAP - _ARROW
            right = DESIGN_WIDTH - edge - _ARROW
            for way, x, icon in ((-1, edge, "arrow_left"), (1, right, "arrow_right")):
                place, tip = self.stage.rect(x, 450, _ARROW, _ARROW), _("More games")
                self._arrows[way] = Button(place, "", self._pager(way), icon=icon, by_keys=False, tip=tip)
                self._arrows[way].why = _("There are no more opponents on this side.")
        self._enable_arrows()
        return list(self._arrows.values())

    def _enable_arrows(self) -> None:
        """Enable each arrow of the row of game cards while there are cards beyond it."""
        for way, arrow in self._arrows.items():
            arrow.enabled = self._row.first_hidden(way, self._goal) is not None

    def _pager(self, way: int) -> Callable[[], None]:
        def page() -> None:
            index = self._row.first_hidden(way, self._goal)
            if index is not None:
                self._select(index)

        return page

    # Selection

    def _select(self, index: int) -> None:
        index = max(0, min(len(self._cards) - 1, index))
        if index == self._selected:
            return
        self._sinking, self._selected = self._selected, index
        self.tweens.play(timings.CARD_LIFT, self._set_lift)
        self._move_row(self._row.goal(index, self._goal))

    def _move_row(self, goal: float) -> None:
        start, self._goal = self._scroll, goal
        self._enable_arrows()
        if goal == start:
            return

        def slide(progress: float) -> None:
            self._scroll = start + (goal - start) * progress

        if self.tweens.reduced:
            slide(1.0)
        else:
            self.tweens.play(timings.CARD_SLIDE, slide)

    def _set_lift(self, lift: float) -> None:
        self._lift = lift

    def _lift_of(self, index: int) -> float:
        """Return how far a game's card is lifted above the row of cards, 0 to 1."""
        if index == self._selected:
            return 1.0 if self.tweens.reduced else self._lift
        return 1 - self._lift if index == self._sinking and not self.tweens.reduced else 0.0

    def _card_rect(self, index: int) -> pygame.Rect:
        lift = menu_card.LIFT * self._lift_of(index)
        x = self._row.left + index * self._row.step - self._scroll
        return self.stage.rect(x, _CARDS_TOP - lift, self._row.width, menu_card.HEIGHT)

    def _part(self, whole: pygame.Rect, place: tuple[float, ...]) -> pygame.Rect:
        """Return the screen rectangle of ``place``, a part of a game's card in design pixels."""
        x, y, width, height = map(self.stage.px, place)
        return pygame.Rect(whole.x + x, whole.y + y, width, height)

    def _card_at(self, point: tuple[int, int]) -> int | None:
        return next((i for i in self._seen() if self._card_rect(i).collidepoint(point)), None)

    def _seen(self) -> list[int]:
        """Return the indices of the visible game cards."""
        return self._row.seen(self._scroll)

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return a hand pointer over the game cards, else an arrow."""
        return "arrow" if self._card_at(point) is None else "hand"

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event, and restart the time without input after which the demonstration begins.

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
        """Handle the pointer, the wheel, and keys, which go to the row of the menu that has the focus."""
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
            self._select(self._selected - (event.y or -event.x))
        else:
            return False
        return True

    def _card_key(self, event: pygame.event.Event) -> bool:
        """Handle keys while the game cards have the focus; Down and Tab lead to the buttons, Up to a link."""
        if event.key in (keys.LEFT, keys.RIGHT):
            self._select(self._selected + ARROWS[event.key][0])
        elif event.key == keys.UP:
            self.controls.focus(self._lanterns[1], show=True)
        elif event.key in (keys.DOWN, *keys.NEXT.keys):
            self.controls.move_to_end(tab_step(event))
        elif event.key in PRESS_KEYS:
            self._open_card()
        elif event.key in keys.LADDER.keys:
            self._open_ladder()
        else:
            return False
        return True

    def _row_key(self, event: pygame.event.Event) -> bool:
        """Handle keys while a button of the menu has the focus; Up and Escape lead back to the cards."""
        if event.key in keys.NEXT.keys:
            if not self.controls.move_on(tab_step(event)):
                self.controls.leave()
            return True
        if self.controls.focused in self._lanterns and event.key in (keys.LEFT, keys.RIGHT):
            self.controls.focus(self._lanterns[int(event.key == keys.RIGHT)], show=True)
            return True
        is_above = self.controls.focused in self._lanterns and event.key == keys.DOWN
        if is_above or event.key in (keys.UP, *keys.BACK.keys):
            self.controls.leave()
            return True
        return super().handle(event)

    def _hover(self, point: tuple[int, int]) -> None:
        """Select the game card under the pointer, if the pointer has moved."""
        before, self._pointer = self._pointer, point
        index = None if before in (None, point) else self._card_at(point)
        if index is not None and not self.tweens.active:
            self._select(index)
            self.dirty = True

    def _press(self, point: tuple[int, int]) -> None:
        index = self._card_at(point)
        if index is not None:
            self._select(index)
            self.tweens.finish()
            on_ladder = self._part(self._card_rect(index), menu_card.ladder_place(self._row.width)).collidepoint(point)
            (self._open_ladder if on_ladder else self._open_card)()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the backdrop, the links, the logo, and the line of keys at the bottom."""
        canvas.backdrop(dimmed=False)
        _draw_lights(canvas)
        canvas.glow(640, 152, 760, "amber", 0.3)
        canvas.logo(NAME, 640, 140, 92)
        for name, x in (("duck", 318), ("penguin", 962)):
            _draw_sticker(canvas, name, x)
        for door in self._links():
            door.draw(canvas)
        self._draw_motto(canvas)
        text = _("Arrow keys choose  ·  Enter plays  ·  L ladder  ·  F1 rules  ·  F11 full screen  ·  F12 picture")
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
        """Draw the menu's motto or, while engines are being compiled, the progress of that."""
        if self.app.services.preparation.is_at_work:
            draw_activity_lamp(canvas, self.app.services.preparation, 640, 222, 800)
            return
        text = _("Little board games under the lanterns")
        canvas.text(
            text, 640, 222, family="bold", size=18, colour="cream", anchor="center", shadow=True, width=900, height=34
        )

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the game cards, the selected one last and with a glow."""
        clip = canvas.target.get_clip()
        if self._scroll != self._goal:
            x, y, width, height = self.stage.rect(self._row.left, 0, self._row.view, DESIGN_HEIGHT)
            canvas.target.set_clip(
                clip.clip(x - self.stage.px(_ARROW_GAP), y, width + 2 * self.stage.px(_ARROW_GAP), height)
            )
        for index in self._seen():
            if index != self._selected:
                self._draw_card(canvas, index)
        if self._selected in self._seen():
            rect = self._card_rect(self._selected)
            canvas.in_pixels.glow(*rect.center, canvas.px(720), "amber", 0.3)
            self._draw_card(canvas, self._selected)
            if self.controls.focused is None:
                place = menu_card.focus_place(self._row.width)
                canvas.in_pixels.focus_ring(*self._part(rect, place), radius=16)
        canvas.target.set_clip(clip)
        self.controls.draw(canvas)

    def _draw_card(self, canvas: Canvas, index: int) -> None:
        """Draw a game's card; with reduced motion, the selected one fades in instead of moving."""
        selected = index == self._selected
        if selected and self.tweens.reduced and self._lift < 1:
            self._draw_card_as(canvas, index, selected=False)
            self._draw_card_as(canvas, index, selected=True, share=self._lift)
        else:
            self._draw_card_as(canvas, index, selected=selected)

    def _draw_card_as(self, canvas: Canvas, index: int, *, selected: bool, share: float = 1.0) -> None:
        key = (index, selected)
        rect = self._card_rect(index)
        margin = self.stage.px(menu_card.MARGIN)
        if not rect.inflate(2 * margin, 2 * margin).colliderect(canvas.target.get_rect()):
            return
        if key not in self._pictures:
            picture = self._cards[index].picture(canvas.paintbox, selected=selected)
            self._pictures[key] = picture
        picture = self._pictures[key]
        blit_faded(canvas.target, picture, picture.get_rect(topleft=(rect.x - margin, rect.y - margin)), share)

    # Navigation

    @property
    def _navigation(self) -> MenuNavigation:
        """Navigation to the other scenes, imported late so that the menu appears sooner."""
        from game.ui.menu.navigation import MenuNavigation  # noqa: PLC0415

        return MenuNavigation(self.app)

    def _taught(self) -> list[Ruleset]:
        """Return the rulesets that have an interactive introduction."""
        return [stall.ruleset for stall in self._cards if stall.ruleset.info.introduction]

    def _open_learn(self) -> None:
        self._navigation.learn(self._taught(), self.subject)

    def _open_card(self) -> None:
        if self._cards:
            self._remember_card()
            self._navigation.match_setup(self._cards[self._selected].ruleset)

    def _open_ladder(self) -> None:
        if self._cards and self._cards[self._selected].progress.levels:
            self._remember_card()
            self._navigation.ladder(self._cards[self._selected].ruleset)

    def _remember_card(self) -> None:
        """Save which ruleset is selected, so that the menu selects it at the next start."""
        self.app.services.database.set_setting(_LAST_CARD, self._cards[self._selected].ruleset.info.id)

    def _last_card(self) -> int:
        """Return the index of the card of the ruleset that was opened last, or 0 if it is unknown."""
        ids, last = list(self.app.services.catalogue.rulesets), self.app.services.database.setting(_LAST_CARD, "")
        return ids.index(last) if last in ids else 0

    def _continue(self) -> None:
        if self._newest is not None:
            self._navigation.proceed(self._newest)

    def _open_saves(self) -> None:
        self._navigation.saves()

    def _open_collection(self) -> None:
        self._navigation.collection()

    def _open_puzzles(self) -> None:
        self._navigation.puzzles()

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
        canvas.in_pixels.string_lights(points, px(44), 9, px(12))


def _draw_sticker(canvas: Canvas, name: str, x: float) -> None:
    """Draw a character's face beside the logo, tilted towards it."""
    picture = canvas.sprites.portrait(name, canvas.px(92))
    canvas.picture(canvas.sprites.shadow(canvas.px(92)), x + 4, 159, anchor="center")
    canvas.picture(pygame.transform.rotozoom(picture, 12 if x < 640 else -12, 1), x, 150, anchor="center")
