"""Files that other programs read about the project say what is true, and take nothing on trust."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.core.own_program import own_version

ROOT = Path(__file__).parents[1]


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {own_version()}\n" in (ROOT / "CITATION.cff").read_text()


def test_the_changelog_tells_players_of_this_version_in_ten_points() -> None:
    newest = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1]
    assert re.match(rf"\[{re.escape(own_version())}\] - \d{{4}}-\d\d-\d\d\n", newest)
    points = re.findall(r"^(\d+)\. ", newest.partition("### For players")[2].partition("###")[0], flags=re.MULTILINE)
    assert points == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("file", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda file: file.name)
def test_workflows_use_the_actions_of_others_by_digest(file: Path) -> None:
    used = re.findall(r"uses: (.*)", file.read_text())
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", action)] == []


@pytest.mark.parametrize("file", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda file: file.name)
def test_workflows_compare_what_they_download_with_a_checksum(file: Path) -> None:
    text = file.read_text()
    saved = re.findall(r"curl \S+ (\S+) ", text)
    assert [name for name in saved if not re.search(rf"[0-9a-f]{{64}}  {name}\n", text)] == []
