"""How this program is started once more, as another process."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def own_command(*words: str) -> list[str]:
    """The command line that starts Stone Fair with these words: from a checkout, installed, or frozen."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, str(Path(__file__).resolve().parents[2] / "main.py"), *words]


def plug_in_words(folder: Path | None, tried: Sequence[str] | None) -> list[str]:
    """The last words of a command that looks for drop-ins in ``folder``.

    ``tried`` are the modules of plug-ins that came through their trial here, so that the process loads these, no
    others, and tries none again; None where nothing was tried.
    """
    place = [] if folder is None else ["--plugins", str(folder.resolve())]
    return place if tried is None else [*place, "--tried", *tried]
