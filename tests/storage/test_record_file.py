"""A file of records: nothing is lost by writes that fail, in part or as a whole, and nothing is cut without a copy."""

import errno
import os
import stat
from pathlib import Path

import pytest

from game.core.record.checked_lines import read_lines
from game.storage.records import record_file
from game.storage.records.record_file import RecordFile, cut, save_copy, write_records
from game.storage.records.record_writer import RecordWriter
from tools.network.ends import wait_for

PROBLEM = "It cannot be written: {cause}."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_records(tmp_path / "records", ["head"], private=True)
    return tmp_path / "records"


def records(path: Path) -> tuple[str, ...]:
    read = read_lines(path.read_bytes())
    assert not read.damaged, path.read_bytes()
    return read.sound


def write_then_fail(bytes_before: int):
    """A disk that takes so many bytes of a line, and is full then."""

    def write(file: object, lines: bytes) -> None:
        file.write(lines[:bytes_before])
        raise OSError(errno.ENOSPC, "No space left on device")

    return write


def test_records_are_appended_in_order(path: Path) -> None:
    file = RecordFile(path)
    file.append("one")
    file.append("two", "three")
    assert records(path) == ("head", "one", "two", "three")


@pytest.mark.parametrize("taken", [0, 1, 5, 12])
@pytest.mark.parametrize("is_taken_back", [True, False])
def test_a_record_written_in_part_is_taken_back_before_the_next_try(
    path: Path, monkeypatch: pytest.MonkeyPatch, taken: int, is_taken_back: bool
) -> None:
    file = RecordFile(path)
    file.append("one")
    with monkeypatch.context() as patched:
        patched.setattr(record_file, "_write_all", write_then_fail(taken))
        if not is_taken_back:
            patched.setattr(record_file, "_take_back", lambda _file, _end: None)
        with pytest.raises(OSError, match="No space"):
            file.append("two")
        assert is_taken_back == (path.read_bytes().endswith(b"\n")) or taken == 0
    file.append("two")
    file.append("three")
    assert records(path) == ("head", "one", "two", "three")


def test_bytes_that_another_program_added_stay(path: Path) -> None:
    file = RecordFile(path)
    file.append("one")
    with path.open("ab") as other:
        other.write(b"theirs without an end")
    file.append("two")
    assert b"theirs without an end\n" in path.read_bytes()
    assert read_lines(path.read_bytes()).later == ("two",)


def test_a_file_that_is_gone_is_not_begun_without_its_head(path: Path) -> None:
    path.unlink()
    with pytest.raises(FileNotFoundError):
        RecordFile(path).append("one")
    assert not path.exists()


def test_cutting_puts_a_copy_of_the_whole_file_aside_first(path: Path) -> None:
    RecordFile(path).append("one")
    whole = path.read_bytes()
    with path.open("r+b") as file:
        aside = cut(path, file, whole, 5, private=True)
    assert path.read_bytes() == whole[:5]
    assert aside.read_bytes() == whole


def test_nothing_is_cut_where_no_copy_can_be_made(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_words: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    whole = path.read_bytes()
    monkeypatch.setattr(record_file, "write_new", full)
    with path.open("r+b") as file, pytest.raises(OSError, match="No space"):
        cut(path, file, whole, 5)
    assert path.read_bytes() == whole


def test_a_copy_for_which_the_disk_is_too_full_leaves_no_part_of_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_a_part(aside: Path, contents: bytes, **_words: object) -> None:
        aside.write_bytes(contents[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(record_file, "write_new", write_a_part)
        with pytest.raises(OSError, match="No space"):
            save_copy(path, b"whole")
    assert list(path.parent.iterdir()) == [path]


def test_copies_have_names_of_their_own_and_the_same_contents_are_copied_once(path: Path) -> None:
    asides = [save_copy(path, contents) for contents in (b"one", b"two", b"one")]
    assert [aside.name for aside in asides] == ["records.damaged-1", "records.damaged-2", "records.damaged-1"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
def test_private_files_and_their_copies_are_closed_to_others(path: Path) -> None:
    aside = save_copy(path, b"keys", private=True)
    assert {stat.S_IMODE(each.stat().st_mode) for each in (path, aside)} == {0o600}


def test_a_record_that_failed_is_tried_again_before_all_later_ones(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(record_file, "_write_all", write_then_fail(3))
        writer = RecordWriter(path, PROBLEM, retry_seconds=0.01)
        for record in ("one", "two", "three"):
            writer.note(record)
        sentences: list[str] = []
        wait_for(lambda: bool(sentences.append(writer.problem()) or sentences[-1]))
        assert sentences[-1] == "It cannot be written: the disk is full."
        assert not writer.is_written
        assert writer.problem() == ""
    wait_for(lambda: writer.is_written)
    assert writer.close() == ""
    assert records(path) == ("head", "one", "two", "three")


def test_closing_ends_where_nothing_can_be_written_and_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "_write_all", write_then_fail(3))
    monkeypatch.setattr("game.storage.records.record_writer.CLOSING_SECONDS", 0.05)
    writer = RecordWriter(path, PROBLEM)
    writer.note("one")
    writer.note("two")
    assert writer.close() == "It cannot be written: the disk is full."
    assert not writer.is_written
    assert records(path) == ("head",)
