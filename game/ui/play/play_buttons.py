"""The buttons of the game screen with their places and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.core.language import _
from game.session.game_session import GameSession
from game.session.hints import somebody_meanwhile
from game.session.pending_turn import PendingTurn
from game.session.preferences import Preferences
from game.session.records.counting import tickets_left
from game.ui.board.board_buttons import TOP, Press, numbers_button, play_label
from game.ui.painting.stage import Stage
from game.ui.play.ladder_card import HEIGHT_OVER_TICKETS
from game.ui.play.play_picture import PlayPicture
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button

#: Right edge of the toggles in the top line, and the gap between two of them.
_RIGHT, _GAP = 1144, 8


@dataclass(frozen=True, slots=True)
class GameActions:
    """Callbacks of the buttons of a running game."""

    hint: Press
    play: Press
    undo: Press
    redo: Press
    resign: Press
    save: Press
    meanwhile: Press


@dataclass(frozen=True, slots=True)
class EndActions:
    """Callbacks of the buttons after a game."""

    proceed: Press
    results: Press
    leave: Press


@dataclass(frozen=True, slots=True)
class Toggle:
    """A part of the game screen that the player can show or hide."""

    label: str
    width: int
    key: int
    is_on: bool
    press: Press


def top_buttons(
    stage: Stage, preferences: Preferences, open_menu: Press, open_settings: Press, toggle: Callable[[str], None]
) -> list[Button]:
    """Return the buttons in the top line: menu, settings, move numbers and music."""
    is_on = preferences.music
    return [
        Button(stage.rect(24, TOP, 48, 44), "", open_menu, icon="menu", keys=keys.BACK.keys, tip=_("Menu")),
        Button(stage.rect(1208, TOP, 48, 44), "", open_settings, icon="gear", tip=_("Settings")),
        numbers_button(stage, lambda: toggle("numbers_shown"), is_on=preferences.numbers_shown),
        Button(
            stage.rect(1152, TOP, 48, 44),
            "",
            lambda: toggle("music"),
            icon="note" if is_on else "note_off",
            keys=keys.MUSIC.keys,
            tip=_("Music off") if is_on else _("Music on"),
        ),
    ]


def shown_toggles(
    table: GameSession, picture: PlayPicture, toggle: Callable[[str], None], ask_thoughts: Press
) -> list[Toggle]:
    """Return the parts of the game screen that can be shown or hidden in this session.

    In a rated game, the engine's thinking stays hidden until the player agrees to make the game unrated.
    """
    toggles = []
    if not all(who.is_person for who in table.tournament.participants):
        press = ask_thoughts if table.stakes.is_rated else lambda: toggle("thinking_shown")
        toggles.append(Toggle(_("Thinking"), 128, keys.THINKING.key, picture.thinking.is_shown, press))
    if picture.help.is_possible and table.match.outcome is None:
        toggles.append(Toggle(_("Help"), 64, keys.HELP.key, picture.help.wanted, lambda: toggle("help_shown")))
    return toggles


def toggle_buttons(stage: Stage, toggles: Sequence[Toggle]) -> list[Button]:
    """Return the buttons that show or hide parts of the game screen, left of the music button."""
    buttons, right = [], _RIGHT
    for toggle in toggles:
        place = stage.rect(right - toggle.width, TOP, toggle.width, 44)
        right -= toggle.width + _GAP
        buttons.append(Button(place, toggle.label, toggle.press, size=16, keys=(toggle.key,), chosen=toggle.is_on))
    return buttons


def game_buttons(stage: Stage, table: GameSession, pending: PendingTurn, act: GameActions) -> list[Button]:
    """Return the buttons of a running game in three rows: hint and turn, undo and redo, resign and save."""
    can_undo = bool(table.match.plies or pending.moves)
    give_up = _("Abort") if table.can_abort else _("Resign")
    rows = (
        (1016, 556, 112, 48, _("Undo"), act.undo, "ghost", "undo", keys.UNDO.key, can_undo),
        (1144, 556, 112, 48, _("Redo"), act.redo, "ghost", "redo", keys.REDO.key, table.match.can_redo),
        (1016, 624, 112, 48, give_up, act.resign, "flat", "", keys.RESIGN.key, True),
        (1144, 624, 112, 48, _("Save"), act.save, "flat", "save", keys.SAVE.key, True),
    )
    whys = {keys.UNDO.key: _("No move has been made yet."), keys.REDO.key: _("No move to redo.")}
    return [
        *_first_row(stage, table, pending, act),
        *(
            Button(
                stage.rect(x, y, w, h),
                label,
                press,
                kind=kind,
                icon=icon,
                size=18,
                keys=(key,),
                enabled=enabled,
                why=whys.get(key, ""),
            )
            for x, y, w, h, label, press, kind, icon, key, enabled in rows
        ),
    ]


def _first_row(stage: Stage, table: GameSession, pending: PendingTurn, act: GameActions) -> list[Button]:
    """Return the hint button and, if the player composes turns of several stones, the button that plays them."""
    hint, here, ready = keys.HINT.keys, table.person_to_move, pending.is_complete
    if table.computer.getting_ready is not None and table.opponent_to_move:
        return _meanwhile_button(stage, table, act)
    height = 52 if tickets_left(table.tournament) is None else HEIGHT_OVER_TICKETS
    if not pending.is_laid_out:
        place = stage.rect(1016, 484, 240, height)
        big = Button(place, _("Hint"), act.hint, kind="primary", icon="hint", size=18, keys=hint, enabled=here)
        big.why = _("It is not your turn.")
        return [big]
    kinds = ("ghost", "primary") if ready else ("primary", "ghost")
    small = Button(
        stage.rect(1016, 484, 96, height), _("Hint"), act.hint, kind=kinds[0], size=18, keys=hint, enabled=here
    )
    play = Button(stage.rect(1124, 484, 132, height), play_label(pending), act.play, kind=kinds[1], enabled=ready)
    small.why, play.why = _("It is not your turn."), _("This turn needs one more stone.")
    return [small, play]


def _meanwhile_button(stage: Stage, table: GameSession, act: GameActions) -> list[Button]:
    """Return the button that starts another game while the opponent's engine is being compiled.

    The list is empty if there is no opponent for that game.
    """
    level = somebody_meanwhile(table)
    if level is None:
        return []
    text = _("Play {name} while waiting", name=_(level.name))
    return [Button(stage.rect(1016, 484, 240, 52), text, act.meanwhile, kind="primary", size=18)]


def end_buttons(stage: Stage, table: GameSession, act: EndActions, way_back: str) -> list[Button]:
    """Return the buttons after a game; ``way_back`` is the label of the one that leaves the screen."""
    tournament = table.tournament
    again = _("Rematch") if tournament.is_over else _("Next game")
    if table.record.next_level is not None:
        again = _("Challenge {name}", name=_(table.record.next_level.name))
    rows = (
        (484, 56, again, act.proceed, "primary", "play", keys.GO_ON.key, 22),
        (560, 48, _("Results"), act.results, "ghost", "trophy", keys.RESULTS.key, 20),
        (628, 48, way_back, act.leave, "ghost", "home", keys.LEAVE.key, 19),
    )
    return [
        Button(stage.rect(1016, y, 240, h), label, press, kind=kind, icon=icon, size=size, keys=(key,))
        for y, h, label, press, kind, icon, key, size in rows
    ]
