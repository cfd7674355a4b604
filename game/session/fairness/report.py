"""The report on a rule sheet: the measures of each level as gauges with a sentence each, weaknesses and suggestions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.core.language import _
from game.session.fairness.measures import GameMeasures, Share, measure
from game.session.fairness.self_play import USUAL_GAMES, USUAL_LEVELS, logged_games, played_games
from game.session.fairness.suggestions import Weakness, weaknesses_of
from game.sheets.levels import LEVELS
from game.sheets.sheet import Sheet
from game.sheets.winnable import why_never_won

#: The length in turns and the lead changes of a game at which a gauge is full.
_LONGEST, _MOST_CHANGES = 100.0, 5.0
#: Digits of the shares and values in JSON.
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Gauge:
    """A measure to show: its name, its value in words, how full its gauge is from 0 to 1, and a sentence."""

    id: str
    title: str
    shown: str
    fill: float
    sentence: str
    interval: tuple[float, float] | None = None
    """The limits of the value that are drawn on the gauge."""


@dataclass(frozen=True, slots=True)
class LevelReport:
    """The measures of a level that plays against itself."""

    level: str
    measures: GameMeasures
    failures: int = 0
    """Games that the engine did not finish; they are not measured."""

    @property
    def name(self) -> str:
        """The name of the level in the player's language."""
        return _(next(level.name for level in LEVELS if level.id == self.level))


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """The report on a sheet, as far as its games have been played."""

    sheet: Sheet
    games: int
    """The number of games of each level in all."""
    levels: tuple[LevelReport, ...]

    @property
    def done(self) -> int:
        """The number of games that have been played."""
        return sum(each.measures.games + each.failures for each in self.levels)

    @property
    def total(self) -> int:
        """The number of games of all levels."""
        return self.games * len(self.levels)

    @property
    def never_won(self) -> str:
        """A sentence that says why the game cannot be won; "" if it can be won."""
        return why_never_won(self.sheet.rules)

    @property
    def main(self) -> GameMeasures:
        """The measures of the strongest level that has played, which the weaknesses are found in."""
        played = [each.measures for each in self.levels if each.measures.games]
        return played[-1] if played else measure(())

    @property
    def weaknesses(self) -> tuple[Weakness, ...]:
        """The weaknesses of the game, with changes that may help."""
        return weaknesses_of(self.sheet.rules, self.main)


def read_report(sheet: Sheet, levels: Sequence[str] = USUAL_LEVELS, games: int = USUAL_GAMES) -> FairnessReport:
    """Return the report on the games that are in the logs. Raises ParseError or OSError for a log that is damaged."""
    return FairnessReport(sheet, games, tuple(_level_report(sheet, level, games) for level in levels))


def _level_report(sheet: Sheet, level: str, games: int) -> LevelReport:
    logged = logged_games(sheet, level, games)
    return LevelReport(level, measure(played_games(sheet.rules, logged.records)), logged.failures)


# Gauges


def gauges(measures: GameMeasures) -> tuple[Gauge, ...]:
    """Return the gauges of a level, all with a sentence; a measure without games is shown as a dash."""
    return (
        _balance(measures),
        _draws(measures),
        _length(measures),
        _decisiveness(measures),
        _lead_changes(measures),
        _drama(measures),
    )


def _balance(measures: GameMeasures) -> Gauge:
    title, share = _("Balance"), measures.first_share
    if share is None:
        return Gauge("balance", title, "–", 0.0, _("Nobody has won a game yet."))
    low, high = percent(share.low), percent(share.high)
    sentence = _(
        "The first player won {percent} % of the decided games; {low} to {high} % is likely.",
        percent=percent(share.value),
        low=low,
        high=high,
    )
    return Gauge("balance", title, f"{percent(share.value)} %", share.value, sentence, (share.low, share.high))


def _draws(measures: GameMeasures) -> Gauge:
    title, share = _("Draws"), measures.draw_share
    if share is None:
        return Gauge("draws", title, "–", 0.0, _("No game has ended yet."))
    sentence = _("{percent} % of the games are draws.", percent=percent(share.value))
    if measures.unfinished:
        more = _("{number} games became too long and were stopped.", number=measures.unfinished)
        sentence = f"{sentence} {more}"
    return Gauge("draws", title, f"{percent(share.value)} %", share.value, sentence, (share.low, share.high))


def _length(measures: GameMeasures) -> Gauge:
    title = _("Length")
    if measures.turns is None or measures.spread is None:
        return Gauge("length", title, "–", 0.0, _("No game has ended yet."))
    low, high = (max(0.0, measures.turns + side * measures.spread) for side in (-1, 1))
    sentence = _(
        "A game has {turns} turns on average, and most games have {low} to {high}.",
        turns=f"{measures.turns:.0f}",
        low=f"{low:.0f}",
        high=f"{high:.0f}",
    )
    interval = (min(1.0, low / _LONGEST), min(1.0, high / _LONGEST))
    return Gauge(
        "length", title, f"{measures.turns:.0f}", min(1.0, measures.turns / _LONGEST), sentence, interval
    )  # fmt: skip


def _decisiveness(measures: GameMeasures) -> Gauge:
    title, value = _("Decisiveness"), measures.decisiveness
    if value is None:
        return Gauge("decisiveness", title, "–", 0.0, _("Nobody has won a game yet."))
    sentence = _("A game is decided when {percent} % of it have been played.", percent=percent(value))
    return Gauge("decisiveness", title, f"{percent(value)} %", value, sentence)


def _lead_changes(measures: GameMeasures) -> Gauge:
    title, value = _("Lead changes"), measures.lead_changes
    if value is None:
        return Gauge("lead_changes", title, "–", 0.0, _("No game has ended yet."))
    shown = f"{value:.1f}"
    sentence = _("The lead passes to the other player {number} times in a game.", number=shown)
    return Gauge("lead_changes", title, shown, min(1.0, value / _MOST_CHANGES), sentence)


def _drama(measures: GameMeasures) -> Gauge:
    title, value = _("Drama"), measures.drama
    if value is None:
        return Gauge("drama", title, "–", 0.0, _("Nobody has won a game yet."))
    sentences = (
        (0.1, _("The winner was hardly ever behind.")),
        (0.25, _("The winner was sometimes behind.")),
        (1.0, _("The winner was often clearly behind, and came back.")),
    )
    sentence = next(words for most, words in sentences if value <= most)
    return Gauge("drama", title, f"{value:.2f}", value, sentence)


def percent(share: float) -> str:
    """Return a share from 0 to 1 in percent, without the sign."""
    return f"{100 * share:.0f}"


# Texts of the command


def report_lines(report: FairnessReport) -> Iterator[str]:
    """Yield the lines of a report as text: a table of all levels, a sentence for each measure, and the weaknesses."""
    yield f"{_(report.sheet.title)} ({report.sheet.id})"
    if report.never_won:
        yield report.never_won
        yield from (f"  - {each.label}" for weakness in report.weaknesses for each in weakness.suggestions)
        return
    columns = [gauges(each.measures) for each in report.levels]
    names = [each.name for each in report.levels]
    yield ""
    yield _row("", names)
    yield _row(_("Games"), [str(each.measures.games) for each in report.levels])
    for row in zip(*columns, strict=True):
        yield _row(row[0].title, [each.shown for each in row])
    yield ""
    for each, found in zip(report.levels, columns, strict=True):
        yield f"{each.name}:"
        yield from (f"  {gauge.sentence}" for gauge in found)
        if each.failures:
            yield "  " + _("The engine failed in {number} games, which are not counted.", number=each.failures)
    for weakness in report.weaknesses:
        yield ""
        yield weakness.sentence
        yield from (f"  - {each.label}" for each in weakness.suggestions)


def _row(title: str, cells: Sequence[str]) -> str:
    return f"{title:16}" + "".join(f"{cell:>16}" for cell in cells)


def report_text(report: FairnessReport) -> str:
    """Return a report as a JSON object for scripts. Its keys never change; new ones may be added.

    ``sheet``, ``title``, ``planned`` (games of each level), ``never_won`` (a sentence or ""), ``levels``: for each its
    ``level``, ``failures``, and the fields of ``GameMeasures``, with shares as objects of ``value``, ``low`` and
    ``high``; ``warnings``: for each its ``id``, ``sentence`` and ``suggestions`` (``id``, ``label``).
    """
    fields = {
        "sheet": report.sheet.id,
        "title": report.sheet.title,
        "planned": report.games,
        "never_won": report.never_won,
        "levels": [
            {"level": each.level, "failures": each.failures, **_figures(each.measures)} for each in report.levels
        ],
        "warnings": [
            {
                "id": weakness.id,
                "sentence": weakness.sentence,
                "suggestions": [{"id": each.id, "label": each.label} for each in weakness.suggestions],
            }
            for weakness in report.weaknesses
        ],
    }
    return json.dumps(fields)


def _figures(measures: GameMeasures) -> dict[str, object]:
    return {
        "games": measures.games,
        "first_wins": measures.first_wins,
        "second_wins": measures.second_wins,
        "draws": measures.draws,
        "unfinished": measures.unfinished,
        "first_share": _share(measures.first_share),
        "draw_share": _share(measures.draw_share),
        "turns": _rounded(measures.turns),
        "spread": _rounded(measures.spread),
        "decisiveness": _rounded(measures.decisiveness),
        "lead_changes": _rounded(measures.lead_changes),
        "lead_change_rate": _rounded(measures.lead_change_rate),
        "drama": _rounded(measures.drama),
    }


def _share(share: Share | None) -> dict[str, float | None] | None:
    if share is None:
        return None
    return {"value": _rounded(share.value), "low": _rounded(share.low), "high": _rounded(share.high)}


def _rounded(value: float | None) -> float | None:
    return round(value, _DIGITS) if value is not None else None
