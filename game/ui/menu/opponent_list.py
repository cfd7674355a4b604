"""List of opponents in match setup: a friend, the levels with their Elo, and the player's engines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.language import _
from game.core.levels.blended import MIRROR, MIRROR_PITCH, MIRROR_TITLE
from game.core.ruleset import RulesetInfo
from game.session.engines import EngineRecord
from game.session.match_plan import ELSEWHERE
from game.session.records.mirror import AdaptiveOpponentSetting
from game.ui.board.player_card import ENGINE_FACE, MIRROR_FACE, level_face
from game.ui.painting.canvas import Canvas
from game.ui.widgets.fields import ROW_HEIGHT

#: Layout of a row in design pixels: size of the portrait, left edge of the text, and width of the Elo column.
_FACE, _WORDS, _ELO = 46.0, 70.0, 104.0
#: Smallest letter size of long texts before they are shortened.
_SMALLEST = 14
_SHORTEST_KIND = 48
#: Growth of a row's height with its letters.
_TALLER = 1.25


@dataclass(frozen=True, slots=True)
class Candidate:
    """An opponent in the list of match setup.

    ``level`` is a level's id, "" for a friend on this computer, or ``ELSEWHERE`` for an online opponent.
    """

    level: str
    title: str
    pitch: str
    face: str
    elo: int | None = None
    kind: str = ""
    """Title of the level if a character plays it."""


def candidates(
    info: RulesetInfo, engines: Sequence[EngineRecord], mirror: AdaptiveOpponentSetting | None
) -> list[Candidate]:
    """Return all opponents: a friend here or online, the adaptive opponent, the levels, and the player's engines."""
    friend = Candidate("", _("A friend"), _("Two people at this computer, taking turns."), "duck")
    apart = Candidate(ELSEWHERE, _("Play online"), _("Play on the same network or over the internet."), "penguin")
    levels = (
        Candidate(
            level.id,
            _(level.name),
            _(level.pitch),
            level_face(info.levels, level.id),
            level.elo,
            _(level.title) if level.character else "",
        )
        for level in info.levels
    )
    own = (
        Candidate(
            engine.level,
            engine.name,
            _("Your own engine, {seconds} s per move.", seconds=f"{engine.seconds:g}"),
            ENGINE_FACE,
        )
        for engine in engines
    )
    return [friend, apart, *_mirrors(mirror), *levels, *own]


def _mirrors(mirror: AdaptiveOpponentSetting | None) -> list[Candidate]:
    if mirror is None:
        return []
    return [Candidate(MIRROR, _(MIRROR_TITLE), _(MIRROR_PITCH), MIRROR_FACE, mirror.strength)]


def draw_candidate(
    canvas: Canvas, candidate: Candidate, left: float, top: float, width: float, *, chosen: bool
) -> None:
    """Draw an opponent's row in match setup: face, title and Elo, with a short description below."""
    canvas.face(candidate.face, left + 36, top + row_height(canvas.letters) / 2, _FACE, ring=6)
    x, end = left + _WORDS, left + width - 16
    colour = "amber" if chosen else "cream"
    room = end - x - (_ELO if candidate.elo is not None else 0)
    title, y = candidate.title, top + canvas.tall(21)
    seen = canvas.text(
        title, x, y, family="display", size=19, colour=colour, anchor="midleft", width=room, smallest=_SMALLEST,
        height=canvas.tall(28),
    )  # fmt: skip
    after = seen.width + 12
    if candidate.kind and room - after > _SHORTEST_KIND:
        canvas.text(
            candidate.kind, x + after, y + 1, size=14, colour="mist", anchor="midleft", width=room - after,
            height=canvas.tall(28),
        )  # fmt: skip
    _draw_pitch(canvas, candidate.pitch, (x, top), end - x)
    if candidate.elo is not None:
        number = canvas.text(
            str(candidate.elo), end, y, family="display", size=18, colour=colour, anchor="midright", width=54, height=36
        )
        before = end - number.width - 8
        canvas.text(_("Elo"), before, y + 1, size=14, colour="mist", anchor="midright", width=34, height=36)


def row_height(letters: float) -> float:
    """Return the height of an opponent's row in design pixels; large letters need a second line."""
    return ROW_HEIGHT * (1 + (letters - 1) * _TALLER)


def _draw_pitch(canvas: Canvas, pitch: str, at: tuple[float, float], width: float) -> None:
    x, top = at
    if canvas.letters == 1:
        canvas.text(pitch, x, top + 44, size=15, anchor="midleft", width=width, smallest=_SMALLEST)
        return
    above = canvas.tall(34)
    height = row_height(canvas.letters) - above - 8
    block = canvas.block(pitch, width, 1, height, size=15)
    canvas.draw_block(block, x, top + above + (height - block.height + block.leading) / 2, anchor="midleft")
