"""Panel below the match setup form, with the opponent and the player's results and chances against it."""

from __future__ import annotations

from game.core.character import Mood
from game.core.language import _
from game.core.levels.blended import is_mirror
from game.core.ruleset import Level, Ruleset
from game.session.match_plan import ELSEWHERE
from game.session.opponent_chat import character_of
from game.session.records.mirror import AdaptiveOpponentSetting, mirror_text
from game.session.records.record_summary import Prospect, against_text, prospect
from game.session.services import Services
from game.ui.menu.opponent_list import Candidate
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.widgets.form import Box

#: Smallest height of the whole panel, and its largest height; below, its margin and the size of the face.
_LEAST, _MOST = 132.0, 240.0
_RIM, _FACE = 16.0, 104.0
#: Height of the panel with two lines and the size of its face; below, its letter sizes.
LINES_HEIGHT, _LINES_FACE = 44.0, 34.0
_NAME_SIZE, _LINE_SIZE, _SMALLEST = 16.0, 14.0, 11.0


class OpponentPanel:
    """Panel of match setup about the chosen opponent; it is drawn only if there is room."""

    def __init__(self, services: Services, ruleset: Ruleset) -> None:
        self._services, self._ruleset = services, ruleset
        self._prospects: dict[str, Prospect] = {}
        self._mirror: AdaptiveOpponentSetting | None = None
        self._rating = ""

    def forget(self, mirror: AdaptiveOpponentSetting | None) -> None:
        """Clear the panel's cached results; ``mirror`` is the new setting of the adaptive opponent."""
        self._prospects.clear()
        self._mirror = mirror

    def draw(self, canvas: Canvas, place: Box, candidate: Candidate, rating: str = "") -> None:
        """Draw the opponent's panel at the top of ``place``; if there is little room, draw only two lines.

        ``rating`` replaces the chances by a sentence about the player's rating.
        """
        self._rating = rating
        left, top, width, height = place
        height = min(height, _MOST)
        x, room = left + _FACE + 3 * _RIM, width - _FACE - 4 * _RIM
        colours = {"display": "cream", "bold": "amber", "text": "soft"}
        passages = self._passages(candidate)
        blocks = canvas.blocks(passages, room, height - 2 * _RIM - 6 * len(passages))
        used = sum(block.height for block in blocks) + 6 * (len(blocks) - 1)
        if height < max(_LEAST, used):
            if height >= LINES_HEIGHT:
                self._draw_lines(canvas, (left, top, width, LINES_HEIGHT), candidate)
            return
        canvas.panels.row_plate(left, top, width, height, radius=16)
        canvas.face(candidate.face, left + _RIM + _FACE / 2 + 6, top + height / 2, _FACE)
        y = top + (height - used) / 2
        for block in blocks:
            y = canvas.draw_block(block, x, y, colours[block.family]) + 6

    def _draw_lines(self, canvas: Canvas, place: Box, candidate: Candidate) -> None:
        """Draw the short panel: the opponent's face and name, the player's results and chances.

        For a friend, it has only a sentence.
        """
        left, top, width, height = place
        canvas.panels.row_plate(left, top, width, height, radius=16)
        canvas.face(candidate.face, left + 12 + _LINES_FACE / 2, top + height / 2, _LINES_FACE, ring=6)
        x, end = left + _LINES_FACE + 26, left + width - 12
        *games, outlook = self._facts(candidate)
        if not games:
            (block,) = canvas.blocks([Passage(outlook, size=_LINE_SIZE, most=2, leading=1.3)], end - x, height - 6)
            canvas.draw_block(block, x, top + (height - block.height) / 2)
            return
        at = (x, top + 13)
        name = canvas.text(candidate.title, *at, family="bold", size=_NAME_SIZE, colour="cream", anchor="midleft")
        after = name.right + 12
        for words, start, y in ((games[0], after, top + 14), (outlook, x, top + 32)):
            canvas.text(words, start, y, size=_LINE_SIZE, anchor="midleft", width=end - start, smallest=_SMALLEST)

    def _passages(self, candidate: Candidate) -> list[Passage]:
        """Return the panel's texts: the opponent's name and banter, the player's results and chances."""
        level = self._ruleset.info.level(candidate.level)
        words = [Passage(candidate.title, "display", 24, 1)]
        line = _opening_line(level)
        if line:
            words.append(Passage(_("“{words}”", words=line), "bold", 16, 2))
        return [*words, *(Passage(fact, size=16, most=3) for fact in self._facts(candidate))]

    def _facts(self, candidate: Candidate) -> list[str]:
        """Return the player's results and chances or, for a friend, a sentence about the next step."""
        if not candidate.level:
            return [_("When you start, choose a saved player or add a new one.")]
        if candidate.level == ELSEWHERE:
            return [_("When you start, you can join a game or create one with the options chosen here.")]
        found = self._prospect(candidate.level)
        return [against_text(found.totals), self._rating or self._outlook(candidate, found)]

    def _outlook(self, candidate: Candidate, found: Prospect) -> str:
        """Return the player's chances as text; for the adaptive opponent, return its current strength."""
        if is_mirror(candidate.level) and self._mirror is not None:
            return mirror_text(self._mirror, self._ruleset.info.levels)
        return chances_text(found)

    def _prospect(self, level: str) -> Prospect:
        if level not in self._prospects:
            self._prospects[level] = prospect(self._services.database, self._ruleset, level)
        return self._prospects[level]


def _opening_line(level: Level | None) -> str:
    if level is None or level.character is None:
        return ""
    return _(next(iter(character_of(level).dialogue.lines(Mood.OPENING)), ""))


def chances_text(found: Prospect) -> str:
    """Return the player's chances against an opponent as text."""
    if found.elo is None:
        return _("The strength of this opponent is unknown.")
    if found.expected is None:
        return _("Elo {elo}. You get a rating after your first rated game.", elo=found.elo)
    percent = max(1, min(99, round(100 * found.expected)))
    return _(
        "Elo {elo}, yours is {own}: expect to win about {percent} of 100 games.",
        elo=found.elo,
        own=found.own,
        percent=percent,
    )
