"""Stress test of matches between levels that need no compiled code: no move may be illegal, no game forfeited."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from game.core.own_program import own_command
from tools.stress.campaign import Campaign
from tools.stress.random_games import random_ruleset

_GAMES = 10


def trial(seed: int, folder: Path) -> str:
    """Run the command ``arena`` with two random levels of a random ruleset; return what went wrong, else ""."""
    rng = random.Random(seed)
    ruleset = random_ruleset(rng)
    instant = [level.id for level in ruleset.info.levels if not level.compiled]
    pair = rng.sample(instant, 2) if len(instant) > 1 else instant * 2
    words = ("--ruleset", ruleset.info.id, "--games", str(_GAMES), "--seconds", "1", "--out", str(folder / "arena"))
    done = subprocess.run(own_command("arena", *pair, *words), capture_output=True, text=True, check=False)
    if done.returncode:
        return f"the arena ended with {done.returncode}: {done.stderr[-200:]}"
    said = done.stdout.lower()
    return next((f"the arena tells of a {word}" for word in ("forfeit:", "illegal") if word in said), "")


ARENAS = Campaign("arenas", "games of instant players", trial, 5, patience=300.0, weight=_GAMES)
