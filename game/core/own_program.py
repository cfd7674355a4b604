"""How this program is started once more, as another process."""

from __future__ import annotations

import sys
from pathlib import Path


def own_command(*words: str) -> list[str]:
    """The command line that starts Stone Fair with these words: from a checkout, installed, or frozen."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().parents[2] / "main.py"), *words]
