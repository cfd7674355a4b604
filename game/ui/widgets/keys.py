"""The table of keyboard shortcuts: the keys of each action, the place where they work, and a description.

All key handling uses this table. The F1 page of keys and ``docs/play/keys.md`` are generated from it.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.language import _, gettext_noop

_NAMES = {
    pygame.K_ESCAPE: gettext_noop("Esc"),
    pygame.K_RETURN: gettext_noop("Enter"),
    pygame.K_KP_ENTER: gettext_noop("Enter"),
    pygame.K_SPACE: gettext_noop("Space"),
    pygame.K_TAB: gettext_noop("Tab"),
    pygame.K_DELETE: gettext_noop("Del"),
    pygame.K_BACKSPACE: gettext_noop("Backspace"),
    pygame.K_INSERT: gettext_noop("Ins"),
    pygame.K_LEFT: "←",
    pygame.K_RIGHT: "→",
    pygame.K_UP: "↑",
    pygame.K_DOWN: "↓",
    pygame.K_HOME: gettext_noop("Home"),
    pygame.K_END: gettext_noop("End"),
    pygame.K_PAGEUP: gettext_noop("Page Up"),
    pygame.K_PAGEDOWN: gettext_noop("Page Down"),
}
#: The places where keys work, in the order in which the key page lists them.
EVERYWHERE, MENU = gettext_noop("Everywhere"), gettext_noop("In the menu")
TABLE, END = gettext_noop("During a game"), gettext_noop("After a game")
ELSEWHERE = gettext_noop("In an online game")
ANALYSIS, LISTS = gettext_noop("On the analysis board"), gettext_noop("In lists")
EDITING = gettext_noop("While setting up a position")
WORKSHOP = gettext_noop("In the workshop")
BOOTH = gettext_noop("In puzzles")
TRAINER = gettext_noop("In the opening trainer")
LESSONS, TYPING = gettext_noop("In a lesson"), gettext_noop("While typing")
#: Navigation keys, whose effect depends on the scene.
LEFT, RIGHT, UP, DOWN = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN
PAGE_UP, PAGE_DOWN = pygame.K_PAGEUP, pygame.K_PAGEDOWN
FIRST, LAST = pygame.K_HOME, pygame.K_END
#: Enter on the main keyboard and on the keypad.
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
#: Backspace, which deletes a character in a text field.
RUB_OUT = pygame.K_BACKSPACE


def key_name(key: int) -> str:
    """Return the label of a key on the keyboard: a letter, a digit, ``F1``, or a translated name."""
    return _(_NAMES[key]) if key in _NAMES else pygame.key.name(key).upper()


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A keyboard shortcut: an action with its keys and its description."""

    place: str
    """The part of the program where the keys work: one of the constants above, such as EVERYWHERE."""
    words: str
    """The description of the action, in English."""
    keys: tuple[int, ...]
    """The keys; each of them triggers the action."""
    with_ctrl: tuple[int, ...] = ()
    """The keys that trigger the action while Ctrl is held down."""
    pad: str = ""
    """The gamepad control for the same action, in English."""
    shown: str = ""
    """A description of the keys in English, used if listing their names would be too long."""
    with_shift: bool = False

    @property
    def key(self) -> int:
        """The action's first key, which is shown in tooltips."""
        return self.keys[0]

    def names(self) -> str:
        """Return the names of the shortcut's keys, separated by commas."""
        if self.shown:
            return _(self.shown)
        names = [key_name(key) for key in self.keys]
        names += [_("Ctrl and {key}", key=key_name(key)) for key in self.with_ctrl]
        return ", ".join(dict.fromkeys(names))


MOVE = KeyUse(
    EVERYWHERE,
    gettext_noop("Move or select"),
    (LEFT, RIGHT, UP, DOWN),
    pad=gettext_noop("D-pad, left stick"),
    shown=gettext_noop("Arrows"),
)
PRESS = KeyUse(EVERYWHERE, gettext_noop("Place stone, press button"), (*ENTER, pygame.K_SPACE), pad="A")
BACK = KeyUse(EVERYWHERE, gettext_noop("Back or game menu"), (pygame.K_ESCAPE,), pad=gettext_noop("B or Start button"))
NEXT = KeyUse(
    EVERYWHERE,
    gettext_noop("Go to the next stone or button"),
    (pygame.K_TAB,),
    pad=gettext_noop("Right shoulder button"),
)
BEFORE = KeyUse(
    EVERYWHERE,
    gettext_noop("Go to the previous stone or button"),
    (pygame.K_TAB,),
    pad=gettext_noop("Left shoulder button"),
    shown=gettext_noop("Shift and Tab"),
    with_shift=True,
)
PAGE = KeyUse(EVERYWHERE, gettext_noop("Scroll a page"), (PAGE_UP, PAGE_DOWN), pad=gettext_noop("Trigger buttons"))
ENDS = KeyUse(
    EVERYWHERE, gettext_noop("Go to the first or last item"), (FIRST, LAST), pad=gettext_noop("Press a stick")
)
RULES = KeyUse(EVERYWHERE, gettext_noop("Rules and keys"), (pygame.K_F1,), pad=gettext_noop("Back or View button"))
FULL_SCREEN = KeyUse(EVERYWHERE, gettext_noop("Full screen"), (pygame.K_F11,))
PICTURE = KeyUse(EVERYWHERE, gettext_noop("Screenshot of the window"), (pygame.K_F12,))

LADDER = KeyUse(MENU, gettext_noop("Open the ladder"), (pygame.K_l,))

HINT = KeyUse(TABLE, gettext_noop("Hint"), (pygame.K_h,), pad="X")
UNDO = KeyUse(TABLE, gettext_noop("Undo"), (pygame.K_u,), with_ctrl=(pygame.K_z,), pad="Y")
REDO = KeyUse(TABLE, gettext_noop("Redo"), (pygame.K_r,), with_ctrl=(pygame.K_y,))
STONES = KeyUse(TABLE, gettext_noop("Choose a type of stone"), (pygame.K_1, pygame.K_2, pygame.K_3))
TAKE_OFF = KeyUse(TABLE, gettext_noop("Take back an unconfirmed stone"), (pygame.K_DELETE, RUB_OUT))
THINKING = KeyUse(TABLE, gettext_noop("Show the opponent's thinking"), (pygame.K_t,))
LINE = KeyUse(TABLE, gettext_noop("Show the opponent's line"), (pygame.K_v,))
HELP = KeyUse(TABLE, gettext_noop("Help with threats"), (pygame.K_l,))
NUMBERS = KeyUse(TABLE, gettext_noop("Move numbers on the stones"), (pygame.K_n,))
MUSIC = KeyUse(TABLE, gettext_noop("Music on or off"), (pygame.K_m,))
SAVE = KeyUse(TABLE, gettext_noop("Name the saved game"), (pygame.K_s,))
RESIGN = KeyUse(TABLE, gettext_noop("Resign"), (pygame.K_q,))
PASS = KeyUse(TABLE, gettext_noop("Pass (renju)"), (pygame.K_j,))

GO_ON = KeyUse(END, gettext_noop("Continue playing"), (pygame.K_g,))
RESULTS = KeyUse(END, gettext_noop("Results"), (pygame.K_p,))
LEAVE = KeyUse(END, gettext_noop("Leave the game"), (pygame.K_b,))

OFFER_DRAW = KeyUse(ELSEWHERE, gettext_noop("Offer a draw"), (pygame.K_d,))
PAUSE = KeyUse(ELSEWHERE, gettext_noop("Ask to pause or resume"), (pygame.K_p,))
SPEAK = KeyUse(ELSEWHERE, gettext_noop("Say something"), (pygame.K_s,))
AGREE = KeyUse(ELSEWHERE, gettext_noop("Accept a request"), (pygame.K_y,))

STEP = KeyUse(ANALYSIS, gettext_noop("One move back or forward"), (LEFT, RIGHT))
VARIATION = KeyUse(ANALYSIS, gettext_noop("Previous or next variation"), (UP, DOWN))
GAMES = KeyUse(ANALYSIS, gettext_noop("Previous or next game"), (PAGE_UP, PAGE_DOWN))
BEST_LINE = KeyUse(ANALYSIS, gettext_noop("Show the best line"), (pygame.K_SPACE,))
CURSOR = KeyUse(ANALYSIS, gettext_noop("Place stones by keyboard"), ENTER, pad="A")
MISTAKE = KeyUse(ANALYSIS, gettext_noop("Go to the next mistake"), (pygame.K_m,))
ANALYSE = KeyUse(ANALYSIS, gettext_noop("Analyse the game"), (pygame.K_a,))
ENGINE = KeyUse(ANALYSIS, gettext_noop("Switch the engine on or off"), (pygame.K_e,))
BEST_MOVES = KeyUse(
    ANALYSIS,
    gettext_noop("Number of best moves shown"),
    (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5),
    shown=gettext_noop("1 to 5"),
)
OTHER_ENGINE = KeyUse(ANALYSIS, gettext_noop("Choose the engine"), (pygame.K_y,))
WHY_NOT = KeyUse(ANALYSIS, gettext_noop("Why not this move?"), (pygame.K_w,))
NEXT_TURNS = KeyUse(ANALYSIS, gettext_noop("Moves played from this position"), (pygame.K_o,))
COMMENT = KeyUse(ANALYSIS, gettext_noop("Comment on the position"), (pygame.K_c,))
MARK = KeyUse(ANALYSIS, gettext_noop("Mark a cell"), (pygame.K_k,))
CUT = KeyUse(ANALYSIS, gettext_noop("Delete from this move on"), (pygame.K_DELETE,))
MORE = KeyUse(ANALYSIS, gettext_noop("All commands"), (pygame.K_x,))
UNDO_EDIT = KeyUse(ANALYSIS, gettext_noop("Undo the last change"), (pygame.K_u,), with_ctrl=(pygame.K_z,), pad="Y")
TO_GAME = KeyUse(ANALYSIS, gettext_noop("Back to the game"), (RUB_OUT, pygame.K_g))
NAME_STUDY = KeyUse(ANALYSIS, gettext_noop("Name the study"), (pygame.K_s,))
PLAY_ON = KeyUse(ANALYSIS, gettext_noop("Play from here"), (pygame.K_p,))
LEARN = KeyUse(ANALYSIS, gettext_noop("Practise the mistakes"), (pygame.K_l,))
RUN = KeyUse(ANALYSIS, gettext_noop("Play the moves automatically"), (pygame.K_r,))
COPY = KeyUse(ANALYSIS, gettext_noop("Copy the game or position"), (), with_ctrl=(pygame.K_c,))
PASTE_STUDY = KeyUse(ANALYSIS, gettext_noop("Paste a game or position"), (), with_ctrl=(pygame.K_v,))
KEEP_PICTURE = KeyUse(ANALYSIS, gettext_noop("Save a picture of the board"), (pygame.K_i,))
EXPORT = KeyUse(ANALYSIS, gettext_noop("Save as a file"), (pygame.K_f,))
RULE = KeyUse(ANALYSIS, gettext_noop("Choose the rule of the game"), (pygame.K_v,))
ENCODING = KeyUse(ANALYSIS, gettext_noop("Choose the text encoding"), (pygame.K_t,))
PASS_IN_STUDY = KeyUse(ANALYSIS, gettext_noop("Add a pass (renju)"), (pygame.K_j,))
FIND = KeyUse(ANALYSIS, gettext_noop("Find games with this position"), (pygame.K_F3,))
SET_UP = KeyUse(ANALYSIS, gettext_noop("Change the position"), (pygame.K_F4,))

TOOL = KeyUse(
    EDITING,
    gettext_noop("Choose what to place"),
    (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5),
    shown=gettext_noop("1 to 5"),
)
REMOVE = KeyUse(EDITING, gettext_noop("Remove the stone"), (pygame.K_DELETE, RUB_OUT))
EDIT_BACK = KeyUse(EDITING, gettext_noop("Undo an edit"), (pygame.K_u,), with_ctrl=(pygame.K_z,), pad="Y")
EDIT_AGAIN = KeyUse(EDITING, gettext_noop("Redo the edit"), (pygame.K_r,), with_ctrl=(pygame.K_y,))
TO_MOVE = KeyUse(EDITING, gettext_noop("Change whose turn it is"), (pygame.K_t,))
TURN_BOARD = KeyUse(EDITING, gettext_noop("Rotate the board"), (pygame.K_o,))
MIRROR = KeyUse(EDITING, gettext_noop("Mirror the board"), (pygame.K_m,))
CLEAR = KeyUse(EDITING, gettext_noop("Clear the board"), (pygame.K_e,))
COPY_TEXT = KeyUse(EDITING, gettext_noop("Copy as text"), (pygame.K_c,), with_ctrl=(pygame.K_c,))
PASTE_TEXT = KeyUse(EDITING, gettext_noop("Paste a position"), (pygame.K_v,), with_ctrl=(pygame.K_v,))
ANALYSE_IT = KeyUse(EDITING, gettext_noop("Analyse this position"), (pygame.K_a,))

TRY_GAME = KeyUse(WORKSHOP, gettext_noop("Try the game"), (pygame.K_t,))
SAVE_GAME = KeyUse(WORKSHOP, gettext_noop("Save the game"), (pygame.K_s,))
EXAMPLES = KeyUse(WORKSHOP, gettext_noop("Examples to start from"), (pygame.K_e,))

DELETE = KeyUse(LISTS, gettext_noop("Delete"), (pygame.K_DELETE,))
RENAME = KeyUse(LISTS, gettext_noop("Rename"), (pygame.K_F2,))
NEW = KeyUse(LISTS, gettext_noop("New player"), (pygame.K_INSERT,))
FILE = KeyUse(LISTS, gettext_noop("Open a file"), (pygame.K_INSERT,))
FOLDER_ABOVE = KeyUse(LISTS, gettext_noop("Parent folder"), (RUB_OUT,))
WATCH = KeyUse(LISTS, gettext_noop("Analyse a saved game"), (pygame.K_w,))
EVERYONE = KeyUse(LISTS, gettext_noop("Everyone's games"), (pygame.K_e,))
LEADERBOARD = KeyUse(LISTS, gettext_noop("Leaderboard"), (pygame.K_l,))
RECORDS = KeyUse(LISTS, gettext_noop("A player's records"), (pygame.K_r,))
ONE = KeyUse(LISTS, gettext_noop("Practise this mistake only"), (pygame.K_o,))
STATISTICS = KeyUse(LISTS, gettext_noop("A player's statistics"), (pygame.K_s,))
COPY_LINES = KeyUse(LISTS, gettext_noop("Copy all lines"), (), with_ctrl=(pygame.K_c,))
FACE = KeyUse(LISTS, gettext_noop("A player's portrait"), (pygame.K_f,))

RATED = KeyUse(BOOTH, gettext_noop("Puzzles near your rating"), (pygame.K_r,))
AGAINST_CLOCK = KeyUse(BOOTH, gettext_noop("Three-minute run"), (pygame.K_t,))
THEME = KeyUse(BOOTH, gettext_noop("Next puzzle theme"), (pygame.K_v,))
MISSED_DAY = KeyUse(BOOTH, gettext_noop("Solve the puzzle of a missed day"), (pygame.K_m,))
LIGHTS = KeyUse(BOOTH, gettext_noop("Picture of today's results"), (pygame.K_p,))

GUESS = KeyUse(
    TRAINER,
    gettext_noop("First side, even, second side"),
    (pygame.K_1, pygame.K_2, pygame.K_3),
)

SHOW_ME = KeyUse(LESSONS, gettext_noop("Show me"), (pygame.K_h,))
NEXT_STEP = KeyUse(LESSONS, gettext_noop("Next step"), (pygame.K_n,))

PASTE = KeyUse(TYPING, gettext_noop("Paste"), (), with_ctrl=(pygame.K_v,))

#: All actions, in the order in which the key page lists them.
KEYS: tuple[KeyUse, ...] = (
    *(MOVE, PRESS, BACK, NEXT, BEFORE, PAGE, ENDS, RULES, FULL_SCREEN, PICTURE, LADDER),
    *(HINT, UNDO, REDO, STONES, TAKE_OFF, THINKING, LINE, HELP, NUMBERS, MUSIC, SAVE, RESIGN, PASS),
    *(GO_ON, RESULTS, LEAVE, OFFER_DRAW, PAUSE, SPEAK, AGREE),
    *(STEP, VARIATION, GAMES, BEST_LINE, CURSOR, MISTAKE, ANALYSE, ENGINE, BEST_MOVES, OTHER_ENGINE, WHY_NOT),
    *(NEXT_TURNS, COMMENT, MARK, CUT, MORE, UNDO_EDIT, TO_GAME, NAME_STUDY, PLAY_ON, LEARN, RUN),
    *(COPY, PASTE_STUDY, KEEP_PICTURE, EXPORT, RULE, ENCODING, PASS_IN_STUDY, FIND, SET_UP),
    *(TOOL, REMOVE, EDIT_BACK, EDIT_AGAIN, TO_MOVE, TURN_BOARD, MIRROR, CLEAR, COPY_TEXT, PASTE_TEXT),
    ANALYSE_IT,
    *(TRY_GAME, SAVE_GAME, EXAMPLES),
    *(
        DELETE,
        RENAME,
        NEW,
        FILE,
        FOLDER_ABOVE,
        WATCH,
        EVERYONE,
        LEADERBOARD,
        RECORDS,
        ONE,
        STATISTICS,
        COPY_LINES,
        FACE,
    ),
    *(RATED, AGAINST_CLOCK, THEME, MISSED_DAY, LIGHTS),
    *(GUESS, SHOW_ME, NEXT_STEP, PASTE),
)
