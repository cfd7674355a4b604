from pathlib import Path

import pytest

from game.storage import folders


def test_one_variable_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "stick"))
    paths = [folders.data_folder(), folders.saves_folder(), folders.database_file(), folders.plugin_folder()]
    assert paths[0] == tmp_path / "stick"
    assert all(path.is_relative_to(tmp_path / "stick") for path in paths)
    assert len(set(paths)) == 4


def test_a_checkout_keeps_its_saves_and_the_rest_is_kept_with_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STONE_FAIR_HOME", raising=False)
    checkout = Path(folders.__file__).parents[2]
    assert folders.saves_folder() == checkout / "saves"
    assert not folders.database_file().is_relative_to(checkout)


def test_an_installed_game_keeps_its_saves_with_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STONE_FAIR_HOME", raising=False)
    monkeypatch.setattr(folders, "_ROOT", tmp_path)
    assert folders.saves_folder() == folders.data_folder() / "saves"


def test_asking_creates_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "stick"))
    folders.saves_folder()
    folders.database_file()
    assert list(tmp_path.iterdir()) == []
