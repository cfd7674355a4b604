"""The card of a saved tournament: who plays what, how it stands, and a little picture of the board."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

import pygame

from game.core.model import ParseError
from game.core.record import Header
from game.core.ruleset import Ruleset
from game.core.tournament import Participant, Tournament
from game.store.saves import SaveEntry, SaveFolder
from game.ui.canvas import Canvas
from game.ui.painting.board_art import little_board
from game.ui.player_card import opponent_face
from game.ui.wording import count, wins_text

LEFT, TOP, WIDTH, HEIGHT = 652.0, 80.0, 604.0, 608.0
_INNER = LEFT + 24
_INNER_WIDTH = WIDTH - 48
_BOARD = 304.0


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a closer look into a save found: its tournament, or why it cannot be played and what can be saved of it."""

    tournament: Tournament | None = None
    problem: str = ""
    rescued: Tournament | None = None
    lost: str = ""
    """What is missing in ``rescued``, in sentences."""


def inspect(saves: SaveFolder, entry: SaveEntry) -> Inspection:
    """Reads the save's games, which its header alone says nothing about."""
    if entry.header is not None and entry.problem:
        return Inspection(problem=f"It {entry.problem}, which is not installed here. The file is kept as it is.")
    try:
        return Inspection(tournament=saves.load(entry.name))
    except ParseError as error:
        rescued, lost = _rescue(saves, entry.name)
        return Inspection(problem=f"{str(error).rstrip('.')}.", rescued=rescued, lost=lost)


def _rescue(saves: SaveFolder, name: str) -> tuple[Tournament | None, str]:
    try:
        return saves.salvage(name) or (None, "")
    except ParseError:
        return None, ""


def when(moment: float, now: float) -> str:
    """A moment in a player's words: ``today, 14:05``, ``3 March, 9:30`` or ``3 March 2024``; both in seconds."""
    then, today = datetime.fromtimestamp(moment), datetime.fromtimestamp(now)
    clock = f"{then.hour}:{then.minute:02}"
    days = (today.date() - then.date()).days
    if days in (0, 1):
        return f"{'yesterday' if days else 'today'}, {clock}"
    day = f"{then.day} {then:%B}"
    return f"{day}, {clock}" if then.year == today.year else f"{day} {then.year}"


def standing(header: Header) -> str:
    """Both names with their wins between them, ``Anna 2 – 1½ Pip``."""
    one, two = header.participants
    first, second = (wins_text(wins) for wins in header.wins)
    return f"{one.name} {first} – {second} {two.name}"


def progress(header: Header) -> str:
    """How far the tournament is."""
    if header.running:
        return f"Game {header.games}, {count(header.plies, 'move')}"
    if not header.is_over:
        return f"{count(header.games, 'game')} played" if header.games else "Not begun"
    first, second = header.wins
    if first == second:
        return "Over, all square"
    return f"Over, {header.participants[int(second > first)].name} won"


@dataclass(frozen=True, slots=True)
class SaveCard:
    """Draws the card of one save; ``inspection`` is None while nobody has looked into the file yet."""

    entry: SaveEntry
    inspection: Inspection | None
    rulesets: Mapping[str, Ruleset]

    @property
    def _ruleset(self) -> Ruleset | None:
        header = self.entry.header
        return self.rulesets.get(header.ruleset_id) if header else None

    @property
    def _problem(self) -> str:
        """Why the save cannot be played; known of a broken head before the file is looked into."""
        return self.inspection.problem if self.inspection else self.entry.problem

    def draw(self, canvas: Canvas) -> None:
        """Draws the card."""
        canvas.card(LEFT, TOP, WIDTH, HEIGHT)
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
        short = len(canvas.lines(self.entry.name, _INNER_WIDTH, 2, family="display", size=28)) == 1
        size = 28 if short else 21
        top = TOP + 28 if short else TOP + 18
        canvas.paragraph(self.entry.name, _INNER, top, _INNER_WIDTH, 2, family="display", size=size, colour="cream")

    def _draw_chips(self, canvas: Canvas, header: Header) -> None:
        x, y = _INNER, TOP + 104
        ruleset = self._ruleset
        accent = ruleset.info.accent if ruleset else "coral"
        series = f"Best of {header.best_of}" if header.best_of else "Open series"
        for words, colour in ((header.ruleset_title, accent), (series, "mist"), (progress(header), "amber")):
            room = (_INNER + _INNER_WIDTH - x) * canvas.stage.scale - canvas.stage.px(28)
            shown = canvas.painter.fit(words, "bold", 14, round(room))
            chip = canvas.chip(shown, x, y, colour=colour)
            x += chip.width / canvas.stage.scale + 8

    def _draw_side(self, canvas: Canvas, header: Header, index: int, participant: Participant) -> None:
        top = TOP + 134 + index * 68
        leads = header.wins[index] > header.wins[1 - index]
        rect = canvas.stage.rect(_INNER, top, _INNER_WIDTH, 60)
        canvas.painter.plate(canvas.target, rect, colour="row", radius=16)
        canvas.face(self._face(header, index), _INNER + 38, top + 30, 44, ring=8)
        wins = wins_text(header.wins[index])
        end = _INNER + _INNER_WIDTH - 20
        canvas.text(
            wins, end, top + 31, family="display", size=32, colour="amber" if leads else "soft", anchor="midright"
        )
        self._draw_player_name(canvas, participant, top + 30)

    def _draw_player_name(self, canvas: Canvas, participant: Participant, middle: float) -> None:
        room = _INNER_WIDTH - 76 - 96
        lines = canvas.lines(participant.name, room, 1, family="bold", size=18)
        if lines[0] == participant.name:
            canvas.text(participant.name, _INNER + 76, middle, family="bold", size=18, colour="cream", anchor="midleft")
            return
        canvas.paragraph(participant.name, _INNER + 76, middle - 23, room, 2, family="bold", size=14, colour="cream")

    def _face(self, header: Header, index: int) -> str:
        participant, other = header.participants[index], header.participants[1 - index]
        if participant.is_person:
            return "penguin" if index and other.is_person else "duck"
        return opponent_face(self._ruleset.info.levels if self._ruleset else (), participant)

    def _draw_board(self, canvas: Canvas, top: float) -> None:
        rect = canvas.well(_INNER, top, _BOARD, _BOARD, radius=14)
        tournament = self.inspection.tournament if self.inspection else None
        if tournament is None or tournament.current is None:
            return
        state, info = tournament.current.match.state, tournament.ruleset.info
        board = little_board(
            canvas.painter,
            canvas.sprites,
            state.geometry,
            state.board,
            info.stones,
            rect.size,
            accent=info.accent,
        )
        canvas.target.blit(board, board.get_rect(center=rect.center))

    def _draw_facts(self, canvas: Canvas, header: Header, top: float) -> None:
        x = _INNER + _BOARD + 24
        width = _INNER_WIDTH - _BOARD - 24
        y = top + 2
        for caption, words in self._facts(header):
            canvas.text(caption, x, y, family="bold", size=14, colour="mist")
            y = canvas.paragraph(words, x, y + 22, width, 5, size=16, colour="cream") + 14

    def _facts(self, header: Header) -> Iterator[tuple[str, str]]:
        yield "Last played", _capitalised(when(self.entry.modified, time.time()))
        if header.games:
            yield ("Game in progress" if header.running else "Last game"), count(header.plies, "move")
        tournament = self.inspection.tournament if self.inspection else None
        if tournament is not None:
            yield "Rules", "\n".join(_rules(tournament)) or "The usual ones"

    def _draw_problem(self, canvas: Canvas, top: float) -> None:
        missing = self.entry.header is not None and bool(self.entry.problem)
        canvas.title("A plug-in is missing" if missing else "This file is damaged", _INNER, top, size=22)
        y = canvas.paragraph(self._problem, _INNER, top + 38, _INNER_WIDTH, 6, size=16, colour="coral")
        if self.inspection is not None and self.inspection.rescued is not None:
            canvas.title("What can be read", _INNER, y + 16, size=22)
            words = f"{readable(self.inspection.rescued)} {self.inspection.lost}"
            canvas.paragraph(words, _INNER, y + 54, _INNER_WIDTH, 5, size=16)

    def draw_row(self, canvas: Canvas, top: float, right: float) -> None:
        """Draws the row of the list: emblem, name, how it stands and when it was played, up to ``right``."""
        header = self.entry.header
        _draw_emblem(canvas, None if self._problem else self._ruleset, top + 32)
        canvas.text(self.entry.name, 108, top + 8, family="bold", size=17, colour="cream", width=right - 116)
        moment = when(self.entry.modified, time.time())
        place = canvas.text(moment, right - 8, top + 34, size=14, colour="mist", anchor="topright")
        room = right - 124 - place.width / canvas.stage.scale
        if header is not None and not self._problem:
            words = f"{header.ruleset_title}  ·  {standing(header)}"
            canvas.text(words, 108, top + 34, size=14, width=room)
            return
        words = _capitalised(self.entry.problem) if header and self.entry.problem else "Damaged file"
        canvas.text(words, 108, top + 34, size=14, colour="coral", width=room)


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


def readable(tournament: Tournament) -> str:
    """How much of a damaged tournament there still is, as a sentence."""
    moves = sum(len(game.match.plies) for game in tournament.games)
    return f"{count(len(tournament.games), 'game')} with {count(moves, 'move')} can be read."


def _rules(tournament: Tournament) -> Iterator[str]:
    """The options that were chosen, in words."""
    for option in tournament.ruleset.info.options:
        value = tournament.options.get(option.key, option.default)
        if option.hidden or option.kind == "seat" or value is False:
            continue
        title = next((choice.title for choice in option.choices if choice.value == value), str(value))
        yield option.title if option.kind == "flag" else f"{option.title}: {title}"


def _draw_emblem(canvas: Canvas, ruleset: Ruleset | None, middle: float) -> None:
    """The two sides' stones, or a warning where there is no game to be had."""
    if ruleset is None:
        rect = pygame.Rect(0, 0, canvas.stage.px(38), canvas.stage.px(38))
        rect.center = canvas.stage.point(74, middle)
        canvas.painter.plate(canvas.target, rect, colour="coral", radius=19)
        canvas.text("!", 74, middle + 1, family="display", size=24, colour="coral_text", anchor="center")
        return
    for letter, dx in zip(ruleset.info.colours, (-9, 9), strict=True):
        stone = ruleset.info.stone(letter)
        assert stone is not None
        canvas.stone(stone.art, 74 + dx, middle + dx * 0.4, 28, shadow=True)
