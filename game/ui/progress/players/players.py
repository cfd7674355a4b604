"""The scene of the players on this computer and their results."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from itertools import count

from game.core.language import _, gettext_noop
from game.core.model import Reason
from game.session.dates import whole_date
from game.session.records.ranks import in_all, next_rank, rank_of, win_rate
from game.session.records.record_summary import met_name
from game.storage.database import Database
from game.storage.finished_games import HeadToHead, Totals
from game.storage.players import LONGEST_NAME, Player
from game.ui.painting.canvas import Canvas
from game.ui.progress.players.faces import FaceScene
from game.ui.progress.players.leaderboard import LeaderboardScene
from game.ui.progress.players.records import RecordsScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask, show_notice
from game.ui.shell.list_scene import ListScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import PageField
from game.ui.widgets.frame import back_button, bar_button, draw_frame, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (40.0, 96.0, 348.0, 576.0)
_CARD_LEFT, _CARD_WIDTH = 428.0, 828.0
_PAGE = (452.0, 236.0, 780.0, 436.0)
_COUNTING = gettext_noop("Only games against the computer affect the rank; games between people are listed separately.")
_ROW = 42.0
_TABLE_WIDTH, _MEETING_NAME = 756.0, 300.0
#: Titles and right edges of the table's number columns.
_COLUMNS = (
    (gettext_noop("Played"), 400.0),
    (gettext_noop("Won"), 486.0),
    (gettext_noop("Drawn"), 572.0),
    (gettext_noop("Lost"), 654.0),
    (gettext_noop("Win rate"), 740.0),
)


class PlayersScene(ListScene[Player, None]):
    """Scene with the list of players on the left and the selected player's results on the right."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.list = ItemList(_LIST, lambda player: player.id, self._draw_row, self.refresh, self._switch)
        self._database = app.services.database
        self._current = self._database.players.current()
        self.list.key = self._current and self._current.id

    # The list

    def read_items(self) -> list[Player]:
        """Return all players, after reading their results and the current player from the database."""
        players = self._database.players.all()
        self._current = self._database.players.current()
        self._records = {player.id: self._database.games.totals(player) for player in players}
        return players

    def build(self) -> None:
        """Add the list of players, and the page with the selected player's results."""
        super().build()
        self._page = PageField(self.form, _PAGE)

    def refresh(self) -> None:
        """Show the results and the buttons of the selected player."""
        if self.selected is not None:
            self._page.show(self._paint_record)
        super().refresh()

    def buttons(self) -> list[Button]:
        """Return the buttons for actions on the selected player, and the button that adds a player."""
        stage, is_current = self.stage, self.selected == self._current
        remove = bar_button(stage, 428, 152, _("Remove"), self._ask_remove, icon="trash", use=keys.DELETE)
        remove.enabled, remove.why = self.selected is not None, _("No player has been created yet.")
        new = bar_button(stage, 596, 192, _("New player"), self._ask_new, icon="plus", use=keys.NEW)
        rename = bar_button(stage, 804, 176, _("Rename"), self._ask_name, icon="pencil", use=keys.RENAME)
        rename.enabled, rename.why = self.selected is not None, _("No player has been created yet.")
        words, icon = (_("Current player"), "check") if is_current else (_("Switch player"), "person")
        switch = main_button(stage, words, self._switch, icon=icon, enabled=not is_current)
        switch.why = _("This is already the current player.")
        back = back_button(stage, lambda: self.finish(None))
        return [*self.form.stops(), *self._page_buttons(), back, remove, new, rename, switch]

    def _page_buttons(self) -> list[Button]:
        """Return the buttons that open other pages about the selected player, and the leaderboard."""
        rect = self.stage.rect
        board = Button(rect(1016, 18, 240, 44), _("Leaderboard"), self._open_board, use=keys.LEADERBOARD)
        records = Button(rect(1074, 96, 158, 44), _("Records"), self._open_records, use=keys.RECORDS)
        face = Button(rect(930, 96, 132, 44), _("Portrait"), self._ask_face, use=keys.FACE)
        for button, icon in ((board, "trophy"), (records, "trophy"), (face, "person")):
            button.icon, button.size = icon, 17
        return [board, records, face] if self.selected is not None else [board]

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, and the name and face of the selected player."""
        draw_frame(canvas, _("Players"), (24, 80, 380, 608), (_CARD_LEFT, 80, _CARD_WIDTH, 608))
        trouble = self._database.file.notice
        words, colour = (trouble, "coral") if trouble else (_(_COUNTING), "soft")
        canvas.text(words, 992, 40, size=16, colour=colour, anchor="midright", width=780, height=44)
        hints = (
            _("Enter: change player"),
            _("Ins: add  ·  F2: rename"),
            _("R: records  ·  F: portrait"),
        )
        for line, words in enumerate(hints):
            y = 740 + canvas.tall(18) * (line - 1)
            canvas.text(words, 200, y, size=13, anchor="midleft", width=220, height=canvas.tall(18))
        if self.selected is not None:
            self._draw_head(canvas, self.selected)

    def _draw_head(self, canvas: Canvas, player: Player) -> None:
        x, total = _CARD_LEFT + 152, in_all(self._records[player.id])
        canvas.face(player.shown_face, _CARD_LEFT + 76, 156, 92)
        short = canvas.fits(player.name, "display", 28, 334)
        top, size = (108, 28) if short else (92, 21)
        most = 1 if short else 2
        canvas.paragraph(player.name, x, top, 334, most, family="display", size=size, colour="cream")
        chip = canvas.chip(_(rank_of(total).title), x, 176, colour="amber", size=16, height=32, width=260)
        after = chip.right + 14
        following = next_rank(total)
        text = following.demands() if following else _("This is the highest rank.")
        room = _CARD_LEFT + _CARD_WIDTH - 24 - after
        canvas.text(text, after, 176, size=15, anchor="midleft", width=room, height=34)
        canvas.text(_since(player), x, 210, size=14, colour="mist", anchor="midleft", width=640, height=30)

    def _draw_row(self, canvas: Canvas, player: Player, top: float) -> None:
        canvas.face(player.shown_face, 70, top + canvas.tall(32), 40, ring=6)
        upper, lower, height = top + canvas.tall(8), top + canvas.tall(34), canvas.tall(25)
        is_current = player == self._current
        canvas.text(player.name, 104, upper, family="bold", size=17, colour="cream", width=260, height=height)
        rank = _(rank_of(in_all(self._records[player.id])).title)
        text = _("{rank}  ·  current player", rank=rank) if is_current else rank
        colour = "amber" if is_current else "soft"
        canvas.text(text, 104, lower, size=14, colour=colour, width=260, height=height)

    # Results

    def _paint_record(self, canvas: Canvas) -> float:
        """Draw the selected player's results from the top left corner (0, 0), and return their height."""
        player = self.selected
        assert player is not None
        canvas.title(_("Against the computer"), 0, 0, size=22)
        y = self._paint_table(canvas, self._records[player.id], 40)
        canvas.title(_("Against other people"), 0, y + 22, size=22)
        return self._paint_meetings(canvas, self._database.games.head_to_heads(player), y + 60)

    def _paint_table(self, canvas: Canvas, record: list[Totals], y: float) -> float:
        if not record:
            return _paint_nothing(canvas, y)
        for head, right in _COLUMNS:
            at, height = (right, y), canvas.tall(25)
            canvas.text(_(head), *at, family="bold", size=14, colour="mist", anchor="topright", width=80, height=height)
        y += canvas.tall(26)
        for number, totals in enumerate(record):
            self._paint_totals(
                canvas, totals, self._title(totals.ruleset_id), y, is_total=False, striped=number % 2 == 0
            )
            y += canvas.tall(_ROW)
        self._paint_totals(canvas, in_all(record), _("All games"), y, is_total=True, striped=True)
        return y + canvas.tall(_ROW)

    def _paint_totals(
        self, canvas: Canvas, totals: Totals, title: str, y: float, *, is_total: bool, striped: bool
    ) -> None:
        if striped:
            line = "panel_line" if is_total else None
            canvas.panels.plate(0, y, _TABLE_WIDTH, canvas.tall(_ROW) - 4, colour="row", radius=10, line=line)
        middle = y + (canvas.tall(_ROW) - 4) / 2
        colour = "amber" if is_total else "cream"
        high = canvas.tall(_ROW)
        canvas.text(title, 16, middle, family="bold", size=16, colour=colour, anchor="midleft", width=300, height=high)
        numbers = (totals.played, totals.won, totals.drawn, totals.lost, win_rate(totals))
        for (_head, right), number in zip(_COLUMNS, numbers, strict=True):
            place = (str(number), right, middle)
            canvas.text(*place, family="display", size=17, colour=colour, anchor="midright", width=76, height=high)

    def _title(self, ruleset_id: str) -> str:
        ruleset = self.app.services.catalogue.rulesets.get(ruleset_id)
        return _(ruleset.info.title) if ruleset else _("{ruleset} (not installed)", ruleset=ruleset_id)

    def _paint_meetings(self, canvas: Canvas, meetings: list[HeadToHead], y: float) -> float:
        if not meetings:
            return _paint_nothing(canvas, y)
        for number, meeting in enumerate(meetings):
            if number % 2 == 0:
                canvas.panels.row_plate(0, y, _TABLE_WIDTH, canvas.tall(_ROW) - 4)
            middle = y + (canvas.tall(_ROW) - 4) / 2
            canvas.face(meeting.other.shown_face, 30, middle, 24, ring=4)
            height = canvas.tall(_ROW)
            name, room = met_name(meeting.other), _MEETING_NAME
            canvas.text(name, 56, middle, size=16, colour="cream", anchor="midleft", width=room, height=height)
            won, drawn, lost = meeting.wins, meeting.draws, meeting.losses
            text = _("{won} won  ·  {drawn} drawn  ·  {lost} lost", won=won, drawn=drawn, lost=lost)
            room = 740 - 56 - _MEETING_NAME - 12
            canvas.text(text, 740, middle, family="bold", size=15, anchor="midright", width=room, height=height)
            y += canvas.tall(_ROW)
        return y

    # Actions

    def _switch(self) -> None:
        if self.selected is not None:
            self._database.players.switch(self.selected.id)
            self.arrange()

    def _open_board(self) -> None:
        self.app.push(LeaderboardScene(self.app))

    def _open_records(self) -> None:
        if self.selected is not None:
            self.app.push(RecordsScene(self.app, self.selected))

    def _ask_face(self) -> None:
        if self.selected is not None:
            self.app.push(FaceScene(self.app, self.selected.name, self.selected.shown_face), self._set_face)

    def _set_face(self, face: str) -> None:
        if face and self.selected is not None:
            self._database.players.set_face(self.selected.id, face)
            self.arrange()

    def _ask_new(self) -> None:
        name, words = free_player_name(self._database), _("Games and wins are saved under this name.")
        ask = NameScene(self.app, _("New player"), words, name, self._refuse_name, longest=LONGEST_NAME)
        self.app.push(ask, self._create)

    def _refuse_name(self, name: str, player_id: int = 0) -> str | None:
        refusal = self._database.players.refused_name(name, player_id)
        return None if refusal is None else refusal.message

    def _create(self, name: str | None) -> None:
        if name is None:
            return
        made = self._database.players.create(name)
        if isinstance(made, Reason):
            self.app.show_message(made.message)
            self.arrange()
            return
        self.select(made.id)

    def _ask_name(self) -> None:
        player = self.selected
        if player is None:
            return
        text = _("Renaming keeps the player's games and wins.")
        refuse = partial(self._refuse_name, player_id=player.id)
        self.app.push(NameScene(self.app, _("Rename"), text, player.name, refuse, longest=LONGEST_NAME), self._rename)

    def _rename(self, name: str | None) -> None:
        if name is None or self.selected is None:
            return
        renamed = self._database.players.rename(self.selected.id, name)
        if isinstance(renamed, Reason):
            self.app.show_message(renamed.message)
        self.arrange()

    def _ask_remove(self) -> None:
        player = self.selected
        if player is None:
            return
        title, refusal = _("Remove {name}?", name=player.name), self._database.players.why_stays(player.id)
        if refusal is not None:
            show_notice(self.app, title, refusal.message)
            return
        text = _(
            "{name}'s records will be deleted. Other players' games against {name} are kept, listed as games "
            "against a former player. Saved games are kept too.",
            name=player.name,
        )
        keep = DialogAnswer(_("Keep {name}", name=player.name))
        ask(self.app, title, text, keep, DialogAnswer(_("Remove"), self._remove), escape=0)

    def _remove(self) -> None:
        if self.selected is not None:
            self._database.players.remove(self.selected.id)
            self.arrange()


def free_player_name(database: Database) -> str:
    """Return a default name for a new player that is not in use, such as "Player 2"."""
    taken = {player.name.casefold() for player in database.players.all()}
    names = (_("Player {number}", number=number) for number in count(1))
    return next(name for name in names if name.casefold() not in taken)


def _since(player: Player) -> str:
    """Return the day on which the player was created, as text."""
    day = datetime.fromisoformat(player.created).astimezone()
    return _("Playing since {date}", date=whole_date(day))


def _paint_nothing(canvas: Canvas, y: float) -> float:
    """Draw a note that the player has no games. Return the y coordinate of its bottom edge."""
    height = canvas.tall(32)
    canvas.text(_("No finished games yet."), 16, y + 4, size=16, width=_TABLE_WIDTH - 32, height=height)
    return y + height
