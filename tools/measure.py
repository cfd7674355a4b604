"""Measurements, and the table that shows them beside their limits."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """A row of the table: what was measured, its limit, and the figures of several runs."""

    what: str
    unit: str
    limit: float
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the runs."""
        return statistics.median(self.values)


def as_table(measures: Sequence[Measure]) -> str:
    """The measures as lines of text."""
    lines = [f"{'measured':<58}{'median':>10}{'worst':>10}{'limit':>10}"]
    for measure in measures:
        figures = f"{measure.median:>10.2f}{max(measure.values):>10.2f}{measure.limit:>10.2f}"
        lines.append(f"{measure.what:<58}{figures} {measure.unit}")
    return "\n".join(lines)
