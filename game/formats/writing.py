"""The formats that a study can be written in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import _, gettext_noop
from game.core.model import Reason
from game.study.study import Study


@dataclass(frozen=True, slots=True)
class WritableFormat:
    """A format of files: its name for programs, its title on screen (shown through ``_``) and how a file is called."""

    name: str
    title: str
    suffix: str
    """What the names of its files end in, with the dot."""
    write: Callable[[Study], bytes | Reason]
    """The content of a file; the reason where the format cannot express the study."""


def _not_yet(study: Study) -> Reason:
    return Reason("not yet", _("There is no game to write yet."))


FORMATS = (
    WritableFormat("study", gettext_noop("Study"), ".study.txt", _not_yet),
    WritableFormat("sgf", "SGF", ".sgf", _not_yet),
    WritableFormat("psq", gettext_noop("Piskvork (PSQ)"), ".psq", _not_yet),
    WritableFormat("pos", gettext_noop("Moves as text"), ".pos", _not_yet),
    WritableFormat("lib", gettext_noop("RenLib library"), ".lib", _not_yet),
)


def formats_for(study: Study) -> tuple[WritableFormat, ...]:
    """The formats to offer for a study: those that can express it."""
    return tuple(each for each in FORMATS if isinstance(each.write(study), bytes))
