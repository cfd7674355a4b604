"""Match setup: a form with the options of a ruleset, and a list of opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from game.analysis.review.scores import ScoreProbe
from game.core.language import _, join_sentences, plural
from game.core.model import Options, OptionValue, Reason
from game.core.ruleset import Option, Ruleset, complete_options, why_no_opponents
from game.core.tournament import SERIES_LENGTHS, TeacherStrength
from game.engine.client.opponent_process import DIALECTS, expresses
from game.session.engines import command_problem
from game.session.match_plan import ELSEWHERE, MatchPlan, engines_for, plan_for, remember
from game.session.records.mirror import mirror_of
from game.session.texts import series_length_text
from game.ui.menu.clock_choice import KINDS, clock_sentence, is_same_kind, stepped, time_control_text
from game.ui.menu.friend_scene import FriendScene, friend_name, others
from game.ui.menu.ladder import LadderScene
from game.ui.menu.opponent_list import Candidate, candidates, draw_candidate, row_height
from game.ui.menu.opponent_panel import LINES_HEIGHT, OpponentPanel
from game.ui.menu.teacher_row import HEIGHT, TeacherRow, about_teacher, rating_with_teacher, why_no_teacher
from game.ui.network.club.club_tournaments_scene import ClubTournamentsScene
from game.ui.network.online_scene import TablesScene
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button
from game.ui.widgets.item_list import ItemList

#: Letter size of the segments.
_SEGMENT = 17.0
#: Letter size of the captions, the gap beside them, and their largest share of the card's width.
_CAPTION, _CAPTION_GAP, _CAPTION_SHARE = 15.0, 20.0, 0.4
#: How far the rows of a board are from the columns at first, if they differ: 15x20 is the usual one.
_APART = 5
#: Smallest scale of the heights, for forms with many lines.
_LEAST_SHARE = 0.8
_LEFT, _TOP, _WIDTH = 24.0, 80.0, 604.0
_OPPONENTS_LEFT = 652.0
_CARD_HEIGHT = 608.0
#: Distance of the rows from the top of the card, and space below them.
_FORM_TOP, _FORM_FOOT = 64.0, 14.0
#: Gap between the form and the panel below it, and space below the panel.
_PANEL_GAP, _PANEL_FOOT = 12.0, 9.0
#: Distance of the teacher row from the bottom of the card; the row is below the list of opponents.
_TEACHER_FOOT = 24.0
_TEACHER = TeacherRow(_OPPONENTS_LEFT + 24, _TOP + _CARD_HEIGHT - _TEACHER_FOOT - HEIGHT / 2, _WIDTH - 48)
_LIST = (_OPPONENTS_LEFT + 16, _TOP + 62, _WIDTH - 32, _CARD_HEIGHT - 78 - _TEACHER_FOOT - HEIGHT)


@dataclass(frozen=True, slots=True)
class SetupValue:
    """A value that the player can choose in a row of match setup."""

    label: str
    chosen: bool
    choose: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of match setup: a caption and the values to choose from."""

    caption: str
    segments: Sequence[SetupValue]


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row of match setup with its position: the place of the caption and the rectangles of the buttons."""

    row: Row
    caption: float
    """Design height of the caption: its top if it is above the segments, its middle if it is beside them."""
    segments: Sequence[pygame.Rect]


class MatchSetupScene(ListScene[Candidate, MatchPlan | None]):
    """Scene of match setup, with options on the left and opponents on the right.

    Its result is a match plan, or None to go back.
    """

    def __init__(self, app: App, ruleset: Ruleset) -> None:
        super().__init__(app)
        self.plan = plan_for(app.services, ruleset)
        self.list = ItemList(
            _LIST, lambda candidate: candidate.level, self._draw_candidate, self._take_opponent, self._start
        )
        self.list.key = self.plan.level
        self._panel = OpponentPanel(app.services, ruleset)
        self._scores = ScoreProbe(app.services, ruleset)

    @property
    def subject(self) -> Ruleset:
        return self.plan.ruleset

    # Contents of the form

    def rows(self) -> list[Row]:
        """Return the rows of match setup: game options, number of games, who goes first, and time control."""
        info = self.plan.ruleset.info
        shown = [each for each in info.options if not each.hidden and each.kind != "seat" and not each.follows]
        rows = [self._option_row(option) for option in shown if option.kind != "flag"]
        flags = [self._flag_segment(option) for option in shown if option.kind == "flag"]
        if flags:
            rows.append(Row(_("Extra rules"), flags))
        lengths = ((length, series_length_text(length) if length else _("Unlimited")) for length in SERIES_LENGTHS)
        rows.append(self._planned_row(_("Series"), "best_of", lengths))
        if not info.tosses:
            other = _("My friend") if self._is_friend else _("The opponent")
            firsts = (("me", _("Me")), ("other", other), ("toss", _("Toss a coin")))
            rows.append(self._planned_row(_("Who goes first"), "first", firsts))
        return [*rows, Row(_("Clock"), self._clock_segments())]

    def _option_row(self, option: Option) -> Row:
        value = option.value(self.plan.options)
        if option.kind == "choice":
            choices = option.choices
            return Row(_(option.title), [self._option_segment(option, _(each.title), each.value) for each in choices])
        assert isinstance(value, int)
        followers = [each for each in self.plan.ruleset.info.options if each.follows == option.key]
        apart = [each for each in followers if each.key in self.plan.options]
        segments = [self._step(option, "−", -1), self._step(option, "+", 1)]
        if apart:
            label = "x".join(str(each.value(self.plan.options)) for each in (option, *followers))
            together = {key: kept for key, kept in self.plan.options.items() if key not in {each.key for each in apart}}
            segments.append(self._options_segment(label, together, chosen=True))
        else:
            segments += [
                self._option_segment(option, str(number), number) for number in sorted({*option.presets, value})
            ]
        return Row(_(option.title), [*segments, *(step for each in followers for step in self._following(each))])

    def _following(self, option: Option) -> list[SetupValue]:
        """Return the buttons of a number that follows another one: one that parts them, then one for each direction."""
        title, options = _(option.title), self.plan.options
        if option.key in options:
            return [self._step(option, f"{title} −", -1), self._step(option, f"{title} +", 1)]
        value = int(option.value(options))
        apart = value + _APART if value + _APART <= option.high else value - _APART
        return [self._option_segment(option, title, apart, chosen=False)]

    def _step(self, option: Option, label: str, by: int) -> SetupValue:
        """Return a button that changes a number by a step. A number that follows another one skips its value."""
        value = int(option.value(self.plan.options)) + by
        if option.follows and value == self.plan.options.get(option.follows, option.default):
            value += by
        return self._option_segment(option, label, min(option.high, max(option.low, value)), chosen=False)

    def _flag_segment(self, option: Option) -> SetupValue:
        value = bool(option.value(self.plan.options))
        return self._option_segment(option, _(option.title), not value, chosen=value)

    def _option_segment(
        self, option: Option, label: str, value: OptionValue, *, chosen: bool | None = None
    ) -> SetupValue:
        """Return a button that sets an option of the match to a value.

        By default, it is chosen while the option has that value.
        """
        options = self.plan.options
        is_chosen = option.value(options) == value if chosen is None else chosen
        return self._options_segment(label, {**options, option.key: value}, chosen=is_chosen)

    def _options_segment(self, label: str, options: Options, *, chosen: bool) -> SetupValue:
        """Return a button that sets the options of the match."""
        return self._segment(label, chosen, "options", complete_options(self.plan.ruleset.info, options))

    def _planned_row(self, caption: str, field: str, values: Iterable[tuple[object, str]]) -> Row:
        """Return the match setup row for a field of the match plan, with a button for each value."""
        now = getattr(self.plan, field)
        return Row(caption, [self._segment(label, now == value, field, value) for value, label in values])

    def _clock_segments(self) -> list[SetupValue]:
        """Return the buttons for the kinds of time control, and the buttons for a shorter or longer time."""
        control = self.plan.time_control
        clocks = [(_(words), is_same_kind(kind, control), kind) for words, kind in KINDS]
        if control.is_timed:
            clocks += [(words, False, stepped(control, by)) for words, by in (("−", -1), ("+", 1))]
            clocks.append((time_control_text(control), True, control))
        return [self._segment(label, chosen, "time_control", clock) for label, chosen, clock in clocks]

    def _segment(self, label: str, chosen: bool, field: str, value: object) -> SetupValue:
        """Return a button that sets a field of the match plan to a value; ``chosen`` is True if it has it now."""

        def choose() -> None:
            setattr(self.plan, field, value)
            self.refresh()

        return SetupValue(label, chosen, choose)

    def refusal(self) -> Reason | None:
        """Return why the options are invalid or the opponent cannot play them; None if they are fine."""
        return self.plan.ruleset.check_options(self.plan.options) or self._level_refusal() or self._engine_refusal()

    def _level_refusal(self) -> Reason | None:
        """Return why no level of the game can play with the options, if one is chosen."""
        ruleset = self.plan.ruleset
        is_level = ruleset.info.level(self.plan.level) is not None
        return why_no_opponents(ruleset, self.plan.options) if is_level else None

    def _engine_refusal(self) -> Reason | None:
        engine = next((e for e in self.app.services.engines.engines() if e.level == self.plan.level), None)
        if engine is None:
            return None
        if expresses(engine.to_program(), self.plan.ruleset, self.plan.options):
            problem = command_problem(engine)
            text = join_sentences((_("{name} cannot be started.", name=engine.name), problem))
            return Reason("no program", text) if problem else None
        text = _(
            "{name} uses the {protocol} protocol, which does not support these options.",
            name=engine.name,
            protocol=_(DIALECTS[engine.dialect].title),
        )
        return Reason("no rule", text)

    def _why_no_teacher(self) -> str:
        return why_no_teacher(is_friend=self._is_friend, has_no_scores=self._scores.has_none)

    @property
    def _is_friend(self) -> bool:
        """True if the chosen opponent is a person, on this computer or online."""
        return self.plan.level in ("", ELSEWHERE)

    def _teaches(self) -> bool:
        return self.plan.teacher is not None and not self._why_no_teacher()

    def _seat_teacher(self, strength: TeacherStrength | None) -> None:
        self.plan.teacher = strength
        self.refresh()

    # Layout

    def read_items(self) -> list[Candidate]:
        """Return all possible opponents, after reading the player's results from the database."""
        ruleset, services = self.plan.ruleset, self.app.services
        mirror = mirror_of(services, ruleset, services.database.players.current())
        self._panel.forget(mirror)
        return candidates(ruleset.info, engines_for(services, ruleset), mirror)

    def build(self) -> None:
        """Add the list of opponents to match setup."""
        self.form.main = self.list.build(self.form, row_height(self.typesetter.letters))

    def _take_opponent(self) -> None:
        self.plan.level = self.list.items[self.list.row].level
        self.refresh()

    def buttons(self) -> list[Button]:
        """Return the buttons of the form, and the buttons for the ladder, for going back and for starting."""
        stage = self.stage
        refusal = self.refusal()
        start = main_button(stage, _("Start"), self._start, icon="play", enabled=refusal is None)
        start.why = refusal.message if refusal else ""
        back = back_button(stage, lambda: self.finish(None), 200)
        ladder = Button(stage.rect(1092, 92, 140, 42), _("Ladder"), self._open_ladder, icon="trophy", size=17)
        ladder.enabled, ladder.why = bool(self.plan.ruleset.info.levels), _("This game has no ladder.")
        return [*self._row_buttons(), ladder, *self.form.stops(), *self._teacher_buttons(), back, start]

    def _teacher_buttons(self) -> list[Button]:
        if self._why_no_teacher():
            return []
        return _TEACHER.buttons(self.stage, self.typesetter, self.plan.teacher, self._seat_teacher)

    def tick(self, seconds: float) -> None:
        """Continue to check whether an engine of this ruleset can score moves, which the teacher needs."""
        super().tick(seconds)
        if self._scores.poll():
            self.refresh()

    def exit(self) -> None:
        """Cancel the check that finds out whether an engine can score moves."""
        self._scores.stop()
        super().exit()

    def _place_rows(self) -> list[PlacedRow]:
        """Place the rows of match setup with the largest letters that fit on the card.

        If even letters of normal size do not fit, the rows move closer together. Large letters have captions above the
        buttons or, if that is too high, beside them. Normal letters leave space for two lines about the opponent.
        """
        bottom = self.stage.point(0, _TOP + _CARD_HEIGHT - _FORM_FOOT)[1]
        for letters in range(int(self.typesetter.enlarged(_SEGMENT)), int(_SEGMENT), -1):
            for column in (0.0, self._caption_column(letters / _SEGMENT)):
                places = self._flow(letters / _SEGMENT, column=column)
                if places[-1].segments[-1].bottom <= bottom:
                    self._scale, self._is_beside = letters / _SEGMENT, column > 0
                    return places
        self._scale, self._is_beside = 1.0, False
        places = self._flow(1)
        top = self.stage.point(0, _TOP + _FORM_TOP)[1]
        room = bottom - self.stage.px(LINES_HEIGHT + _PANEL_GAP) - top
        share = room / max(1, places[-1].segments[-1].bottom - top)
        return places if share >= 1 else self._flow(1, max(_LEAST_SHARE, share))

    def _caption_column(self, scale: float) -> float:
        """Return the width of a column of captions to the left of the buttons; 0 if it would be too wide."""
        measure = self.typesetter.measure
        widest = max(measure(row.caption, "bold", _CAPTION * scale)[0] for row in self.rows()) / self.stage.scale
        return widest + _CAPTION_GAP if widest <= _WIDTH * _CAPTION_SHARE else 0.0

    def _flow(self, scale: float, share: float = 1, column: float = 0) -> list[PlacedRow]:
        """Place each row of match setup, wrapping its buttons into lines.

        ``share`` scales the normal heights. ``column`` is the width of captions beside the buttons; 0 puts them above.
        """
        places, y, left = [], _TOP + _FORM_TOP, _LEFT + 24 + column
        high = (40.0 if scale == 1 else _SEGMENT * scale * 1.25 + 10) * share
        above, gap = (28.0 * share, 10.0 * share) if scale == 1 else (_CAPTION * scale * 1.25 + 4, 8.0)
        for row in self.rows():
            rects: list[pygame.Rect] = []
            x, line_y = left, y if column else y + above
            caption = y + high / 2 if column else y
            for segment in row.segments:
                words = self.typesetter.measure(segment.label, "display", _SEGMENT * scale)[0] / self.stage.scale
                width = max(48, words + 32 / scale)
                if x + width > _LEFT + _WIDTH - 16 and rects:
                    x, line_y = left, line_y + high + gap
                rects.append(self.stage.rect(x, line_y, width, high))
                x += width + 8
            places.append(PlacedRow(row, caption, rects))
            y = line_y + high + gap
        return places

    def _row_buttons(self) -> list[Button]:
        self._placed = self._place_rows()
        return [
            ChoiceButton(rect, segment.label, segment.choose, size=_SEGMENT, chosen=segment.chosen)
            for place in self._placed
            for segment, rect in zip(place.row.segments, place.segments, strict=True)
        ]

    def _draw_candidate(self, canvas: Canvas, candidate: Candidate, top: float) -> None:
        left, _, width, _ = _LIST
        chosen = candidate.level == self.plan.level
        draw_candidate(canvas, candidate, left, top, width - BAR_WIDTH - 4, chosen=chosen)

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the form, the list of opponents, and the texts about the chosen values."""
        info = self.plan.ruleset.info
        draw_frame(canvas, _(info.title))
        draw_note(canvas, _(info.pitch), 820)
        for left, title in ((_LEFT, _("The game")), (_OPPONENTS_LEFT, _("The opponent"))):
            canvas.panels.card(left, _TOP, _WIDTH, _CARD_HEIGHT)
            canvas.title(title, left + 24, _TOP + 20)
        text = plural("{count} opponent", "{count} opponents", len(self.list.items))
        canvas.text(text, 1076, _TOP + 36, size=14, colour="mist", anchor="midright", width=200, height=36)
        self._draw_captions(canvas)
        end = canvas.area(self._placed[-1].segments[-1]).bottom + _PANEL_GAP
        place = (_LEFT + 16, end, _WIDTH - 32, _TOP + _CARD_HEIGHT - _PANEL_FOOT - end)
        rating = rating_with_teacher() if self._teaches() else ""
        self._panel.draw(canvas, place, self.list.items[self.list.row], rating)
        _TEACHER.draw(canvas, self._why_no_teacher())
        refusal = self.refusal()
        explanation = refusal.message if refusal else self._about_chosen(shows_rating=place[3] >= LINES_HEIGHT)
        canvas.paragraph(explanation, 250, 718, 700, 2, colour="coral" if refusal else "soft", height=68)

    def _draw_captions(self, canvas: Canvas) -> None:
        size, anchor = _CAPTION * self._scale, "midleft" if self._is_beside else "topleft"
        for place in self._placed:
            canvas.text(
                place.row.caption, _LEFT + 24, place.caption, family="bold", size=size, colour="mist", anchor=anchor
            )

    def _about_chosen(self, *, shows_rating: bool) -> str:
        """Return sentences about the values that the player has chosen in match setup.

        ``shows_rating`` means that the panel shows the effect on the rating, which is then left out here.
        """
        if self._teaches() and not shows_rating:
            return join_sentences((rating_with_teacher(), about_teacher(self.plan.teacher)))
        sentences = []
        for option in self.plan.ruleset.info.options:
            for choice in option.choices:
                if not option.hidden and choice.about and option.value(self.plan.options) == choice.value:
                    sentences.append(_(choice.about))
        teacher = about_teacher(self.plan.teacher) if self._teaches() else ""
        return join_sentences((*sentences, clock_sentence(self.plan.time_control), teacher))

    # Leaving the form

    def _open_ladder(self) -> None:
        self.app.push(LadderScene(self.app, self.plan.ruleset))

    def _open_club_tournaments(self) -> None:
        self.app.push(ClubTournamentsScene(self.app, self.plan))

    def _start(self) -> None:
        if self.refusal() is not None:
            return
        if self.plan.level == ELSEWHERE:
            remember(self.app.services, self.plan)
            self.app.push(TablesScene(self.app, self.plan, self._open_club_tournaments))
            return
        if self._why_no_teacher() and self.plan.level:
            self.plan.teacher = None
        if self.plan.level:
            self.finish(self.plan)
            return
        name = _(self.plan.friend)
        ask = FriendScene(self.app, name) if others(self.app) else friend_name(self.app, name)
        self.app.push(ask, self._start_with_friend)

    def _start_with_friend(self, name: str | None) -> None:
        if name is not None:
            self.plan.friend = name
            self.finish(self.plan)
