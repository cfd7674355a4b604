"""What ``pyproject.toml`` cannot say: all packages, and ``main.py``, are installed within the one ``stone_fair``."""

from __future__ import annotations

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

OURS = ("game", "rulesets", "assets", "tools")
#: What only a checkout needs: makers of pictures and sounds, and the harness of the tests.
LEFT_OUT = ("assets.make", "tools.engine", "tools.mutants", "tools.network", "tools.pilot", "tools.tours")


class BuildWithMain(build_py):
    """Adds ``main.py``, which lies outside the folder of its package."""

    def find_modules(self) -> list[tuple[str, str, str]]:
        """Return package, module and file of each module that is named alone."""
        return [("stone_fair", "main", "main.py")]


def _with_parts(names: tuple[str, ...]) -> list[str]:
    return [*names, *(f"{name}.*" for name in names)]


found = find_packages(".", exclude=_with_parts(LEFT_OUT), include=_with_parts(OURS))
setup(
    packages=["stone_fair", *(f"stone_fair.{name}" for name in found)],
    package_dir={f"stone_fair.{name}": name for name in OURS},
    py_modules=["stone_fair.main"],
    cmdclass={"build_py": BuildWithMain},
)
