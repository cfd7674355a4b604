"""What a program of its own finds that goes on where this one stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]


def told_by(module: str, *arguments: str, **variables: str) -> dict[str, Any]:
    """Runs the ``main`` of a module, with environment variables of its own; its last line is what it found, as JSON."""
    command, environment = [sys.executable, "-m", module, *arguments], os.environ | variables
    child = subprocess.run(
        command, cwd=_ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert child.returncode == 0, child.stderr
    told: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
    return told
