"""ZIP and tar archives: the games of all files in them are offered, and what is no game is named once."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from game.core.model import ParseError
from game.library.formats import reading
from game.library.formats.lists import archives
from game.library.formats.opened_file import OpenedFile
from game.library.formats.reading import open_bytes
from tests.library.formats.studies import RULESETS

SGF = "(;GM[4]SZ[15]PB[{name}];B[hh];W[ii])"
PSQ = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\nA.zip\nB.zip\n-1\n"


def zipped(files: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(files: dict[str, str | bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=form) as archive:
        for name, content in files.items():
            head = tarfile.TarInfo(name)
            data = content.encode() if isinstance(content, str) else content
            head.size = len(data)
            archive.addfile(head, io.BytesIO(data))
        link = tarfile.TarInfo("link.sgf")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return stream.getvalue()


def opened(content: bytes) -> OpenedFile:
    return open_bytes(content, "games.zip", RULESETS)


def test_the_games_of_all_files_are_in_the_order_of_the_archive() -> None:
    many = "".join(SGF.format(name=f"Ann {number}") for number in range(3))
    found = opened(zipped({"a.sgf": many, "folder/b.psq": PSQ, "c.sgf": SGF.format(name="Cleo")}))
    assert [study.players[0] for study in found.studies] == ["Ann 0", "Ann 1", "Ann 2", "A.zip", "Cleo"]
    assert [study.players[0] for study in found.studies[2:4]] == ["Ann 2", "A.zip"]
    assert found.studies[-1].players[0] == "Cleo"
    assert found.problems == ()


def test_files_without_games_are_named_in_one_warning() -> None:
    files = {f"{number}.txt": "Dear diary" for number in range(5)}
    found = opened(zipped({**files, "a.sgf": SGF, "b.sgf": SGF, ".DS_Store": "x", "__MACOSX/a.sgf": "x"}))
    assert found.problems == ("Left out: 5 files of the archive without a game: 0.txt, 1.txt, 2.txt, ….",)


def test_an_archive_with_one_file_is_like_the_file() -> None:
    found = opened(zipped({"a.sgf": SGF}))
    assert (found.format, len(found.studies)) == ("SGF", 1)


def test_an_archive_in_an_archive_is_not_unpacked() -> None:
    with pytest.raises(ParseError, match="no file in the archive has a game"):
        opened(zipped({"inner.zip": zipped({"a.sgf": SGF})}))


@pytest.mark.parametrize("content", [zipped({}), b"PK\x03\x04", b"PK\x03\x04" * 50, zipped({"a.sgf": SGF})[:-40]])
def test_an_archive_that_is_empty_or_damaged_is_refused(content: bytes) -> None:
    with pytest.raises(ParseError):
        opened(content)


def test_a_damaged_file_in_an_archive_does_not_hide_the_others() -> None:
    content = bytearray(zipped({"a.sgf": SGF * 40, "b.sgf": SGF.format(name="Bo")}))
    content[45:60] = b"x" * 15
    assert [study.players[0] for study in opened(bytes(content)).studies][-1] == "Bo"


def test_an_archive_unpacks_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 100_000)
    bomb = zipped({"a.sgf": SGF, "b.txt": b" " * 90_000, "c.txt": b" " * 90_000, "d.sgf": SGF})
    found = opened(bomb)
    assert len(found.studies) == 1
    assert any("Left out: 2 files of the archive, which unpacks to more" in each for each in found.problems)


def test_an_archive_may_not_list_more_files_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    with pytest.raises(ParseError, match="more than 3 files"):
        opened(zipped({f"{number}.sgf": SGF for number in range(4)}))


def test_the_size_that_an_archive_tells_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 100_000)
    content = bytearray(zipped({"a.txt": b" " * 5_000_000, "b.sgf": SGF}))
    listed = content.index(b"PK\x01\x02")
    content[listed + 24 : listed + 28] = struct.pack("<I", 2**31)
    with pytest.raises(ParseError):
        opened(bytes(content))


def test_the_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"a.sgf": SGF, "b.sgf": SGF}))
    before = path.read_bytes()
    assert len(reading.open_file(path, RULESETS).studies) == 2
    assert path.read_bytes() == before


# Tar archives


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_tar_archive_alone_and_in_gzip_is_like_a_zip_archive(form: int) -> None:
    long = f"{'folder/' * (30 if form != tarfile.USTAR_FORMAT else 3)}game.sgf"
    files = {long: SGF.format(name="Ann") * 2, "b.psq": PSQ, "c.txt": "Dear diary", "d.sgf": SGF}
    for content in (tarred(files, form), gzip.compress(tarred(files, form))):
        found = opened(content)
        assert [study.players[0] for study in found.studies] == ["Ann", "Ann", "A.zip", "{name}"]
        assert (found.format, found.problems) == (
            "Tar archive",
            ("Left out: 1 file of the archive without a game: c.txt.",),
        )


def test_a_long_name_in_a_tar_archive_is_the_name_of_its_file() -> None:
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        found = opened(tarred({f"{'a' * 120}/詰連珠.txt": "h8i9g7\nh8h9\n"}, form))
        assert found.studies[0].options["variant"] == "renju"


def test_a_torn_tar_archive_keeps_the_files_before_the_damage() -> None:
    content = tarred({"a.sgf": SGF.format(name="Ann"), "b.sgf": SGF.format(name="Bo"), "c.sgf": SGF})
    assert [study.players[0] for study in opened(content[: 2 * 1024 + 100]).studies] == ["Ann", "Bo"]
    with pytest.raises(ParseError, match="no file in the archive has a game"):
        opened(content[:512])


def test_the_sizes_and_the_number_of_files_of_a_tar_archive_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytearray(tarred({"a.sgf": SGF, "b.sgf": SGF}, tarfile.GNU_FORMAT))
    head = tarfile.TarInfo("a.sgf")
    head.size = 8 << 40
    content[:512] = head.tobuf(tarfile.GNU_FORMAT)
    # All that follows counts as the content of the first file.
    assert opened(bytes(content)).format == "SGF"
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    with pytest.raises(ParseError, match="more than 3 files"):
        opened(tarred({f"{number}.sgf": SGF for number in range(4)}))
