"""A log of games is continued after a kill, and what is cut off it is kept."""

from pathlib import Path

import pytest
from msgspec import field

from game.session.matches.game_log import GameLog, LogRecord


class OneGame(LogRecord, frozen=True):
    number: int = field(name="number")


def opened(path: Path) -> GameLog[OneGame]:
    return GameLog(path, {"seed": 1}, "run", OneGame)


def test_an_incomplete_last_line_is_cut_off_and_the_file_as_it_was_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    log = opened(path)
    log.add(OneGame(1))
    whole = path.read_bytes()
    del log
    path.write_bytes(whole + b'{"num')
    again = opened(path)
    assert again.games == [OneGame(1)]
    assert path.read_bytes() == whole
    assert (tmp_path / "games.jsonl.damaged-1").read_bytes() == whole + b'{"num'
    assert "The file is kept as games.jsonl.damaged-1." in capsys.readouterr().err
