"""Layout and drawing of the explorer: board, engine card, speech bubble, comment, variations and buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.analysis.explore.analyst import Analyst
from game.analysis.explore.study_board import StudyTable
from game.core.language import _
from game.library.study.tree import ROOT
from game.session.texts import stones_placed, variant_text
from game.ui.analysis.explore.engine_card import PLACE, EngineCard
from game.ui.analysis.explore.next_turns_card import NextTurnsCard
from game.ui.analysis.explore.variations_card import VariationsCard
from game.ui.board.board_buttons import TOP, Press, draw_keys
from game.ui.board.board_view import BoardView
from game.ui.board.speech_bubble import draw_bubble
from game.ui.board.stone_picker import StonePicker
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.shell.app import App
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.keys import key_name

_RIGHT, _LIST_TOP = 1016.0, 80.0
#: Height of the list of variations without and with the picker of stones.
_TALL, _SHORT = 384.0, 312.0
PICKER_TOP = 402.0
#: Card of the comment: x, y, width and height.
_COMMENT = (24.0, 564.0, 240.0, 212.0)
#: Largest number of lines shown of a comment.
_COMMENT_LINES = 7


@dataclass(frozen=True, slots=True)
class ExploreActions:
    """Callbacks of the explorer's buttons."""

    go: Callable[[int], None]
    """Goes to a step of the current line."""
    other: Press
    """Replaces the move on the board by its next alternative."""
    home: Press
    play_on: Press
    play_turn: Press
    """Plays the pending turn."""
    comment: Press
    cut: Press
    why_not: Press
    switch: Press
    """Switches the engine on or off."""
    count: Press
    """Changes the number of best moves shown."""
    choose: Press
    """Opens the choice of the engine."""
    next_turns: Press
    """Switches between the card of variations and the card of turns played in library games."""
    refresh: Press
    leave: Press


class ExplorePicture:
    """Draws the explorer: the board, and the cards for engine, comment and variations."""

    def __init__(
        self, app: App, table: StudyTable, analyst: Analyst, board: BoardView, play: Callable[..., None]
    ) -> None:
        """Build the explorer's cards; pressing a turn in the list of next turns calls ``play`` with its moves."""
        self._table, self._analyst, self.board = table, analyst, board
        place = (_RIGHT, _LIST_TOP, _SHORT if table.study.ruleset.info.names_stone else _TALL)
        self.variations = VariationsCard(table, *place)
        self.next_turns = NextTurnsCard(app, table, place, play)
        """Replaces the card of variations while it is switched on."""
        self.engine = EngineCard(table, analyst)
        self.picker = StonePicker(table, PICKER_TOP)

    def paint(self, canvas: Canvas, note: str) -> None:
        """Draw the static picture of the explorer, with ``note`` in the speech bubble."""
        canvas.backdrop(dimmed=True)
        canvas.lights()
        self._paint_top(canvas)
        self.board.paint(canvas)
        self.engine.draw(canvas)
        draw_bubble(canvas, "", note)
        self._paint_comment(canvas)
        (self.next_turns if self.next_turns.is_shown else self.variations).draw(canvas)
        draw_keys(canvas, self._keys())

    def _paint_top(self, canvas: Canvas) -> None:
        table = self._table
        number = _("Move {number}", number=stones_placed(table.match))
        chip = canvas.chip(number, 1256, 38, colour="cream", anchor="midright", size=15, height=32, width=200)
        title = canvas.heading(_(table.study.ruleset.info.title), 292, 39, 360, grows=False)
        x, end = 292 + title.width + 16, 1256 - 8 - chip.width
        for words, colour in ((_("Exploring"), "mist"), (variant_text(table.tournament), "amber")):
            if words and end - x > 96:
                x += canvas.chip(words, x, 40, colour=colour, size=15, height=32, width=end - x - 8).width + 8

    def _paint_comment(self, canvas: Canvas) -> None:
        words = self._table.study.tree.comments.get(self._table.node, "")
        if not words:
            return
        x, y, width, _height = _COMMENT
        canvas.card(*_COMMENT)
        canvas.title(_("Comment"), x + 18, y + 14, size=19, width=width - 36)
        block = canvas.block(" ".join(words.split()), width - 36, _COMMENT_LINES, size=14)
        canvas.draw_block(block, x + 18, y + 48, "soft")

    def _keys(self) -> tuple[str, str, str]:
        return (_("Page Up, Page Down: move"), _("V variation  ·  W why not?"), _("E engine  ·  S saves"))

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the board, and the stones that the player can pick."""
        self.board.paint_live(canvas, ghost=self._table.person_to_move)
        self.picker.draw(canvas)

    # Controls

    def scroll(self, rows: int) -> None:
        """Scroll the visible list of the explorer by a number of rows; positive scrolls up."""
        (self.next_turns if self.next_turns.is_shown else self.variations).scroll(rows)

    def node_at(self, stage: Stage, point: tuple[int, int]) -> int | None:
        """Return the node of the variation at a point on the screen, or None if there is none or the card is hidden."""
        return None if self.next_turns.is_shown else self.variations.node_at(stage, point)

    def buttons(self, stage: Stage, act: ExploreActions, *, play_turn: str, is_ready: bool) -> list[Button]:
        """Return all buttons of the explorer.

        ``play_turn`` is the label of the button that plays the pending turn, "" for no such button.
        """
        leave = Button(
            stage.rect(24, TOP, 48, 44), "", act.leave, icon="arrow_left", keys=keys.BACK.keys, tip=_("Back")
        )
        played = Button(stage.rect(192, TOP, 48, 44), "", act.next_turns, icon="chart", keys=keys.NEXT_TURNS.keys)
        played.tip, played.chosen = _("What was played here"), self.next_turns.is_shown
        main = self._home_button(stage, act)
        if play_turn:
            main = Button(stage.rect(_RIGHT, 528, 240, 48), play_turn, act.play_turn, kind="primary", enabled=is_ready)
            main.why = _("This turn needs one more stone.")
        return [
            leave,
            played,
            *self.next_turns.buttons(stage, act.refresh),
            *self._walk_buttons(stage, act),
            main,
            *self._node_buttons(stage, act),
            *self._engine(stage, act),
        ]

    def _home_button(self, stage: Stage, act: ExploreActions) -> Button:
        home = Button(stage.rect(_RIGHT, 528, 240, 48), _("Back to the game"), act.home, kind="primary", icon="undo")
        home.keys, home.enabled = keys.TO_GAME.keys, not self._table.is_home
        home.why = _("This position is one of the game.")
        return home

    def _walk_buttons(self, stage: Stage, act: ExploreActions) -> list[Button]:
        step, end = self._table.step, len(self._table.line)
        first, last = _("The game begins here."), _("The line ends here.")
        left, right = (key_name(key) for key in keys.WALK.keys)
        rows = (
            ("to_start", lambda: act.go(0), step > 0, first, _("To the first move")),
            ("step_back", lambda: act.go(step - 1), step > 0, first, _("A move back  ·  {key}", key=left)),
            ("step_on", lambda: act.go(step + 1), step < end, last, _("A move forward  ·  {key}", key=right)),
            ("to_end", lambda: act.go(end), step < end, last, _("To the last move")),
            (
                "replay",
                act.other,
                len(self._table.others()) > 1,
                _("No other move was tried here."),
                _("The next variation  ·  {key}", key=key_name(keys.VARIATION.key)),
            ),
        )
        made = []
        for place, (icon, press, enabled, why, tip) in enumerate(rows):
            rect = stage.rect(_RIGHT + 49 * place, 474, 44, 44)
            made.append(Button(rect, "", press, icon=icon, enabled=enabled, why=why, tip=tip))
        return made

    def _node_buttons(self, stage: Stage, act: ExploreActions) -> list[Button]:
        is_over, at_root = self._table.match.outcome is not None, self._table.node == ROOT
        play = Button(stage.rect(_RIGHT, 588, 116, 40), _("Play"), act.play_on, size=16, enabled=not is_over)
        play.keys, play.why, play.tip = keys.PLAY_ON.keys, _("The game has ended here."), _("Play from here")
        why = Button(stage.rect(_RIGHT + 124, 588, 116, 40), _("Why not?"), act.why_not, size=16, enabled=not is_over)
        why.keys, why.why = keys.WHY_NOT.keys, _("The game has ended here.")
        why.tip = _("Point at a cell and press {key}: why not here?", key=key_name(keys.WHY_NOT.key))
        comment = Button(stage.rect(_RIGHT, 636, 116, 40), _("Comment"), act.comment, size=16)
        comment.keys, comment.icon = keys.COMMENT.keys, "pencil"
        cut = Button(stage.rect(_RIGHT + 124, 636, 116, 40), _("Delete"), act.cut, icon="trash", size=16)
        cut.keys, cut.enabled, cut.why = keys.CUT.keys, not at_root, _("There is no move to delete.")
        cut.tip = _("Delete this move and all after it")
        return [play, why, comment, cut]

    def _engine(self, stage: Stage, act: ExploreActions) -> list[Button]:
        x, y, _width, height = PLACE
        analyst, top = self._analyst, y + height + 5
        state = Button(stage.rect(x, top, 52, 32), "", act.switch, icon="hint", chosen=analyst.is_on)
        state.keys, state.tip = keys.ENGINE.keys, _("The engine off and on")
        count = Button(stage.rect(x + 58, top, 52, 32), str(analyst.moves_wanted), act.count, size=16)
        count.tip = _("How many best moves are shown")
        choose = Button(stage.rect(x + 116, top, 124, 32), _("Engine"), act.choose, size=15)
        choose.tip = _("Which engine reads the position")
        return [state, count, choose]
