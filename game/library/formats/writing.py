"""The file formats to which a study can be exported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import gettext_noop
from game.core.model import Reason
from game.library.formats.lib_writer import write_lib
from game.library.formats.pos import write_points
from game.library.formats.psq import write_psq
from game.library.formats.sgf_writer import write_sgf
from game.library.study.study import Study
from game.library.study.study_file import write_study


@dataclass(frozen=True, slots=True)
class WritableFormat:
    """A file format for export: its id, title for the screen, file name suffix and writer.

    The title is translated with ``_``.
    """

    name: str
    title: str
    suffix: str
    """The file name suffix, with the dot."""
    write: Callable[[Study], bytes | Reason]
    """Function that returns the content of a file, or a Reason if the format cannot express the study."""


def _write_study(study: Study) -> bytes:
    return write_study(study).encode("utf-8", "replace")


FORMATS = (
    WritableFormat("study", gettext_noop("Study"), ".study.txt", _write_study),
    WritableFormat("sgf", "SGF", ".sgf", write_sgf),
    WritableFormat("psq", gettext_noop("Piskvork (PSQ)"), ".psq", write_psq),
    WritableFormat("pos", gettext_noop("Moves as text"), ".pos", write_points),
    WritableFormat("lib", gettext_noop("RenLib library"), ".lib", write_lib),
)
