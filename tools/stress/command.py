"""The command `main.py stress`: attacks the program for a given time, and prints which attacks it passed and failed."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

from tools.command_line.parser import SEED
from tools.stress.arena_campaign import ARENAS
from tools.stress.batch import run_batch, try_seeds
from tools.stress.caches_campaign import CACHES
from tools.stress.campaign import Campaign
from tools.stress.engines_campaign import ENGINES, babble
from tools.stress.events_campaign import EVENTS_CAMPAIGN
from tools.stress.files_campaign import FILES
from tools.stress.floods_campaign import FLOODS
from tools.stress.formats_campaign import FORMATS_CAMPAIGNS
from tools.stress.kills_campaign import KILLS, play
from tools.stress.lines_campaign import LINES
from tools.stress.network.network_campaign import NETWORK_CAMPAIGNS
from tools.stress.scaling_campaign import SCALING
from tools.stress.stress_log import StressLog
from tools.stress.window_campaign import WINDOWS, flood
from tools.stress.writes_campaign import WRITES, write_until_killed

CAMPAIGNS = (
    *(*KILLS, *WRITES, *WINDOWS, *FILES, *FORMATS_CAMPAIGNS, *LINES),
    *(EVENTS_CAMPAIGN, ENGINES, FLOODS, ARENAS, CACHES, SCALING, *NETWORK_CAMPAIGNS),
)
#: The shortest time that a campaign runs before the next one follows, in seconds.
_SLICE = 5.0


def run(arguments: argparse.Namespace) -> int:
    """Run the stress test for the given minutes, with the first seeds of each campaign that the log does not contain.

    Return the exit code: 0, 1 if any trial in the log failed, in this run or an earlier one, or 2 for wrong arguments.
    Other arguments repeat a single trial, or select what a child process of the stress test does.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    known = {campaign.name: campaign for campaign in CAMPAIGNS}
    if arguments.play:
        return play(Path(arguments.play[0]), int(arguments.play[1]))
    if arguments.write:
        return write_until_killed(Path(arguments.write[0]), int(arguments.write[1]))
    if arguments.flood is not None:
        return flood(is_hostile=bool(arguments.flood))
    if arguments.babble is not None:
        return babble(arguments.babble)
    if arguments.batch:
        name, first, count = arguments.batch
        return try_seeds(known[name], int(first), int(count))
    unknown = [name for name in (*arguments.only, *(arguments.again or ())[:1]) if name not in known]
    if unknown:
        sys.stderr.write(f"There is no campaign {unknown[0]!r}; there are: {', '.join(known)}.\n")
        return 2
    if arguments.again:
        try:
            return _again(known[arguments.again[0]], int(SEED(arguments.again[1])))
        except argparse.ArgumentTypeError as error:
            sys.stderr.write(f"The seed {error}.\n")
            return 2
    chosen = [known[name] for name in arguments.only] or list(CAMPAIGNS)
    log = StressLog(arguments.log)
    _stress(log, chosen, arguments.minutes * 60)
    sys.stdout.write("\n".join(log.table(chosen)) + "\n")
    return int(any(batch.broke for batch in log.batches))


def _stress(log: StressLog, campaigns: list[Campaign], seconds: float) -> None:
    end = time.monotonic() + seconds
    share = max(_SLICE, min(60.0, seconds / len(campaigns)))
    for campaign in cycle(campaigns):
        now = time.monotonic()
        if now >= end:
            return
        batch = run_batch(campaign, log.next_seed(campaign), campaign.batch, min(end, now + share))
        if batch.trials:
            log.add(batch)


def _again(campaign: Campaign, seed: int) -> int:
    """Repeat one trial in this process, and let its exceptions propagate; return 1 if the trial fails, else 0."""
    with tempfile.TemporaryDirectory() as folder:
        told = campaign.trial(seed, Path(folder))
    sys.stdout.write(f"{campaign.name}, seed {seed}: {told or 'held'}\n")
    return int(bool(told))
