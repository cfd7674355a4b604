"""Drawing of a remote game: latency lamp, player cards, speech bubble, moves, key hints and lights."""

from __future__ import annotations

from game.core.language import _
from game.network.session.remote_game import RemoteGame
from game.network.session.texts import delay_text, lamp_colour
from game.session.pending_turn import PendingTurn
from game.session.texts import series_text, stones_placed, variant_text
from game.ui.board import stone_picker
from game.ui.board.board_buttons import draw_keys
from game.ui.board.board_view import BoardView
from game.ui.board.move_list import MoveList
from game.ui.board.player_card import HEIGHT, WIDTH, PlayerCard
from game.ui.board.speech_bubble import draw_bubble, draw_bubble_beside_card
from game.ui.board.stone_picker import StonePicker
from game.ui.board.stones_left import draw_stones_left
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage

_RIGHT, _TOP, _BOTTOM, _GAP = 1016.0, 80.0, 456.0, 16.0
_LEFT, _FAR_TOP, _OWN_TOP = 24.0, 80.0, 564.0
#: Position and size of the latency lamp, right of the buttons at the top left, and the width of its text.
_LAMP, _LAMP_SIZE, _LAMP_ROOM = (156.0, 38.0), 18.0, 104.0
_PICKER_TOP, _TURN_HEIGHT = 94.0, 196.0
_SMALLEST_CHIP = 60
#: Seconds in which the bulbs of the other side go dim, and light up again.
_DIMMING, _LIGHTING = 3.0, 1.0
_BULB_SECONDS = 0.5


class RemoteGamePicture:
    """The drawing of a remote game on its screen."""

    def __init__(self, game: RemoteGame, board: BoardView, pending: PendingTurn) -> None:
        self._game, self.board, self._pending = game, board, pending
        self._has_picker = game.tournament.ruleset.info.names_stone
        self.picker = StonePicker(game, _PICKER_TOP)
        top = _TOP + (_TURN_HEIGHT + _GAP if self._has_picker else 0)
        self.moves = MoveList(game, _RIGHT, top, _BOTTOM - top)
        self.lit = 1.0
        """Share of the bulbs on the other side's card that are lit, from 0 to 1."""
        self._age = 0.0

    # Bulbs

    def pass_time(self, seconds: float, *, reduced: bool) -> bool:
        """Dim the lights on the opponent's card while the opponent is offline; return True if they change."""
        before = (self._phase, self.lit)
        self._age += 0.0 if reduced else seconds
        if self._game.touch.is_there:
            self.lit = 1.0 if reduced else min(1.0, self.lit + seconds / _LIGHTING)
        else:
            self.lit = 0.0 if reduced else max(0.0, self.lit - seconds / _DIMMING)
        return (self._phase, self.lit) != before

    @property
    def _phase(self) -> int:
        return int(self._age / _BULB_SECONDS) % 2

    # Still parts

    def paint(self, canvas: Canvas, message: str, note: str) -> None:
        """Draw the static parts of the screen, with the other side's phrase ``message`` and the text ``note``."""
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        self._paint_top(canvas)
        self._paint_lamp(canvas)
        self.board.paint(canvas)
        for card in self._cards():
            card.draw(canvas)
        self._paint_note(canvas, message, note)
        self.moves.draw(canvas)
        draw_keys(canvas, self._key_lines())

    def _paint_top(self, canvas: Canvas) -> None:
        tournament, end = self._game.tournament, 884.0
        if self._game.match.outcome is None:
            move = _("Move {number}", number=stones_placed(self._game.match) + 1)
            chip = canvas.chip(move, 932, 40, colour="cream", anchor="midright", size=15, height=32, width=140)
            end = 924 - chip.width
        x = 292 + canvas.heading(_(tournament.ruleset.info.title), 292, 39, 360, grows=False).width + 16
        for words, colour in ((variant_text(tournament), "amber"), (series_text(tournament), "mist")):
            room = end - x - 36
            if words and room > _SMALLEST_CHIP and canvas.fits(words, "bold", 12, room):
                x += canvas.chip(words, x, 40, colour=colour, size=15, height=32, width=room + 28).width + 8

    def _paint_lamp(self, canvas: Canvas) -> None:
        """Draw the latency lamp and its text; the lamp is dark while the other side is disconnected."""
        is_there, (x, y) = self._game.touch.is_there, _LAMP
        colour = lamp_colour(self._game.peer.delay)
        if is_there:
            canvas.lights.glow(x, y, 44, colour, 0.5)
        canvas.lights.bulb(x, y, _LAMP_SIZE, colour, lit=is_there)
        text = delay_text(self._game)
        canvas.text(
            text, x + 18, y, family="bold", size=14, colour="cream" if is_there else "mist", anchor="midleft",
            width=_LAMP_ROOM, height=34, smallest=11,
        )  # fmt: skip

    def _cards(self) -> tuple[PlayerCard, PlayerCard]:
        """Return both player cards, first the opponent's, which is at the top."""
        own = self._game.only_person
        return self._card(1 - own, _FAR_TOP), self._card(own, _OWN_TOP)

    def _card(self, seat: int, y: float) -> PlayerCard:
        is_far = seat != self._game.only_person
        activity = ""
        if self._game.peer.is_paused:
            activity = _("Paused")
        elif is_far and not self._game.touch.is_there:
            activity = _("Offline")
        elif is_far and self._game.match.state.seat == seat:
            activity = _("Thinking…")
        return PlayerCard(self._game, seat, _LEFT, y, activity=activity)

    def _paint_note(self, canvas: Canvas, message: str, note: str) -> None:
        if not self._has_picker:
            draw_bubble(canvas, message, note)
            return
        own = self._game.only_person
        draw_stones_left(canvas, self._game, (1 - own, own))
        self._paint_turn(canvas, note)
        if message:
            draw_bubble_beside_card(canvas, message, self.board)

    def _paint_turn(self, canvas: Canvas, note: str) -> None:
        """Draw the card about the current turn, with the stone picker at its top."""
        canvas.panels.card(_RIGHT, _TOP, WIDTH, _TURN_HEIGHT)
        head = _PICKER_TOP + stone_picker.HEIGHT + 8 - _TOP if self.picker.visible else 46.0
        if not self.picker.visible:
            canvas.title(_("This turn"), _RIGHT + 22, _TOP + 12, size=22)
        room = _TURN_HEIGHT - head - 12
        (block,) = canvas.blocks([Passage(note, most=5, leading=22 / 15)], WIDTH - 36, room)
        canvas.draw_block(block, _RIGHT + 20, _TOP + head)

    def _key_lines(self) -> tuple[str, ...]:
        if self._game.match.outcome is not None:
            return (_("Enter: play again"), _("Esc: menu"), _("F1: rules"))
        if self._pending.is_complete:
            return (_("Arrows: move the cursor"), _("Enter: play  ·  Del: remove"), _("F1: rules"))
        places = _("Enter: place  ·  Tab: stone") if self.picker.visible else _("Enter: place  ·  Tab: buttons")
        return (_("Arrows: move the cursor"), places, _("F1: rules"))

    # Animated parts

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the screen: board, stone picker, clocks and lights."""
        self.board.paint_live(canvas, ghost=self._game.person_to_move)
        self.picker.draw(canvas)
        far, own = self._cards()
        for card in (far, own):
            card.draw_clock(canvas)
        own.draw_bulbs(canvas, self._phase)
        if self.lit < 1:
            canvas.lights.marquee(far.x, far.y, WIDTH, HEIGHT, phase=self._phase, share=self.lit)
        else:
            far.draw_bulbs(canvas, self._phase)
