"""Whole files: what readers see while one is written, who may read it, and what a failure leaves."""

import os
import stat
import threading
import time
from pathlib import Path

import pytest

from game.storage.files import TEMPORARY, write_file, write_new


def test_readers_never_see_half_a_file_while_several_threads_write_it(tmp_path: Path) -> None:
    path, contents = tmp_path / "file", [bytes([65 + number]) * 3_000 for number in range(4)]
    write_file(path, contents[0])
    seen: list[bytes] = []

    def write(text: bytes) -> None:
        for _round in range(30):
            write_file(path, text)

    writers = [threading.Thread(target=write, args=(text,)) for text in contents]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        seen.append(path.read_bytes())
    assert set(seen) <= set(contents)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
def test_a_private_file_is_closed_to_others_before_it_holds_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    fsync = os.fsync

    def look_and_sync(descriptor: int) -> None:
        modes.extend(stat.S_IMODE(each.stat().st_mode) for each in tmp_path.glob(f".*{TEMPORARY}"))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", look_and_sync)
    write_file(tmp_path / "secret", b"keys", private=True)
    assert modes == [0o600]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_a_new_file_replaces_no_other(tmp_path: Path) -> None:
    write_new(tmp_path / "file", b"first")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "file", b"second")
    assert (tmp_path / "file").read_bytes() == b"first"


def test_temporary_files_of_killed_programs_are_removed_and_nothing_else(tmp_path: Path) -> None:
    old = time.time() - 7200
    names = (".71-0123abcd.writing", "Friday.writing", ".71-0123abcd.txt", ".notes-0123abcd.writing")
    for name in names:
        (tmp_path / name).write_text("left")
        os.utime(tmp_path / name, (old, old))
    (tmp_path / ".72-0123abcd.writing").write_text("being written now")
    write_file(tmp_path / "file", b"contents")
    assert {each.name for each in tmp_path.iterdir()} == {"file", ".72-0123abcd.writing", *names[1:]}
