"""The card of a won ladder match: the beaten opponent's last words, and the lantern of the next opponent."""

from __future__ import annotations

import pygame

from game.core.character import Mood
from game.core.language import _
from game.core.ruleset import Level
from game.session.game_session import GameSession
from game.session.opponent_chat import character_of
from game.session.records.counting import TICKETS, tickets_left
from game.session.records.ladder_progress import Reward
from game.ui.board.player_card import level_face
from game.ui.effects.motion.tween import Motion, Tweens, ease_out_cubic
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.widgets.form import Box

#: Animation of a lantern that lights up; below, the pause before it in seconds.
_LIGHTING = Motion(0.9, ease_out_cubic)
_PAUSE = 0.5
#: Line spacing of speech, as a multiple of the letter size.
_SPOKEN_LEADING = 27 / 17
_FACE, _NEXT_FACE, _BULB, _SAG = 92.0, 58.0, 26.0, 14
#: Height of the hint button if there are tickets below it.
HEIGHT_OVER_TICKETS = 38
#: Width and height of a ticket, and distance from one to the next.
_WIDTH, _HEIGHT, _STEP = 46.0, 18.0, 62.0
_MIDDLE, _TOP = 1136.0, 532.0
#: Radius of the notches at the ends of a ticket.
_BITE = 3.5


class LadderCard:
    """Card on the results page for a won ladder match; ``light_up`` starts its animation."""

    def __init__(self, table: GameSession, reward: Reward, place: Box) -> None:
        self._levels, self._accent = table.tournament.ruleset.info.levels, table.tournament.ruleset.info.accent
        self._reward, self._place = reward, place
        lines = character_of(reward.beaten).dialogue.lines(Mood.PARTING)
        self._line = lines[table.match.seed % len(lines)] if lines else ""
        self.light = 0.0 if reward.lights_card else 1.0
        """Brightness of the next opponent's lantern, 0 to 1."""

    def light_up(self, tweens: Tweens) -> None:
        """Animate the lantern of the next opponent on the ladder if this match has lit it."""
        if self.light < 1:
            tweens.play(_LIGHTING, self._set_light, delay=_PAUSE)

    def _set_light(self, light: float) -> None:
        self.light = light

    def paint(self, canvas: Canvas) -> None:
        """Draw the ladder card: the beaten opponent with a speech bubble, and the faces under the lanterns."""
        x, y, width, height = self._place
        canvas.panels.card(x, y, width, height)
        face, level = x + 74, self._reward.beaten
        canvas.face(level_face(self._levels, level.id), face, y + 68, _FACE)
        passage = Passage(_("“{words}”", words=_(self._line)), "bold", 17, 3, _SPOKEN_LEADING)
        block = canvas.blocks([passage], width - 196, 96)[0]
        bubble = block.height + 32
        top = y + 66 - bubble / 2
        canvas.panels.speech_bubble(x + 142, top, width - 162, bubble, tail="left")
        canvas.draw_block(block, x + 160, top + 15, "bubble_text")
        if self._reward.ribbon is not None:
            canvas.rosette(face + 38, y + 100, 52, self._accent, is_earned=True)
        for keeper, at in self._opponents():
            canvas.face(level_face(self._levels, keeper.id), at, y + height - 42, _NEXT_FACE, ring=7)
            canvas.text(
                _(keeper.name), at + 42, y + height - 42, family="display", size=18, colour="cream", anchor="midleft",
                width=width / 2 - 96, height=36,
            )  # fmt: skip

    def _opponents(self) -> list[tuple[Level, float]]:
        """Return the beaten and, if any, the next opponent on the ladder, each with its x coordinate."""
        x, _y, width, _height = self._place
        following = self._reward.next_level
        both = [self._reward.beaten, *([following] if following is not None else [])]
        return [(keeper, x + 52 + place * width / 2) for place, keeper in enumerate(both)]

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the string of lanterns on the ladder card. The last lantern may be lighting up."""
        x, y, width, height = self._place
        level, keepers = y + height - 104, self._opponents()
        ends = [(x + 4, level - 12), *((at, level - 12) for _keeper, at in keepers), (x + width - 4, level - 16)]
        pixels, px = canvas.in_pixels, canvas.px
        pixels.lights.strings([canvas.transform.point(*end) for end in ends], px(_SAG), 0)
        for number, (_keeper, at) in enumerate(keepers):
            light = self.light if number == len(keepers) - 1 else 1.0
            if light > 0:
                canvas.lights.glow(at, level, 112 * light, "amber", 0.55 * light)
            canvas.lights.bulb(at, level, _BULB * (1 + 0.25 * (light * (1 - light) * 4)), "amber", lit=light > 0)


def draw_tickets(canvas: Canvas, table: GameSession) -> None:
    """Draw a ticket for each free hint of a running ladder match; used ones are crossed out."""
    left = tickets_left(table.tournament)
    if left is None or table.match.outcome is not None:
        return
    start = _MIDDLE - (_STEP * (TICKETS - 1) + _WIDTH) / 2
    for number in range(TICKETS):
        _draw_ticket(canvas, start + number * _STEP, is_used=number >= left)


def _draw_ticket(canvas: Canvas, x: float, *, is_used: bool) -> None:
    paper = "mist" if is_used else "amber"
    canvas.panels.plate(x, _TOP, _WIDTH, _HEIGHT, colour="row" if is_used else paper, line=paper, radius=3)
    ink, point, px = canvas.theme.colour("well"), canvas.transform.point, canvas.px
    middle = _TOP + _HEIGHT / 2
    for end in (x, x + _WIDTH):
        pygame.draw.circle(canvas.target, ink, point(end, middle), px(_BITE))
    for dot in range(3):
        mark = point(x + _WIDTH * 0.72, _TOP + 4 + dot * 4.5)
        pygame.draw.rect(canvas.target, ink, (*mark, max(1, px(1.5)), max(1, px(1.5))))
    if is_used:
        ends = (point(x - 3, middle), point(x + _WIDTH + 3, middle))
        pygame.draw.line(canvas.target, canvas.theme.colour("coral"), *ends, max(2, px(2)))
