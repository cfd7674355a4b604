"""The buttons of the analysis board, made from its commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from game.analysis.board.board_analysis import BoardAnalysis
from game.core.language import _
from game.ui.analysis.board import engine_card, why_card
from game.ui.board.board_buttons import TOP, leave_button
from game.ui.painting.stage import Stage
from game.ui.shell.app import App
from game.ui.shell.command_menu import CommandMenuScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, command_button
from game.ui.widgets.commands import CommandTable, SceneCommand, command

#: The row of navigation at the bottom right: its top, its height and the left edges of the columns.
_Y, _HEIGHT, _X = 726.0, 50.0, 800.0
_RIGHT = 1256.0
#: Width of the button with the rule of the game, in the row above the board.
RULE_WIDTH = 136.0
#: Width of the button with the text encoding.
ENCODING_WIDTH = 100.0
#: The commands in the menu, because they have no button.
_IN_MENU = (
    *(keys.WHY_NOT, keys.COMMENT, keys.CUT, keys.UNDO_EDIT, keys.TO_GAME, keys.GAMES, keys.ANALYSE),
    *(keys.FIND, keys.NUMBERS, keys.RUN, keys.CURSOR, keys.ENCODING, keys.COPY, keys.PASTE_STUDY, keys.KEEP_PICTURE),
)


def top_buttons(
    stage: Stage, commands: CommandTable, leave: Callable[[], None], rule: str, encoding: str
) -> list[Button]:
    """Return the buttons above the board: back, and at the right those for the whole study, such as export.

    ``rule`` is the name of the rule on the button that changes it, ``encoding`` that of the text encoding; "" without
    that button.
    """
    back = leave_button(stage, leave)
    row = [
        (keys.MORE, "", "menu", 44.0),
        (keys.PLAY_ON, "", "play", 44.0),
        (keys.NEXT_TURNS, "", "chart", 44.0),
        (keys.SET_UP, _("Set up"), "", 98.0),
        (keys.EXPORT, _("Export"), "", 94.0),
        (keys.NAME_STUDY, _("Save"), "", 98.0),
    ]
    if rule:
        row.insert(0, (keys.RULE, rule, "", RULE_WIDTH))
    if encoding:
        row.insert(0, (keys.ENCODING, encoding, "", ENCODING_WIDTH))
    made, x = [back], _RIGHT - sum(width + 6 for _use, _label, _icon, width in row) + 6
    for use, label, icon, width in row:
        made.append(_button(commands[use], stage.rect(x, TOP, width, 44), label, icon=icon, size=15))
        x += width + 6
    return made


def engine_buttons(stage: Stage, commands: CommandTable, analysis: BoardAnalysis) -> list[Button]:
    """Return the buttons of the engine card: its switch, the number of lines and the choice of the engine."""
    switch = _button(commands[keys.ENGINE], stage.rect(*engine_card.SWITCH), icon="hint")
    one_more = command(None, partial(commands[keys.BEST_MOVES].run, -1))
    count = command_button(
        one_more,
        stage.rect(*engine_card.COUNT),
        str(analysis.analyst.moves_wanted),
        size=15,
        tip=_("1 to 5: number of best moves shown"),
    )
    choice = _button(commands[keys.OTHER_ENGINE], stage.rect(*engine_card.CHOICE), icon="gear")
    return [switch, count, choice]


def show_button(stage: Stage, commands: CommandTable) -> Button:
    """Return the button on the explanation's card that shows the better line on the board."""
    made = _button(commands[keys.BEST_LINE], stage.rect(*why_card.SHOW), _("Show"), size=13)
    made.by_keys = False
    return made


def bottom_buttons(
    stage: Stage,
    commands: CommandTable,
    step: Callable[[int], None],
    place: tuple[int, int],
    play_turn: Button | None,
) -> list[Button]:
    """Return the buttons below the curve of winning chances: steps through the moves, and actions.

    Games with passes have a pass among them.

    ``step`` goes to a position of the line, given by its number; ``place`` has the number of the current position and
    that of the last one. ``play_turn`` takes the place of the actions and plays the turn that the player has prepared
    with several stones; None if there is none.
    """
    now, last = place
    first_why, last_why = _("This is the start of the game."), _("This variation ends here.")
    rows = (
        ("to_start", 0, now > 0, first_why, _("Home: go to the first move")),
        ("step_back", now - 1, now > 0, first_why, _("←: go one move back")),
        ("step_on", now + 1, now < last, last_why, _("→: go one move forward")),
        ("to_end", last, now < last, last_why, _("End: go to the last move")),
    )
    made, x = [], _X + 164
    for column, (icon, target, enabled, why, tip) in enumerate(rows):
        rect = stage.rect(_X + 40 * column, _Y, 36, _HEIGHT)
        go = command(None, partial(step, target), partial(str, "" if enabled else why))
        made.append(command_button(go, rect, icon=icon, tip=tip))
    if play_turn is not None:
        return [*made, play_turn]
    middle = _X + 330
    if keys.PASS_IN_STUDY in commands:
        made.append(_button(commands[keys.PASS_IN_STUDY], stage.rect(x, _Y, 36, _HEIGHT), icon="pass"))
        x, middle = x + 40, middle + 8
    mistake = _button(
        commands[keys.MISTAKE], stage.rect(x, _Y, middle - x, _HEIGHT), _("Next mistake"), kind="primary", size=15
    )
    practise = _button(
        commands[keys.LEARN], stage.rect(middle + 6, _Y, _RIGHT - middle - 6, _HEIGHT), _("Practise"), size=15
    )
    return [*made, mistake, practise]


def _button(
    each: SceneCommand, rect: Rect, label: str = "", *, icon: str = "", kind: str = "ghost", size: float = 18
) -> Button:
    """Return a button for a command whose tooltip describes it as the menu does."""
    assert each.use is not None
    return command_button(each, rect, label, icon=icon, kind=kind, size=size, tip=_(each.use.words))


def play_turn_button(stage: Stage, label: str, press: Callable[[], None], *, is_ready: bool) -> Button:
    """Return the button that plays the turn that the player has prepared on the board.

    It takes the place of the actions below the curve of winning chances.
    """
    play = command(None, press, lambda: "" if is_ready else _("This turn needs one more stone."))
    return command_button(play, stage.rect(_X + 164, _Y, 292, _HEIGHT), label, kind="primary")


def open_menu(app: App, commands: CommandTable) -> None:
    """Open the menu of the commands that have no button, and run the one that the player chooses."""
    menu = CommandMenuScene(app, _("All commands"), [commands[use] for use in _IN_MENU])
    app.push(menu, lambda chosen: chosen.run(-1) if chosen is not None else None)
