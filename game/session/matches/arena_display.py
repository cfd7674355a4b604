"""The display of an arena (a run of games between engines): its progress, and tables of the results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from game.session.matches.arena_game import GameRecord
from game.session.matches.elo import Estimate, SequentialTest
from game.session.matches.standings import Anchor, Encounter, Standing, Tally, encounters, standings

#: The width in columns of a table that is written to a file.
_FILE_WIDTH = 120
#: Ranges of a side's turns, for mean times; no game reaches the end of the last one.
_STRETCHES = (range(1, 4), range(4, 7), range(7, 11), range(11, 21), range(21, 1000))


@dataclass(slots=True)
class ProgressLine:
    """The progress bar of an arena: games played, rate, time left, and the current score."""

    progress: Progress
    task: TaskID
    names: Sequence[str]
    test: SequentialTest | None
    played: int = 0
    """Games of this run; those already in the log do not count for the rate."""

    def add(self, games: Sequence[GameRecord]) -> None:
        """Update the progress bar after a game of an arena. ``games`` are all games played."""
        self.played += 1
        seconds = self.progress.tasks[self.task].elapsed or 0.0
        rate = f"{self.played / seconds * 60:.1f} games/min" if seconds else ""
        self.progress.update(self.task, completed=len(games), rate=rate, score=self._score(games))

    def _score(self, games: Sequence[GameRecord]) -> str:
        if len(self.names) > 2:
            first = standings(games, len(self.names))[0]
            return f"first: {self.names[first.contestant]}"
        (encounter,) = encounters(games)
        text = f"{self.names[encounter.pairing[0]]} {_record(encounter.tally)}"
        return f"{text}  LLR {self.test.log_likelihood_ratio(encounter.pairs):.2f}" if self.test else text


def open_progress(names: Sequence[str], total: int, done: int, test: SequentialTest | None) -> ProgressLine:
    """Create the progress bar of an arena in which ``done`` games have been played already.

    Its ``progress`` is a context manager.
    """
    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[score]}"),
        console=Console(stderr=True),
    )
    task = progress.add_task("", total=total, completed=done, rate="", score="")
    return ProgressLine(progress, task, names, test)


def tables(
    games: Sequence[GameRecord], names: Sequence[str], test: SequentialTest | None, anchor: Anchor | None = None
) -> Group:
    """Return tables of an arena's results: the contestants, each pairing, and the use of the clock, if any."""
    found = standings(games, len(names), anchor)
    parts: list[RenderableType] = [_standings_table(found, names, "" if anchor else "+")]
    parts.append(_encounters_table(encounters(games), names, test))
    if any(standing.tally.least_left is not None for standing in found):
        parts.append(_clock_table(found, names))
    return Group(*parts)


def show(what: RenderableType) -> None:
    """Print tables to the terminal. If the output goes to a pipe, lines are not cut."""
    Console(width=None if sys.stdout.isatty() else _FILE_WIDTH).print(what)


def as_text(what: RenderableType) -> str:
    """Return tables as plain text without colours, laid out as they are printed."""
    console = Console(width=_FILE_WIDTH, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(what)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def _standings_table(found: Sequence[Standing], names: Sequence[str], sign: str) -> Table:
    table = _table("contestant", "Elo", "95 %", "games", "won", "drawn", "lost", "forfeits", "score", "s/turn", "worst")
    for standing in found:
        tally, rating = standing.tally, standing.rating
        numbers = (tally.games, tally.wins, tally.draws, tally.losses, tally.forfeits)
        elo = (f"{rating.elo:{sign}.0f}", f"±{rating.high - rating.elo:.0f}")
        times = (f"{tally.average / 1000:.2f}", f"{tally.worst / 1000:.2f}") if tally.turns else ("", "")
        table.add_row(names[standing.contestant], *elo, *map(str, numbers), f"{tally.score:.1%}", *times)
    return table


def _encounters_table(found: Sequence[Encounter], names: Sequence[str], test: SequentialTest | None) -> Table:
    has_points = any(encounter.tally.margin for encounter in found)
    more = [*(["points"] if has_points else []), *(["LLR", "verdict"] if test else [])]
    table = _table("pairing", "won-drawn-lost", "score", "Elo", "95 %", *more)
    for encounter in found:
        one, other = encounter.pairing
        row = [f"{names[one]} - {names[other]}", _record(encounter.tally), f"{encounter.tally.score:.1%}"]
        row += _interval(encounter.difference)
        if has_points:
            row.append(f"{encounter.tally.margin / encounter.tally.games:+.1f}")
        if test is not None:
            row += [f"{test.log_likelihood_ratio(encounter.pairs):.2f}", test.verdict(encounter.pairs).value]
        table.add_row(*row)
    return table


def _clock_table(found: Sequence[Standing], names: Sequence[str]) -> Table:
    """Return a table of the contestants' use of the clock, in seconds.

    It has the minimum time left, and the mean time for each range of turns.
    """
    spans = [f"turns {span[0]}-{span[-1]}" for span in _STRETCHES[:-1]] + [f"from {_STRETCHES[-1][0]}"]
    table = _table("contestant", "lost on time", "least left", *spans)
    for standing in found:
        tally = standing.tally
        means = [tally.mean_of_turns(span) for span in _STRETCHES]
        times = ["" if time is None else f"{time / 1000:.2f}" for time in (tally.least_left, *means)]
        table.add_row(names[standing.contestant], str(tally.late), *times)
    return table


def _table(first: str, *others: str) -> Table:
    table = Table()
    table.add_column(first, no_wrap=True)
    for other in others:
        table.add_column(other, justify="right", no_wrap=True)
    return table


def _record(tally: Tally) -> str:
    return f"{tally.wins}-{tally.draws}-{tally.losses}"


def _interval(estimate: Estimate) -> tuple[str, str]:
    return f"{estimate.elo:+.0f}", f"{estimate.low:+.0f} to {estimate.high:+.0f}"
