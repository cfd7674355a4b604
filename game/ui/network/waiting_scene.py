"""Waiting screen of a remote game, shown until the other side joins, with an invitation or a status text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import _, join_sentences
from game.network.outbox import SheetReceived
from game.network.remote_connection import RemoteConnection
from game.network.session.pending_connection import Approaching, PendingConnection
from game.network.sync.terms import TableTerms
from game.session.texts import series_length_text
from game.ui.network.ticket import copy_button, draw_ticket
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.frame import back_button, draw_frame
from game.ui.workshop.offered_sheet import offer_sheet

#: The two lanterns: distance from the middle, vertical position, and size.
_APART, _HANGS, _LANTERN = 130.0, 300.0, 112.0


@dataclass(frozen=True, slots=True)
class HostChoices:
    """The other ways in which a waiting host can find a player; each replaces the waiting game by a new one."""

    for_anybody: Callable[[], PendingConnection]
    by_invitation: Callable[[], PendingConnection]
    ask_broker: Callable[[Callable[[PendingConnection], None]], None]
    """Asks for a broker, then passes on the new game with an invitation for it."""


class WaitingScene(Scene[RemoteConnection | None]):
    """Waiting screen of a remote game, shown until the other side joins.

    Its result is the connection, or None if the player goes back.
    """

    tune = "fair"

    def __init__(self, app: App, approaching: Approaching, title: str, choices: HostChoices | None = None) -> None:
        """Create the waiting screen and start connecting.

        ``choices`` are a host's other ways to invite a player; None for a guest.
        """
        super().__init__(app)
        self._title, self._choices = title, choices
        self._coming = approaching()
        self._is_open = False
        """True if any nearby player can join."""
        self._shown: tuple[object, ...] = ()
        self._table: RemoteConnection | None = None
        self._offered: SheetReceived | None = None
        """The rule sheet that the player was shown."""
        self._refusal = ""
        """The reason why the host's rule sheet cannot be used."""

    # Waiting

    def enter(self) -> None:
        """Start polling the pending game; polling continues while other screens cover this one."""
        self.app.add_tick_callback(self._poll)
        super().enter()

    def exit(self) -> None:
        """Stop waiting for the other side and close the pending connection."""
        self.app.dismiss(self._poll)
        self._coming.close()

    def _poll(self, _seconds: float) -> None:
        if self._table is None:
            self._table = self._coming.poll()

    def tick(self, seconds: float) -> None:
        """Close the waiting screen once both sides have agreed on a game."""
        super().tick(seconds)
        if self._table is not None:
            self.finish(self._table)
            return
        sheet = self._coming.received_sheet
        if sheet is not None and sheet is not self._offered:
            self._offered = sheet
            offer_sheet(self.app, sheet.ruleset, sheet.text, lambda: None, self._refuse_sheet)
        shown = (self._coming.invitation, self._coming.is_met, self._sentence)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def _refuse_sheet(self, problem: str) -> None:
        """Say why the host's rule sheet cannot be used, or leave because the player did not accept it."""
        self._refusal = problem
        if not problem:
            self.finish(None)

    def _replace(self, coming: PendingConnection, *, is_open: bool = False) -> None:
        """Cancel the pending game, and wait for the other side in a new one."""
        self._coming.close()
        self._coming, self._is_open = coming, is_open
        self.refresh()

    # Layout

    def refresh(self) -> None:
        """Rebuild the buttons: other ways to invite, back, and copy the invitation."""
        buttons = [back_button(self.stage, lambda: self.finish(None))]
        if self._choices is not None:
            buttons += self._ways(self._choices)
        if self._has_ticket:
            buttons.append(copy_button(self.app, self._coming.invitation))
        focused = self.controls.focused
        self.controls.set(buttons)
        if focused is None:
            self.controls.focus(buttons[-1] if self._has_ticket else buttons[0])
        super().refresh()

    @property
    def _has_ticket(self) -> bool:
        """True if there is an invitation code to show, which only a host has."""
        return bool(self._coming.invitation) and not self._is_open and self._coming.is_host

    def _ways(self, choices: HostChoices) -> list[Button]:
        stage = self.stage
        ways = (
            (208, _("By invitation"), lambda: self._replace(choices.by_invitation()), not self._is_open, "copy"),
            (492, _(
                "Anybody on this network"), lambda: self._replace(choices.for_anybody(), is_open=True), self._is_open,
             "person"),
            (776, _("Via an online server…"), lambda: choices.ask_broker(self._replace), False, "search"),
        )  # fmt: skip
        return [
            ChoiceButton(stage.rect(left, 716, 272, 48), label, press, icon=icon, size=18, chosen=chosen)
            for left, label, press, chosen, icon in ways
        ]

    # Drawing

    @property
    def _sentence(self) -> str:
        """The most urgent text about the state of the pending game."""
        coming = self._coming
        if coming.problem or self._refusal:
            return coming.problem or self._refusal
        if coming.is_met:
            met = _("{name} is joining.", name=coming.peer_name)
            return join_sentences((met, self._terms_text(coming.received_terms), coming.notice))
        if coming.notice or coming.channel_problem:
            where = self._address_text() if self._has_ticket else ""
            return join_sentences((coming.notice, coming.channel_problem, where))
        if self._choices is None:
            return _("Looking for the other player. You can wait here as long as you like.")
        if self._is_open:
            return _("Everyone on this network can see your game. The first player to click it joins.")
        notice = _("Give this code to your friend: read it out or send it. Anybody with the code can join.")
        return join_sentences((notice, self._address_text()))

    def _address_text(self) -> str:
        """Return a hint with the host's address, for a friend on the same network who cannot find the game."""
        if not self._coming.addresses:
            return ""
        where = f"at {self._coming.addresses[0]}"  # no words
        return _("If the game is not found automatically, add “{where}” after the code.", where=where)

    def _terms_text(self, terms: TableTerms | None) -> str:
        ruleset = self.app.services.catalogue.rulesets.get(terms.ruleset) if terms is not None else None
        if ruleset is None or terms is None:
            return ""
        return _(
            "You are playing {game}: {series}.", game=_(ruleset.info.title), series=series_length_text(terms.best_of)
        )

    def paint(self, canvas: Canvas) -> None:
        """Draw the invitation ticket, or a lantern for each side, and the status text."""
        draw_frame(canvas, self._title)
        canvas.lights.above_board()
        if self._has_ticket:
            draw_ticket(canvas, self._coming.invitation)
        elif not self._coming.problem:
            self._draw_lanterns(canvas)
        top = 532.0 if self._has_ticket else 420.0
        (block,) = canvas.blocks([Passage(self._sentence, size=20, most=4, leading=1.4)], 860, 130)
        colour = "coral" if self._coming.problem else "cream"
        canvas.draw_block(block, 640, top, colour, "midtop")

    def _draw_lanterns(self, canvas: Canvas) -> None:
        """Draw a lantern for each side. The other side's is lit once a message was received from it."""
        for side, share in ((-1, 1.0), (1, 1.0 if self._coming.is_met else 0.0)):
            canvas.lights.glow(640 + side * _APART, _HANGS, 300, "amber", 0.3 * share)
            canvas.lights.lantern(640 + side * _APART, _HANGS, _LANTERN, share)
