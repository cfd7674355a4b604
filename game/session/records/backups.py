"""Texts that describe backups of the player's records, and the backups already offered. No pygame here."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from datetime import date, datetime

from game.core.language import _, join_sentences, plural
from game.session.dates import date_text, time_of_day_text
from game.storage.database import Database
from game.storage.sqlite.backup_keeper import Offer
from game.storage.sqlite.backups import Backup
from game.storage.sqlite.database_counts import Holding

_PASSED = "backups.passed"


def passed_backups(database: Database) -> list[str]:
    """Return the file names of the backups that were already offered to the player for restoring."""
    names: list[object] = database.settings.get(_PASSED, [])
    return [name for name in names if isinstance(name, str)]


def pass_over(database: Database, backups: Iterable[Backup]) -> None:
    """Record that these backups were offered to the player, and forget backups that no longer exist."""
    there = {each.path.name for each in database.file.backups.backups()}
    names = {*passed_backups(database), *(each.path.name for each in backups)}
    database.settings.set(_PASSED, sorted(names & there))


def backup_title(backup: Backup, today: date) -> str:
    """Return a title for a backup such as ``Backup of 24 November``, or the reason why the file was set aside."""
    day = _day(backup, today)
    if backup.kind == "replaced":
        return _("Backup from {day}, before another program replaced your records", day=day)
    if backup.kind == "before-restoring":
        return _("Backup from {day}, before a backup was restored", day=day)
    if backup.kind == "damaged":
        return _("Damaged records, {day}", day=day)
    return _("Backup from {day}", day=day)


def restore_label(backup: Backup, today: date) -> str:
    """Return the label of a button such as ``Restore 24 November: 41 games``, without the year to keep it short."""
    day, games = _day(backup, today, with_year=False), _games(backup.holding)
    return _("Restore backup of {day}: {games}", day=day, games=games)


def holding_text(holding: Holding) -> str:
    """Return the contents of a backup as text, such as ``2 players, 41 games``.

    The text includes the puzzles if there are any.
    """
    text = _("{players}, {games}", players=_players(holding), games=_games(holding))
    if not holding.puzzles:
        return text
    puzzles = plural("{count} puzzle", "{count} puzzles", len(holding.puzzles))
    return _("{words}, {puzzles}", words=text, puzzles=puzzles)


def offer_text(offer: Offer, today: date) -> str:
    """Return sentences that compare the player's present records with a backup that could be restored."""
    here, there = offer.here, offer.backup.holding
    here_text = _("Your current records: {holding}.", holding=holding_text(here))
    if here.is_empty:
        here_text = _("Your records are empty.")
    there_text = _("{title}: {holding}.", title=backup_title(offer.backup, today), holding=holding_text(there))
    missing = len(there.games - here.games)
    missing_text = plural(
        "{count} game in the backup is not in your records.",
        "{count} games in the backup are not in your records.",
        missing,
    )
    choice = _("Nothing is deleted, whatever you choose: see Settings, Backups.")
    return join_sentences((here_text, there_text, missing_text if missing and here.games else "", choice))


def size_text(size: int) -> str:
    """Return a size in bytes as text, such as ``180 kB`` or ``2.4 MB``."""
    if size >= 1_000_000:
        return _("{number} MB", number=f"{size / 1e6:.1f}")
    return _("{number} kB", number=max(1, round(size / 1000)))


def file_text(backup: Backup) -> str:
    """Return a line of text about a backup, such as ``14:05 · 2 players, 41 games · 180 kB``.

    The time is left out if the file was not written on the backup's day.
    """
    texts = [holding_text(backup.holding), size_text(backup.size)]
    with contextlib.suppress(OSError, OverflowError, ValueError):
        written = datetime.fromtimestamp(backup.written)
        if written.date().isoformat() == backup.day:
            texts.insert(0, time_of_day_text(written))
    return " · ".join(texts)


def _day(backup: Backup, today: date, *, with_year: bool = True) -> str:
    try:
        day = date.fromisoformat(backup.day)
    except ValueError:
        return _("an unknown day")
    return date_text(day, today if with_year else day)


def _players(holding: Holding) -> str:
    return plural("{count} player", "{count} players", len(holding.players))


def _games(holding: Holding) -> str:
    return plural("{count} game", "{count} games", len(holding.games))
