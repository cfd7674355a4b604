"""The card of a saved tournament: participants, score, progress and a small board."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pygame

from game.core.language import _, join_sentences, plural, strip_period
from game.core.model import ParseError
from game.core.record.header import Header
from game.core.ruleset import Ruleset
from game.core.tournament import Participant, Tournament
from game.session.dates import when
from game.session.engines import shown_name
from game.session.records.counting import practice_text
from game.session.texts import series_length_text, wins_text
from game.storage.background import OnStep
from game.storage.saves import SaveEntry, SaveFolder
from game.ui.board.player_card import opponent_face
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.typesetter import Passage

LEFT, TOP, WIDTH, HEIGHT = 652.0, 80.0, 604.0, 608.0
_INNER = LEFT + 24
_INNER_WIDTH = WIDTH - 48
_BOARD = 304.0
_LONGEST_CHIP = 260.0
#: Height of a line of text in a row; grows with the letters.
_LINE = 25.0


@dataclass(frozen=True, slots=True)
class Inspection:
    """Result of reading a whole save file: the tournament, or a problem and the part that can be rescued."""

    tournament: Tournament | None = None
    problem: str = ""
    rescued: Tournament | None = None
    lost: str = ""
    """Sentences about the parts missing from ``rescued``."""


def inspect(saves: SaveFolder, entry: SaveEntry, on_game: OnStep) -> Inspection:
    """Read all games of a save file; ``on_game`` is called before each game is read."""
    if entry.header is not None and entry.problem:
        return Inspection(
            problem=_(
                "This saved game needs {ruleset}, which is not installed. The file is left unchanged.",
                ruleset=_(entry.header.ruleset_title),
            )
        )
    try:
        return Inspection(tournament=saves.peek(entry.name, on_game))
    except ParseError as error:
        rescued, lost = _rescue(saves, entry.name)
        return Inspection(problem=_("{problem}.", problem=strip_period(str(error))), rescued=rescued, lost=lost)


def _rescue(saves: SaveFolder, name: str) -> tuple[Tournament | None, str]:
    try:
        return saves.salvage(name) or (None, "")
    except ParseError:
        return None, ""


def score_line(header: Header) -> str:
    """Return the names of both participants and their wins, as in ``Anna 2 – 1½ Pip``."""
    one, two = (shown_name(participant) for participant in header.participants)
    first, second = (wins_text(wins) for wins in header.wins)
    return f"{one} {first} – {second} {two}"


def progress(header: Header) -> str:
    """Return the progress of a saved tournament as text."""
    if header.running:
        return plural("Game {game}, {count} move", "Game {game}, {count} moves", header.plies, game=header.games)
    if not header.is_over:
        played = plural("{count} game played", "{count} games played", header.games)
        return played if header.games else _("Not started")
    first, second = header.wins
    if first == second:
        return _("Finished: a tie")
    return _("Finished: {name} won", name=shown_name(header.participants[int(second > first)]))


@dataclass(frozen=True, slots=True)
class SaveCard:
    """Card of a save file; ``inspection`` is None until the whole file has been read."""

    entry: SaveEntry
    inspection: Inspection | None
    rulesets: Mapping[str, Ruleset]
    person_face: Callable[[Participant], str]
    """Returns the portrait of a person who plays on this computer."""

    @property
    def _ruleset(self) -> Ruleset | None:
        header = self.entry.header
        return self.rulesets.get(header.ruleset_id) if header else None

    @property
    def _problem(self) -> str:
        """The reason why the saved game cannot be played, or "" if it can."""
        return self.inspection.problem if self.inspection else self.entry.problem

    def draw(self, canvas: Canvas) -> None:
        canvas.panels.card(LEFT, TOP, WIDTH, HEIGHT)
        self._draw_name(canvas)
        header = self.entry.header
        top = TOP + 104
        if header is not None:
            self._draw_chips(canvas, header)
            for index, participant in enumerate(header.participants):
                self._draw_side(canvas, header, index, participant)
            top = TOP + 276
        if self._problem:
            self._draw_problem(canvas, top)
        elif header is not None:
            self._draw_board(canvas, top)
            self._draw_facts(canvas, header, top)

    def _draw_name(self, canvas: Canvas) -> None:
        short = canvas.fits(self.entry.name, "display", 28, _INNER_WIDTH)
        size = 28 if short else 21
        top = TOP + 28 if short else TOP + 18
        most = 1 if short else 2
        canvas.paragraph(self.entry.name, _INNER, top, _INNER_WIDTH, most, family="display", size=size, colour="cream")

    def _draw_chips(self, canvas: Canvas, header: Header) -> None:
        x, y = _INNER, TOP + 104
        ruleset = self._ruleset
        accent = ruleset.info.accent if ruleset else "coral"
        series = series_length_text(header.best_of)
        chips = [(_(header.ruleset_title), accent), (series, "mist"), (progress(header), "amber")]
        if header.is_practice:
            chips.insert(1, (_("Unrated"), "coral"))
        for words, colour in chips:
            chip = canvas.chip(words, x, y, colour=colour, width=min(_INNER + _INNER_WIDTH - x, _LONGEST_CHIP))
            x += chip.width + 8

    def _draw_side(self, canvas: Canvas, header: Header, index: int, participant: Participant) -> None:
        top = TOP + 134 + index * 68
        leads = header.wins[index] > header.wins[1 - index]
        canvas.panels.plate(_INNER, top, _INNER_WIDTH, 60, colour="row", radius=16)
        canvas.face(self._face(header, index), _INNER + 38, top + 30, 44, ring=8)
        wins = wins_text(header.wins[index])
        end = _INNER + _INNER_WIDTH - 20
        canvas.text(
            wins, end, top + 31, family="display", size=32, colour="amber" if leads else "soft", anchor="midright"
        )
        self._draw_player_name(canvas, participant, top + 30)

    def _draw_player_name(self, canvas: Canvas, participant: Participant, middle: float) -> None:
        name, room = shown_name(participant), _INNER_WIDTH - 76 - 96
        if canvas.fits(name, "bold", 18, room):
            canvas.text(
                name, _INNER + 76, middle, family="bold", size=18, colour="cream", anchor="midleft", width=room,
                height=44,
            )  # fmt: skip
            return
        canvas.paragraph(name, _INNER + 76, middle - 23, room, 2, family="bold", size=14, colour="cream")

    def _face(self, header: Header, index: int) -> str:
        participant = header.participants[index]
        if participant.is_person:
            return self.person_face(participant)
        return opponent_face(self._ruleset.info.levels if self._ruleset else (), participant)

    def _draw_board(self, canvas: Canvas, top: float) -> None:
        rect = canvas.panels.well(_INNER, top, _BOARD, _BOARD, radius=14).rect
        tournament = self.inspection.tournament if self.inspection else None
        if tournament is None or tournament.current is None:
            return
        state, info = tournament.current.match.state, tournament.ruleset.info
        board = little_board(
            canvas.paintbox, state.geometry, state.board, info.stones, rect.size, accent=info.accent, whole=True
        )
        canvas.in_pixels.picture(board, *rect.center, anchor="center")

    def _draw_facts(self, canvas: Canvas, header: Header, top: float) -> None:
        x = _INNER + _BOARD + 24
        width = _INNER_WIDTH - _BOARD - 24
        y = top + 2
        facts = list(self._facts(header))
        passages = [
            each
            for caption, words in facts
            for each in (Passage(caption, "bold", 14, most=1), Passage(words, size=16, most=5))
        ]
        blocks = canvas.blocks(passages, width, TOP + HEIGHT - 16 - y - 14 * len(facts))
        for caption, words in zip(blocks[::2], blocks[1::2], strict=True):
            y = canvas.draw_block(caption, x, y, "mist")
            y = canvas.draw_block(words, x, y, "cream") + 14

    def _facts(self, header: Header) -> Iterator[tuple[str, str]]:
        yield _("Last played"), _capitalised(when(self.entry.modified, time.time()))
        if header.games:
            yield (_("Game in progress") if header.running else _("Last game")), _moves(header.plies)
        tournament = self.inspection.tournament if self.inspection else None
        if tournament is not None:
            yield _("Rules"), "\n".join(_rules(tournament)) or _("Standard rules")
            practice = tournament.practice_of(tournament.current) if tournament.current else None
            if practice is not None:
                yield _("Unrated"), practice_text(practice)

    def _draw_problem(self, canvas: Canvas, top: float) -> None:
        missing = self.entry.header is not None and bool(self.entry.problem)
        canvas.title(_("A plug-in is missing") if missing else _("This file is damaged"), _INNER, top, size=22)
        rescued = self.inspection is not None and self.inspection.rescued is not None
        height = TOP + HEIGHT - 16 - top - 38
        y = canvas.paragraph(
            self._problem, _INNER, top + 38, _INNER_WIDTH, 6, size=16, colour="coral",
            height=height / 2 if rescued else height,
        )  # fmt: skip
        if self.inspection is not None and self.inspection.rescued is not None:
            canvas.title(_("Recoverable games"), _INNER, y + 16, size=22)
            text = join_sentences((readable(self.inspection.rescued), self.inspection.lost))
            canvas.paragraph(text, _INNER, y + 54, _INNER_WIDTH, 5, size=16, height=TOP + HEIGHT - 70 - y)

    def draw_row(self, canvas: Canvas, top: float, right: float) -> None:
        """Draw a saved game's row in the list: emblem, name, score and date; the row ends at ``right``."""
        header, upper, lower = self.entry.header, top + canvas.tall(8), top + canvas.tall(34)
        _draw_emblem(canvas, None if self._problem else self._ruleset, top + canvas.tall(32))
        height = canvas.tall(_LINE)
        canvas.text(
            self.entry.name, 108, upper, family="bold", size=17, colour="cream", width=right - 116, height=height
        )
        moment = when(self.entry.modified, time.time())
        place = canvas.text(
            moment, right - 8, lower, size=14, colour="mist", anchor="topright", width=(right - 108) * 0.42,
            height=height,
        )  # fmt: skip
        room = right - 124 - place.width
        if header is not None and not self._problem:
            text = f"{_(header.ruleset_title)}  ·  {score_line(header)}"
            if header.is_practice:
                text = f"{_('Unrated')}  ·  {text}"
            canvas.text(text, 108, lower, size=14, width=room, height=height)
            return
        needs = _("Needs {ruleset}", ruleset=_(header.ruleset_title)) if header and self.entry.problem else ""
        text = needs or _("Damaged file")
        canvas.text(text, 108, lower, size=14, colour="coral", width=room, height=height)


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


def readable(tournament: Tournament) -> str:
    """Return a sentence that says how much of a damaged save file can be read."""
    moves = sum(len(game.match.plies) for game in tournament.games)
    return plural(
        "{count} game can be recovered, with {moves}.",
        "{count} games can be recovered, with {moves}.",
        len(tournament.games),
        moves=_moves(moves),
    )


def _moves(number: int) -> str:
    return plural("{count} move", "{count} moves", number)


def _rules(tournament: Tournament) -> Iterator[str]:
    """Yield the options of a saved tournament as texts."""
    for option in tournament.ruleset.info.options:
        value = option.value(tournament.options)
        is_left_out = option.is_optional and option.key not in tournament.options
        if option.hidden or is_left_out or option.kind == "seat" or value is False:
            continue
        title = next((_(choice.title) for choice in option.choices if choice.value == value), str(value))
        yield _(option.title) if option.kind == "flag" else f"{_(option.title)}: {title}"


def _draw_emblem(canvas: Canvas, ruleset: Ruleset | None, middle: float) -> None:
    """Draw the stones of both sides, or a warning if the save cannot be played."""
    if ruleset is None:
        rect = pygame.Rect(0, 0, canvas.px(38), canvas.px(38))
        rect.center = canvas.transform.point(74, middle)
        canvas.in_pixels.panels.plate(*rect, colour="coral", radius=19)
        canvas.text("!", 74, middle + 1, family="display", size=24, colour="coral_text", anchor="center")
        return
    for letter, dx in zip(ruleset.info.colours, (-9, 9), strict=True):
        stone = ruleset.info.stone(letter)
        assert stone is not None
        canvas.stone(stone.art, 74 + dx, middle + dx * 0.4, 28, shadow=True)
