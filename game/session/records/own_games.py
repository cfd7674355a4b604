"""Texts about copies of all the player's games. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from game.core.language import _, join_sentences, plural
from game.session.dates import date_text, moment_in
from game.session.records.backups import holding_text, size_text
from game.storage.portable.copying import PlayerFiles
from game.storage.portable.parts import counts_text
from game.storage.portable.placing import PlacedFiles
from game.storage.portable.portable_copy import PortableCopy
from game.storage.sqlite.database_counts import Holding

#: The most names that a sentence lists.
_MOST_NAMES = 3


def files_text(files: PlayerFiles) -> str:
    """Return sentences that say what a copy of the player's games takes along, and what it leaves out."""
    taken = _(
        "The copy takes along {files}, your records and your settings: {size}, packed smaller.",
        files=counts_text(files.counts),
        size=size_text(files.size),
    )
    left = _("Left out: passwords, online games in progress, your own engines, added games in Python, and backups.")
    large = _("Too large for it: {names}.", names=_names_text(files.too_large)) if files.too_large else ""
    return join_sentences((taken, left, large))


def offer_text(copy: PortableCopy, there: Holding | None, here: Holding, today: date) -> str:
    """Return sentences that say what a copy holds, and what will happen to it and to what is here.

    ``there`` and ``here`` are the contents of its records and of the present ones.
    """
    moment, files = moment_in(copy.made), counts_text(copy.counts)
    day = date_text(moment.date(), today) if moment else _("an unknown day")
    made = _("Copied on {day} by Stone Fair {program}: {files}.", day=day, program=copy.program, files=files)
    names = _("No file is overwritten: the same ones are passed over, others with a name that is taken get a number.")
    others = plural(
        "{count} other file in it is left out.", "{count} other files in it are left out.", copy.passed_over
    )
    return join_sentences((made, names, _records_text(there, here), others if copy.passed_over else ""))


def _records_text(there: Holding | None, here: Holding) -> str:
    if there is None:
        return ""
    if here.is_empty:
        return _("Its records become yours: {holding}.", holding=holding_text(there))
    return _(
        "Your records ({here}) are replaced by {there}, and kept: see Settings, Backups.",
        here=holding_text(here),
        there=holding_text(there),
    )


def placed_text(placed: PlacedFiles) -> str:
    """Return sentences that say what became of the files of a copy."""
    added = plural("{count} file was added.", "{count} files were added.", placed.added)
    same = plural("{count} was here already.", "{count} were here already.", placed.same)
    names = _("New names: {names}.", names=_names_text(placed.renamed))
    return join_sentences((added, same if placed.same else "", names if placed.renamed else ""))


def _names_text(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
