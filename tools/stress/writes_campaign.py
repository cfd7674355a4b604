"""Stress test of saved data of all kinds: kills, a full disk, and a locked or replaced database.

A trial writes entries of every kind (``saved_things``). As soon as the program reports no failed write of an entry, the
entry has to stay on the disk, whatever happens next; otherwise the program has lost it silently.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from game.core.own_program import own_command
from game.storage.database import Database
from tools.stress.campaign import Campaign
from tools.stress.kills_campaign import run_and_kill
from tools.stress.saved_things import DATABASE, PLAYER, Writers, missing

#: The longest time until a process is killed, in seconds.
_LONGEST_LIFE = 0.6
#: The rounds of a trial, the entries written in a round, and the seconds in which all must be saved after the rounds.
_ROUNDS, _THINGS, _PATIENCE = 12, 4, 20.0
#: The upper bound of the file size, in bytes, that simulates a full disk: some writes fail at once, others in part.
_MOST_BYTES = 200_000

#: The setting that only the database from the other machine holds.
_NEWCOMER = "soak.newcomer"

#: The numbers of entries, by kind.
SavedNumbers = dict[str, list[int]]
#: A context manager during which writes fail or have to wait.
WriteAttack = Callable[[Path, random.Random], AbstractContextManager[None]]


# Kills


def write_until_killed(folder: Path, seed: int) -> int:
    """Write entries of all kinds until the process is killed, and print each one as soon as it is on the disk."""
    writers, rng, parent, number = Writers(folder), random.Random(seed), os.getppid(), 0
    # Stop when the stress test, which is the parent process, has ended.
    while os.getppid() == parent:
        number += 1
        kind = rng.choice(list(writers.kinds))
        if writers.kinds[kind](number):
            continue
        while not writers.is_saved(kind):
            writers.tick()
            time.sleep(0.001)
        sys.stdout.write(f"{kind}\t{number}\n")
        sys.stdout.flush()
    return 0


def kill_trial(seed: int, folder: Path) -> str:
    """Kill a process that writes at a random moment; return which entries it has lost, else ""."""
    command = own_command("stress", "--write", str(folder), str(seed))
    lines, _family = run_and_kill(command, random.Random(seed).uniform(0.0, _LONGEST_LIFE))
    saved: SavedNumbers = {}
    for line in lines:
        kind, number = line.split("\t")
        saved.setdefault(kind, []).append(int(number))
    return _lost(folder, saved) if saved else "nothing was written"


def _lost(folder: Path, saved: SavedNumbers) -> str:
    lost = missing(folder, saved)
    more = f" and {len(lost) - 8} more" if len(lost) > 8 else ""
    return f"lost: {', '.join(lost[:8])}{more}" if lost else ""


# A full disk, a locked database, a replaced database


def attacked_trial(attack: WriteAttack) -> Callable[[int, Path], str]:
    """Return a trial that writes entries in rounds, about half of them under this attack, and fails if one is lost."""

    def trial(seed: int, folder: Path) -> str:
        rng, writers = random.Random(seed), Writers(folder)
        pending, saved, number = SavedNumbers(), SavedNumbers(), 0
        for _round in range(_ROUNDS):
            with attack(folder, rng) if rng.random() < 0.5 else contextlib.nullcontext():
                for kind in rng.sample(list(writers.kinds), _THINGS):
                    number += 1
                    # If the program refuses an entry with a message, the entry is not lost silently.
                    if not writers.kinds[kind](number):
                        pending.setdefault(kind, []).append(number)
                writers.tick()
                _note_saved(writers, pending, saved)
        until = time.monotonic() + _PATIENCE
        while pending and time.monotonic() < until:
            writers.tick()
            _note_saved(writers, pending, saved)
            time.sleep(0.005)
        unsaved = writers.close()
        if pending:
            return f"not saved after the attack: {pending} {unsaved}"
        return _lost(folder, saved)

    return trial


def replaced_trial(seed: int, folder: Path) -> str:
    """Replace or delete the database while the program has it open; return what went wrong, else "".

    Every saved entry and the database from the other machine have to remain, and the program must report the
    replacement.
    """
    rng, writers = random.Random(seed), Writers(folder)
    pending, saved, number = SavedNumbers(), SavedNumbers(), 0
    attacks = {rng.randrange(_ROUNDS): rng.random() < 0.7 for _attack in range(2)}
    newcomer = False
    for round_ in range(_ROUNDS):
        if round_ in attacks:
            newcomer = _replace(folder, is_deleted=not attacks[round_])
        for kind in rng.sample(list(writers.kinds), _THINGS):
            number += 1
            if not writers.kinds[kind](number):
                pending.setdefault(kind, []).append(number)
        writers.tick()
        if writers.database.file.is_replaced and not writers.database.file.keep_if_replaced():
            return "the player is not told that the file was replaced"
        _note_saved(writers, pending, saved)
        if rng.random() < 0.3 and writers.database.file.is_replaced:
            writers.database.file.take_new_file()
    unsaved = writers.close()
    if newcomer and not _has_newcomer(folder):
        return "the file of the other machine is gone"
    return _lost(folder, saved) or (f"not saved: {unsaved}" if unsaved else "")


def _replace(folder: Path, *, is_deleted: bool) -> bool:
    """Delete the database, or replace it by one from another machine as file synchronisation does.

    Return whether it is replaced.
    """
    path = folder / DATABASE
    if is_deleted:
        path.unlink(missing_ok=True)
        return False
    other = Database(folder / "elsewhere" / DATABASE)
    other.players.create(PLAYER)
    other.settings.set(_NEWCOMER, "there")
    other.file.close()
    other.file.path.replace(path)
    return True


def _has_newcomer(folder: Path) -> bool:
    """Return whether a database in the folder holds the setting from the other machine."""
    for path in folder.glob(f"{DATABASE}*"):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as connection:
            if connection.execute("SELECT 1 FROM settings WHERE key = ?", (_NEWCOMER,)).fetchone():
                return True
    return False


def _note_saved(writers: Writers, pending: SavedNumbers, saved: SavedNumbers) -> None:
    if writers.database.file.failures():
        # The program has told the player that a write failed, so no pending entry needs to be saved.
        pending.clear()
    for kind in [kind for kind in pending if writers.is_saved(kind)]:
        saved.setdefault(kind, []).extend(pending.pop(kind))


@contextlib.contextmanager
def full_disk(_folder: Path, rng: random.Random) -> Iterator[None]:
    """Limit the file size for this process to a random number of bytes, so that writes fail as on a full disk."""
    import resource  # noqa: PLC0415 - the module does not exist on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (rng.choice((0, rng.randrange(_MOST_BYTES))), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.contextmanager
def _locked_database(folder: Path, rng: random.Random) -> Iterator[None]:
    """Lock the database, as a backup program or another window does."""
    with contextlib.closing(sqlite3.connect(folder / DATABASE, isolation_level=None, timeout=5.0)) as other:
        other.execute(rng.choice(("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")))
        yield
        other.execute("ROLLBACK")


WRITES = (
    Campaign("kills of writes", "what was reported as saved is there", kill_trial, batch=20, patience=120.0),
    Campaign("replaced database", "both files stay, and all that was saved", replaced_trial, batch=20, patience=120.0),
    Campaign(
        "locked database", "writes that wait are made later", attacked_trial(_locked_database), batch=20, patience=120.0
    ),
    *(
        [Campaign("full disk", "writes that fail are made later", attacked_trial(full_disk), batch=20, patience=120.0)]
        if sys.platform != "win32"
        else []
    ),
)
