"""The log of a stress test: one line of JSON for each batch, so that a later run continues with untried seeds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct, convert, field, to_builtins

from tools.stress.campaign import Campaign


class Batch(Struct, frozen=True, forbid_unknown_fields=True):
    """Result of a batch: its first seed, the number of trials, the failures by seed, the time and the memory in MB."""

    campaign: str = field(name="campaign")
    first: int = field(name="first")
    trials: int = field(name="trials")
    broke: dict[int, str] = field(name="broke", default_factory=dict)
    seconds: float = field(name="seconds", default=0.0)
    memory_at_start: float = field(name="memory_at_start", default=0.0)
    memory_at_end: float = field(name="memory_at_end", default=0.0)
    calm: float = field(name="calm", default=0.0)
    """The longest frame of a window without an attack, in milliseconds; 0 if the campaign opens no window."""
    attacked: float = field(name="attacked", default=0.0)
    """The longest frame of a window under attack, in milliseconds."""


class StressLog:
    """Log file with the batches of all runs; every run appends to the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.batches: list[Batch] = list(self._read())

    def _read(self) -> Iterator[Batch]:
        """Yield the batches in the file; skip an incomplete last line, which a killed stress test leaves behind."""
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        for line in text[: text.rfind("\n") + 1].splitlines():
            yield convert(json.loads(line), Batch, str_keys=True)

    def add(self, batch: Batch) -> None:
        """Append a batch to the file; remove an incomplete last line first."""
        self.batches.append(batch)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
            file.write(json.dumps(to_builtins(batch)).encode() + b"\n")

    def next_seed(self, campaign: Campaign) -> int:
        """Return the first seed of a campaign that no batch in the log has tried."""
        return max((batch.first + batch.trials for batch in self._of(campaign)), default=1)

    def _of(self, campaign: Campaign) -> list[Batch]:
        return [batch for batch in self.batches if batch.campaign == campaign.name]

    def table(self, campaigns: Iterable[Campaign]) -> Iterator[str]:
        """Yield the lines of the table of results: counts, time, memory and frame times, and each seed that failed."""
        head = f"{'campaign':<22}{'tried':>10}{'held':>10}{'broke':>7}{'minutes':>9}  memory, MB: start, most"
        yield f"{head}  frame, ms: calm, attacked"
        for campaign in campaigns:
            yield from self._rows(campaign)

    def _rows(self, campaign: Campaign) -> Iterator[str]:
        batches = self._of(campaign)
        if not batches:
            return
        tried = sum(batch.trials for batch in batches)
        broke = {seed: told for batch in batches for seed, told in batch.broke.items()}
        minutes = sum(batch.seconds for batch in batches) / 60
        start = max(batch.memory_at_start for batch in batches)
        most = max(batch.memory_at_end for batch in batches)
        many, held = tried * campaign.weight, (tried - len(broke)) * campaign.weight
        calm, attacked = max(batch.calm for batch in batches), max(batch.attacked for batch in batches)
        waits = f"  {calm:.0f}, {attacked:.0f}" if attacked else ""
        yield f"{campaign.name:<22}{many:>10}{held:>10}{len(broke):>7}{minutes:>9.1f}  {start:.0f}, {most:.0f}{waits}"
        for seed, told in sorted(broke.items()):
            yield f"    seed {seed}: {told}"
