"""A home of their own for the tests of what happens at a table, which need no display."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(own_home: Path) -> Path:
    """Saves and records in a temporary folder."""
    return own_home
