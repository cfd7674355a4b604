"""The ladder of a ruleset: a row of opponents' cards, weakest first; each win lights the next lantern."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.character import Mood
from game.core.language import _, gettext_noop, join_sentences
from game.core.levels.ladder import LadderProgress
from game.core.levels.level import Ribbon, ribbon_at
from game.core.ruleset import Level, Ruleset
from game.session.match_plan import challenge_to, ribbon_challenge, start_session
from game.session.opponent_chat import character_of
from game.session.records.ladder_progress import achievements_of, progress_of
from game.session.records.record_summary import Prospect, against_text, prospect
from game.ui.board.player_card import level_face
from game.ui.effects.motion.tween import Tween, ease_out_cubic
from game.ui.menu import ladder_opponent_card
from game.ui.menu.ladder_opponent_card import LadderOpponentCard
from game.ui.menu.menu_card_row import CardRowLayout, ladder_row
from game.ui.menu.opponent_panel import chances_text
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH
from game.ui.painting.typesetter import Passage
from game.ui.play.play_scene import PlayScene
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import ARROWS, Button, ChoiceButton
from game.ui.widgets.frame import back_button, draw_frame, main_button
from game.ui.widgets.tooltip import PointerShape

_TOP = 172.0
#: Size of an arrow, its distance from the row, and its distance from the window's edge if it overlaps the row.
_ARROW, _ARROW_GAP, _ARROW_EDGE = 48.0, 12.0, 4.0
_CARD_TOP, _CARD_HEIGHT = 436.0, 252.0
#: Line spacing of an opponent's banter, as a multiple of the letter size.
_SPOKEN_LEADING = 27 / 17
_SLIDE_SECONDS, _LIGHT_SECONDS, _LIGHT_DELAY = 0.22, 0.7, 0.35
#: Sag of the wire between two lanterns.
_SAG = 12
_WAYS = {keys.FIRST: -1000, keys.LAST: 1000, keys.PAGE_UP: -5, keys.PAGE_DOWN: 5}


class LadderScene(Scene[None]):
    """Scene of the ladder of opponents in a ruleset; the player returns to it after each match.

    Left and Right select an opponent, Enter challenges it.
    """

    way_back = gettext_noop("Back to the ladder")

    def __init__(self, app: App, ruleset: Ruleset) -> None:
        super().__init__(app)
        self._ruleset = ruleset
        self._progress = progress_of(app.services, ruleset)
        self._prospects: dict[str, Prospect] = {}
        self._earned = achievements_of(app.services, ruleset)
        self.selected = min(self._progress.reached, len(self._progress.levels) - 1)
        self._scroll = self._goal()
        self._lit_lanterns = float(self._progress.reached)
        """Number of lit lanterns besides the first; fractional while the next one lights up."""
        self._pictures: dict[tuple[int, bool, bool], pygame.Surface] = {}

    @property
    def level(self) -> Level:
        """The level of the opponent selected on the ladder."""
        return self._progress.levels[self.selected]

    @property
    def progress(self) -> LadderProgress:
        """The current player's progress on the ladder of opponents."""
        return self._progress

    # Layout

    def arrange(self) -> None:
        """Read the results again, because a match may have changed them, and lay out the ladder."""
        self._progress = progress_of(self.app.services, self._ruleset)
        self._earned = achievements_of(self.app.services, self._ruleset)
        self._prospects.clear()
        self._pictures.clear()
        self._scroll = self._goal()
        super().arrange()
        if self._progress.reached > self._lit_lanterns:
            self._light_up()

    def refresh(self) -> None:
        """Update the ladder's buttons for the selected opponent."""
        is_beaten = self.level.id in self._progress.beaten
        back = back_button(self.stage, lambda: self.finish(None), 200)
        text = _("Play again") if is_beaten else _("Challenge")
        challenge = main_button(self.stage, text, self._challenge, icon="play")
        challenge.enabled = self._progress.is_unlocked(self.selected)
        challenge.why = _("Locked: beat the previous opponent first.")
        self.controls.set([*self._arrow_buttons(), back, *self._ribbon_buttons(), challenge])
        self.controls.focus(challenge)
        super().refresh()

    @property
    def ribbon(self) -> Ribbon | None:
        """The ribbon (a special award) that can be earned from the selected opponent; None if there is none."""
        return ribbon_at(self._ruleset.info.ribbons, self.selected)

    def _ribbon_buttons(self) -> list[Button]:
        """Return the button that starts the match for the selected opponent's ribbon, if any, as a list."""
        ribbon = self.ribbon
        if ribbon is None:
            return []
        text = _("Ribbon: {title}", title=_(ribbon.title))
        button = Button(self.stage.rect(712, 712, 268, 56), text, self._challenge_for_ribbon, icon="flag", size=20)
        button.enabled = self._progress.is_unlocked(self.selected)
        button.why = _("Locked: beat the previous opponent first.")
        return [button]

    def _arrow_buttons(self) -> list[Button]:
        """Return the arrow buttons that scroll the ladder; the keyboard cannot reach them."""
        row = self._row
        if row.farthest <= 0:
            return []
        last = len(self._progress.levels) - 1
        left = max(row.left - _ARROW_GAP - _ARROW, _ARROW_EDGE - (self._wide - DESIGN_WIDTH) / 2)
        right = DESIGN_WIDTH - left - _ARROW
        places = (
            (left, "arrow_left", -1, self.selected > 0, _("Previous opponent")),
            (right, "arrow_right", 1, self.selected < last, _("Next opponent")),
        )
        y = _TOP + ladder_opponent_card.HEIGHT / 2 - 24
        return [
            ChoiceButton(
                self.stage.rect(x, y, _ARROW, _ARROW),
                "",
                self._walker(step),
                icon=icon,
                by_keys=False,
                enabled=possible,
                tip=tip,
                why=_("This is the end of the list."),
            )
            for x, icon, step, possible, tip in places
        ]

    def _walker(self, step: int) -> Callable[[], None]:
        return lambda: self._select(self.selected + step)

    @property
    def _wide(self) -> float:
        """Width of the window in design pixels."""
        return self.stage.size[0] / self.stage.scale

    @property
    def _row(self) -> CardRowLayout:
        return ladder_row(self._wide, len(self._progress.levels))

    def _goal(self) -> float:
        """Return the scroll position of the ladder that puts the selected card near the middle."""
        return self._row.middle_goal(self.selected)

    def card_rect(self, place: int) -> pygame.Rect:
        """Return the rectangle of an opponent's card on the ladder, in pixels."""
        lift = ladder_opponent_card.LIFT if place == self.selected else 0
        x = self._row.left + place * self._row.step - self._scroll
        return self.stage.rect(x, _TOP - lift, ladder_opponent_card.WIDTH, ladder_opponent_card.HEIGHT)

    # Animation

    def _light_up(self) -> None:
        """Animate the lanterns that the last match has lit, and the move to the next opponent."""
        before, after = self._lit_lanterns, float(self._progress.reached)

        def light(progress: float) -> None:
            self._lit_lanterns = before + (after - before) * progress

        if self.app.preferences.reduced_motion:
            light(1.0)
        else:
            self.tweens.start(Tween(_LIGHT_SECONDS, light, ease_out_cubic, delay=_LIGHT_DELAY))
        self._select(self._progress.reached)

    def _select(self, place: int) -> None:
        place = max(0, min(len(self._progress.levels) - 1, place))
        if place == self.selected:
            return
        self.selected = place
        self.refresh()
        start, goal = self._scroll, self._goal()

        def slide(progress: float) -> None:
            self._scroll = start + (goal - start) * progress

        if goal != start:
            self.tweens.start(
                Tween(0 if self.app.preferences.reduced_motion else _SLIDE_SECONDS, slide, ease_out_cubic)
            )

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Left, Right, Home, End, the Page keys and the mouse wheel, which select an opponent."""
        if event.type == pygame.KEYDOWN and (event.key in _WAYS or event.key in (keys.LEFT, keys.RIGHT)):
            self._select(self.selected + (_WAYS.get(event.key) or ARROWS[event.key][0]))
            return True
        if super().handle(event):
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._select(self.selected - (event.y or -event.x))
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        return False

    def _card_at(self, point: tuple[int, int]) -> int | None:
        return next((i for i in self._row.seen(self._scroll) if self.card_rect(i).collidepoint(point)), None)

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return a hand pointer over the opponents' cards, else an arrow."""
        return "arrow" if self._card_at(point) is None else "hand"

    def _press(self, point: tuple[int, int]) -> bool:
        place = self._card_at(point)
        if place is not None:
            self._select(place)
        return place is not None

    def _challenge(self) -> None:
        services = self.app.services
        table = start_session(services, challenge_to(self._ruleset, self.level.id))
        self.app.push(PlayScene(self.app, table))

    def _challenge_for_ribbon(self) -> None:
        if self.ribbon is not None:
            plan = ribbon_challenge(self._ruleset, self.level.id, self.ribbon)
            self.app.push(PlayScene(self.app, start_session(self.app.services, plan)))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the backdrop, the header of the ladder, and the details of the selected opponent."""
        info = self._ruleset.info
        title = _("{game} ladder", game=_(info.title))
        draw_frame(canvas, title, (24, _CARD_TOP, 1232, _CARD_HEIGHT), width=800)
        beaten = _(
            "{beaten} of {all} opponents beaten", beaten=len(self._progress.beaten), all=len(self._progress.levels)
        )
        chip = canvas.chip(beaten, 1256, 40, colour="amber", anchor="midright", size=16, height=34, width=400)
        self._paint_achievements_earned(canvas, chip.left - 10)
        self._paint_opponent(canvas)
        self._paint_facts(canvas)
        canvas.paragraph(self._advice(), 250, 718, 710 if self.ribbon is None else 440, 2, height=68)

    def _paint_achievements_earned(self, canvas: Canvas, right: float) -> None:
        """Draw the number of ribbons (special awards) earned on the ladder, if it has any."""
        places = range(len(self._progress.levels))
        ribbons = [ribbon.id for ribbon in (ribbon_at(self._ruleset.info.ribbons, place) for place in places) if ribbon]
        if ribbons:
            earned = sum(ribbon in self._earned for ribbon in ribbons)
            text = _("{earned} of {all} ribbons", earned=earned, all=len(ribbons))
            canvas.chip(text, right, 40, colour="coral", anchor="midright", size=16, height=34, width=300)

    def _paint_opponent(self, canvas: Canvas) -> None:
        """Draw the selected opponent's face and name, and a line of its banter."""
        level, x = self.level, 144.0
        canvas.face(level_face(self._ruleset.info.levels, level.id), x, _CARD_TOP + 98, 136)
        canvas.text(
            _(level.name), x, _CARD_TOP + 192, family="display", size=28, colour="cream", anchor="center", width=220,
            smallest=18,
        )  # fmt: skip
        if level.character is not None:
            canvas.text(
                _(level.title), x, _CARD_TOP + 222, size=15, colour="mist", anchor="center", width=220, height=28
            )
        dialogue = character_of(level).dialogue
        mood = Mood.LOSS if level.id in self._progress.beaten else Mood.OPENING
        line = next(iter(dialogue.lines(mood)), "")
        passage = Passage(_("“{words}”", words=_(line)), "bold", 17, 3, _SPOKEN_LEADING)
        block = canvas.blocks([passage], 268, 150)[0]
        height = block.height + 36
        top = _CARD_TOP + 98 - height / 2
        canvas.panels.speech_bubble(252, top, 312, height, tail="left")
        canvas.draw_block(block, 274, top + 17, "bubble_text")

    def _paint_facts(self, canvas: Canvas) -> None:
        """Draw facts about the selected opponent: strength, character, source, and the player's results."""
        level, x, width = self.level, 612.0, 620.0
        texts = [_("Opponent {number} of {all}", number=self.selected + 1, all=len(self._progress.levels))]
        texts += [_("Elo {elo}", elo=level.elo)] if level.elo is not None else []
        after = x
        for word in texts:
            chip = canvas.chip(word, after, _CARD_TOP + 40, colour="amber", size=16, height=34, width=300)
            after = chip.right + 10
        passages = [Passage(_(level.pitch), size=18, most=2), Passage(self._games_text(), size=16, most=1)]
        passages.append(Passage(chances_text(self._prospect), size=16, most=1))
        if level.source:
            passages.append(Passage(_("Source: {source}.", source=level.source), size=14, most=2))
        y = _CARD_TOP + 66
        blocks = canvas.blocks(passages, width, _CARD_HEIGHT - 66 - 26)
        for block, colour, gap in zip(blocks, ("cream", "soft", "soft", "mist"), (6, 0, 6, 0), strict=False):
            y = canvas.draw_block(block, x, y, colour) + gap

    @property
    def _prospect(self) -> Prospect:
        """The player's results and chances against the selected opponent."""
        key = self.level.id
        if key not in self._prospects:
            self._prospects[key] = prospect(self.app.services.database, self._ruleset, key)
        return self._prospects[key]

    def _games_text(self) -> str:
        totals = self._prospect.totals
        lit = self._if_saved(_("You have beaten this opponent.")) if self.level.id in self._progress.beaten else ""
        return join_sentences((against_text(totals), lit))

    def _advice(self) -> str:
        if not self._progress.is_unlocked(self.selected):
            waiting = self._progress.next_level
            assert waiting is not None, "all stalls are lit at the top"
            return _(
                "Locked: beat {name} first. In the match setup you can play any opponent.",
                name=_(waiting.name),
            )
        if self.level.id in self._progress.beaten:
            return self._ribbon_text() or _("You can play a rematch at any time.")
        return self._ribbon_text() or _("Best of three games; you go first. Win to unlock the next opponent.")

    def _if_saved(self, words: str) -> str:
        """Return ``words``; while results cannot be saved, return the reason for that instead."""
        return self.app.services.database.file.trouble or words

    def _ribbon_text(self) -> str:
        """Return the special rule of the selected opponent's ribbon, and whether it is earned; "" if none."""
        ribbon = self.ribbon
        if ribbon is None:
            return ""
        text = (
            self._if_saved(_("You have won this ribbon."))
            if ribbon.id in self._earned
            else _("Win a best-of-three match to earn this ribbon.")
        )
        return join_sentences((_(ribbon.about), text))

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the opponents' cards and lanterns, the selected card last, and the buttons above them."""
        row, clip = self._row, canvas.target.get_clip()
        self._draw_wire(canvas)
        if self._scroll != self._goal():
            x, y, width, height = self.stage.rect(row.left - row.gap, 0, row.view + 2 * row.gap, DESIGN_HEIGHT)
            canvas.target.set_clip(clip.clip(x, y, width, height))
        for place in row.seen(self._scroll):
            if place != self.selected:
                self._draw_card(canvas, place)
        rect = self.card_rect(self.selected)
        if self._progress.is_unlocked(self.selected):
            canvas.in_pixels.lights.glow(*rect.center, canvas.px(420), "amber", 0.3)
        self._draw_card(canvas, self.selected)
        canvas.target.set_clip(clip)
        self.controls.draw(canvas)

    def _lantern(self, place: int) -> tuple[int, int]:
        rect = self.card_rect(place)
        y = self.stage.point(0, _TOP - ladder_opponent_card.LANTERN_HEIGHT)[1]
        return rect.centerx, y

    def _draw_wire(self, canvas: Canvas) -> None:
        px, pixels, last = canvas.px, canvas.in_pixels, len(self._progress.levels) - 1
        first, final, step = self._lantern(0), self._lantern(last), self._row.step
        hooks = [(first[0] - px(step), first[1] - px(14))]
        hooks += [(x, y - px(12)) for x, y in map(self._lantern, range(last + 1))]
        hooks.append((final[0] + px(step), final[1] - px(14)))
        pixels.lights.strings(hooks, px(_SAG), 0)
        for place in self._row.seen(self._scroll):
            is_unlocked = self._light(place) > 0
            pixels.lights.bulb(*self._lantern(place), px(ladder_opponent_card.LANTERN), "amber", lit=is_unlocked)

    def _light(self, place: int) -> float:
        """Return the brightness of the lantern above an opponent's card, 0 to 1."""
        return max(0.0, min(1.0, self._lit_lanterns + 1 - place))

    def _draw_card(self, canvas: Canvas, place: int) -> None:
        rect, margin = self.card_rect(place), self.stage.px(ladder_opponent_card.MARGIN)
        if not rect.inflate(2 * margin, 2 * margin).colliderect(canvas.target.get_rect()):
            return
        light = self._light(place)
        at = (rect.x - margin, rect.y - margin)
        if light < 1:
            canvas.target.blit(self._card_picture(place, lit=False), at)
        if light > 0:
            picture = self._card_picture(place, lit=True)
            picture.set_alpha(round(255 * light))
            canvas.target.blit(picture, at)

    def _card_picture(self, place: int, *, lit: bool) -> pygame.Surface:
        key = (place, place == self.selected, lit)
        if key not in self._pictures:
            level = self._progress.levels[place]
            info, ribbon = self._ruleset.info, ribbon_at(self._ruleset.info.ribbons, place)
            has_ribbon = ribbon is not None and ribbon.id in self._earned
            stall = LadderOpponentCard(info, level, place, level.id in self._progress.beaten, ribbon, has_ribbon)
            self._pictures[key] = stall.picture(self.app.paintbox, selected=place == self.selected, lit=lit)
        return self._pictures[key]
