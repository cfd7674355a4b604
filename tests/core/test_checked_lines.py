"""Lines with checksums: what was damaged or torn is noticed, and files of earlier versions are still read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.record.checked_lines import checked_line, plain, read_lines

TEXTS = st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=("Cs",))), max_size=6)
LINES = ("head", "first record", "second record", "third record")
WHOLE = b"".join(map(checked_line, LINES))


@given(TEXTS)
def test_what_was_written_is_read(texts: list[str]) -> None:
    contents = b"".join(map(checked_line, texts))
    read = read_lines(contents)
    assert read.sound == tuple(texts)
    assert read.length_of(len(texts)) == len(contents)
    assert (read.damaged, read.later, read.is_torn) == (0, (), False)


@pytest.mark.parametrize("place", range(len(WHOLE)))
def test_a_changed_byte_damages_its_line_and_no_line_before(place: int) -> None:
    changed = WHOLE[:place] + bytes([WHOLE[place] ^ 0x01]) + WHOLE[place + 1 :]
    number = WHOLE[:place].count(b"\n")
    read = read_lines(changed)
    # The first line may be one of an earlier version; its reader does not know the words then.
    assert read.damaged == number + 1 or number == 0
    assert read.sound[:number] == LINES[:number]
    assert set(LINES[number + 2 :]) <= {*read.sound, *read.later}


@pytest.mark.parametrize("length", range(len(WHOLE)))
def test_a_torn_end_is_known_and_the_lines_before_are_sound(length: int) -> None:
    read = read_lines(WHOLE[:length])
    count = WHOLE[:length].count(b"\n")
    assert read.sound == LINES[:count]
    assert read.is_torn == (length != read.length_of(count))


def test_lines_of_an_earlier_version_are_sound_until_one_has_a_checksum() -> None:
    read = read_lines(b"head\nold record\n" + checked_line("new record") + b"old record\n" + checked_line("last"))
    assert read.sound == ("head", "old record", "new record")
    assert (read.damaged, read.later) == (4, ("last",))


def test_line_ends_of_windows_change_nothing() -> None:
    assert read_lines(WHOLE.replace(b"\n", b"\r\n")).sound == LINES


def test_a_line_stays_readable_for_people() -> None:
    assert checked_line("game 1, ply 3: b1") == b"game 1, ply 3: b1 #0a224c98\n"
    assert plain(b"game 1, ply 3: b1 #0a224c98") == plain(b"game 1, ply 3: b1") == b"game 1, ply 3: b1"
