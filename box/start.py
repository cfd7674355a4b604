"""What the program of the box starts with: the same command line as ``main.py``."""

from __future__ import annotations

import multiprocessing
import os
import sys

from main import main

_LIBRARIES = "LD_LIBRARY_PATH"


def give_libraries_back() -> None:
    """Let what is started from here, such as somebody's engine, find the system's libraries and not the box's."""
    before = os.environ.pop(f"{_LIBRARIES}_ORIG", None)
    if before is None:
        os.environ.pop(_LIBRARIES, None)
    else:
        os.environ[_LIBRARIES] = before


if __name__ == "__main__":
    # A process of an arena's pool is this program, too.
    multiprocessing.freeze_support()
    give_libraries_back()
    sys.exit(main())
