"""Import of the drop-in plug-in folder as a Python package, to avoid name collisions with other modules."""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path

#: The name of the package that contains the drop-ins.
DROP_IN_PACKAGE = "stone_fair_dropins"


def open_drop_in_package(folder: Path) -> None:
    """Make the folder of drop-in plug-ins importable as a package, and unload plug-ins imported earlier."""
    for name in [name for name in sys.modules if name.partition(".")[0] == DROP_IN_PACKAGE]:
        del sys.modules[name]
    spec = ModuleSpec(DROP_IN_PACKAGE, loader=None, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    sys.modules[DROP_IN_PACKAGE] = module_from_spec(spec)
    importlib.invalidate_caches()
