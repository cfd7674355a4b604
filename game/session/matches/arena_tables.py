"""Tables of an arena's results as text: the contestants, each pairing, and the use of the clock."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import east_asian_width

from game.core.model import Termination
from game.session.matches.elo import Estimate, SequentialTest
from game.session.matches.game_record import FORFEITS, GameRecord
from game.session.matches.standings import Anchor, Encounter, Standing, Tally, encounters, standings

#: Ranges of a side's turns, for mean times; no game reaches the end of the last one.
_STRETCHES = (range(1, 4), range(4, 7), range(7, 11), range(11, 21), range(21, 1000))
#: The line characters of a table, and those for an output that cannot show them.
_LINES, _PLAIN_LINES = "│─┌┬┐├┼┤└┴┘", "|-+++++++++"
_IN_PLAIN_LINES = str.maketrans(_LINES, _PLAIN_LINES)


@dataclass(slots=True)
class Table:
    """A table with a heading for each column; the first column is aligned left, the others right."""

    headings: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def text(self) -> str:
        """Return the table as lines of text, with lines drawn around its cells."""
        every = [self.headings, *self.rows]
        widths = [max(map(_width, cells)) for cells in zip(*every, strict=True)]
        side, bar, corners = _LINES[0], _LINES[1], _LINES[2:]
        above, between, below = (_rule(widths, bar, *corners[row : row + 3]) for row in (0, 3, 6))
        first, *others = (side + side.join(_padded(cells, widths)) + side for cells in every)
        return "".join(f"{line}\n" for line in (above, first, between, *others, below))


def _rule(widths: Sequence[int], bar: str, left: str, middle: str, right: str) -> str:
    return left + middle.join(bar * (width + 2) for width in widths) + right


def _padded(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    gaps = [" " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True)]
    return [f" {cells[0]}{gaps[0]} ", *(f" {gap}{cell} " for cell, gap in zip(cells[1:], gaps[1:], strict=True))]


def _width(text: str) -> int:
    """Return the number of columns that a text takes in a terminal."""
    return sum(2 if east_asian_width(letter) in "FW" else 1 for letter in text)


def tables(
    games: Sequence[GameRecord], names: Sequence[str], test: SequentialTest | None, anchor: Anchor | None = None
) -> list[Table]:
    """Return tables of an arena's results: the contestants, each pairing, and the use of the clock, if any."""
    found = standings(games, len(names), anchor)
    parts = [_standings_table(found, names, "" if anchor else "+")]
    parts.append(_encounters_table(encounters(games), names, test))
    if any(standing.tally.least_left is not None for standing in found):
        parts.append(_clock_table(found, names))
    return parts


def as_text(found: Sequence[Table]) -> str:
    """Return tables as one text, one below another."""
    return "".join(table.text() for table in found)


def show(text: str) -> None:
    """Print the text of tables, in characters that the output can show."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_IN_PLAIN_LINES).encode(encoding, "replace").decode(encoding)
    sys.stdout.write(text)


def score_text(games: Sequence[GameRecord], names: Sequence[str], test: SequentialTest | None) -> str:
    """Return the score of an arena so far, as text.

    With two contestants this is the first one's result, with the log-likelihood ratio of the test if there is a test;
    with more contestants, it is the name of the leader.
    """
    if len(names) > 2:
        first = standings(games, len(names))[0]
        return f"first: {names[first.contestant]}"
    (encounter,) = encounters(games)
    text = f"{names[encounter.pairing[0]]} {_record(encounter.tally)}"
    return f"{text}  LLR {test.log_likelihood_ratio(encounter.pairs):.2f}" if test else text


def _standings_table(found: Sequence[Standing], names: Sequence[str], sign: str) -> Table:
    numbers = ("games", "won", "drawn", "lost", "forfeits")
    table = Table(("contestant", "Elo", "95 %", *numbers, "score", "s/turn", "worst"))
    for standing in found:
        tally, rating = standing.tally, standing.rating
        counts = (tally.games, tally.wins, tally.draws, tally.losses, _kinds(tally.by_kind) or 0)
        elo = (f"{rating.elo:{sign}.0f}", f"±{rating.high - rating.elo:.0f}")
        times = (f"{tally.average / 1000:.2f}", f"{tally.worst / 1000:.2f}") if tally.turns else ("", "")
        table.rows.append((names[standing.contestant], *elo, *map(str, counts), f"{tally.score:.1%}", *times))
    return table


def _encounters_table(found: Sequence[Encounter], names: Sequence[str], test: SequentialTest | None) -> Table:
    has_points = any(encounter.tally.margin for encounter in found)
    more = [*(["points"] if has_points else []), *(["LLR", "verdict"] if test else [])]
    table = Table(("pairing", "won-drawn-lost", "score", "Elo", "95 %", *more))
    for encounter in found:
        one, other = encounter.pairing
        row = [f"{names[one]} - {names[other]}", _record(encounter.tally), f"{encounter.tally.score:.1%}"]
        row += _interval(encounter.difference)
        if has_points:
            row.append(f"{encounter.tally.margin / encounter.tally.games:+.1f}")
        if test is not None:
            row += [f"{test.log_likelihood_ratio(encounter.pairs):.2f}", _verdict(encounter, names, test)]
        table.rows.append(tuple(row))
    return table


def _verdict(encounter: Encounter, names: Sequence[str], test: SequentialTest) -> str:
    """Return the test's verdict, which names the forfeits of both contestants."""
    sides = zip(encounter.pairing, encounter.forfeits, strict=True)
    forfeits = [f"{names[side]} {_kinds(by_kind)}" for side, by_kind in sides if by_kind]
    verdict = test.verdict(encounter.pairs).value
    return f"{verdict} (forfeits: {'; '.join(forfeits)})" if forfeits else verdict


def _kinds(by_kind: Mapping[str, int]) -> str:
    """Return numbers of forfeits by kind, such as ``2 crash, 1 late``; "" if there are none."""
    return ", ".join(f"{by_kind[kind]} {kind}" for kind in FORFEITS if by_kind.get(kind))


def _clock_table(found: Sequence[Standing], names: Sequence[str]) -> Table:
    """Return a table of the contestants' use of the clock, in seconds.

    It has the minimum time left, and the mean time for each range of turns.
    """
    spans = [f"turns {span[0]}-{span[-1]}" for span in _STRETCHES[:-1]] + [f"from {_STRETCHES[-1][0]}"]
    table = Table(("contestant", "lost on time", "least left", *spans))
    for standing in found:
        tally = standing.tally
        means = [tally.mean_of_turns(span) for span in _STRETCHES]
        times = ["" if time is None else f"{time / 1000:.2f}" for time in (tally.least_left, *means)]
        table.rows.append((names[standing.contestant], str(tally.by_kind[Termination.TIME.value]), *times))
    return table


def _record(tally: Tally) -> str:
    return f"{tally.wins}-{tally.draws}-{tally.losses}"


def _interval(estimate: Estimate) -> tuple[str, str]:
    return f"{estimate.elo:+.0f}", f"{estimate.low:+.0f} to {estimate.high:+.0f}"
