"""Random games in the files and texts of other programs that Stone Fair reads and does not write."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence

#: Makes the content of a file.
MakeContent = Callable[[random.Random], bytes]
_ROWS = 15
_LETTERS = "abcdefghijklmno"
#: The letters of columns as GTP names them, which skips i.
_WITHOUT_I = str.maketrans("ijklmno", "jklmnop")
_SGF = "(;GM[4]SZ[15]PB[{name}]{moves})"


def _points(rng: random.Random, most: int = 40) -> list[tuple[int, int]]:
    """Return the columns and rows of some stones in the order of play, from 0 at the top left."""
    return [(cell % _ROWS, cell // _ROWS) for cell in rng.sample(range(_ROWS * _ROWS), rng.randrange(2, most))]


def _cells(rng: random.Random, most: int = 40) -> list[str]:
    return [f"{_LETTERS[x]}{_ROWS - y}" for x, y in _points(rng, most)]


def _board(points: Sequence[tuple[int, int]], signs: str) -> list[str]:
    """Return the rows of a board; the signs are those of an empty cell, of Black and of White."""
    rows = [[signs[0]] * _ROWS for _row in range(_ROWS)]
    for number, (x, y) in enumerate(points):
        rows[y][x] = signs[1 + number % 2]
    return ["".join(row) for row in rows]


def _lines(make: Callable[[random.Random], str]) -> MakeContent:
    """Return a maker of a text with some of these lines."""
    return lambda rng: "".join(f"{make(rng)}\n" for _line in range(rng.randrange(2, 9))).encode()


def _saved(rng: random.Random) -> bytes:
    points = _points(rng)
    return "".join((f"{_ROWS}\n{_ROWS}\n{len(points)}\n", *(f"{y} {x}\n" for x, y in points))).encode()


def _record(rng: random.Random) -> bytes:
    stones = "".join(f"{x},{y},{rng.randrange(30_000)}\n" for x, y in _points(rng))
    return f"ALFA.exe\nhomo-2\n{stones}-1\n".encode()


def _arena_log(rng: random.Random) -> bytes:
    moves = enumerate(_points(rng))
    lines = (
        f"{('Ann', 'Ben 8')[number % 2]} dropped a stone ({_LETTERS[x].upper()}, {y + 1})" for number, (x, y) in moves
    )
    return "\n".join((*lines, "Ann wins the game!")).encode()


def _connect6(rng: random.Random) -> bytes:
    names = rng.choice((("B", "W"), ("东河", "西山")))
    stones = enumerate(_points(rng))
    written = ";".join(f"{names[(number + 1) // 2 % 2]}({_LETTERS[x].upper()},{y + 1})" for number, (x, y) in stones)
    return f"{{[C6][先手参赛队 {names[0]}][后手参赛队 {names[1]}][先手胜][2024.08.05][杯];{written}}}".encode()


def _tagged(rng: random.Random) -> bytes:
    words = " ".join(
        f"{1 + number // 2}. {cell}" if number % 2 == 0 else cell for number, cell in enumerate(_cells(rng))
    )
    return f'[Site "PlayOK"]\n[Black "ann"]\n[White "ben"]\n[Result "1-0"]\n\n{words} 1-0\n'.encode()


def _gtp(rng: random.Random) -> bytes:
    cells = (cell.translate(_WITHOUT_I) for cell in _cells(rng))
    return "".join(f"play {'bw'[number % 2]} {cell}\n" for number, cell in enumerate(cells)).encode()


def _protocol(rng: random.Random) -> bytes:
    points = _points(rng)
    stones = "".join(f"{x},{y},{1 + (len(points) - number) % 2}\n" for number, (x, y) in enumerate(points))
    return f"START {_ROWS}\nBOARD\n{stones}DONE\n".encode()


def _table(rng: random.Random) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(("id", "moves", "winner"))
    for number in range(rng.randrange(1, 9)):
        writer.writerow((number, ",".join(_cells(rng)), rng.choice(("black", "white", "draw", ""))))
    return stream.getvalue().encode()


def _puzzle(rng: random.Random) -> dict[str, object]:
    """Return a puzzle or a game as one of the programs writes it in JSON."""
    points, cells = _points(rng), _cells(rng)
    puzzles: tuple[dict[str, object], ...] = (
        {"stones": "".join(cells), "side": 1, "rule": 2, "labels": ["H8,A"], "comment": "<b>?</b>"},
        {"blackStones": "".join(cells), "whiteStones": "A0", "size": rng.choice((15, 19, 77)), "title": "x"},
        {"board": "\n".join(_board(points, ".XO")), "side": "white", "forbidden_moves": []},
        {"title": "a", "difficulty": "renju_x", "initialBoard": _board(points, "-xo"), "dialogues": []},
        {"ruleset": "gomoku", "options": {"variant": "caro"}, "moves": cells},
        {"setup": {"b": cells[::2], "w": cells[1::2]}},
    )
    return rng.choice(puzzles)


def _json(rng: random.Random) -> bytes:
    return json.dumps({"defaultSettings": {"rule": 1}, "puzzles": [_puzzle(rng) for _number in range(5)]}).encode()


def _games(rng: random.Random) -> dict[str, bytes]:
    """Return the files of an archive, with their names."""
    moves = "".join(f";{'BW'[number % 2]}[{_LETTERS[x]}{_LETTERS[y]}]" for number, (x, y) in enumerate(_points(rng)))
    sgf = _SGF.format(name="Ann", moves=moves)
    return {"a.sgf": sgf.encode(), f"{'folder/' * 20}b.json": _json(rng), "c.sav": _saved(rng), "d.txt": b"Dear diary"}


def _zip(rng: random.Random) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for name, content in _games(rng).items():
            archive.writestr(name, content)
    return stream.getvalue()


def _tar(rng: random.Random) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=rng.choice((tarfile.GNU_FORMAT, tarfile.PAX_FORMAT))) as archive:
        for name, content in _games(rng).items():
            head = tarfile.TarInfo(name)
            head.size = len(content)
            archive.addfile(head, io.BytesIO(content))
    return stream.getvalue()


#: Makers of files by name, with the ending of the file's name.
FOREIGN_FILES: Mapping[str, tuple[str, MakeContent]] = {
    "sav": (".sav", _saved),
    "rec": (".rec", _record),
    "csv": (".csv", _table),
    "json": (".json", _json),
    "jsonl": (".jsonl", _lines(lambda rng: json.dumps(_puzzle(rng)))),
    "zip": (".zip", _zip),
    "tar": (".tar", _tar),
    "tgz": (".tgz", lambda rng: gzip.compress(_tar(rng))),
    "gz": (".json.gz", lambda rng: gzip.compress(_json(rng))),
    "connect6": (".txt", _connect6),
    "joined": (".txt", _lines(lambda rng: "".join(_cells(rng)))),
    "spaced": (".txt", lambda rng: " ".join(_cells(rng)).encode()),
    "offsets": (".txt", _lines(lambda rng: ", ".join(f"{x - 7},{y - 7}" for x, y in _points(rng)))),
    "brackets": (".txt", _lines(lambda rng: str(_points(rng)))),
    "quoted": (".js", lambda rng: f"codes = {json.dumps([''.join(_cells(rng)) for _game in range(4)])};".encode()),
    "arena log": (".txt", _arena_log),
    "playok": (".txt", _tagged),
    "gtp": (".txt", _gtp),
    "protocol": (".txt", _protocol),
    "diagram": (".txt", lambda rng: "\n".join(_board(_points(rng), ".xo")).encode()),
    "address": (".txt", lambda rng: f"https://gomocalc.com/#/{''.join(_cells(rng))}".encode()),
}
