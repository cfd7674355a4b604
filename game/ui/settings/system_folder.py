"""Folders of the player, shown by the system's file manager."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def show_folder(folder: Path) -> bool:
    """Open a folder in the system's file manager without waiting for it.

    Return False if there is no file manager.
    """
    if sys.platform == "win32":
        try:
            os.startfile(folder)
        except OSError:
            return False
        return True
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        return False
    try:
        subprocess.Popen(
            [opener, str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True
