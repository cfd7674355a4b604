"""Stone Fair as an installed package: the whole program lies in the folder of this package.

The program and its plug-ins import ``game``, ``rulesets``, ``assets`` and ``tools`` by these names, and never as parts
of this package, so that there is one copy of each module.
"""

from __future__ import annotations

import sys
from pathlib import Path


def put_on_path() -> None:
    """Make the program's modules importable by putting their folder first on ``sys.path``.

    The program does so when it starts. Tests of a plug-in call it before they import the plug-in.
    """
    here = Path(__file__).resolve().parent
    # In a checkout the modules lie beside this package.
    folder = str(here if (here / "main.py").is_file() else here.parent)
    sys.path[:] = [folder, *(path for path in sys.path if path != folder)]
