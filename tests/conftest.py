"""What tests of several areas need: a folder with a drop-in, and engines to talk to."""

import shutil
from pathlib import Path

import pytest

TOY = Path(__file__).parent / "data" / "toy_ruleset.py"


@pytest.fixture
def plugin_folder(tmp_path: Path) -> Path:
    """A user's folder of drop-ins that holds the toy ruleset ``four_in_a_row``."""
    folder = tmp_path / "drop-ins"
    folder.mkdir()
    shutil.copy(TOY, folder / "four_in_a_row.py")
    return folder
