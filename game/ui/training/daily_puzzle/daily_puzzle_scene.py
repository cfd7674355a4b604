"""The scene of the daily puzzles: a list of games, the calendar of the month, and buttons to more puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from game.core.language import _, join_sentences, plural
from game.session.dates import day_text
from game.session.play_on import TakeOver
from game.storage.players import Player
from game.training.daily_puzzle.collection import (
    PuzzleCollection,
    next_near,
    next_of_run,
    of_theme,
    puzzle_of,
    streak,
    themes_of,
)
from game.training.daily_puzzle.puzzle_attempt import TITLES
from game.training.daily_puzzle.puzzle_calendar import calendar_of
from game.training.daily_puzzle.visit import FIRST_RATING, Draw, Run, Visit, VisitStore, VisitTerms
from game.training.puzzles.index import PuzzleEntry
from game.training.puzzles.puzzle import PuzzleTheme
from game.ui.analysis.mistakes.mistakes_scene import MistakesScene
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.shell.system_language import copy_text
from game.ui.training.daily_puzzle.calendar import draw_calendar
from game.ui.training.daily_puzzle.lights_picture import DayStatus, lights_picture, lights_text, streak_text
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, bar_button, draw_frame, draw_note, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (36.0, 150.0, 632.0, 528.0)
_FILTERS_TOP = 90.0
_ROW = 116.0
#: Time before a run against the clock may repeat a puzzle that an earlier run has shown.
RUN_REPEATS_AFTER = timedelta(days=7)
#: Card of the calendar: left, top, width and height.
_CARD = (704.0, 80.0, 552.0, 608.0)


class DailyPuzzleScene(ListScene[str, TakeOver | None]):
    """Scene with today's puzzle result for each game, and the calendar of the month.

    It finishes with a position to play on from, or None.
    """

    def __init__(self, app: App, player: Player, today: date | None = None) -> None:
        super().__init__(app)
        self._player = player
        self.today = today or date.today()
        self._collection = PuzzleCollection(app.services.catalogue.folders())
        self._theme: PuzzleTheme | None = None
        self._rng = random.Random()
        self._reload()
        self.list = ItemList(_LIST, str, self._draw_row, self._turn, self._open_day)

    # Items

    def read_items(self) -> Sequence[str]:
        """Return the ids of the rulesets that have puzzles."""
        known = self.app.services.catalogue.rulesets
        return [ruleset_id for ruleset_id in self._collection.games() if ruleset_id in known]

    def _reload(self) -> None:
        database = self.app.services.database
        self.lanterns = calendar_of(database.puzzles.daily_results(self._player))
        self._ratings = {name: database.puzzles.player_rating(self._player, name) for name in self.read_items()}
        self.streak = streak(self.lanterns.days, self.today)

    @property
    def _entries(self) -> Sequence[PuzzleEntry]:
        return self._collection.of(self.selected) if self.selected else ()

    def _turn(self) -> None:
        """Clear the filter by puzzle theme, since another game has other themes."""
        self._theme = None
        self.refresh()

    # Layout

    def build(self) -> None:
        self.form.main = self.list.build(self.form, self._row_height)

    @property
    def _row_height(self) -> float:
        # At any letter size, four games must fit without a scroll bar.
        return min(_ROW * max(1.0, self.typesetter.letters), _LIST[3] / 4)

    def buttons(self) -> list[Button]:
        """Return the filter button for puzzle themes, the back button, and one for each kind of puzzle."""
        back = back_button(self.stage, lambda: self.finish(None), 130)
        title = _("All themes") if self._theme is None else _(TITLES[self._theme])
        theme = Button(self.stage.rect(40, _FILTERS_TOP, 196, 40), title, self._next_theme, size=16, use=keys.THEME)
        theme.chosen = self._theme is not None
        rated = bar_button(self.stage, 166, 196, _("Puzzles"), self._open_rated, icon="learn", use=keys.RATED)
        run = bar_button(
            self.stage, 374, 226, _("Three-minute run"), self._open_run, icon="play", use=keys.AGAINST_CLOCK
        )
        rated.tip = _("Puzzles near your rating, one after the other")
        share = bar_button(self.stage, 612, 176, _("Picture"), self._share, icon="camera", use=keys.LIGHTS)
        share.tip = _("Save today's results as a picture, and copy them as text")
        share.enabled, share.why = bool(self._today_status()), _("None of today's puzzles is solved yet.")
        missed = self._missed_button()
        day = main_button(self.stage, _("Daily puzzle"), self._open_day, icon="target", size=20)
        for button in (theme, rated, run, day):
            button.enabled, button.why = self.selected is not None, _("None of the installed games has puzzles.")
        if self.selected is not None and self._has_seen_all():
            run.enabled, run.why = False, _("You have seen all the available puzzles in the last seven days.")
        mistakes = Button(
            self.stage.rect(244, _FILTERS_TOP, 156, 40), _("My mistakes"), self._open_mistakes, size=16, use=keys.LEARN
        )
        return [*self.form.stops(), theme, mistakes, *missed, back, rated, run, share, day]

    def _missed_button(self) -> list[Button]:
        """Return the button that opens the daily puzzle of a missed day.

        The list is empty if none was missed.
        """
        missed = self.lanterns.missed(self.today, self.selected) if self.selected else None
        if missed is None:
            return []
        text = _("Missed puzzle: {day}", day=day_text(missed))
        button = Button(
            self.stage.rect(408, _FILTERS_TOP, 260, 40),
            text,
            lambda: self._open_day(missed),
            size=16,
            use=keys.MISSED_DAY,
        )
        button.tip = _("The daily puzzle from a missed day: solve it to keep your streak")
        return [button]

    # Actions

    def _next_theme(self) -> None:
        themes = [None, *themes_of(self._entries)]
        self._theme = themes[(themes.index(self._theme) + 1) % len(themes)]
        self.refresh()

    def _open_day(self, day: date | None = None) -> None:
        """Open the puzzle of a day, by default today's.

        A puzzle that was solved before is shown again, unrated.
        """
        wanted = day or self.today
        if self.selected is not None:
            drawn = iter([puzzle_of(self._entries, wanted)])
            heading = _("Puzzle for {day}", day=day_text(wanted))
            self._visit(VisitTerms(lambda: next(drawn, None), day=wanted), heading)

    def _open_rated(self) -> None:
        if self.selected is not None:
            title = _("Puzzles") if self._theme is None else _(TITLES[self._theme])
            self._visit(VisitTerms(self._near()), title)

    def _open_mistakes(self) -> None:
        self.app.push(MistakesScene(self.app, self._player), self._leave_exploring)

    def _near(self) -> Draw:
        """Return a function that picks an untried puzzle of the chosen theme near the player's rating."""
        ruleset_id, entries, seen = self.selected or "", of_theme(self._entries, self._theme), set[str]()
        database = self.app.services.database

        def draw() -> PuzzleEntry | None:
            rating = database.puzzles.player_rating(self._player, ruleset_id) or FIRST_RATING
            known = {*database.puzzles.scores(self._player, ruleset_id), *seen}
            found = next_near(entries, rating.elo, known, self._rng)
            seen.update(() if found is None else (found.mark,))
            return found

        return draw

    def _open_run(self) -> None:
        if self.selected is None:
            return
        run, ruleset_id, database = Run(), self.selected, self.app.services.database
        entries, shown = of_theme(self._entries, self._theme), self._shown_this_week()

        def draw() -> PuzzleEntry | None:
            found = next_of_run(entries, run.solved, shown, self._rng)
            if found is not None:
                shown.add(found.mark)
                database.puzzles.note_run_puzzle(self._player, ruleset_id, found.mark)
            return found

        self._visit(VisitTerms(draw, is_rated=False), _("Three-minute run"), run)

    def _has_seen_all(self) -> bool:
        shown = self._shown_this_week()
        return all(entry.mark in shown for entry in of_theme(self._entries, self._theme))

    def _shown_this_week(self) -> set[str]:
        """Return the ids of the selected game's puzzles that appeared in timed runs in the last week."""
        since = datetime.now(UTC) - RUN_REPEATS_AFTER
        return self.app.services.database.puzzles.recent_run_puzzles(self._player, self.selected or "", since)

    def _visit(self, terms: VisitTerms, heading: str, run: Run | None = None) -> None:
        services = self.app.services
        keeper = VisitStore(services.database, self._player)
        visit = Visit(terms, services.catalogue.rulesets, services.prover, keeper)
        if visit.attempt is None:
            self.app.show_message(_("This puzzle can no longer be read."))
            return
        self.app.push(PuzzleScene(self.app, visit, heading, run), lambda taken_over: self._come_back(run, taken_over))

    def _leave_exploring(self, taken_over: TakeOver | None) -> None:
        if taken_over is not None:
            self.finish(taken_over)

    def _come_back(self, run: Run | None, taken_over: TakeOver | None) -> None:
        if run is not None and self.selected is not None and run.left < run.SECONDS:
            self.app.services.database.puzzles.save_run(self._player, self.selected, run.solved)
        self._reload()
        self.arrange()
        self._leave_exploring(taken_over)

    # Today's results

    def _today_status(self) -> list[DayStatus]:
        lights = list(self._lights())
        return lights if any(light.score is not None for light in lights) else []

    def _lights(self) -> Iterator[DayStatus]:
        for ruleset_id in self.list.items:
            title = _(self.app.services.catalogue.rulesets[ruleset_id].info.title)
            yield DayStatus(title, self.lanterns.score(self.today, ruleset_id))

    def _share(self) -> None:
        """Save today's puzzle results as a picture, and copy them to the clipboard as text."""
        lights = self._today_status()
        if lights:
            picture = lights_picture(self.app.canvas(self.app.window.screen), self.today, lights, self.streak)
            self.app.save_picture(picture)
            copy_text(lights_text(self.today, lights))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the calendar of puzzles, and the number of days solved in a row."""
        draw_frame(canvas, _("Puzzles"), (24, 80, 656, 608), width=520)
        draw_note(canvas, self._streak_text, 620, "amber" if self.streak else "soft")
        left, top, width, height = _CARD
        canvas.panels.card(*_CARD)
        place = (left + 28, top + 20, width - 56, height - 120)
        draw_calendar(canvas, place, self.lanterns, self.list.items, self.today)
        words = self._about()
        canvas.paragraph(words, left + width / 2, top + height - 84, width - 56, 3, size=16, anchor="midtop", height=72)

    @property
    def _is_waiting(self) -> bool:
        """True while some puzzle results are not saved yet."""
        return bool(self.app.services.database.file.trouble)

    @property
    def _streak_text(self) -> str:
        if self._is_waiting:
            return ""
        if self.streak:
            return streak_text(self.streak)
        if self.lanterns.days:
            return _("Solve today's puzzle, or catch up on the day you missed.")
        return _("Solve today's puzzle to start a streak.")

    def _about(self) -> str:
        """Return a text with the number of solved puzzles of the selected game, and its best timed run."""
        if self.selected is None:
            return _("None of the installed games has puzzles.")
        database, entries = self.app.services.database, of_theme(self._entries, self._theme)
        tried = database.puzzles.scores(self._player, self.selected)
        solved = sum(tried.get(entry.mark, 0.0) > 0 for entry in entries)
        text = _("{solved} of {count} puzzles solved.", solved=solved, count=len(entries))
        best = database.puzzles.best_run(self._player, self.selected)
        run = plural("Best three-minute run: {count} puzzle.", "Best three-minute run: {count} puzzles.", best)
        return join_sentences((text, run if best else ""))

    def _draw_row(self, canvas: Canvas, ruleset_id: str, top: float) -> None:
        left, right = _LIST[0] + 12, _LIST[0] + _LIST[2] - BAR_WIDTH - 32
        middle, x = top + self._row_height / 2, left + 76
        score = self.lanterns.score(self.today, ruleset_id)
        light = DayStatus("", score)
        canvas.lights.glow(left + 34, middle, 110, "amber", 0.35 * light.share)
        canvas.lights.lantern(left + 34, middle, canvas.tall(64), light.share)
        info = self.app.services.catalogue.rulesets[ruleset_id].info
        upper, lower, height = middle - canvas.tall(15), middle + canvas.tall(15), canvas.tall(26)
        rating = self._ratings.get(ruleset_id)
        text = _("not rated yet") if rating is None else _("Rating {rating}", rating=round(rating.elo))
        number = canvas.text(
            text, right, upper, family="bold", size=15, colour="mist", anchor="midright", width=190, height=height
        )
        canvas.text(
            _(info.title), x, upper, family="bold", size=18, colour="cream", anchor="midleft",
            width=right - x - number.width - 14, height=height,
        )  # fmt: skip
        solved = _("Solved, but not saved yet.") if self._is_waiting else _("Today's puzzle is solved.")
        label = _("Today's puzzle is waiting.") if score is None else solved
        colour = "soft" if score is None else "amber"
        canvas.text(label, x, lower, size=15, colour=colour, anchor="midleft", width=right - x, height=height)
