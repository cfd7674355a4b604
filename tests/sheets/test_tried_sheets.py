"""The copies of sheets that were only tried in the workshop, which do not stay for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.plugins.sheet_files import keep_sheets, kept_ids
from game.plugins.tried_sheets import remove_tried_sheets
from game.sheets.draft import SheetDraft, new_sheet
from game.sheets.sheet import Sheet

#: Seconds after which a copy is no longer young, with room.
DAYS = 3 * 86_400.0


def five(columns: int, key: str = "") -> Sheet:
    draft = SheetDraft(new_sheet())
    draft.change("board", "columns", columns)
    sheet = draft.sheet
    return sheet if not key else Sheet(key, sheet.title, "", sheet.rules)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path))
    return tmp_path


def later(home: Path) -> float:
    """A time some days after the newest file was written."""
    return max(path.stat().st_mtime for path in home.rglob("*")) + DAYS


def test_a_copy_stays_while_a_save_a_study_or_a_record_needs_it(home: Path) -> None:
    tried = [five(columns) for columns in (9, 10, 11, 12)]
    keep_sheets([*tried, five(13, "night_five")])
    for place, sheet in (("saves/try.tournament", tried[0]), ("studies/deep/one.study", tried[1])):
        path = home / place
        path.parent.mkdir(parents=True)
        path.write_text("x" * (1 << 20) + f"Ruleset: {sheet.id}\n", encoding="utf-8")
    remove_tried_sheets({tried[2].id}, later(home))
    assert kept_ids() == {tried[0].id, tried[1].id, tried[2].id, five(13, "night_five").id}
    (home / "saves/try.tournament").unlink()
    remove_tried_sheets((), later(home))
    assert kept_ids() == {tried[1].id, five(13, "night_five").id}


def test_a_name_across_two_parts_of_a_long_file_is_found(home: Path) -> None:
    sheet = five(9)
    keep_sheets([sheet])
    (home / "saves").mkdir()
    (home / "saves" / "long.tournament").write_text("x" * ((1 << 20) - 5) + sheet.id, encoding="utf-8")
    remove_tried_sheets((), later(home))
    assert kept_ids() == {sheet.id}


def test_a_copy_stays_for_a_day_because_its_game_may_be_on_screen(home: Path) -> None:
    keep_sheets([five(9)])
    remove_tried_sheets((), later(home) - DAYS + 60)
    assert kept_ids() == {five(9).id}
    remove_tried_sheets((), later(home))
    assert kept_ids() == set()


def test_the_database_is_not_opened_beside_its_locks(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_sheets([five(9)])
    (home / "stone-fair.sqlite3").write_bytes(b"SQLite")
    opened = []
    usual = Path.open

    def watch(path: Path, *arguments: object, **settings: object) -> object:
        opened.append(path.name)
        return usual(path, *arguments, **settings)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", watch)
    remove_tried_sheets((), later(home))
    assert opened == []


def test_nothing_is_removed_if_a_file_cannot_be_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_sheets([five(9)])
    (home / "saves").mkdir()
    (home / "saves" / "one.tournament").write_text("locked", encoding="utf-8")

    def refuse(_path: Path, *_arguments: object) -> object:
        raise PermissionError(13, "locked")

    monkeypatch.setattr(Path, "open", refuse)
    remove_tried_sheets((), later(home))
    assert kept_ids() == {five(9).id}
