"""Groups of a player's games as rows of the statistics: all games, by opening, and by opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.core.language import _, plural
from game.core.model import EMPTY
from game.core.ruleset import PluginError, Ruleset
from game.core.tournament import Participant
from game.library.index.indexed_game import OpeningNames
from game.progress.statistics.facts import PlayedOpening
from game.progress.statistics.overview import OpponentGroup, Overview, by_opening, by_opponent
from game.progress.statistics.player_games import PlayerGame
from game.progress.statistics.texts import percent_text
from game.session.records.record_summary import opponent_name
from game.storage.database import Database
from game.storage.players import usual_face
from game.ui.board.player_card import opponent_face
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.surfaces import multiply, rounded_mask

_PICTURE = 46.0
#: Smallest width, in cells, of the part of the board in a picture of an opening.
_LEAST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class GameGroup:
    """A group of a player's games in the statistics: all, by opening, or by opponent."""

    key: object
    heading: str
    title: str
    overview: Overview
    opening: PlayedOpening | None = None
    face: str = ""
    """Portrait of the opponent; "" unless the group is of one opponent."""


class GroupRows:
    """Helper that groups a player's games in a ruleset and draws a row for each group."""

    def __init__(self, ruleset: Ruleset, database: Database) -> None:
        self._ruleset, self._database = ruleset, database
        self._names = OpeningNames()
        self._boards: dict[tuple[int, int], pygame.Surface | None] = {}
        self._paintbox: Paintbox | None = None
        """The paintbox that drew the cached boards; a new size or theme brings another one."""

    def groups(self, games: Sequence[PlayerGame]) -> list[GameGroup]:
        """Return the groups of a player's games: all games, then one for each opening, then for each opponent."""
        return [
            GameGroup("all", _("Games"), _("All games"), Overview(games)),
            *self._openings(games),
            *self._met(games),
        ]

    def _openings(self, games: Sequence[PlayerGame]) -> Iterator[GameGroup]:
        for group in by_opening(games):
            key = None if group.opening is None else group.opening.key
            title = _("Rare openings") if group.opening is None else self._opening_name(group.opening)
            yield GameGroup(("opening", key), _("Openings"), title, group.overview, group.opening)

    def _opening_name(self, opening: PlayedOpening) -> str:
        """Return the name of an opening, or the names of its cells if it has no name."""
        try:
            name = self._names.name(self._ruleset, opening.key)
        except PluginError:
            name = ""
        return _(name) if name else " ".join(opening.stones).upper()

    def _met(self, games: Sequence[PlayerGame]) -> Iterator[GameGroup]:
        for group in by_opponent(games):
            key = ("opponent", group.level, "" if group.level else group.name)
            yield GameGroup(
                key, _("Opponents"), self.opponent(group.level, group.name), group.overview, face=self._face(group)
            )

    def opponent(self, level_id: str, name: str) -> str:
        """Return the displayed name of an opponent in the statistics."""
        return opponent_name(self._ruleset, level_id, name)

    def _face(self, group: OpponentGroup) -> str:
        if group.level:
            return opponent_face(self._ruleset.info.levels, Participant(group.name, group.level))
        player = self._database.players.find(group.name)
        return player.shown_face if player is not None else usual_face(group.name)

    # Drawing

    def draw(self, canvas: Canvas, group: GameGroup, edges: tuple[float, float], middle: float) -> None:
        """Draw the row of a group of games between its left and right ``edges``, at the height ``middle``."""
        left, right = edges
        self._draw_picture(canvas, group, left + _PICTURE / 2, middle)
        x, height = left + _PICTURE + 14, canvas.tall(25)
        upper, lower = middle - canvas.tall(12), middle + canvas.tall(13)
        accuracy = group.overview.accuracy
        value = canvas.text(
            percent_text(accuracy), right, middle, family="display", size=18,
            colour="mist" if accuracy is None else "amber", anchor="midright", width=64, height=height,
        )  # fmt: skip
        room = right - x - value.width - 12
        canvas.text(
            group.title, x, upper, family="bold", size=16, colour="cream", anchor="midleft", width=room, height=height
        )
        won, drawn, lost = group.overview.counts
        games = plural("{count} game", "{count} games", won + drawn + lost)
        score = _("{won} : {lost}", won=won, lost=lost)
        canvas.text(
            f"{games}  ·  {score}", x, lower, size=14, colour="soft", anchor="midleft", width=room, height=height
        )

    def _draw_picture(self, canvas: Canvas, group: GameGroup, x: float, y: float) -> None:
        if group.face:
            canvas.face(group.face, x, y, 38, ring=5)
            return
        board = None if group.opening is None else self._board(canvas, group.opening)
        if board is not None:
            canvas.picture(board, x, y, anchor="center")
            return
        info = self._ruleset.info
        for letter, aside in zip(info.colours, (-8, 8), strict=True):
            stone = info.stone(letter)
            if stone is not None:
                canvas.stone(stone.art, x + aside, y + aside * 0.4, 26, shadow=True)

    def _board(self, canvas: Canvas, opening: PlayedOpening) -> pygame.Surface | None:
        """Return a cached picture of an opening's first stones, or None if its board is unknown."""
        if self._paintbox is not canvas.paintbox:
            self._paintbox = canvas.paintbox
            self._boards.clear()
        key = (opening.key, canvas.px(_PICTURE))
        if key not in self._boards:
            self._boards[key] = self._painted(canvas, opening)
        return self._boards[key]

    def _painted(self, canvas: Canvas, opening: PlayedOpening) -> pygame.Surface | None:
        info, side = self._ruleset.info, canvas.px(_PICTURE)
        try:
            geometry = self._ruleset.geometry(opening.options)
        except PluginError:
            return None
        searchable_match = [
            geometry.project(geometry.cells[cell]) for cell, name in enumerate(geometry.names) if name in opening.stones
        ]
        if not searchable_match:
            return None
        board = [opening.stones.get(name, EMPTY) for name in geometry.names]
        lows, highs = (tuple(map(end, zip(*searchable_match, strict=True))) for end in (min, max))
        shown = max(_LEAST_SHOWN, 2 + max(high - low for low, high in zip(lows, highs, strict=True)))
        width, height = geometry.extent
        size = int(width * side / shown), int(height * side / shown)
        whole = little_board(canvas.paintbox, geometry, board, info.stones, size, accent=info.accent, whole=True)
        window = pygame.Rect(0, 0, side, side)
        window.center = (
            round((lows[0] + highs[0] + 1) / 2 * size[0] / width),
            round((lows[1] + highs[1] + 1) / 2 * size[1] / height),
        )
        part = whole.subsurface(window.clamp(whole.get_rect())).copy()
        multiply(part, rounded_mask((side, side), canvas.px(10)))
        return part
