"""The texts in which a game or a position is copied to the clipboard; ``pasted`` reads each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import gettext_noop
from game.core.match import Match
from game.core.model import Reason
from game.library.formats.clipboard.move_text import write_moves
from game.library.formats.pos import write_points
from game.library.formats.sgf.writer import write_sgf
from game.library.study.study import Study, study_of_match
from game.library.study.study_file import write_study


@dataclass(frozen=True, slots=True)
class CopyForm:
    """A form of text for the clipboard: its id, its title for the screen, and its writer.

    The title is translated with ``_``.
    """

    name: str
    title: str
    write: Callable[[Study, Match], str | Reason]
    """Writes a study, or the moves of a match, which lead to a position of the study."""


def _moves(_study: Study, match: Match) -> str | Reason:
    return write_moves(study_of_match(match))


def _points(_study: Study, match: Match) -> str | Reason:
    written = write_points(study_of_match(match))
    return written if isinstance(written, Reason) else written.decode().strip()


def _position(study: Study, match: Match) -> str:
    return study.ruleset.dump(match.state)


def _sgf(study: Study, _match: Match) -> str:
    return write_sgf(study).decode("utf-8", "replace")


def _study(study: Study, _match: Match) -> str:
    return write_study(study)


COPY_FORMS = (
    CopyForm("moves", gettext_noop("Moves with spaces: h8 i9 g7"), _moves),
    CopyForm("points", gettext_noop("Moves without spaces: h8i9g7"), _points),
    CopyForm("sgf", gettext_noop("Whole game in SGF format"), _sgf),
    CopyForm("study", gettext_noop("Whole game as a study"), _study),
    CopyForm("position", gettext_noop("Position as text"), _position),
)
