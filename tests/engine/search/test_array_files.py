"""Files of arrays: what is read is what was written, or a sentence says that it is not."""

from io import BytesIO

import numpy as np
import pytest

from game.engine.search.lines.array_files import read_arrays, write_arrays

ARRAYS = {"points of one": np.arange(40, dtype=np.int16), "mark": np.array("word"), "empty": np.zeros((0, 3))}


def written():
    file = BytesIO()
    write_arrays(file, ARRAYS)
    return file.getvalue()


def test_arrays_survive_their_file_with_names_types_and_shapes(tmp_path):
    path = tmp_path / "arrays.npz"
    path.write_bytes(written())
    read = read_arrays(path)
    assert list(read) == list(ARRAYS)
    assert all(read[name].dtype == part.dtype and np.array_equal(read[name], part) for name, part in ARRAYS.items())


def test_the_same_arrays_make_the_same_file():
    assert written() == written()


def test_a_bit_that_has_changed_anywhere_is_noticed_or_changes_nothing(tmp_path):
    path, whole = tmp_path / "arrays.npz", written()
    refused = 0
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
        try:
            read = read_arrays(path)
        except ValueError as error:
            refused += "it is damaged, or no file of arrays" in str(error)
            continue
        # The names of the parts have no checksum, nor have dates.
        assert all(any(np.array_equal(part, kept) for kept in ARRAYS.values()) for part in read.values())
    assert refused > len(whole) / 2


def saved_alone():
    file = BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


@pytest.mark.parametrize("contents", [b"", b"milk and bread", saved_alone(), written()[:-30], written()[40:]])
def test_a_file_of_another_kind_or_cut_short_is_a_sentence(tmp_path, contents):
    path = tmp_path / "arrays.npz"
    path.write_bytes(contents)
    with pytest.raises(ValueError, match="it is damaged, or no file of arrays"):
        read_arrays(path)


def test_objects_that_would_run_code_are_refused(tmp_path):
    path = tmp_path / "arrays.npz"
    np.savez(path, part=np.array([{}], dtype=object))
    with pytest.raises(ValueError, match="allow_pickle=False"):
        read_arrays(path)
