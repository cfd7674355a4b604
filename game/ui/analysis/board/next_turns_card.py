"""The explorer's card of turns that were played from the position in library games, with their results."""

from __future__ import annotations

from collections.abc import Callable

from game.analysis.board.study_table import StudyTable
from game.core.language import _, plural
from game.core.model import Move, Place
from game.library.index.indexed_game import SideResult
from game.library.index.next_turns import NextTurn, NextTurns, next_turns_query
from game.session.texts import screen_move
from game.ui.analysis.board.result_texts import day_text, names_text
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.shell.app import App
from game.ui.widgets.buttons import Button, ChoiceButton

_EDGE = 14.0
_HEAD, _ROW, _STEP, _FOOT = 86.0, 46.0, 52.0, 38.0
#: Width of the bar of results, and the heights of its won, drawn and lost parts.
_BAR = 104.0
_PARTS = ((SideResult.WON, "teal", 12.0), (SideResult.DRAWN, "amber", 8.0), (SideResult.LOST, "coral", 4.0))
#: Largest count shown as a number; larger ones become percentages.
_LARGEST = 999
#: Seconds before the card says that a search is running.
_PATIENCE = 0.4


class NextTurnsCard:
    """Card with the turns played from this position in library games, the most frequent first.

    A press plays a turn. The card is hidden until it is switched on.
    """

    def __init__(
        self, app: App, table: StudyTable, place: tuple[float, float, float, float], play: Callable[..., None]
    ) -> None:
        """Create the hidden card; pressing a turn calls ``play`` with its moves.

        ``place`` gives the left edge, top, width and height.
        """
        self._app, self._table, self._play = app, table, play
        self._x, self._y, self._width, self._height = place
        self.is_shown = False
        """True if the player has switched the card on."""
        self._own_only = False
        self._first = 0
        self._found: NextTurns | None = None
        self._problem = ""
        self._waits = False
        """True while the newest query is not answered yet."""
        self._waited = 0.0
        self._updates = 0
        self._rows: list[tuple[Button, NextTurn]] = []
        self.pointed: NextTurn | None = None
        """The turn whose row has the pointer or the focus."""

    # Queries and answers

    def switch(self) -> None:
        """Show or hide the card of next turns; showing it updates the library's index."""
        self.is_shown = not self.is_shown
        if self.is_shown:
            self._app.services.library.update()
        self.reset_for_position()

    def _toggle_own_only(self) -> None:
        self._own_only = not self._own_only
        self.reset_for_position()

    def reset_for_position(self) -> None:
        """Query the library for turns played from the position on the board."""
        self.pointed, self._waits, self._waited = None, self.is_shown and self._table.match.outcome is None, 0.0
        if not self._waits:
            self._found, self._problem = None, ""
            return
        services = self._app.services
        self._updates = services.library.updates
        player = services.database.players.current() if self._own_only else None
        names = frozenset() if player is None else services.database.players.names_of(player.id)
        services.library.next_turns.ask(next_turns_query(self._table.match, names))

    def tick(self, seconds: float) -> bool:
        """Process the library's answer; query again if games were added or removed.

        Return True if the card has changed.
        """
        if not self.is_shown:
            return False
        library, was_late = self._app.services.library, self._is_late
        if self._updates != library.updates:
            self.reset_for_position()
        self._waited += seconds
        answer = library.next_turns.answer()
        if answer is not None:
            self._found, self._problem, self._waits, self._first = answer.found, answer.problem, False, 0
        return answer is not None or self._is_late != was_late

    def point(self, button: Button | None) -> bool:
        """Highlight the turn under the pointer, or none. Return True if the highlight has changed."""
        before = self.pointed
        self.pointed = next((turn for row, turn in self._rows if row is button and not self._waits), None)
        return self.pointed is not before

    @property
    def _is_late(self) -> bool:
        return self._waits and self._waited >= _PATIENCE

    @property
    def is_settled(self) -> bool:
        """True if the next turns on the card come from the complete, current library."""
        library = self._app.services.library
        return not self._waits and not library.is_updating and self._updates == library.updates

    @property
    def forecast(self) -> tuple[Place, ...]:
        """Stones of the next turn under the pointer."""
        moves = self.pointed.moves if self.pointed is not None else ()
        return tuple(move for move in moves if isinstance(move, Place))

    @property
    def note(self) -> str:
        """Text about the next turn under the pointer; "" if there is none."""
        turn = self.pointed
        if turn is None:
            return ""
        number = plural("{count} game", "{count} games", turn.games)
        sentences = [_("{moves}: {games}.", moves=self._words(turn), games=number)]
        if turn.score is not None:
            won, drawn, lost = (turn.results.get(result, 0) for result, _colour, _tall in _PARTS)
            sentences.append(_("{won} won  ·  {drawn} drawn  ·  {lost} lost", won=won, drawn=drawn, lost=lost))
        day = day_text(turn.newest.day)
        sentences.append(_("Most recent game: {players}.", players=names_text(turn.newest, self._table.study.ruleset)))
        return "\n".join([*sentences, day] if day else sentences)

    # Layout

    @property
    def _page(self) -> int:
        """Number of turns on a page of the card."""
        return int((self._height - _HEAD - _FOOT) // _STEP)

    @property
    def _turns(self) -> tuple[NextTurn, ...]:
        return self._found.turns if self._found is not None else ()

    def _row_top(self, row: int) -> float:
        return self._y + _HEAD + row * _STEP

    def buttons(self, stage: Stage, refresh: Callable[[], None]) -> list[Button]:
        """Return the filter for the player's own games, a button for each turn, and the page buttons."""
        self._rows = []
        if not self.is_shown:
            return []
        mine = ChoiceButton(
            stage.rect(self._x + self._width - 124, self._y + 14, 110, 34),
            _("My games"),
            self._toggle_own_only,
            size=15,
        )
        mine.chosen, mine.tip = self._own_only, _("Show only your own games played on this computer")
        mine.enabled, mine.why = (
            self._app.services.database.players.current() is not None,
            _("No player has been created yet."),
        )
        for row, turn in enumerate(self._turns[self._first : self._first + self._page]):
            rect = stage.rect(self._x + _EDGE, self._row_top(row), self._width - 2 * _EDGE, _ROW)
            button = ChoiceButton(rect, "", lambda moves=turn.moves: self._play(*moves), paint=_unpainted)  # type: ignore[misc]
            button.enabled, button.why = not self._waits, _("Searching…")
            self._rows.append((button, turn))
        return [mine, *(button for button, _turn in self._rows), *self._page_buttons(stage, refresh)]

    def _page_buttons(self, stage: Stage, refresh: Callable[[], None]) -> list[Button]:
        if len(self._turns) <= self._page:
            return []

        def leaf(way: int) -> None:
            self._turn_page(way)
            refresh()

        top, end = self._y + self._height - _FOOT - 2, self._first + self._page
        before = ChoiceButton(stage.rect(self._x + 14, top, 40, 32), "", lambda: leaf(-1), icon="arrow_left")
        before.tip, before.enabled, before.why = _("Previous page"), self._first > 0, _("This is the first page.")
        after = ChoiceButton(
            stage.rect(self._x + self._width - 54, top, 40, 32), "", lambda: leaf(1), icon="arrow_right"
        )
        after.tip, after.enabled, after.why = _("Next page"), end < len(self._turns), _("This is the last page.")
        return [before, after]

    def scroll(self, rows: int) -> None:
        """Page up in the list of turns for rows > 0, down for rows < 0."""
        self._turn_page(-1 if rows > 0 else 1)

    def _turn_page(self, way: int) -> None:
        first = self._first + way * self._page
        if 0 <= first < len(self._turns):
            self._first = first

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        canvas.panels.card(self._x, self._y, self._width, self._height)
        canvas.title(_("Next moves"), self._x + 20, self._y + 16, size=20, width=134)
        words, colour = self._placeholder()
        if words:
            block = canvas.block(words, self._width - 44, 7, self._height - _HEAD - 10, size=15)
            canvas.draw_block(block, self._x + 22, self._y + 64, colour)
            return
        if self._found is None:
            return
        number = plural("{count} game", "{count} games", self._found.games)
        line = self._y + 66
        canvas.text(number, self._x + _EDGE + 8, line, size=13, colour="mist", anchor="midleft", width=116)
        legend, end = _("W–D–L"), self._x + self._width - _EDGE - 8
        canvas.text(legend, end, line, size=13, colour="mist", anchor="midright", width=80)
        for row, turn in enumerate(self._turns[self._first : self._first + self._page]):
            self._draw_row(canvas, row, turn)
        self._draw_foot(canvas)

    def _placeholder(self) -> tuple[str, str]:
        """Return the text that the card shows if there are no next turns, and its colour.

        The text is "" while turns are shown, or expected within a fraction of a second.
        """
        if self._table.match.outcome is not None:
            return _("The game is over at this point."), "mist"
        if self._problem:
            return self._problem, "coral"
        if self._is_late:
            return _("Searching…"), "mist"
        if self._turns or self._found is None:
            return "", ""
        nobody = _("None of your own games continued from this position.")
        return nobody if self._own_only else _("No game in the library continued from this position."), "mist"

    def _draw_row(self, canvas: Canvas, row: int, turn: NextTurn) -> None:
        left, top, end = self._x + _EDGE + 4, self._row_top(row), self._x + self._width - _EDGE - 8
        canvas.panels.row_plate(self._x + _EDGE, top, self._width - 2 * _EDGE, _ROW)
        number = plural("{count} game", "{count} games", turn.games)
        games = canvas.text(number, end, top + 15, size=13, colour="soft", anchor="midright", width=92, height=24)
        x = self._draw_stones(canvas, turn.moves, left + 2, top + 15)
        words, room = self._words(turn), games.left - 6 - x
        canvas.text(words, x, top + 15, family="bold", size=16, colour="cream", anchor="midleft", width=room,
                    height=26, smallest=12)  # fmt: skip
        _draw_results(canvas, turn, left + 4, end, top + 36)

    def _draw_stones(self, canvas: Canvas, moves: tuple[Move, ...], x: float, middle: float) -> float:
        """Draw a stone for each kind of stone placed in a turn; return the x at which text can begin."""
        info = self._table.study.ruleset.info
        for letter in dict.fromkeys(move.stone for move in moves if isinstance(move, Place)):
            stone = info.stone(letter)
            if stone is not None:
                canvas.stone(stone.art, x + 9, middle, 17)
                x += 22
        return x

    def _draw_foot(self, canvas: Canvas) -> None:
        """Draw which turns are shown ("1 to 8 of 12"), or how many rarer turns are left out."""
        assert self._found is not None
        count, middle = len(self._turns), self._y + self._height - _FOOT / 2 - 2
        last = min(self._first + self._page, count)
        text = ""
        if last == count and self._found.more:
            text = plural("{count} rarer move", "{count} rarer moves", self._found.more)
        elif count > self._page:
            text = _("{first} to {last} of {count}", first=self._first + 1, last=last, count=count)
        canvas.text(
            text, self._x + self._width / 2, middle, size=13, colour="mist", anchor="center", width=120, height=26
        )

    def _words(self, turn: NextTurn) -> str:
        return " ".join(screen_move(self._table, move) for move in turn.moves)


def _draw_results(canvas: Canvas, turn: NextTurn, left: float, right: float, middle: float) -> None:
    """Draw the numbers of won, drawn and lost games, and a bar with a part for each."""
    if turn.score is None:
        canvas.text(_("Results unknown"), left, middle, size=13, colour="mist", anchor="midleft", width=right - left)
        return
    known = sum(turn.results.get(result, 0) for result, _colour, _tall in _PARTS)
    x = left
    for result, colour, tall in _PARTS:
        width = _BAR * turn.results.get(result, 0) / known
        if width:
            canvas.panels.plate(x, middle - tall / 2, max(2.0, width - 1), tall, colour=colour, radius=2)
        x += width
    numbers = result_numbers(turn)
    canvas.text(numbers, right, middle, size=13, colour="soft", anchor="midright", width=right - left - _BAR - 6,
                height=22, smallest=11)  # fmt: skip


def result_numbers(turn: NextTurn) -> str:
    """Return the numbers of games won, drawn and lost as ``12–3–5``, or as percentages if they are long."""
    counts = [turn.results.get(result, 0) for result, _colour, _tall in _PARTS]
    if max(counts) <= _LARGEST:
        return "–".join(map(str, counts))
    return _("{percent} %", percent="–".join(str(round(100 * count / sum(counts))) for count in counts))


def _unpainted(canvas: Canvas, button: Button, focused: bool) -> None:
    """Draw only the focus ring of a button; the row that it covers is part of the static picture."""
    if focused:
        canvas.panels.focus_ring(*button.rect, radius=10)
