"""The game screen: board, players, moves, and everything one can do at the table."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.model import Choose, Event, Move, ParseError, Place, Reason, Tossed
from game.core.ruleset import ForeignFormat
from game.ui.app import App
from game.ui.board_view import BoardView
from game.ui.dialogs import ChoiceScene, NameScene, QuestionScene
from game.ui.match_plan import rematch
from game.ui.play_picture import PlayPicture
from game.ui.player_card import faces_of_toss
from game.ui.results import ResultsScene
from game.ui.scene import Scene
from game.ui.settings import SettingsScene
from game.ui.table import Hinted, Moved, Said, Table
from game.ui.toss import TossScene
from game.ui.tween import Tween, ease_out_back
from game.ui.widgets import ARROWS, PRESS_KEYS, Button
from game.ui.wording import as_sentence, colour_name, describe, screen_move, series_text, turn_sentence

_BULB_SECONDS = 0.5
_BANNER_SECONDS = 0.38


class PlayScene(Scene[None]):
    """Plays the games of a tournament until the player goes back to the menu."""

    def __init__(self, app: App, table: Table) -> None:
        super().__init__(app)
        self._sit_at(table)

    def _sit_at(self, table: Table) -> None:
        self.table = table
        info = table.tournament.ruleset.info
        self.board = BoardView(info, self.tweens, reduced_motion=self.app.preferences.reduced_motion)
        self.picture = PlayPicture(table, self.board)
        self._note = ""
        self._reply_wait = 0.0
        self._bulb_age = 0.0
        self._banner = 0.0

    # Coming and going

    def enter(self) -> None:
        """Shows a toss that setup made, then lets the opponent think."""
        super().enter()
        self._begin_game()

    def _begin_game(self) -> None:
        match = self.table.match
        began = "" if match.plies else describe(self.table, match.setup_events)
        self._note = began or turn_sentence(self.table)
        self._banner = 1.0 if match.outcome is not None else 0.0
        self.arrange()
        tossed = [event for event in match.setup_events if isinstance(event, Tossed)]
        if tossed and not match.plies:
            self._show_toss(tossed[0].seat)
        else:
            self._go_on()

    def _show_toss(self, seat: int) -> None:
        winner = self.table.participant(seat).name
        toss = TossScene(self.app, winner, faces_of_toss(self.table, seat), f"{winner} places the first stone.")
        self.app.push(toss, lambda _: self._go_on())

    def resume(self) -> None:
        """Preferences may have changed, and an engine that was missing may be there now."""
        self.board.reduced_motion = self.app.preferences.reduced_motion
        super().resume()
        self.table.think()

    def exit(self) -> None:
        """The opponent stops thinking, the file is complete, or the player is told why not."""
        self._leave_table()

    def _leave_table(self) -> None:
        problem = self.table.leave()
        if problem:
            self.app.notices.append(("Not everything is saved", problem))

    # Layout

    def arrange(self) -> None:
        """Board, cards and buttons for the stage and the state of the game."""
        stage = self.stage
        board_rect = stage.rect(288, 80, 704, 696)
        geometry = self.table.match.state.geometry
        coordinates = self.app.preferences.coordinates
        self.board.arrange(self.painter, self.app.sprites, geometry, board_rect, coordinates=coordinates)
        self.picture.thinking.wanted = self.app.preferences.thinking_shown
        self._show_state()
        self._set_buttons()
        self.picture.forget_sizes()
        super().arrange()

    def _set_buttons(self) -> None:
        stage = self.stage
        menu = Button(stage.rect(24, 16, 48, 44), "", self._open_menu, icon="menu", keys=(pygame.K_ESCAPE,))
        gear = Button(stage.rect(1208, 16, 48, 44), "", self._open_settings, icon="gear")
        above = [menu, gear]
        below = self._end_buttons() if self.table.match.outcome is not None else self._game_buttons()
        if not all(who.is_person for who in self.table.tournament.participants):
            place, shown = stage.rect(1072, 16, 128, 44), self.picture.thinking.wanted
            above.append(Button(place, "Thinking", self._toggle_thinking, size=16, keys=(pygame.K_t,), chosen=shown))
        self.controls.set([*above, *self.picture.picker.buttons(stage, self._pick_stone), *below])

    def _game_buttons(self) -> list[Button]:
        stage, table = self.stage, self.table
        here = table.person_to_move
        can_undo = bool(table.match.plies)
        rows = (
            (1016, 484, 240, 52, "Hint", self._hint, "primary", "hint", pygame.K_h, here),
            (1016, 556, 112, 48, "Undo", self._undo, "ghost", "undo", pygame.K_u, can_undo),
            (1144, 556, 112, 48, "Redo", self._redo, "ghost", "redo", pygame.K_r, table.match.can_redo),
            (1016, 624, 112, 48, "Resign", self._resign, "flat", "", pygame.K_q, True),
            (1144, 624, 112, 48, "Save", self._save, "flat", "save", pygame.K_s, True),
        )
        return [
            Button(stage.rect(x, y, w, h), label, press, kind=kind, icon=icon, size=18, keys=(key,), enabled=enabled)
            for x, y, w, h, label, press, kind, icon, key, enabled in rows
        ]

    def _end_buttons(self) -> list[Button]:
        stage, tournament = self.stage, self.table.tournament
        again = "Rematch" if tournament.is_over else "Next game" if tournament.best_of else "Play on"
        rows = (
            (484, 56, again, self._next, "primary", "play", pygame.K_n, 22),
            (560, 48, "Results", self._open_results, "ghost", "trophy", pygame.K_p, 20),
            (628, 48, "Back to the fair", lambda: self.finish(None), "ghost", "home", pygame.K_b, 19),
        )
        ends = [
            Button(stage.rect(1016, y, 240, h), label, press, kind=kind, icon=icon, size=size, keys=(key,))
            for y, h, label, press, kind, icon, key, size in rows
        ]
        undo = Button(stage.rect(952, 16, 112, 44), "Undo", self._undo, icon="undo", size=17, keys=(pygame.K_u,))
        return [*ends, undo]

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Buttons, then the board: pointer, arrows, Enter, Tab for the stone, the wheel for old moves."""
        if event.type == pygame.MOUSEMOTION:
            return self._hover(event.pos)
        if event.type == pygame.KEYDOWN and self._board_key(event):
            self.dirty = True
            return True
        if self.controls.handle(event, arrows=self.controls.focused is not None):
            self.dirty = True
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._click(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            self.picture.moves.scroll(event.y)
            self.repaint()
            return True
        return False

    def _hover(self, point: tuple[int, int]) -> bool:
        self.picture.thinking.hover(self.stage, point)
        changed = self.board.hover(self.board.cell_at(point))
        if changed:
            self.dirty = True
        return changed

    def _click(self, point: tuple[int, int]) -> bool:
        if self.tweens.active:
            self.tweens.finish()
        cell = self.board.cell_at(point)
        if cell is None:
            return self._click_thinking(point)
        if self.table.match.outcome is not None:
            self._banner = 0.0
            self.dirty = True
            return True
        self.board.hover(cell)
        self._place(cell)
        return True

    def _click_thinking(self, point: tuple[int, int]) -> bool:
        thinking = self.picture.thinking
        if not thinking.is_shown or not thinking.rect(self.stage).collidepoint(point):
            return False
        thinking.pin()
        return True

    def _toggle_thinking(self) -> None:
        preferences = self.app.preferences
        preferences.thinking_shown = not preferences.thinking_shown
        self.arrange()

    def _board_key(self, event: pygame.event.Event) -> bool:
        if event.key in ARROWS:
            self.controls.blur()
            self.board.move_cursor(ARROWS[event.key])
        elif event.key in PRESS_KEYS and self.controls.focused is None:
            if self.table.match.outcome is not None:
                self._next()
            elif self.board.cursor is not None:
                self._place(self.board.cursor)
        elif event.key == pygame.K_TAB and self.picture.picker.visible:
            self._pick_stone(self.picture.picker.next(-1 if event.mod & pygame.KMOD_SHIFT else 1))
        elif event.key == pygame.K_v:
            self.picture.thinking.pin()
        elif event.key == pygame.K_z and event.mod & pygame.KMOD_CTRL:
            self._undo()
        elif event.key == pygame.K_y and event.mod & pygame.KMOD_CTRL:
            self._redo()
        else:
            return False
        return True

    def _pick_stone(self, letter: str) -> None:
        self.picture.picker.choose(letter)
        self._show_state()
        self._set_buttons()
        self.repaint()

    # Moves

    def _place(self, cell: int) -> None:
        if self.table.match.outcome is not None:
            return
        if self._open_choice_now():
            return
        self._take(self.table.submit(Place(cell, self.picture.picker.letter)))

    def _take(self, result: Moved | Reason) -> None:
        if isinstance(result, Reason):
            self._say(result.message)
            self.board.shake()
            return
        self._after_moves(result.events)

    def _after_moves(self, events: tuple[Event, ...], reason: str = "") -> None:
        said = (describe(self.table, events), as_sentence(reason), turn_sentence(self.table))
        self._note = " ".join(sentence for sentence in said if sentence)
        self.picture.moves.follow()
        self._reply_wait = self.app.preferences.reply_pause
        self.board.animate(events, self.repaint)
        self._refresh()

    def _refresh(self) -> None:
        """Shows what is true now, after any change of the match."""
        self.board.suggestion = None
        self.picture.picker.follow()
        self._show_state()
        self._set_buttons()
        self.repaint()
        self._go_on()

    def _go_on(self) -> None:
        """Starts what the position asks for: an opponent's thinking, a choice, or the banner."""
        self.table.think()
        if self.table.match.outcome is not None:
            self._show_banner()
        elif self.table.person_to_move:
            self._open_choice_now()

    def _show_state(self) -> None:
        match = self.table.match
        self.board.show(match.state, self.table.tournament.ruleset.marks(match.state))
        self.board.stone = self.picture.picker.letter if self.table.person_to_move else ""

    def _choices(self) -> list[Move]:
        if not self.table.person_to_move:
            return []
        moves = self.table.tournament.ruleset.legal_moves(self.table.match.state)
        first = next(moves, None)
        return [first, *moves] if isinstance(first, Choose) else []

    def _open_choice_now(self) -> bool:
        """Opens the dialog of an opening phase; returns whether the position asks for one."""
        keys = [move.key for move in self._choices() if isinstance(move, Choose)]
        if not keys:
            return False
        if self.app.scene is self:
            info = self.table.tournament.ruleset.info
            choices = [choice for choice in info.choices if choice.key in keys]
            name = self.table.participant(self.table.match.state.seat).name
            self.app.push(ChoiceScene(self.app, name, info, choices), self._choose)
        return True

    def _choose(self, key: str | None) -> None:
        if key is None:
            self._say("Click the board to make your choice.")
        else:
            self._take(self.table.submit(Choose(key)))

    # What the buttons do

    def _say(self, sentence: str) -> None:
        self._note = sentence
        self.repaint()

    def _hint(self) -> None:
        refusal = self.table.ask_hint()
        self._say(refusal.message if refusal else "Thinking about a hint…")

    def _undo(self) -> None:
        self._went(self.table.undo(), "Taken back.")

    def _redo(self) -> None:
        self._went(self.table.redo(), "Played again.")

    def _went(self, refusal: Reason | None, sentence: str) -> None:
        if refusal is not None:
            self._say(refusal.message)
            return
        self.tweens.finish()
        self._banner = 0.0
        self._note = f"{sentence} {turn_sentence(self.table)}"
        self.picture.moves.follow()
        self._refresh()

    def _resign(self) -> None:
        name = self.table.participant(self._resigning_seat()).name
        answers = {"no": "Play on", "yes": "Resign"}
        ask = QuestionScene(self.app, f"{name}, resign?", "The game is lost then.", answers, escape="no")
        self.app.push(ask, self._resign_if)

    def _resigning_seat(self) -> int:
        only = self.table.only_person
        return self.table.match.state.seat if only is None else only

    def _resign_if(self, answer: str) -> None:
        if answer == "yes" and self.table.match.outcome is None:
            self.table.resign()
            self._note = turn_sentence(self.table)
            self._refresh()

    def _agree_draw(self) -> None:
        refusal = self.table.agree_draw()
        self._note = refusal.message if refusal else turn_sentence(self.table)
        self._refresh()

    def _save(self) -> None:
        text = "Every stone is saved as it falls. Give the tournament a name to find it by."
        ask = NameScene(self.app, "Name this tournament", text, self.table.name, self._name_refusal)
        self.app.push(ask, self._rename)

    def _name_refusal(self, name: str) -> str | None:
        try:
            if name != self.table.name:
                self.app.services.saves.check_name(name)
        except ParseError as error:
            return str(error)
        return None

    def _rename(self, name: str | None) -> None:
        if name is None:
            return
        try:
            self.table.rename(name)
        except ParseError as error:
            self._say(str(error))
        else:
            self._say(f"Saved as “{name}”.")

    def _open_settings(self) -> None:
        self.app.push(SettingsScene(self.app))

    def _open_menu(self) -> None:
        running = self.table.match.outcome is None
        answers = {"back": "Play on", "save": "Name this tournament…", "new": "New match"}
        if running and self.table.only_person is None:
            answers["draw"] = "Agree on a draw"
        info = self.table.tournament.ruleset.info
        if info.rules_card:
            answers["rules"] = "Rules"
        exports = {f"export {number}": form for number, form in enumerate(info.formats)}
        answers |= {key: f"Export as {form.name}" for key, form in exports.items()}
        answers |= {"settings": "Settings", "leave": "Back to the fair"}
        title = info.title
        ask = QuestionScene(self.app, title, series_text(self.table.tournament), answers, escape="back")
        actions: dict[str, Callable[[], object]] = {
            "save": self._save,
            "new": self._new_match,
            "draw": self._agree_draw,
            "rules": self._show_rules,
            "settings": self._open_settings,
            "leave": lambda: self.finish(None),
        }

        def act(answer: str) -> None:
            if answer in exports:
                self._export(exports[answer])
            else:
                actions.get(answer, self.repaint)()

        self.app.push(ask, act)

    def _new_match(self) -> None:
        """The same match from the beginning; this one stays among the saved games."""
        self._leave_table()
        self._sit_at(rematch(self.app.services, self.table))
        self._begin_game()

    def _export(self, form: ForeignFormat) -> None:
        written = self.table.export(form)
        self._say(written.message if isinstance(written, Reason) else f"Written as “{written}”.")

    def _show_rules(self) -> None:
        info = self.table.tournament.ruleset.info
        self.app.push(QuestionScene(self.app, info.title, info.rules_card, {"": "All right"}))

    def _next(self) -> None:
        self.tweens.finish()
        if self.table.tournament.is_over:
            self._leave_table()
            self._sit_at(rematch(self.app.services, self.table))
        else:
            self.table.next_game()
            self._sit_at(self.table)
        self._begin_game()

    def _open_results(self) -> None:
        self.app.push(ResultsScene(self.app, self.table), self._after_results)

    def _after_results(self, answer: str) -> None:
        if answer == "end":
            self.table.end_series()
            self._open_results()
        elif answer in ("next", "rematch"):
            self._next()
        elif answer == "board":
            self._banner = 0.0
        elif answer == "menu":
            self.finish(None)

    # Time

    def update(self, seconds: float) -> None:
        """Takes what the opponent sent, after a short pause so that it can be followed."""
        super().update(seconds)
        self._reply_wait = max(0.0, self._reply_wait - seconds)
        if self._reply_wait <= 0:
            for happening in self.table.poll():
                self._happen(happening)
        if self.picture.thinking.update(seconds):
            self.repaint()
        if self.table.match.outcome is None:
            self._blink(seconds)

    def _blink(self, seconds: float) -> None:
        """The bulbs swap twice a second while an opponent thinks."""
        if not self.table.opponent_to_move or self.app.preferences.reduced_motion:
            return
        before, self._bulb_age = self._bulb_age, self._bulb_age + seconds
        if int(before / _BULB_SECONDS) != int(self._bulb_age / _BULB_SECONDS):
            self.dirty = True

    def _happen(self, happening: Moved | Hinted | Said) -> None:
        match happening:
            case Moved(events, reason):
                self._after_moves(events, reason)
            case Said(sentence):
                self._note = sentence
                self._refresh()
            case Hinted(move, reason):
                self._show_hint(move, reason)

    def _show_hint(self, move: Move, reason: str) -> None:
        because = f": {reason[0].lower()}{reason[1:].rstrip('.')}" if reason else ""
        self._say(f"Try {screen_move(self.table, move)}{self._stone_words(move)}{because}.")
        if isinstance(move, Place):
            self._pick_stone(move.stone)
            self.board.suggestion = move.cell

    def _stone_words(self, move: Move) -> str:
        info = self.table.tournament.ruleset.info
        return f" with the {colour_name(info, move.stone)}" if isinstance(move, Place) and info.names_stone else ""

    def _show_banner(self) -> None:
        if self._banner == 0.0:
            self.tweens.start(Tween(_BANNER_SECONDS, self._set_banner, ease_out_back, delay=0.9))

    def _set_banner(self, progress: float) -> None:
        self._banner = progress

    # Drawing

    def paint(self, target: pygame.Surface) -> None:
        """Everything that stands still."""
        self.picture.paint(self.canvas(target), self._note)

    def paint_live(self, target: pygame.Surface) -> None:
        """What moves on the board, the bulbs, the banner."""
        canvas = self.canvas(target)
        self.picture.paint_live(canvas, bulb_phase=int(self._bulb_age / _BULB_SECONDS) % 2)
        if self._banner > 0 and self.table.match.outcome is not None:
            self.picture.paint_banner(canvas, self._banner)
