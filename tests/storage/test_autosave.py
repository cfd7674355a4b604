import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.record.writer import write_tournament
from game.core.ruleset import PluginError
from game.core.tournament import Tournament
from game.plugins import registry
from game.storage import background, saves
from game.storage.autosave import Autosave
from game.storage.background import BackgroundTask
from game.storage.saves import SaveFolder
from tests.storage.conftest import TINY
from tools.network.ends import wait_for
from tools.pilot.tournaments import new_tournament, play, play_at_random

#: Long enough that nothing is written because of it.
NEVER_IDLE = 3600.0


@pytest.fixture
def autosave(folder: SaveFolder) -> Iterator[Autosave]:
    autosave = Autosave(folder, idle_seconds=NEVER_IDLE)
    yield autosave
    autosave.close()


def settle(autosave: Autosave) -> None:
    with autosave._change:
        assert autosave._change.wait_for(autosave.settled, timeout=30)


def on_disk(folder: SaveFolder, name: str = "Friday") -> str:
    """What somebody else finds there, journal included."""
    return write_tournament(SaveFolder(folder.path, {"tiny": TINY}).load(name))


def names_in(folder: SaveFolder) -> list[str]:
    return sorted(path.name for path in folder.path.iterdir())


def test_a_followed_tournament_is_on_the_disk(folder: SaveFolder, autosave: Autosave, tournament: Tournament) -> None:
    autosave.track(tournament, "Friday")
    settle(autosave)
    assert names_in(folder) == ["Friday.txt"]
    assert on_disk(folder) == write_tournament(tournament)


def test_a_ply_goes_to_the_journal(folder: SaveFolder, autosave: Autosave, tournament: Tournament) -> None:
    autosave.track(tournament, "Friday")
    settle(autosave)
    for move in ("b1", "b8", "d4"):
        play(tournament.games[-1].match, move)
        autosave.changed()
        settle(autosave)
        assert on_disk(folder) == write_tournament(tournament)
    assert names_in(folder) == ["Friday.txt", "Friday.txt.journal"]


@pytest.mark.parametrize("change", ["undo", "resign", "new game", "title"])
def test_anything_but_a_ply_writes_the_whole_file(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament, change: str
) -> None:
    autosave.track(tournament, "Friday")
    match = tournament.games[-1].match
    play(match, "b1")
    autosave.changed()
    settle(autosave)
    if change == "undo":
        match.undo()
    elif change == "title":
        tournament.title = "Saturday"
    else:
        match.resign(0)
    if change == "new game":
        tournament.start_game()
    autosave.changed()
    settle(autosave)
    assert "Friday.txt.journal" not in names_in(folder)
    assert on_disk(folder) == write_tournament(tournament)


def test_what_happens_after_a_change_was_handed_over_is_not_mixed_into_it(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament
) -> None:
    autosave.track(tournament, "Friday")
    before = write_tournament(tournament)
    play(tournament.games[-1].match, "b1")
    tournament.games[-1].match.resign(1)
    settle(autosave)
    assert on_disk(folder) == before


def test_when_nothing_happens_the_whole_file_is_written(folder: SaveFolder, tournament: Tournament) -> None:
    autosave = Autosave(folder, idle_seconds=0.05)
    autosave.track(tournament, "Friday")
    play(tournament.games[-1].match, "b1")
    autosave.changed()
    journal, whole = folder.path / "Friday.txt.journal", write_tournament(tournament)
    for _ in range(600):
        with autosave._change:
            autosave._change.wait(timeout=0.05)
        if not journal.exists() and (folder.path / "Friday.txt").read_text() == whole:
            break
    assert (folder.path / "Friday.txt").read_text() == whole
    autosave.close()


def test_flush_leaves_one_whole_file(folder: SaveFolder, autosave: Autosave, tournament: Tournament) -> None:
    autosave.track(tournament, "Friday")
    play(tournament.games[-1].match, "b1 b8")
    autosave.changed()
    autosave.flush()
    assert (folder.path / "Friday.txt").read_text() == write_tournament(tournament)
    assert "Friday.txt.journal" not in names_in(folder)


def test_flush_without_anything_to_follow_returns(autosave: Autosave) -> None:
    autosave.changed()
    autosave.flush()
    assert autosave.problem() == ""


def test_following_another_finishes_the_one_before(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament
) -> None:
    autosave.track(tournament, "Friday")
    settle(autosave)
    play(tournament.games[-1].match, "b1")
    autosave.changed()
    settle(autosave)
    other = new_tournament(TINY)
    other.start_game()
    autosave.track(other, "Saturday")
    settle(autosave)
    assert names_in(folder) == ["Friday.txt", "Friday.txt.previous", "Saturday.txt"]
    assert on_disk(folder, "Friday") == write_tournament(tournament)
    assert on_disk(folder, "Saturday") == write_tournament(other)


def test_a_save_that_was_renamed_or_deleted_does_not_come_back(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament
) -> None:
    autosave.track(tournament, "Friday")
    play(tournament.games[-1].match, "b1")
    autosave.changed()
    autosave.flush()
    folder.rename("Friday", "Saturday")
    autosave.track(tournament, "Saturday")
    autosave.flush()
    assert "Friday.txt" not in names_in(folder)
    folder.delete("Saturday")
    autosave.flush()
    autosave.release()
    assert not (folder.path / "Saturday.txt").exists()


def test_a_tournament_restored_from_file_and_journal_goes_on_in_the_same_file(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament
) -> None:
    autosave.track(tournament, "Friday")
    play(tournament.games[-1].match, "b1")
    autosave.changed()
    settle(autosave)
    again = SaveFolder(folder.path, {"tiny": TINY})
    restored = again.load("Friday")
    second = Autosave(again, idle_seconds=NEVER_IDLE)
    second.track(restored, "Friday")
    play(restored.games[-1].match, "b8")
    second.changed()
    second.close()
    assert on_disk(folder) == write_tournament(restored)
    assert len(restored.games[-1].match.plies) == 4
    autosave.release()


def test_a_file_that_was_opened_and_not_played_on_keeps_its_bytes(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament
) -> None:
    folder.write("Friday", write_tournament(tournament))
    modified = (folder.path / "Friday.txt").stat().st_mtime_ns
    autosave.track(folder.load("Friday"), "Friday")
    autosave.flush()
    assert (folder.path / "Friday.txt").stat().st_mtime_ns == modified
    assert names_in(folder) == ["Friday.txt"]


def test_a_file_that_was_mended_meanwhile_is_followed_as_it_is_now(folder: SaveFolder, autosave: Autosave) -> None:
    tournament = new_tournament(TINY, size=8)
    tournament.start_game()
    autosave.track(tournament, "Friday")
    autosave.release()
    path = folder.path / "Friday.txt"
    path.write_text(path.read_text() + "\n\n")
    again = folder.load("Friday")
    autosave.track(again, "Friday")
    settle(autosave)
    play(again.games[-1].match, "a1")
    autosave.changed()
    settle(autosave)
    assert on_disk(folder) == write_tournament(again)


def test_a_foreign_file_is_played_on_in_place(folder: SaveFolder) -> None:
    rulesets = registry.discover().rulesets
    folder.path.mkdir()
    original = (Path(__file__).parents[1] / "data" / "threestones_sample_2017.txt").read_bytes()
    (folder.path / "Attic.txt").write_bytes(original)
    saves = SaveFolder(folder.path, rulesets)
    tournament = saves.load("Attic")
    autosave = Autosave(saves, idle_seconds=NEVER_IDLE)
    autosave.track(tournament, "Attic")
    settle(autosave)
    assert (folder.path / "Attic.txt").read_bytes() == original
    match = tournament.games[-1].match
    play_at_random(match, 2, random.Random(1))
    autosave.changed()
    settle(autosave)
    assert (folder.path / "Attic.txt").read_bytes() == original
    assert SaveFolder(folder.path, rulesets).load("Attic").games[-1].match.state == match.state
    autosave.close()
    assert names_in(folder) == ["Attic.txt", "Attic.txt.previous"]
    found = SaveFolder(folder.path, rulesets).load("Attic")
    assert found.origin is not None
    assert found.games[-1].match.state.board == match.state.board


def test_a_disk_that_refuses_is_told_once_and_made_up_for(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(path: Path, contents: bytes) -> None:
        raise OSError(28, "No space left on device")

    autosave = Autosave(folder, idle_seconds=NEVER_IDLE)
    with monkeypatch.context() as patched:
        patched.setattr(saves, "write_file", full_disk)
        autosave.track(tournament, "Friday")
        settle(autosave)
        assert autosave.problem() == "'Friday' could not be saved: the disk is full."
        autosave.flush()
        assert autosave.problem() == ""
    play(tournament.games[-1].match, "b1")
    autosave.changed()
    settle(autosave)
    assert autosave.problem() == ""
    assert on_disk(folder) == write_tournament(tournament)
    autosave.close()


def test_a_write_that_failed_is_tried_again_when_nothing_happens(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([True, True])

    def busy_disk(path: Path, contents: bytes) -> None:
        if next(failures, False):
            raise OSError(13, "Permission denied")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(contents)

    monkeypatch.setattr(saves, "write_file", busy_disk)
    autosave = Autosave(folder, idle_seconds=0.02)
    autosave.track(tournament, "Friday")
    for _ in range(600):
        with autosave._change:
            autosave._change.wait(timeout=0.05)
        if (folder.path / "Friday.txt").exists():
            break
    autosave.close()
    assert on_disk(folder) == write_tournament(tournament)


def test_a_new_tournament_whose_name_was_taken_meanwhile_goes_on_under_another(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament
) -> None:
    folder.path.mkdir()
    (folder.path / "Friday.txt").write_text("precious")
    autosaved = autosave.track(tournament, "Friday")
    autosave.flush()
    text = "'Friday' was saved by another window or program; this game is now saved as 'Friday 2'."
    assert (autosave.problem(), autosave.problem()) == (text, "")
    assert autosaved.name == "Friday 2"
    assert (folder.path / "Friday.txt").read_text() == "precious"
    play(tournament.games[-1].match, "b1")
    autosave.changed()
    settle(autosave)
    assert names_in(folder) == ["Friday 2.txt", "Friday 2.txt.journal", "Friday.txt"]
    assert on_disk(folder, "Friday 2") == write_tournament(tournament)


@pytest.mark.parametrize("theirs_is_whole", [True, False])
@pytest.mark.parametrize("ours_is_whole", [True, False])
def test_a_save_that_two_windows_play_on_is_kept_as_two(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament, ours_is_whole: bool, theirs_is_whole: bool
) -> None:
    autosave.track(tournament, "Friday")
    autosave.flush()
    elsewhere = SaveFolder(folder.path, {"tiny": TINY})
    other = elsewhere.load("Friday")
    second = Autosave(elsewhere, idle_seconds=NEVER_IDLE)
    second.track(other, "Friday")
    play(other.games[-1].match, "b1")
    second.changed()
    if theirs_is_whole:
        second.flush()
    else:
        settle(second)
    play(tournament.games[-1].match, "c1 c8")
    autosave.changed()
    if ours_is_whole:
        autosave.flush()
    else:
        settle(autosave)
    text = "'Friday' was changed by another window or program; this game is now saved as 'Friday 2'."
    assert autosave.problem() == text
    second.close()
    assert second.problem() == ""
    assert on_disk(folder, "Friday") == write_tournament(other)
    assert on_disk(folder, "Friday 2") == write_tournament(tournament)


def test_another_name_that_cannot_be_written_either_is_told_and_made_up_for(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(path: Path, contents: bytes) -> None:
        raise OSError(28, "No space left on device")

    folder.path.mkdir()
    (folder.path / "Friday.txt").write_text("precious")
    with monkeypatch.context() as patched:
        patched.setattr(saves, "write_file", full_disk)
        autosaved = autosave.track(tournament, "Friday")
        settle(autosave)
        assert autosave.problem() == "'Friday 2' could not be saved: the disk is full."
    autosave.flush()
    assert autosave.problem().endswith("this game is now saved as 'Friday 2'.")
    assert autosaved.name == "Friday 2"
    assert on_disk(folder, "Friday 2") == write_tournament(tournament)


def test_a_plug_in_that_fails_is_told_and_the_next_tournament_is_saved(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_: Tournament) -> str:
        raise PluginError("Tiny failed: out of luck.")

    with monkeypatch.context() as patched:
        patched.setattr("game.storage.autosave.save_text", failing)
        autosave.track(tournament, "Friday")
        settle(autosave)
        assert autosave.problem() == "Tiny failed: out of luck."
    other = new_tournament(TINY)
    autosave.track(other, "Saturday")
    settle(autosave)
    assert on_disk(folder, "Saturday") == write_tournament(other)


def test_a_series_with_a_game_resigned_on_an_empty_board_is_kept(folder: SaveFolder, autosave: Autosave) -> None:
    tournament = new_tournament(TINY, size=8)
    tournament.best_of = 3
    tournament.start_game().match.resign(0)
    autosave.track(tournament, "Friday", is_new=True)
    autosave.leave()
    assert folder.load("Friday").wins() == (0.0, 1.0)


def test_a_new_tournament_without_a_stone_is_not_kept(folder: SaveFolder, autosave: Autosave) -> None:
    tournament = new_tournament(TINY)
    match = tournament.start_game().match
    autosave.track(tournament, "Friday", is_new=True)
    play(match, "b1")
    autosave.changed()
    autosave.flush()
    match.undo()
    autosave.changed()
    autosave.leave()
    assert names_in(folder) == []


@pytest.mark.parametrize("is_new", [True, False])
def test_a_stone_or_a_name_given_by_the_player_keeps_a_tournament(
    folder: SaveFolder, autosave: Autosave, is_new: bool
) -> None:
    tournament = new_tournament(TINY)
    match = tournament.start_game().match
    autosave.track(tournament, "Friday", is_new=is_new)
    if is_new:
        play(match, "b1")
        autosave.changed()
    autosave.leave()
    assert "Friday.txt" in names_in(folder)


def test_another_tournament_takes_the_place_of_an_empty_one(folder: SaveFolder, autosave: Autosave) -> None:
    for name in ("Friday", "Saturday"):
        tournament = new_tournament(TINY)
        tournament.start_game()
        autosave.track(tournament, name, is_new=True)
    settle(autosave)
    assert names_in(folder) == ["Saturday.txt"]


@pytest.fixture
def stuck_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A disk that takes nothing until the event is set; the window has no patience."""
    monkeypatch.setattr(background, "PATIENCE", 0.01)
    works, write_file = threading.Event(), saves.write_file

    def write(path: Path, contents: bytes) -> None:
        works.wait(30)
        write_file(path, contents)

    monkeypatch.setattr(saves, "write_file", write)
    yield works
    works.set()


def test_the_window_waits_for_no_disk_and_everything_is_written_later(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament, stuck_disk: threading.Event
) -> None:
    began = time.monotonic()
    autosave.track(tournament, "Friday")
    autosave.flush()
    autosave.release()
    other = new_tournament(TINY)
    play(other.start_game().match, "b1")
    autosave.track(other, "Saturday")
    autosave.leave()
    assert time.monotonic() - began < 5
    assert not autosave.settled()
    stuck_disk.set()
    autosave.wait()
    assert on_disk(folder, "Friday") == write_tournament(tournament)
    assert on_disk(folder, "Saturday") == write_tournament(other)


def test_a_new_tournament_without_a_stone_is_removed_also_where_the_disk_is_slow(
    folder: SaveFolder, autosave: Autosave, stuck_disk: threading.Event
) -> None:
    tournament = new_tournament(TINY)
    tournament.start_game()
    autosave.track(tournament, "Friday", is_new=True)
    autosave.leave()
    stuck_disk.set()
    autosave.wait()
    assert names_in(folder) == []


def test_what_is_done_in_the_folder_comes_after_what_is_written_before(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament, stuck_disk: threading.Event
) -> None:
    autosave.track(tournament, "Friday")
    autosave.release()
    renaming = BackgroundTask(lambda _step: folder.rename("Friday", "Saturday"))
    autosave.do(renaming)
    assert not renaming.is_done
    stuck_disk.set()
    renaming.take()
    autosave.wait()
    assert names_in(folder) == ["Saturday.txt"]


def test_a_write_that_fails_after_the_table_was_left_is_told(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    may_fail = threading.Event()

    def full_disk(path: Path, contents: bytes) -> None:
        may_fail.wait(30)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves, "write_file", full_disk)
    autosave.track(tournament, "Friday")
    assert autosave.late_problem() == ""
    autosave.leave()
    may_fail.set()
    autosave.wait()
    assert autosave.late_problem() == "'Friday' could not be saved: the disk is full."
    assert autosave.late_problem() == ""


def full_until_emptied(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """A full disk, until the event is set."""
    is_emptied, write_file = threading.Event(), saves.write_file

    def write(path: Path, contents: bytes) -> None:
        if not is_emptied.is_set():
            raise OSError(28, "No space left on device")
        write_file(path, contents)

    monkeypatch.setattr(saves, "write_file", write)
    return is_emptied


@pytest.mark.parametrize("ends", ["after a while", "with the program"])
def test_tournaments_that_were_left_on_a_full_disk_are_written_once_there_is_room(
    folder: SaveFolder, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    is_emptied = full_until_emptied(monkeypatch)
    autosave = Autosave(folder, idle_seconds=0.02 if ends == "after a while" else NEVER_IDLE)
    left = {}
    for name in ("Friday", "Saturday"):
        left[name] = new_tournament(TINY)
        play(left[name].start_game().match, "b1")
        autosave.track(left[name], name)
        autosave.release()
    is_emptied.set()
    if ends == "after a while":
        wait_for(lambda: all((folder.path / f"{name}.txt").exists() for name in left))
    autosave.close()
    assert {name: on_disk(folder, name) for name in left} == {name: write_tournament(left[name]) for name in left}


def test_a_save_that_is_to_be_deleted_is_not_tried_again(
    folder: SaveFolder, autosave: Autosave, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_emptied = full_until_emptied(monkeypatch)
    autosave.track(tournament, "Friday")
    autosave.release()
    autosave.forget("Friday")
    is_emptied.set()
    assert autosave.close() == ""
    assert folder.entries() == []


def test_a_write_that_fails_while_the_program_closes_is_told(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow_full_disk(path: Path, contents: bytes) -> None:
        time.sleep(0.1)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves, "write_file", slow_full_disk)
    autosave = Autosave(folder, idle_seconds=NEVER_IDLE)
    autosave.track(tournament, "Friday")
    assert autosave.close() == "'Friday' could not be saved: the disk is full."


def test_a_write_that_hangs_does_not_keep_the_program_open(
    folder: SaveFolder, tournament: Tournament, stuck_disk: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.autosave._CLOSING_SECONDS", 0.05, raising=False)
    autosave = Autosave(folder, idle_seconds=NEVER_IDLE)
    autosave.track(tournament, "Friday")
    sentences: list[str] = []
    closing = threading.Thread(target=lambda: sentences.append(autosave.close()), daemon=True)
    closing.start()
    closing.join(10)
    assert sentences == ["Saving has not finished: the last moves may be lost."]
    stuck_disk.set()
    autosave.wait()
