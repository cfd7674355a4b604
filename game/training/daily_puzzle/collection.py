"""Collection of puzzles: the sets that come with each ruleset, and the choice of the next puzzle."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from hashlib import blake2b
from pathlib import Path

from game.core.language import _
from game.core.model import ParseError
from game.training.puzzles.index import PuzzleEntry, entries_of
from game.training.puzzles.puzzle import PuzzleTheme
from game.training.puzzles.puzzle_file import HEAD, ruleset_of, shipped_sets

#: The largest set of puzzles that is read, in bytes.
MOST_BYTES = 4_000_000
#: Number of puzzles nearest to the wanted rating from which one is drawn.
_NEAREST = 8
#: Rating of the first puzzle in a timed run, and the increase for each solved one.
_FIRST, _STEP = 600, 75


class PuzzleCollection:
    """The puzzles of each ruleset, read on first access."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """Create the collection; ``folders`` maps ruleset ids to the folders that hold their puzzles."""
        self._folders = folders
        self._known: dict[str, tuple[PuzzleEntry, ...]] = {}

    def of(self, ruleset_id: str) -> Sequence[PuzzleEntry]:
        """Return the puzzles of a ruleset; empty if it has none."""
        if ruleset_id not in self._known:
            folder = self._folders.get(ruleset_id)
            paths = () if folder is None else shipped_sets(ruleset_id, folder)
            found = {entry.mark: entry for path in paths for entry in _readable(path)}
            self._known[ruleset_id] = tuple(found.values())
        return self._known[ruleset_id]

    def games(self) -> list[str]:
        """Return the ids of all rulesets that have puzzles."""
        return [ruleset_id for ruleset_id in self._folders if self.of(ruleset_id)]


def riddles_of(path: Path) -> tuple[PuzzleEntry, ...] | None:
    """Return the puzzles of a file opened by the player, or None if the file is not a puzzle set.

    Raises ParseError, with the file name, if it is an unreadable puzzle set.
    """
    try:
        return _entries(path)
    except (OSError, UnicodeDecodeError):
        return None
    except ParseError as error:
        raise error.located(file=path.name) from error


def _entries(path: Path) -> tuple[PuzzleEntry, ...] | None:
    """Return the puzzles in a file, or None if the file is not a puzzle set.

    Raises OSError, UnicodeDecodeError and ParseError.
    """
    with path.open("rb") as stream:
        content = stream.read(HEAD)
        if ruleset_of(content.decode("utf-8", "ignore")) is None:
            return None
        content += stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ParseError(_("the file is larger than the limit of {most} MB", most=MOST_BYTES // 10**6))
    return entries_of(content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n"))


def _readable(path: Path) -> Sequence[PuzzleEntry]:
    try:
        return _entries(path) or ()
    except (OSError, UnicodeDecodeError, ParseError):
        return ()


def next_near(
    entries: Sequence[PuzzleEntry], rating: float, known: Collection[str], rng: random.Random
) -> PuzzleEntry | None:
    """Return a random puzzle with a rating near the given one, or None if there are no puzzles.

    Puzzles in ``known`` are only chosen if all puzzles are known.
    """
    fresh = [entry for entry in entries if entry.mark not in known]
    return _draw(fresh or entries, rating, rng)


def next_of_run(
    entries: Sequence[PuzzleEntry], solved: int, shown: Collection[str], rng: random.Random
) -> PuzzleEntry | None:
    """Return the next puzzle of a timed run, or None if all puzzles are among those already ``shown``.

    The more puzzles are ``solved``, the more difficult the next puzzle is.
    """
    return _draw([entry for entry in entries if entry.mark not in shown], _FIRST + _STEP * solved, rng)


def _draw(entries: Sequence[PuzzleEntry], rating: float, rng: random.Random) -> PuzzleEntry | None:
    nearest = sorted(entries, key=lambda entry: abs(entry.rating - rating))[:_NEAREST]
    return rng.choice(nearest) if nearest else None


def of_theme(entries: Sequence[PuzzleEntry], theme: PuzzleTheme | None) -> list[PuzzleEntry]:
    """Return the puzzles of a theme, or all puzzles if ``theme`` is None."""
    return [entry for entry in entries if theme in (None, entry.theme)]


def themes_of(entries: Sequence[PuzzleEntry]) -> list[PuzzleTheme]:
    """Return the distinct themes of the given puzzles, in display order."""
    there = {entry.theme for entry in entries}
    return [theme for theme in PuzzleTheme if theme in there]


def puzzle_of(entries: Sequence[PuzzleEntry], day: date) -> PuzzleEntry:
    """Return the daily puzzle of a day, chosen from the puzzles of one ruleset.

    ``entries`` must not be empty.

    Each puzzle comes once, in a fixed pseudo-random order, before any of them is repeated.
    """
    # A position that is a puzzle under two rules of a game comes only once.
    distinct = {entry.board: entry for entry in sorted(entries, key=lambda entry: entry.mark)}.values()
    drawn = sorted(distinct, key=lambda entry: blake2b(f"the day's {entry.mark}".encode(), digest_size=8).digest())
    return drawn[day.toordinal() % len(drawn)]


def streak(lit: Iterable[date], today: date) -> int:
    """Return the number of consecutive days, up to today or yesterday, with a solved daily puzzle.

    A daily puzzle of any game counts. A puzzle solved on a later day counts for its own day, so a broken streak can be
    repaired.
    """
    days = set(lit)
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count
