"""Files are read in pieces, so that the window has its turn: what is longer than a piece is read as if it were not."""

from __future__ import annotations

import pytest

from game.core import plain_text
from game.core.plain_text import lines_of
from game.library.formats import texts
from game.library.formats.sgf import tree as sgf_tree
from game.library.formats.texts import ImportWarnings, decoded, encoding_of, in_utf8
from tests.library.formats.test_bombs import LIB, opened

GAMES = (
    b"(;GM[4]C[a value of many letters, \\] and \\\\];B[aa] ;AddBlack[bb] [cc](;W[dd])(;W[ee]))",
    b"( %s ;GM[4] %s C[x] %s ; %s AddBlack %s [aa] %s )" % ((b" " * 40,) * 6),
    b"x (no game (  ;B[aa](((((;C[a value without an end, which has all the rest",
    b"(;B[aa]) %s (;B[bb]; %s !x) (;B[cc] %s [dd]" % ((b" " * 30,) * 3),
)


def read(content: bytes) -> tuple[list[list[object]], tuple[str, ...]]:
    warnings = ImportWarnings()
    games = sgf_tree.parse_games(content, warnings)
    return [[(node.parent, node.properties, node.stones) for node in game] for game in games], warnings.sentences


@pytest.mark.parametrize("content", GAMES)
def test_a_game_is_read_in_pieces_of_any_size(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read(content)
    for size in range(10, 60):
        monkeypatch.setattr(sgf_tree, "_PIECE", size)
        assert read(content) == whole


@pytest.mark.parametrize(
    "content",
    [
        "héllo wörld €".encode(),
        "\ufeffhéllo".encode(),
        "你好，世界五子棋".encode("gbk"),
        "こんにちは、五目並べ".encode("cp932"),
        "café crème".encode("cp1252"),
        "\ufeffhéllo".encode("utf-16-le"),
        b"\x81\x81\x81",
    ],
)
def test_a_text_is_decoded_in_pieces_of_any_size(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = content.decode(texts.encoding_of(content), "replace")
    for size in range(1, 9):
        monkeypatch.setattr(texts, "_PIECE", size)
        assert decoded(content) == whole
        assert in_utf8(content, encoding_of(content)) == whole.encode()


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\na\r\nb\rc\r\r\nd", "one\x0btwo\u2028three\n" * 3, "\r\n" * 9])
def test_lines_are_those_of_splitlines_in_pieces_of_any_size(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for size in range(1, 9):
        monkeypatch.setattr(plain_text, "_PIECE", size)
        assert list(lines_of(text)) == text.splitlines()


def test_a_library_is_linked_across_blocks_of_nodes() -> None:
    pairs = 70_000
    tree = opened(LIB + b"\x78\x80\x79\x40" * (pairs - 1) + b"\x78\x00\x79\x40", "x.lib").studies[0].tree
    first = tree.children(0)
    assert len(first) == pairs
    assert [len(tree.children(node)) for node in first] == [1] * pairs
    colours = {(tree.move(node).stone, tree.move(tree.children(node)[0]).stone) for node in first}  # type: ignore[union-attr]
    assert len(colours) == 1
    assert len(colours.pop()) == 2
