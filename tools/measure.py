"""Measurements, and a table that shows them together with their limits."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """A row of the table: what is measured, its unit, the highest acceptable value, and the values of several runs."""

    what: str
    unit: str
    limit: float
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the values."""
        return statistics.median(self.values)


def as_table(measures: Sequence[Measure]) -> str:
    """Return a table with a row for each measure: its median, its highest value and its limit."""
    lines = [f"{'measured':<58}{'median':>10}{'worst':>10}{'limit':>10}"]
    for measure in measures:
        figures = f"{measure.median:>10.2f}{max(measure.values):>10.2f}{measure.limit:>10.2f}"
        lines.append(f"{measure.what:<58}{figures} {measure.unit}")
    return "\n".join(lines)
