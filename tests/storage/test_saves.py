import contextlib
import copy
import hashlib
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from game.core.model import Outcome, ParseError, Termination
from game.core.record import journal, reader
from game.core.record.reader import MissingRuleset
from game.core.record.sections import LARGEST_SAVE, check_amount, parse_sections, refuse
from game.core.record.writer import write_tournament
from game.core.tournament import Game, Tournament
from game.storage import files, save_files
from game.storage.files import ForeignFileError, StoreError
from game.storage.records import record_file
from game.storage.save_files import SaveFiles
from game.storage.saves import SaveFolder
from tests.storage.conftest import TINY
from tools.pilot.tournaments import newest_to_go_on, play

SAMPLE_2017 = Path(__file__).parents[1] / "data" / "threestones_sample_2017.txt"


def names_in(folder: SaveFolder) -> list[str]:
    return sorted(path.name for path in folder.path.iterdir())


def test_a_folder_that_does_not_exist_is_empty_and_stays_so(folder: SaveFolder) -> None:
    assert folder.entries() == []
    assert newest_to_go_on(folder) is None
    assert folder.free_name("Friday") == "Friday"
    assert not folder.path.exists()


def test_what_is_written_is_loaded(folder: SaveFolder, tournament: Tournament) -> None:
    text = write_tournament(tournament)
    folder.write("Friday", text)
    assert write_tournament(folder.load("Friday")) == text
    assert names_in(folder) == ["Friday.txt"]


def test_the_version_before_is_kept(folder: SaveFolder, tournament: Tournament) -> None:
    before = write_tournament(tournament)
    folder.write("Friday", before)
    play(tournament.games[-1].match, "b1")
    folder.write("Friday", write_tournament(tournament))
    assert (folder.path / "Friday.txt.previous").read_bytes() == before.encode()
    folder.write("Friday", write_tournament(tournament))
    assert (folder.path / "Friday.txt.previous").read_bytes() == before.encode()


def test_a_write_that_fails_leaves_the_old_file(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = write_tournament(tournament)
    folder.write("Friday", before)

    def full_disk(path: Path, contents: bytes, *, private: bool = False) -> None:
        path.write_bytes(contents[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_new", full_disk)
    with pytest.raises(StoreError, match="'Friday' could not be saved: the disk is full"):
        folder.write("Friday", before + "\n")
    assert (folder.path / "Friday.txt").read_text() == before
    assert not list(folder.path.glob("*.writing"))


def test_entries_are_listed_newest_first_with_what_they_hold(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Old", write_tournament(tournament))
    tournament.games[-1].match.resign(0)
    tournament.best_of = 3
    folder.write("New", write_tournament(tournament))
    os.utime(folder.path / "Old.txt", (1000, 1000))
    entries = folder.entries()
    assert [(entry.name, entry.problem) for entry in entries] == [("New", ""), ("Old", "")]
    new, old = (entry.header for entry in entries)
    assert new is not None
    assert old is not None
    assert (new.running, new.wins, new.best_of, new.plies) == (False, (0.0, 1.0), 3, 2)
    assert (old.running, old.ruleset_title, old.participants[0].name) == (True, "Tiny", "Anna")


def test_the_newest_is_the_one_that_can_be_played_on(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Running", write_tournament(tournament))
    tournament.ended = True
    tournament.games[-1].match.agree_draw()
    folder.write("Over", write_tournament(tournament))
    (folder.path / "Damaged.txt").write_text("nothing")
    for number, name in enumerate(["Running", "Over", "Damaged"]):
        os.utime(folder.path / f"{name}.txt", (1000 + number, 1000 + number))
    newest = newest_to_go_on(folder)
    assert newest is not None
    assert newest.name == "Running"


def test_a_list_reads_no_save_again_that_has_not_changed(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    read_whole = SaveFiles.read

    def listen(self: SaveFiles, path: Path, most: int = 0) -> bytes:
        read.append(path.name)
        return read_whole(self, path, most)

    for name in ("one", "two", "three"):
        folder.write(name, write_tournament(tournament))
    folder.entries()
    monkeypatch.setattr(SaveFiles, "read", listen)
    assert len(folder.entries()) == 3
    assert read == []
    folder.append("two", ["game 1, ply 3: c1\n"])
    found = {entry.name: entry for entry in folder.entries()}
    assert set(read) == {"two.txt", "two.txt.journal"}
    assert found["two"].header.plies == found["one"].header.plies + 1
    folder.files.touch("one")
    assert next(iter(folder.entries())).name == "one"
    (folder.path / "three.txt").write_text("milk", encoding="utf-8")
    assert next(entry for entry in folder.entries() if entry.name == "three").problem


def test_damaged_files_are_listed_with_a_sentence(folder: SaveFolder) -> None:
    folder.path.mkdir()
    (folder.path / "List.txt").write_text("shopping")
    (folder.path / "Bytes.txt").write_bytes(b"Stone Fair\n\xff\xfe")
    (folder.path / "picture.png").write_bytes(b"")
    problems = {entry.name: entry.problem for entry in folder.entries()}
    assert set(problems) == {"List", "Bytes"}
    assert problems["List"].startswith(
        "List.txt, line 1: this is not a Stone Fair tournament file: the first line is 'shopping'"
    )
    assert problems["Bytes"] == "Bytes.txt, line 2: the file is not valid UTF-8 text (byte 0xff)"


def test_a_save_without_its_plug_in_is_listed_and_kept_as_it_is(folder: SaveFolder, tournament: Tournament) -> None:
    text = write_tournament(tournament)
    folder.write("Friday", text)
    elsewhere = SaveFolder(folder.path, {})
    (entry,) = elsewhere.entries()
    assert (entry.problem, entry.can_resume) == ("needs Tiny", False)
    assert entry.header is not None
    assert entry.header.title == "Friday"
    with pytest.raises(MissingRuleset):
        elsewhere.load("Friday")
    with pytest.raises(ForeignFileError):
        elsewhere.write("Friday", "something else")
    assert (folder.path / "Friday.txt").read_text() == text


def test_a_damaged_file_is_not_written_over(folder: SaveFolder, tournament: Tournament) -> None:
    folder.path.mkdir()
    (folder.path / "Friday.txt").write_text("Stone Fair tournament, version 1\nnonsense\n")
    with pytest.raises(ForeignFileError, match="'Friday' was saved by another window or program"):
        folder.write("Friday", write_tournament(tournament))
    assert "nonsense" in (folder.path / "Friday.txt").read_text()


def test_a_file_that_somebody_else_changed_is_not_written_over(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    elsewhere = SaveFolder(folder.path, {"tiny": TINY})
    theirs = elsewhere.load("Friday")
    play(theirs.games[-1].match, "b1")
    elsewhere.write("Friday", write_tournament(theirs))
    assert not folder.is_ours("Friday")
    with pytest.raises(ForeignFileError, match="'Friday' was changed by another window or program"):
        folder.write("Friday", write_tournament(tournament))
    with pytest.raises(ForeignFileError):
        folder.append("Friday", ["game 1, ply 3: c1\n"])
    assert (folder.path / "Friday.txt").read_text() == write_tournament(theirs)
    assert folder.load("Friday").games[-1].match.moves == theirs.games[-1].match.moves
    assert folder.is_ours("Friday")


def test_a_save_that_was_only_looked_at_is_still_not_written_over(folder: SaveFolder, tournament: Tournament) -> None:
    """Before, the door of rated games and the list of saves declared another window's changes as known."""
    folder.write("Friday", write_tournament(tournament))
    SaveFolder(folder.path, {"tiny": TINY}).load("Friday")
    elsewhere = SaveFolder(folder.path, {"tiny": TINY})
    elsewhere.load("Friday")
    elsewhere.append("Friday", ["game 1, ply 3: b1"])
    for only_latest in (True, False):
        seen = folder.peek("Friday", only_latest=only_latest)
        assert len(seen.games[-1].match.plies) == 3
        assert not folder.is_ours("Friday")
        with pytest.raises(ForeignFileError):
            folder.write("Friday", write_tournament(tournament))


def test_looking_at_a_save_changes_no_file_and_keeps_what_loading_has_to_tell(
    folder: SaveFolder, tournament: Tournament
) -> None:
    folder.write("Torn", write_tournament(tournament))
    folder.write("Strange", write_tournament(tournament))
    for name in ("Torn", "Strange"):
        folder.append(name, ["game 1, ply 3: b1"])
    with (folder.path / "Torn.txt.journal").open("ab") as file:
        file.write(b"game 1, pl")
    tournament.games[-1].match.undo()
    (folder.path / "Strange.txt").write_text(write_tournament(tournament))
    before = {path.name: path.read_bytes() for path in folder.path.iterdir()}
    found = SaveFolder(folder.path, {"tiny": TINY})
    assert [len(found.peek(name).games[-1].match.plies) for name in ("Torn", "Strange")] == [3, 1]
    assert {path.name: path.read_bytes() for path in folder.path.iterdir()} == before
    assert not found.take_message("Torn")
    assert not found.take_message("Strange")
    for name in ("Torn", "Strange"):
        found.load(name)
        assert found.take_message(name)


def test_of_a_long_series_the_latest_game_alone_can_be_read(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament.games[-1].match.end(Outcome(Termination.RESIGNATION, 0))
    for _number in range(5):
        play(tournament.start_game().match, "a1 a8")
        tournament.games[-1].match.end(Outcome(Termination.RESIGNATION, 1))
    play(tournament.start_game().match, "a1 a8")
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 7, ply 3: b1"])
    whole = folder.peek("Friday").games
    restored: list[int] = []
    real = reader._restore

    def counted(*given: Any) -> Game:
        restored.append(given[0].number)
        return real(*given)

    monkeypatch.setattr(reader, "_restore", counted)
    games = folder.peek("Friday", only_latest=True).games
    assert restored == [7]
    assert len(games) == len(whole)
    assert (games[-1].match.seed, games[-1].seats, games[-1].marked) == (whole[-1].match.seed, whole[-1].seats, None)
    assert games[-1].match.moves == whole[-1].match.moves


def test_a_journal_that_somebody_else_wrote_is_not_thrown_away(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    elsewhere = SaveFolder(folder.path, {"tiny": TINY})
    elsewhere.load("Friday")
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    with pytest.raises(ForeignFileError):
        elsewhere.write("Friday", write_tournament(tournament) + "\n")
    with pytest.raises(ForeignFileError):
        elsewhere.append("Friday", ["game 1, ply 3: c1\n"])
    assert len(elsewhere.load("Friday").games[-1].match.plies) == 3


def test_a_journal_line_that_failed_halfway_is_taken_back_and_written_again(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(file: IO[bytes], lines: bytes) -> None:
        file.write(lines[:-3])
        raise OSError(28, "No space left on device")

    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    for is_taken_back in (True, False):
        with monkeypatch.context() as patched:
            patched.setattr(record_file, "_write_all", full_disk)
            if not is_taken_back:
                patched.setattr(record_file, "_take_back", lambda _file, _end: None)
            with pytest.raises(StoreError, match="the disk is full"):
                folder.append("Friday", ["game 1, ply 4: b8\n"])
    assert folder.is_ours("Friday")
    play(tournament.games[-1].match, "b1 b8")
    folder.write("Friday", write_tournament(tournament))
    assert write_tournament(folder.load("Friday")) == write_tournament(tournament)


def test_each_line_of_a_journal_has_a_checksum_and_can_be_read_by_people(
    folder: SaveFolder, tournament: Tournament
) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    folder.append("Friday", ["game 1, ply 4: b8\n"])
    lines = (folder.path / "Friday.txt.journal").read_text().splitlines()
    assert all(re.fullmatch(".* #[0-9a-f]{8}", line) for line in lines)
    assert [line[:-10] for line in lines[1:]] == ["game 1, ply 3: b1", "game 1, ply 4: b8"]


def test_a_journal_with_a_damaged_line_stays_as_it_is_and_the_plies_before_are_offered(
    folder: SaveFolder, tournament: Tournament
) -> None:
    folder.write("Friday", write_tournament(tournament))
    for line in ("game 1, ply 3: b1", "game 1, ply 4: b8", "game 1, ply 5: c1"):
        folder.append("Friday", [line])
    path = folder.path / "Friday.txt.journal"
    damaged = path.read_bytes().replace(b"ply 4: b8", b"ply 4: c8")
    path.write_bytes(damaged)
    found = SaveFolder(folder.path, {"tiny": TINY})
    with pytest.raises(ParseError, match=r"^Friday\.txt\.journal, line 3: this line is damaged"):
        found.load("Friday")
    salvaged = found.salvage("Friday")
    assert salvaged is not None
    assert len(salvaged[0].games[-1].match.plies) == 3
    assert path.read_bytes() == damaged


def test_a_torn_end_of_a_journal_is_told_and_kept_as_a_copy(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1"])
    folder.append("Friday", ["game 1, ply 4: b8"])
    path = folder.path / "Friday.txt.journal"
    torn = path.read_bytes()[:-4]
    path.write_bytes(torn)
    found = SaveFolder(folder.path, {"tiny": TINY})
    loaded = found.load("Friday")
    assert len(loaded.games[-1].match.plies) == 3
    assert found.take_message("Friday") == (
        "The last line of Friday.txt.journal is incomplete and was left out. The original file is kept as "
        "Friday.txt.journal-1."
    )
    assert (folder.path / "Friday.txt.journal-1").read_bytes() == torn
    found.append("Friday", ["game 1, ply 4: b8"])
    assert len(SaveFolder(folder.path, {"tiny": TINY}).load("Friday").games[-1].match.plies) == 4


def test_a_file_in_the_place_of_the_folder_is_named_as_the_cause(tmp_path: Path, tournament: Tournament) -> None:
    (tmp_path / "saves").write_text("a file")
    with pytest.raises(StoreError, match="'Friday' could not be saved: there is a file where a folder is expected"):
        SaveFolder(tmp_path / "saves", {"tiny": TINY}).write("Friday", write_tournament(tournament))


def test_a_foreign_file_is_listed_and_loaded_under_the_name_of_its_file(folder: SaveFolder) -> None:
    from game.plugins import registry  # noqa: PLC0415 - only this test needs the rulesets of the fair

    folder = SaveFolder(folder.path, registry.discover().rulesets)
    folder.path.mkdir()
    (folder.path / "Attic.txt").write_bytes(SAMPLE_2017.read_bytes())
    (entry,) = folder.entries()
    assert (entry.name, entry.problem) == ("Attic", "")
    assert entry.header is not None
    assert entry.header.title == "Attic"
    assert folder.load("Attic").title == "Attic"


def test_a_tournament_that_is_over_without_a_game_to_show_is_told(folder: SaveFolder, tournament: Tournament) -> None:
    tournament.games.clear()
    tournament.ended = True
    folder.write("Friday", write_tournament(tournament))
    with pytest.raises(StoreError, match=r"^Friday\.txt: the match is over, but the file contains none of its games$"):
        folder.load("Friday")


def test_a_journal_is_played_on_top_of_its_file(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    folder.append("Friday", ["game 1, ply 4: b8\n"])
    found = SaveFolder(folder.path, {"tiny": TINY})
    assert len(found.load("Friday").games[-1].match.plies) == 4
    (entry,) = found.entries()
    assert entry.header is not None
    assert entry.header.plies == 4


def test_a_game_that_goes_on_in_the_journal_counts(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    loaded = SaveFolder(folder.path, {"tiny": TINY}).load("Friday")
    assert loaded.practice_of(loaded.games[-1]) is None


def test_writing_the_file_ends_its_journal(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    play(tournament.games[-1].match, "b1")
    folder.write("Friday", write_tournament(tournament))
    assert names_in(folder) == ["Friday.txt", "Friday.txt.previous"]


def test_a_journal_left_over_from_an_older_file_is_not_played(folder: SaveFolder, tournament: Tournament) -> None:
    """As after a kill between writing the file and removing its journal: an undone ply must not come back."""
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    stale = (folder.path / "Friday.txt.journal").read_bytes()
    tournament.games[-1].match.undo()
    folder.write("Friday", write_tournament(tournament))
    (folder.path / "Friday.txt.journal").write_bytes(stale)
    assert len(folder.load("Friday").games[-1].match.plies) == 1


def test_a_file_mended_by_hand_keeps_what_its_journal_holds(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    path = folder.path / "Friday.txt"
    path.write_text(path.read_text().replace("Title: ", "Title: The great "))
    found = SaveFolder(folder.path, {"tiny": TINY})
    assert [entry.header.plies for entry in found.entries() if entry.header] == [3]
    loaded = found.load("Friday")
    assert len(loaded.games[-1].match.plies) == 3
    found.append("Friday", ["game 1, ply 4: b8\n"])
    assert len(SaveFolder(folder.path, {"tiny": TINY}).load("Friday").games[-1].match.plies) == 4


@pytest.mark.parametrize("mending", ["shorter", "another game"])
def test_a_backup_put_back_beside_a_journal_is_loaded_and_the_journal_named_and_kept(
    folder: SaveFolder, tournament: Tournament, mending: str
) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n", "game 1, ply 4: b8\n"])
    (kept,) = [path.read_bytes() for path in folder.path.glob("*.journal")]
    backup = copy.deepcopy(tournament)
    match = backup.games[-1].match
    match.undo()
    if mending == "another game":
        play(match, "c8")
    (folder.path / "Friday.txt").write_text(write_tournament(backup))
    found = SaveFolder(folder.path, {"tiny": TINY})
    assert [entry.header.plies for entry in found.entries() if entry.header] == [len(match.plies)]
    for _look in (1, 2):
        assert found.load("Friday").games[-1].match.moves == match.moves
    assert (folder.path / "Friday.txt.journal-1").read_bytes() == kept
    assert found.take_message("Friday") == (
        "Friday.txt.journal does not belong to the game in Friday.txt and was ignored."
        " The ignored file was kept as Friday.txt.journal-1."
    )
    assert found.take_message("Friday") == ""
    found.append("Friday", [f"game 1, ply {len(match.plies) + 1}: d1\n"])
    assert len(SaveFolder(folder.path, {"tiny": TINY}).load("Friday").games[-1].match.plies) == len(match.plies) + 1
    assert (folder.path / "Friday.txt.journal-1").read_bytes() == kept


def test_a_save_whose_journal_was_set_aside_is_played_on_at_once(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 3: b1\n"])
    match = tournament.games[-1].match
    match.undo()
    (folder.path / "Friday.txt").write_text(write_tournament(tournament))
    found = SaveFolder(folder.path, {"tiny": TINY})
    found.load("Friday")
    found.append("Friday", [f"game 1, ply {len(match.plies) + 1}: d1\n"])
    assert len(SaveFolder(folder.path, {"tiny": TINY}).load("Friday").games[-1].match.plies) == len(match.plies) + 1


def test_a_journal_of_the_release_before_is_played_on_top_of_its_file(
    folder: SaveFolder, tournament: Tournament
) -> None:
    text = write_tournament(tournament)
    folder.write("Friday", text)
    start = f"Stone Fair journal of {hashlib.sha256(text.encode()).hexdigest()[:32]}\n"
    (folder.path / "Friday.txt.journal").write_text(start + "game 1, ply 3: b1\n")
    found = SaveFolder(folder.path, {"tiny": TINY})
    assert len(found.load("Friday").games[-1].match.plies) == 3
    found.append("Friday", ["game 1, ply 4: b8\n"])
    assert len(SaveFolder(folder.path, {"tiny": TINY}).load("Friday").games[-1].match.plies) == 4


def test_a_file_beyond_any_save_is_refused_before_it_is_read(folder: SaveFolder, tournament: Tournament) -> None:
    folder.path.mkdir(parents=True)
    (folder.path / "Huge.txt").write_bytes(b"Stone Fair tournament, version 1\n" + b"\n" * 50_000_000)
    (folder.path / "Lines.txt").write_bytes(b"Stone Fair tournament, version 1\n" + b"\n" * 600_000)
    problems = {entry.name: entry.problem for entry in folder.entries()}
    assert "the file is larger than 4 MB" in problems["Huge"]
    assert "the file has more than 500000 lines" in problems["Lines"]


@pytest.mark.parametrize("moves", ["", "a1", "a1 a8 b2 b8 a3 c7 b4 d8 a5 e7 b6"])
def test_the_longest_series_that_a_save_has_room_for_is_within_all_limits(tournament: Tournament, moves: str) -> None:
    """Before, 4,700 games of 40 moves were written and never read again."""
    tournament.games.clear()
    play(tournament.start_game().match, moves)
    tournament.games[-1].match.end(Outcome(Termination.AGREED_DRAW, None))
    head, game = write_tournament(tournament).split("\nGame 1\n")
    text = "".join([head, *(f"\nGame {number}\n{game}" for number in range(1, LARGEST_SAVE // (len(game) + 12)))])
    assert LARGEST_SAVE - 300_000 < len(text) <= LARGEST_SAVE
    _head, *games = parse_sections(text, refuse)
    check_amount(games)


def test_a_link_in_the_place_of_the_temporary_file_is_not_followed(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.path.mkdir(parents=True)
    letter = folder.path / "letter"
    letter.write_text("Dear Anna")
    monkeypatch.setattr(files.secrets, "token_hex", lambda _count: "known")
    (folder.path / f".{os.getpid()}-known.writing").symlink_to(letter)
    with pytest.raises(StoreError):
        folder.write("Friday", write_tournament(tournament))
    assert letter.read_text() == "Dear Anna"


@pytest.mark.parametrize("steps", range(5))
def test_a_rename_that_is_killed_leaves_the_whole_save_under_one_of_its_names(
    folder: SaveFolder, tournament: Tournament, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    folder.write("Friday", write_tournament(tournament))
    play(tournament.games[-1].match, "b1")
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 4: b8\n"])
    left = iter(range(steps))

    def until_killed(real: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **words: object) -> object:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return real(*arguments, **words)

        return step

    monkeypatch.setattr(save_files, "move_file", until_killed(save_files.move_file))
    monkeypatch.setattr(save_files, "write_file", until_killed(save_files.write_file))
    monkeypatch.setattr(Path, "unlink", until_killed(Path.unlink))
    with contextlib.suppress(KeyboardInterrupt):
        folder.rename("Friday", "Saturday")
    monkeypatch.undo()
    found = SaveFolder(folder.path, {"tiny": TINY})
    (entry,) = found.entries()
    assert len(found.load(entry.name).games[-1].match.plies) == 4


def test_renaming_never_writes_over_a_save_that_differs_in_capitals_alone(
    folder: SaveFolder, tournament: Tournament
) -> None:
    folder.write("friday", write_tournament(tournament))
    (folder.path / "Friday.txt").write_text("mine")
    if (folder.path / "friday.txt").read_text() == "mine":
        pytest.skip("this file system takes both names for one")
    with pytest.raises(StoreError, match="is taken"):
        folder.rename("friday", "Friday")
    assert (folder.path / "Friday.txt").read_text() == "mine"


def test_a_broken_journal_is_named_and_what_can_be_saved_is_offered(folder: SaveFolder, tournament: Tournament) -> None:
    text = write_tournament(tournament)
    folder.write("Friday", text)
    lines = "game 1, ply 3: b1\ngame 1, ply 4: zz\ngame 1, ply 5: c1\n"
    (folder.path / "Friday.txt.journal").write_text(journal.journal_start(text.encode()) + lines)
    with pytest.raises(ParseError, match=r"Friday\.txt\.journal, line 3: 'zz' is not a valid cell name"):
        folder.load("Friday")
    found = folder.salvage("Friday")
    assert found is not None
    assert len(found[0].games[-1].match.plies) == 3
    assert "Friday.txt.journal, line 3" in found[1]


def test_a_damaged_save_is_offered_from_the_version_that_holds_more(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    play(tournament.games[-1].match, "b1")
    folder.write("Friday", write_tournament(tournament))
    (folder.path / "Friday.txt").write_text("")
    found = folder.salvage("Friday")
    assert found is not None
    assert len(found[0].games[-1].match.plies) == 2
    (folder.path / "Friday.txt.previous").unlink()
    assert folder.salvage("Friday") is None


def test_renaming_moves_all_that_belongs_together(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    play(tournament.games[-1].match, "b1")
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 4: b8\n"])
    folder.rename("Friday", "Saturday")
    assert names_in(folder) == ["Saturday.txt", "Saturday.txt.journal", "Saturday.txt.previous"]
    assert len(folder.load("Saturday").games[-1].match.plies) == 4
    folder.rename("Saturday", "SATURDAY")
    assert [entry.name for entry in folder.entries()] == ["SATURDAY"]


@pytest.mark.parametrize(
    ("new", "words"),
    [("saturday", "is taken"), ("a/b", "contains '/'"), ("", "is empty"), ("nul", "reserved on Windows")],
)
def test_renaming_to_a_name_that_cannot_be_is_refused(
    folder: SaveFolder, tournament: Tournament, new: str, words: str
) -> None:
    folder.write("Friday", write_tournament(tournament))
    folder.write("Saturday", write_tournament(tournament))
    with pytest.raises(StoreError, match=words):
        folder.rename("Friday", new)
    assert names_in(folder) == ["Friday.txt", "Saturday.txt"]


def test_deleting_removes_all_that_belongs_together(folder: SaveFolder, tournament: Tournament) -> None:
    folder.write("Friday", write_tournament(tournament))
    play(tournament.games[-1].match, "b1")
    folder.write("Friday", write_tournament(tournament))
    folder.append("Friday", ["game 1, ply 4: b8\n"])
    folder.delete("Friday")
    assert names_in(folder) == []


@pytest.mark.parametrize("name", ["Monday", "../Monday", ""])
def test_what_is_not_there_is_told(folder: SaveFolder, name: str) -> None:
    for action in (folder.load, folder.delete, lambda old: folder.rename(old, "New")):
        with pytest.raises(StoreError):
            action(name)


def test_a_file_whose_name_is_no_text_is_passed_over(tmp_path):
    (tmp_path / "One.txt").write_text("not a tournament", encoding="utf-8")
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.txt")).write_text("x", encoding="utf-8")
    except OSError:
        pytest.skip("this file system only takes names that are text")
    assert [entry.name for entry in SaveFolder(tmp_path, {}).entries()] == ["One"]


def test_a_save_dated_in_the_future_is_never_the_newest(folder: SaveFolder, tournament: Tournament) -> None:
    for name in ("Tomorrow", "Today"):
        folder.write(name, write_tournament(tournament))
    ahead = time.time() + 7 * 24 * 3600
    os.utime(folder.path / "Tomorrow.txt", (ahead, ahead))
    assert [entry.name for entry in folder.entries()] == ["Today", "Tomorrow"]
    newest = newest_to_go_on(folder)
    assert newest is not None
    assert newest.name == "Today"
    folder.files.touch("Tomorrow")
    newest = newest_to_go_on(folder)
    assert newest is not None
    assert newest.name == "Tomorrow", "it was played again"
