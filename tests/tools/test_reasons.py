"""The command that checks the explanations of many games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.review.reasons import main

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("engines_compiled")]


def test_games_are_kept_and_their_claims_checked_with_proofs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--ruleset", "gomoku", "--nodes", "300", "--out", str(tmp_path)]
    assert main([*words, "--games", "1"]) == 0
    kept = (tmp_path / "gomoku.jsonl").read_bytes()
    assert main([*words, "--games", "2"]) == 0
    assert (tmp_path / "gomoku.jsonl").read_bytes().startswith(kept), "the run goes on where it was stopped"
    report = capsys.readouterr().out
    assert report.count("claims that are false") == 2
