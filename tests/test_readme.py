"""What the README shows is what the tests run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_ruleset_of_the_readme_is_the_one_that_is_tested() -> None:
    shown = re.search(r"<!-- toy ruleset -->\n```python\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    assert shown[1] == (ROOT / "tests" / "data" / "toy_ruleset.py").read_text(encoding="utf-8")


def test_the_referee_line_of_the_readme_is_answered() -> None:
    line = re.search(r"echo '(\{.*\})' \| python main.py referee", README)
    assert line is not None
    answer = subprocess.run(
        [sys.executable, "main.py", "referee"],
        input=line[1] + "\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert json.loads(answer.stdout)["ok"] is True


def test_every_folder_that_the_readme_names_exists() -> None:
    layout = README.split("## How the code is laid out")[1].split("##")[0]
    named = re.findall(r"^    ([a-z_/.]+)\s", layout, re.MULTILINE)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
