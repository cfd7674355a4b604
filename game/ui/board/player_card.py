"""A player's card next to the board, with portrait, name, wins, and the clock, points or side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.language import _, plural
from game.core.levels.blended import is_mirror
from game.core.ruleset import Level
from game.core.tournament import Participant
from game.engine.client.preparation import Progress
from game.session.engines import is_engine, shown_name
from game.session.shown_game import ShownGame
from game.session.texts import colour_name, score_unit, standing_text, wins_text
from game.ui.board.game_clock import draw_time
from game.ui.painting.canvas import Canvas

WIDTH, HEIGHT = 240, 212
_NAME_WIDTH = 98
#: The distance of the well at the bottom from the card's left edge, its width and its height, in design pixels.
_WELL, _WELL_WIDTH, _WELL_HEIGHT = 24, WIDTH - 48, 48
_POINTS_WIDTH, _WELL_GAP = 64, 8
#: The minimum letter size of a name in one line, and of one in two lines with a long word.
_SMALLEST_NAME, _SMALLEST_WORD = 16, 12

#: The faces of opponents without a character, by the order of a ruleset's levels.
_OPPONENT_FACES = ("penguin", "frog", "fox", "bear", "owl")
#: The drawings of stones with a face.
MASCOTS = ("duck", "penguin")
ENGINE_FACE, MIRROR_FACE = "robot", "mirror"


def face_of(table: ShownGame, index: int) -> str:
    """Return the name of a participant's portrait: a person's, a character's, or the face on its stones."""
    tournament = table.tournament
    participant = tournament.participants[index]
    if participant.is_person:
        return table.person_face(index)
    game = tournament.current
    stone = tournament.ruleset.info.stone(game.match.state.colours[game.seat_of(index)]) if game else None
    mascot = stone.art if stone and stone.art in MASCOTS else ""
    level = tournament.ruleset.info.level(participant.level)
    if mascot and (level is None or level.character is None) and not is_mirror(participant.level):
        return mascot
    return opponent_face(tournament.ruleset.info.levels, participant)


def faces_of_toss(table: ShownGame, winner: int) -> tuple[str, str]:
    """Return the names of the portraits on the two sides of the coin for the toss, the winner's first."""
    first, second = (face_of(table, table.game.participant_of(seat)) for seat in (winner, 1 - winner))
    return first, second


def opponent_face(levels: Sequence[Level], opponent: Participant) -> str:
    """Return the name of an opponent's portrait; all external engines have the same one."""
    return ENGINE_FACE if is_engine(opponent) else level_face(levels, opponent.level)


def level_face(levels: Sequence[Level], level_id: str) -> str:
    """Return the name of a level's portrait: its character's, or else one chosen by the level's index."""
    if is_mirror(level_id):
        return MIRROR_FACE
    order, level = next(((place, level) for place, level in enumerate(levels) if level.id == level_id), (0, None))
    if level is not None and level.character is not None:
        return level.character.face
    return _OPPONENT_FACES[order % len(_OPPONENT_FACES)]


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player's card next to the board; its top left corner is given in design pixels."""

    table: ShownGame
    seat: int
    x: float
    y: float
    is_replayed: bool = False
    """True if the card belongs to a replay, in which no side is thinking."""
    accuracy: float | None = None
    """The accuracy of the player's moves in a review, 0 to 100; None without a review."""
    getting_ready: Progress | None = None
    """The progress of compiling this player's engine; None if the engine is ready."""
    activity: str = ""
    """The text below the player's name during the game; "" for the usual text."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the static parts of the player's card: everything except the clock's digits and the lights."""
        canvas.panels.card(self.x, self.y, WIDTH, HEIGHT, active=self.active)
        self._draw_face(canvas)
        self._draw_name(canvas)
        self._draw_wins(canvas)
        self._draw_well(canvas)

    def draw_bulbs(self, canvas: Canvas, phase: int) -> None:
        """Draw the lights around the player's card if it is that player's turn or the player has won.

        ``phase`` is even or odd and decides which lights are lit, so that a change makes them blink.
        """
        if self.active:
            canvas.lights.marquee(self.x, self.y, WIDTH, HEIGHT, phase=phase)

    @property
    def active(self) -> bool:
        """True if it is this player's turn, or this player has won."""
        outcome = self.table.match.outcome
        return self.seat == (self.table.match.state.seat if outcome is None else outcome.winner)

    @property
    def _participant(self) -> Participant:
        return self.table.participant(self.seat)

    @property
    def _colour(self) -> str:
        return self.table.match.state.colours[self.seat]

    def _draw_face(self, canvas: Canvas) -> None:
        face = face_of(self.table, self.table.game.participant_of(self.seat))
        canvas.face(face, self.x + 66, self.y + 72, 84)
        if self.getting_ready is not None:
            canvas.lights.lantern(self.x + 30, self.y + 102, 44, self.getting_ready.share)
        stone = self.table.tournament.ruleset.info.stone(self._colour)
        if stone is not None:
            canvas.stone(stone.art, self.x + 100, self.y + 104, 30, shadow=True)

    def _draw_name(self, canvas: Canvas) -> None:
        name, x = shown_name(self._participant), self.x + 122
        size = None if canvas.fits(name, "display", _SMALLEST_NAME, _NAME_WIDTH) else _size_in_two_lines(canvas, name)
        if size is not None:
            canvas.paragraph(name, x, self.y + 14, _NAME_WIDTH, 2, family="display", size=size, colour="cream")
        else:
            size = canvas.size_for(name, "display", 28, _NAME_WIDTH, smallest=_SMALLEST_WORD)
            shown = canvas.typesetter.fit(name, "display", size, canvas.px(_NAME_WIDTH))
            canvas.text(shown, x, self.y + 49, family="display", size=size, colour="cream", anchor="midleft")
        canvas.text(self._subtitle(), x, self.y + 66, width=_NAME_WIDTH, height=26)

    def _subtitle(self) -> str:
        outcome = self.table.match.outcome
        if outcome is not None:
            return {None: _("A draw"), self.seat: _("Winner!")}.get(outcome.winner, "")
        if self.is_replayed:
            return _("Side to move") if self.active else ""
        if self.getting_ready is not None:
            return _("Preparing…")
        if self.activity:
            return self.activity
        if not self.active:
            return standing_text(self.table.tournament, self._participant)
        return _("Your turn") if self._participant.is_person else _("Thinking…")

    def _draw_wins(self, canvas: Canvas) -> None:
        tournament = self.table.tournament
        wins = tournament.wins()[self.table.game.participant_of(self.seat)]
        if not tournament.best_of:
            text = plural("{wins} win", "{wins} wins", 1 if wins in (0.5, 1) else 2, wins=wins_text(wins))
            canvas.text(text, self.x + 122, self.y + 93, family="bold", size=14, colour="amber", width=106, height=28)
            return
        for star in range(tournament.best_of // 2 + 1):
            canvas.star(self.x + 130 + star * 24, self.y + 104, 10, "amber" if wins > star else "star_off")

    def draw_clock(self, canvas: Canvas) -> None:
        """Draw the time left on the player's clock, if the game has one."""
        if self._is_timed:
            left, width = self._clock_well()
            milliseconds = self.table.match.clock.left[self.seat]
            draw_time(canvas, milliseconds, left + width / 2, self._well_top + _WELL_HEIGHT / 2, runs=self.active)

    @property
    def _is_timed(self) -> bool:
        return self.table.match.time_control.is_timed and not self.is_replayed

    @property
    def _well_top(self) -> float:
        return self.y + HEIGHT - 72

    def _clock_well(self) -> tuple[float, float]:
        """Return the left edge and the width of the clock's background, to the right of the points, if any."""
        room = _POINTS_WIDTH + _WELL_GAP if self.table.tournament.ruleset.info.shows_score else 0
        return self.x + _WELL + room, _WELL_WIDTH - room

    def _draw_well(self, canvas: Canvas) -> None:
        shows_score = self.table.tournament.ruleset.info.shows_score
        if self._is_timed:
            left, width = self._clock_well()
            canvas.panels.well(left, self._well_top, width, _WELL_HEIGHT)
            if shows_score:
                self._draw_points_alone(canvas)
            return
        if self.accuracy is not None and shows_score:
            self._draw_points_alone(canvas)
            self._draw_accuracy_next_to_points(canvas, self.accuracy)
            return
        canvas.panels.well(self.x + _WELL, self._well_top, _WELL_WIDTH, _WELL_HEIGHT)
        if self.accuracy is not None:
            self._draw_accuracy(canvas, self.accuracy)
        elif shows_score:
            self._draw_points(canvas)
        else:
            self._draw_side(canvas)

    @property
    def _well_colour(self) -> str:
        return "amber" if self.active else "well_text"

    def _draw_accuracy(self, canvas: Canvas, accuracy: float) -> None:
        left, y = self.x + _WELL + 14, self.y + HEIGHT - 48
        percent = _("{percent} %", percent=round(accuracy))
        area = canvas.text(percent, left, y, family="display", size=24, colour=self._well_colour, anchor="midleft")
        x, right = left + area.width + 10, self.x + WIDTH - _WELL - 10
        canvas.text(_("accuracy"), x, y, colour="well_text", anchor="midleft", width=right - x, height=40)

    def _draw_accuracy_next_to_points(self, canvas: Canvas, accuracy: float) -> None:
        """Draw the accuracy of the player's moves next to the player's points."""
        left, width = self._clock_well()
        canvas.panels.well(left, self._well_top, width, _WELL_HEIGHT)
        percent, middle = _("{percent} %", percent=round(accuracy)), left + width / 2
        canvas.text(
            percent, middle, self._well_top + 17, family="display", size=20, colour=self._well_colour,
            anchor="center", width=width - 12, height=26,
        )  # fmt: skip
        canvas.text(
            _("accuracy"), middle, self._well_top + 37, size=13, colour="well_text", anchor="center",
            width=width - 12, height=18,
        )  # fmt: skip

    def _draw_side(self, canvas: Canvas) -> None:
        middle, y, colour = self.x + WIDTH / 2, self.y + HEIGHT - 48, self._well_colour
        name = colour_name(self.table.tournament.ruleset.info, self._colour)
        size = 24 if name else 18
        canvas.text(
            name or _("No side chosen"), middle, y, family="display", size=size, colour=colour, anchor="center",
            width=WIDTH - 72, height=44,
        )  # fmt: skip

    @property
    def _points(self) -> int:
        return self.table.match.state.scores.get(self._colour, 0)

    def _draw_points_alone(self, canvas: Canvas) -> None:
        canvas.panels.well(self.x + _WELL, self._well_top, _POINTS_WIDTH, _WELL_HEIGHT)
        middle, y = self.x + _WELL + _POINTS_WIDTH / 2, self._well_top + _WELL_HEIGHT / 2
        colour = self._well_colour
        canvas.text(str(self._points), middle, y, family="display", size=34, colour=colour, anchor="center")

    def _draw_points(self, canvas: Canvas) -> None:
        middle, y, colour, points = self.x + WIDTH / 2, self.y + HEIGHT - 48, self._well_colour, self._points
        unit = score_unit(self.table.tournament.ruleset.info, points)
        if not canvas.fits(unit, "bold", 16, 88):
            number_end = self.x + _WELL + _POINTS_WIDTH
            canvas.text(str(points), number_end - 6, y, family="display", size=34, colour=colour, anchor="midright")
            room = _WELL_WIDTH - _POINTS_WIDTH - 8
            canvas.paragraph(
                unit, number_end, y, room, 2, family="bold", size=13, colour=colour, anchor="midleft", height=40
            )
            return
        canvas.text(str(points), middle - 22, y, family="display", size=34, colour=colour, anchor="center")
        canvas.text(
            unit, middle + 4, y + 4, family="bold", size=16, colour=colour, anchor="midleft", width=88, height=40
        )


def _size_in_two_lines(canvas: Canvas, name: str) -> float | None:
    """Return the letter size at which a name fits in two lines; None if a word is too long for that."""
    sizes = range(_SMALLEST_NAME, _SMALLEST_WORD - 1, -1)
    fitting = (size for size in sizes if all(canvas.fits(word, "display", size, _NAME_WIDTH) for word in name.split()))
    return next(fitting, None)
