"""The setup screen of a club tournament: title, message broker, pairing system and the organiser's part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.core.language import _, plural
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset
from game.core.tournament import SINGLE_GAME
from game.network.club.tournament import MOST_ROUNDS, TITLE_LETTERS, PairingSystem
from game.network.encryption.invitation import ServerAddress
from game.network.session.club_texts import about_system, system_text
from game.network.session.club_tournaments import ClubPlan
from game.session.match_plan import MatchPlan
from game.session.texts import series_length_text
from game.ui.painting.canvas import Canvas
from game.ui.settings.network_settings import ask_broker, last_broker
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button

_CARD = (190.0, 80.0, 900.0, 608.0)
#: Left ends of captions and segments, right end, top of the first row, and distance between rows.
_CAPTION, _LEFT, _RIGHT, _TOP, _STEP = 222.0, 470.0, 1058.0, 104.0, 79.0
_HIGH, _GAP = 52.0, 12.0


class _Segment(NamedTuple):
    label: str
    is_chosen: bool
    press: Callable[[], None]
    width: float


class ClubSetupScene(Scene[ClubPlan | None]):
    """The setup screen of a club tournament. Its result is the plan, or None if the organiser goes back."""

    tune = "fair"

    def __init__(self, app: App, plan: MatchPlan) -> None:
        """Create the setup screen of a club tournament whose games have the settings of ``plan``."""
        super().__init__(app)
        self._game = plan
        services = app.services
        title = one_line(_("{name}'s tournament", name=services.player_name()), TITLE_LETTERS)
        self.tournament = ClubPlan(title, address=last_broker(app))

    @property
    def subject(self) -> Ruleset:
        """The ruleset of the tournament's games."""
        return self._game.ruleset

    # Rows

    def _rows(self) -> list[tuple[str, Sequence[_Segment]]]:
        tournament, wide = self.tournament, _RIGHT - _LEFT
        half = (wide - _GAP) / 2
        systems = [
            _Segment(system_text(system), tournament.system is system, self._setter("system", system), half)
            for system in (PairingSystem.SWISS, PairingSystem.ROUND_ROBIN)
        ]
        plays = [
            _Segment(_("I play too"), tournament.plays_too, self._setter("plays_too", True), half),
            _Segment(_("I only organise"), not tournament.plays_too, self._setter("plays_too", False), half),
        ]
        rows: list[tuple[str, Sequence[_Segment]]] = [
            (_("Name"), [_Segment(tournament.title, False, self._ask_title, wide)]),
            (
                _("Online server"),
                [_Segment(tournament.address or _("Choose an online server…"), False, self._ask_broker, wide)],
            ),
            (_("Pairing"), systems),
        ]
        if tournament.system is PairingSystem.SWISS:
            rows.append((plural("{count} round", "{count} rounds", tournament.rounds), self._counting()))
        watched = [
            _Segment(_("Anybody may watch"), tournament.is_watched, self._setter("is_watched", True), half),
            _Segment(_("Nobody may watch"), not tournament.is_watched, self._setter("is_watched", False), half),
        ]
        return [*rows, (_("Your role"), plays), (_("Spectators"), watched)]

    def _counting(self) -> list[_Segment]:
        rounds = self.tournament.rounds
        return [
            _Segment("−", False, self._setter("rounds", max(1, rounds - 1)), 96),
            _Segment("+", False, self._setter("rounds", min(MOST_ROUNDS - 1, rounds + 1)), 96),
        ]

    def _setter(self, field: str, value: object) -> Callable[[], None]:
        def choose() -> None:
            setattr(self.tournament, field, value)
            self.arrange()

        return choose

    # Layout

    def arrange(self) -> None:
        """Lay out the rows of buttons. The keyboard focus stays on the same button."""
        focused = self.controls.focused
        stage, focus = self.stage, self.controls.buttons.index(focused) if focused in self.controls.buttons else None
        buttons: list[Button] = []
        for number, (_caption, segments) in enumerate(self._rows()):
            x = _LEFT
            for segment in segments:
                place = stage.rect(x, _TOP + number * _STEP, segment.width, _HIGH)
                button = ChoiceButton(place, segment.label, segment.press, size=18, chosen=segment.is_chosen)
                buttons.append(button)
                x += segment.width + _GAP
        back = back_button(stage, lambda: self.finish(None))
        start = main_button(stage, _("Start check-in"), self._finish, icon="play", size=20)
        start.enabled, start.why = (
            bool(self.tournament.address),
            _("A tournament needs an online server that all players can reach."),
        )
        buttons += [back, start]
        self.controls.set(buttons)
        self.controls.focus(buttons[min(focus, len(buttons) - 1)] if focus is not None else start)
        super().arrange()

    # Dialogs

    def _ask_title(self) -> None:
        def take(title: str | None) -> None:
            if title is not None:
                self.tournament.title = one_line(title, TITLE_LETTERS)
                self.arrange()

        def refuse(title: str) -> str | None:
            return None if one_line(title, TITLE_LETTERS) else _("A tournament needs a name.")

        text = _("The tournament name that all players see.")
        ask = NameScene(self.app, _("Name"), text, self.tournament.title, refuse, longest=TITLE_LETTERS)
        self.app.push(ask, take)

    def _ask_broker(self) -> None:
        def take(place: ServerAddress) -> None:
            self.tournament.address = place.address
            self.arrange()

        ask_broker(self.app, take)

    def _finish(self) -> None:
        self.finish(self.tournament)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the captions of the setup rows and the description of the pairing system."""
        draw_frame(canvas, _("Club tournament"), _CARD)
        game = _(self._game.ruleset.info.title)
        draw_note(canvas, f"{game}  ·  {series_length_text(self._game.best_of or SINGLE_GAME)}", 520)
        rows = self._rows()
        for number, (caption, _segments) in enumerate(rows):
            middle = _TOP + number * _STEP + _HIGH / 2
            canvas.text(caption, _CAPTION, middle, family="bold", size=18, colour="mist", anchor="midleft",
                        width=_LEFT - _CAPTION - 16, height=_HIGH, smallest=13)  # fmt: skip
        top = _TOP + len(rows) * _STEP + 4
        words = about_system(self.tournament.system, self.tournament.rounds)
        room = _CARD[1] + _CARD[3] - 20 - top
        canvas.paragraph(words, _CAPTION, top, _RIGHT - _CAPTION, 3, size=18, height=min(room, 110))
