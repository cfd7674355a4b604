"""The start of an installed program: ``python -m stone_fair``, and the command ``stone-fair``."""

from __future__ import annotations

import sys

from stone_fair import put_on_path


def main() -> int:
    """Run the command that the arguments of the process name, and return its exit code."""
    put_on_path()
    from main import main as run  # noqa: PLC0415

    return run()


if __name__ == "__main__":
    sys.exit(main())
