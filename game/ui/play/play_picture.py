"""Layout and drawing of the game screen: top line, players' cards, speech bubble, moves, and key hints."""

from __future__ import annotations

from game.core.language import _
from game.session.game_session import GameSession
from game.session.opponent_chat import OpponentChat
from game.session.pending_turn import PendingTurn
from game.session.session_opponent import Presence, delay_text
from game.session.texts import series_text, stones_placed, variant_text
from game.ui.board import stone_picker
from game.ui.board.board_buttons import draw_keys
from game.ui.board.board_view import BoardView
from game.ui.board.help_card import HelpCard
from game.ui.board.move_list import MoveList
from game.ui.board.player_card import HEIGHT, WIDTH, PlayerCard
from game.ui.board.speech_bubble import draw_bubble, draw_bubble_beside_card
from game.ui.board.stone_picker import StonePicker
from game.ui.board.stones_left import draw_stones_left
from game.ui.board.thinking_card import ThinkingCard
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.play.ladder_card import draw_tickets
from game.ui.shell.activity_lamp import draw_small_activity_lamp

_MOVES_LEFT = 1016
_GAP = 16
_SMALLEST_CHIP = 60
#: Top and bottom of the column of cards; the bottom is lower if it has a card of the turn.
_TOP, _BOTTOM, _BOTTOM_WITH_TURN = 80.0, 456.0, 468.0
#: Smallest height of the list of moves, with two rows; usual height of the card of the turn.
_SMALLEST_MOVES, _USUAL_TURN = 134.0, 152.0
#: Top of the picker, and distances of the text from the top and bottom of the card of the turn.
PICKER_TOP, _TURN_HEAD, _TURN_FOOT = 94.0, 42.0, 14.0
_BULB_SECONDS = 0.5
#: Place of the compilation lamp: between the buttons at the top left and the title.
_LAMP = (148.0, 40.0)
#: Place and size of the latency lamp of a remote game, and the width of its text.
_LATENCY, _LATENCY_SIZE, _LATENCY_ROOM = (156.0, 38.0), 18.0, 104.0
#: Latencies in milliseconds: the lamp is teal below the first, amber below the second, otherwise coral.
_QUICK, _SLOW = 150, 500
#: Seconds in which the bulbs of a disconnected opponent go dim, and light up again.
_DIMMING, _LIGHTING = 3.0, 1.0
#: Seconds for which a phrase of the opponent stays in the bubble.
_PHRASE_SECONDS = 12.0
#: Largest number of lines of the note in the card of the turn, and its line spacing.
MOST_LINES, _LEADING = 5, 22 / 15
#: Additional lines of the note in a remote game, which also tells about the connection.
_LINES_ABOUT_CONNECTION = 2


class PlayPicture:
    """The picture of the game screen: the board, the cards around it, and the players' blinking lamps."""

    def __init__(self, table: GameSession, board: BoardView, pending: PendingTurn, picker: StonePicker) -> None:
        self._table = table
        self._pending = pending
        self.board = board
        self.picker = picker
        self._has_turn = table.tournament.ruleset.info.names_stone
        self._bottom = _BOTTOM_WITH_TURN if self._has_turn else _BOTTOM
        self.moves = MoveList(table, _MOVES_LEFT, _TOP, self._bottom - _TOP)
        self.help = HelpCard(table, pending)
        self.talk = OpponentChat(table)
        self._bulb_age = 0.0
        self.lit = 1.0
        """The share of the bulbs on the opponent's card that are lit, from 0 to 1."""
        self.phrase = ""
        """The chat phrase that a remote opponent has just sent, "" for none."""
        self._phrase_left = 0.0
        self.thinking = ThinkingCard(table, _MOVES_LEFT, self._bottom)

    def paint(self, canvas: Canvas, note: str) -> None:
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        self._paint_top(canvas)
        if self._table.opponent.is_remote:
            self._paint_latency(canvas, self._table.opponent.presence)
        else:
            draw_small_activity_lamp(canvas, self._table.preparation, *_LAMP)
        self.board.paint(canvas)
        for card in self._cards():
            card.draw(canvas)
        self._paint_note(canvas, note)
        self._paint_moves(canvas)
        draw_keys(canvas, self._key_lines())
        draw_tickets(canvas, self._table)

    def _paint_moves(self, canvas: Canvas) -> None:
        """Draw the list of moves, shortened while the cards for help and engine thinking are shown."""
        self.thinking.fit(canvas, is_crowded=self.help.is_shown or self._has_turn)
        self.moves.height = self._bottom - self.moves.y - (self.thinking.height + _GAP if self.thinking.is_shown else 0)
        if self.help.is_shown:
            self.help.room = self.moves.height - _GAP - _SMALLEST_MOVES
            self.moves.height -= self.help.height(canvas) + _GAP
            self.help.draw(canvas, _MOVES_LEFT, self.moves.y + self.moves.height + _GAP)
        self.moves.draw(canvas)
        if self.thinking.is_shown:
            self.thinking.draw(canvas)

    def _paint_top(self, canvas: Canvas) -> None:
        tournament, end = self._table.tournament, 884.0
        if self._table.match.outcome is None:
            move = _("Move {number}", number=stones_placed(self._table.match) + 1)
            chip = canvas.chip(move, 932, 40, colour="cream", anchor="midright", size=15, height=32, width=140)
            end = 924 - chip.width
        name = _(tournament.ruleset.info.title)
        title = canvas.heading(name, 292, 39, 360, grows=False)
        x = 292 + title.width + 16
        taught = _("Unrated, with a teacher") if tournament.teacher else _("Unrated")
        practice = taught if self._table.practice else ""
        chips = ((practice, "coral"), (variant_text(tournament), "amber"), (series_text(tournament), "mist"))
        for words, colour in chips:
            room = end - x - 36
            if words and room > _SMALLEST_CHIP and canvas.fits(words, "bold", 12, room):
                chip = canvas.chip(words, x, 40, colour=colour, size=15, height=32, width=room + 28)
                x += chip.width + 8

    def _paint_latency(self, canvas: Canvas, presence: Presence) -> None:
        """Draw a remote opponent's latency, if known, as a lamp and a text; the lamp is dark without a connection."""
        if presence.delay is None:
            return
        x, y = _LATENCY
        colour = "teal" if presence.delay < _QUICK else "amber" if presence.delay < _SLOW else "coral"
        if presence.is_there:
            canvas.lights.glow(x, y, 44, colour, 0.5)
        canvas.lights.bulb(x, y, _LATENCY_SIZE, colour, lit=presence.is_there)
        text = delay_text(presence.delay) if presence.is_there else _("Offline")
        canvas.text(
            text, x + 18, y, family="bold", size=14, colour="cream" if presence.is_there else "mist",
            anchor="midleft", width=_LATENCY_ROOM, height=34, smallest=11,
        )  # fmt: skip

    def _seats(self) -> tuple[int, int]:
        """Return the numbers (0 or 1) of the players with the upper and the lower card."""
        return 1 - self._table.lower_seat, self._table.lower_seat

    def _cards(self) -> tuple[PlayerCard, PlayerCard]:
        upper, lower = self._seats()
        return self._card(upper, 80), self._card(lower, 564)

    def _card(self, seat: int, y: float) -> PlayerCard:
        """Return the card of a player. It shows the progress while that player's engine is being compiled."""
        waits = None if self._table.participant(seat).is_person else self._table.computer.getting_ready
        return PlayerCard(self._table, seat, 24, y, getting_ready=waits, activity=self._activity(seat))

    def _activity(self, seat: int) -> str:
        """Return the text below a player's name in a remote game; "" for the usual text."""
        opponent = self._table.opponent
        if not opponent.is_remote:
            return ""
        if opponent.is_paused:
            return _("Paused")
        if opponent.is_local(self._table.game.participant_of(seat)):
            return ""
        if not opponent.presence.is_there:
            return _("Offline")
        return _("Thinking…") if self._table.match.state.seat == seat else ""

    def _paint_note(self, canvas: Canvas, note: str) -> None:
        """Draw the note about the game in a speech bubble.

        In games with several kinds of stone, it is in the card of the current turn instead, and a card shows how many
        are left of each, if they are limited.
        """
        if self._table.tournament.ruleset.info.names_stone:
            if self._table.match.state.hands:
                draw_stones_left(canvas, self._table, self._seats())
            self._paint_turn(canvas, note)
            if self._words:
                draw_bubble_beside_card(canvas, self._words, self.board)
            return
        draw_bubble(canvas, self._words, note)

    @property
    def _words(self) -> str:
        """The opponent's words in the speech bubble: a character's sentence, or a person's chat phrase."""
        return self.phrase or self.talk.words

    def show_phrase(self, words: str) -> None:
        """Show a chat phrase of the opponent for a while."""
        self.phrase, self._phrase_left = words, _PHRASE_SECONDS

    def drop_old_phrase(self) -> bool:
        """Remove a chat phrase that has been shown long enough; return True if there was one."""
        is_over = bool(self.phrase) and not self._phrase_left
        if is_over:
            self.phrase = ""
        return is_over

    def _paint_turn(self, canvas: Canvas, note: str) -> None:
        """Draw the card of the current turn, and start the list of moves below it.

        While thinking is shown, the card is only as tall as its text needs. The picker is at its top, so that it stays
        in place when the text changes.
        """
        head = PICKER_TOP + stone_picker.HEIGHT + 8 - _TOP if self.picker.visible else _TURN_HEAD
        most = MOST_LINES + (_LINES_ABOUT_CONNECTION if self._table.opponent.is_remote else 0)
        (block,) = canvas.blocks([Passage(note, most=most, leading=_LEADING)], 204, most * 22)
        height = head + block.height + _TURN_FOOT
        if not self.thinking.is_shown:
            height = max(height, _USUAL_TURN)
        canvas.panels.card(_MOVES_LEFT, _TOP, 240, height)
        if not self.picker.visible:
            canvas.title(_("This turn"), 1038, _TOP + 12, size=22)
        canvas.draw_block(block, 1036, _TOP + head)
        self.moves.y = _TOP + height + _GAP

    def _key_lines(self) -> tuple[str, ...]:
        """Return the key hints below the moves."""
        if self._is_watched:
            return (_("F1: rules  ·  Esc: leave"),)
        if self._table.match.outcome is not None:
            return self._end_keys()
        if self._table.opponent.is_remote:
            return (_("Arrows: move the cursor"), self._key_text(_("Enter: place  ·  Tab: buttons")), _("F1: rules"))
        arrows = _("V: show best line") if self.thinking.is_shown else _("Arrows: move the cursor")
        rules = _("F1: rules  ·  L: help") if self.help.is_possible else _("F1: rules")
        return (arrows, self._key_text(_("Enter: place  ·  H: hint")), rules)

    @property
    def _is_watched(self) -> bool:
        """True if neither player is at this machine."""
        return self._table.opponent.is_remote and self._table.only_person is None

    def _key_text(self, usual: str) -> str:
        if self._pending.is_complete:
            return _("Enter: play  ·  Del: remove")
        return _("Enter: place  ·  Tab: stone") if self.picker.visible else usual

    def _end_keys(self) -> tuple[str, ...]:
        if self._table.opponent.is_remote:
            return (_("Enter: play again"), _("Esc: menu"), _("F1: rules"))
        again = _("Enter: rematch") if self._table.tournament.is_over else _("Enter: next game")
        if self._table.record.next_level is not None:
            again = _("Enter: challenge")
        return (again, _("P: results  ·  B: leave"), _("F1: rules"))

    def tick(self, seconds: float, *, reduced: bool) -> bool:
        """Advance blinking and dimming bulbs and the opponent's phrase. Return True if the bulbs have changed.

        With ``reduced`` motion, bulbs do not blink and change at once.
        """
        before = (self._bulb_phase, self.lit)
        if self._table.opponent_to_move and not reduced:
            self._bulb_age += seconds
        target = 1.0 if self._table.opponent.presence.is_there else 0.0
        step = 1.0 if reduced else seconds / (_LIGHTING if target else _DIMMING)
        self.lit = min(target, self.lit + step) if target else max(target, self.lit - step)
        self._phrase_left = max(0.0, self._phrase_left - seconds)
        return (self._bulb_phase, self.lit) != before

    @property
    def _bulb_phase(self) -> int:
        return int(self._bulb_age / _BULB_SECONDS) % 2

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the moving parts of the game screen: board, stones to pick, clocks, and the lamp of the side to move."""
        self.board.forecast = self.thinking.line
        self.board.paint_live(canvas, ghost=self._table.person_to_move)
        self.picker.draw(canvas)
        upper, lower = self._cards()
        for card in (upper, lower):
            card.draw_clock(canvas)
        lower.draw_bulbs(canvas, self._bulb_phase)
        if self.lit < 1:
            canvas.lights.marquee(upper.x, upper.y, WIDTH, HEIGHT, phase=self._bulb_phase, share=self.lit)
        else:
            upper.draw_bulbs(canvas, self._bulb_phase)
