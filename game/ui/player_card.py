"""The card of one participant: face, name, wins, and the side or the points."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.tournament import Participant, Tournament
from game.ui.painter import Painter
from game.ui.sprites import Sprites
from game.ui.stage import Stage
from game.ui.table import Table
from game.ui.wording import colour_name, level_title, wins_text

#: Faces of the opponents, by the order of a ruleset's levels.
_OPPONENT_FACES = ("penguin", "frog", "fox", "bear", "owl")
_PERSON_FACES = ("duck", "penguin")


def face_of(tournament: Tournament, index: int) -> str:
    """The portrait of a participant: people have the mascots, opponents a face by their level."""
    participant = tournament.participants[index]
    if participant.is_person:
        other = tournament.participants[1 - index]
        return _PERSON_FACES[index if other.is_person else 0]
    return level_face([level.id for level in tournament.ruleset.info.levels], participant.level)


def level_face(levels: list[str], level: str) -> str:
    """The portrait of a level, by its place among the ruleset's levels."""
    order = levels.index(level) if level in levels else 0
    return _OPPONENT_FACES[order % len(_OPPONENT_FACES)]


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """Draws the card of the seat at a place of the stage (design pixels of its top left corner)."""

    table: Table
    seat: int
    x: float
    y: float

    WIDTH = 240
    HEIGHT = 212

    def draw(self, target: pygame.Surface, stage: Stage, painter: Painter, sprites: Sprites) -> None:
        """Draws everything but the bulbs, which blink."""
        rect = self.rect(stage)
        painter.card(target, rect, radius=22, lip=8, active=self.active)
        self._draw_face(target, stage, painter, sprites)
        self._draw_name(target, stage, painter)
        self._draw_wins(target, stage, painter)
        self._draw_well(target, stage, painter)

    def rect(self, stage: Stage) -> pygame.Rect:
        """The card on the screen."""
        return stage.rect(self.x, self.y, self.WIDTH, self.HEIGHT)

    @property
    def active(self) -> bool:
        """Whether it is this seat's turn."""
        return self.table.match.outcome is None and self.table.match.state.seat == self.seat

    @property
    def participant(self) -> Participant:
        """Who sits here."""
        return self.table.participant(self.seat)

    def _draw_face(self, target: pygame.Surface, stage: Stage, painter: Painter, sprites: Sprites) -> None:
        tournament = self.table.tournament
        centre = stage.point(self.x + 66, self.y + 72)
        portrait = sprites.portrait(face_of(tournament, self.table.game.participant_of(self.seat)), stage.px(84))
        painter.medallion(target, centre, stage.px(96), portrait)
        stone = tournament.ruleset.info.stone(self.table.match.state.colours[self.seat])
        if stone is not None:
            badge = sprites.stone(stone.art, stage.px(30))
            at = stage.point(self.x + 100, self.y + 104)
            shadow = sprites.shadow(stage.px(30))
            target.blit(shadow, shadow.get_rect(center=(at[0] + stage.px(2), at[1] + stage.px(4))))
            target.blit(badge, badge.get_rect(center=at))

    def _draw_name(self, target: pygame.Surface, stage: Stage, painter: Painter) -> None:
        width = stage.px(108)
        size = next((s for s in (28, 24, 20) if painter.measure(self.participant.name, "display", s)[0] <= width), 17)
        name = painter.fit(self.participant.name, "display", size, width)
        at = stage.point(self.x + 122, self.y + 49)
        painter.text(target, name, at, family="display", size=size, colour="cream", anchor="midleft")
        below = painter.fit(self._subtitle(), "text", 15, width)
        painter.text(target, below, stage.point(self.x + 122, self.y + 66), size=15, colour="soft")

    def _subtitle(self) -> str:
        outcome = self.table.match.outcome
        if outcome is not None:
            return {None: "A draw", self.seat: "Wins!"}.get(outcome.winner, "")
        if not self.active:
            return level_title(self.table.tournament, self.participant)
        if not self.participant.is_person:
            return "Thinking…"
        return "Your turn"

    def _draw_wins(self, target: pygame.Surface, stage: Stage, painter: Painter) -> None:
        tournament = self.table.tournament
        wins = tournament.wins()[self.table.game.participant_of(self.seat)]
        if not tournament.best_of:
            words = f"{wins_text(wins)} win{'' if wins == 1 else 's'}"
            painter.text(target, words, stage.point(self.x + 122, self.y + 93), family="bold", size=14, colour="amber")
            return
        for star in range(tournament.best_of // 2 + 1):
            colour = "amber" if wins >= star + 1 else "star_off"
            painter.star(target, stage.point(self.x + 130 + star * 24, self.y + 104), stage.px(10), colour)

    def _draw_well(self, target: pygame.Surface, stage: Stage, painter: Painter) -> None:
        well = stage.rect(self.x + 24, self.y + self.HEIGHT - 72, self.WIDTH - 48, 48)
        painter.well(target, well)
        colour = "amber" if self.active else "well_text"
        info = self.table.tournament.ruleset.info
        state = self.table.match.state
        side = state.colours[self.seat]
        if not info.shows_score:
            name = colour_name(info, side) or "Not chosen yet"
            painter.text(target, name, well.center, family="display", size=24 if side else 18, colour=colour, anchor="center")
            return
        points = state.scores.get(side, 0)
        number, unit = str(points), "point" if points == 1 else "points"
        wide = painter.measure(number, "display", 34)[0] + stage.px(8) + painter.measure(unit, "bold", 16)[0]
        left = well.centerx - wide // 2
        seen = painter.text(target, number, (left, well.centery), family="display", size=34, colour=colour, anchor="midleft")
        after = (seen.right + stage.px(8), well.centery + stage.px(4))
        painter.text(target, unit, after, family="bold", size=16, colour=colour, anchor="midleft")
