"""Below the form of a match to come, where it leaves room: the opponent, and how the player stands against it."""

from __future__ import annotations

from game.core.character import Mood
from game.core.language import _
from game.core.ruleset import Level, Ruleset
from game.session.records.record_summary import Prospect, against_words, prospect
from game.session.services import Services
from game.session.speech import character_of
from game.ui.menu.opponent_list import Candidate
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.widgets.form import Box

#: The least room that is filled, and the most that is taken of a larger one.
_LEAST, _MOST = 132.0, 240.0
_RIM, _FACE = 16.0, 104.0


class OpponentPanel:
    """The panel of a ruleset's setup."""

    def __init__(self, services: Services, ruleset: Ruleset) -> None:
        self._services, self._ruleset = services, ruleset
        self._prospects: dict[str, Prospect] = {}

    def forget(self) -> None:
        """Read the records anew when they are shown next."""
        self._prospects.clear()

    def draw(self, canvas: Canvas, place: Box, candidate: Candidate) -> None:
        """Draw the panel at the lower end of the free place, if that has room for it."""
        left, top, width, height = place
        if height < _LEAST:
            return
        top, height = top + max(0.0, height - _MOST), min(height, _MOST)
        canvas.row_plate(left, top, width, height, radius=16)
        canvas.face(candidate.face, left + _RIM + _FACE / 2 + 6, top + height / 2, _FACE)
        x, room = left + _FACE + 3 * _RIM, width - _FACE - 4 * _RIM
        colours = {"display": "cream", "bold": "amber", "text": "soft"}
        passages = self._passages(candidate)
        blocks = canvas.blocks(passages, room, height - 2 * _RIM - 6 * len(passages))
        y = top + (height - sum(block.height for block in blocks) - 6 * (len(blocks) - 1)) / 2
        for block in blocks:
            y = canvas.draw_block(block, x, y, colours[block.family]) + 6

    def _passages(self, candidate: Candidate) -> list[Passage]:
        """The name, a line in the opponent's own voice, the games so far and the chances."""
        level = self._ruleset.info.level(candidate.level)
        words = [Passage(candidate.title, "display", 24, 1)]
        line = _opening_line(level)
        if line:
            words.append(Passage(_("“{words}”", words=line), "bold", 16, 2))
        if not candidate.level:
            told = _("You are asked who it is when you start: a player of this fair, or somebody new.")
            return [*words, Passage(told, size=16, most=3)]
        found = self._prospect(candidate.level)
        return [
            *words,
            Passage(against_words(found.totals), size=16, most=2),
            Passage(_chances(found), size=16, most=3),
        ]

    def _prospect(self, level: str) -> Prospect:
        if level not in self._prospects:
            self._prospects[level] = prospect(self._services.database, self._ruleset, level)
        return self._prospects[level]


def _opening_line(level: Level | None) -> str:
    if level is None or level.character is None:
        return ""
    return _(next(iter(character_of(level).temper.lines(Mood.OPENING)), ""))


def _chances(found: Prospect) -> str:
    """What the player may expect, in words."""
    if found.elo is None:
        return _("Nobody has measured how strong this opponent is.")
    if found.expected is None:
        return _("Elo {elo}. Yours is known after a first game that counts.", elo=found.elo)
    percent = max(1, min(99, round(100 * found.expected)))
    return _(
        "Elo {elo} against your {own}: expect about {percent} wins in 100 games.",
        elo=found.elo,
        own=found.own,
        percent=percent,
    )
