"""The single entry point for reading game files: detects the format from the content, and reads all it can."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.core.record.reader import MissingRuleset, foreign_format, read_tournament, salvage
from game.core.record.sections import LARGEST_SAVE, is_ours
from game.core.ruleset import PluginError, Ruleset
from game.core.tournament import Tournament
from game.library.formats.clipboard.dialects import read_text_file
from game.library.formats.lib_reader import is_lib, is_old_lib, read_lib
from game.library.formats.lists.archives import is_archive, read_archive, unzipped
from game.library.formats.lists.json_games import is_json, read_json
from game.library.formats.lists.move_lists import MOST_OF_LIST, read_list
from game.library.formats.opened_file import OpenedFile
from game.library.formats.pos import is_bytes, is_points, read_bytes, read_points
from game.library.formats.psq import is_psq, is_rec, read_psq, read_rec
from game.library.formats.results import RESULT, result_of
from game.library.formats.rif import is_rif, read_rif
from game.library.formats.sav import is_sav, read_sav
from game.library.formats.sgf.reader import is_sgf, read_sgf
from game.library.formats.texts import decoded, encoding_of, in_utf8
from game.library.study.edit_log import is_edit_log, read_edit_log
from game.library.study.study import Study, study_of_game
from game.library.study.study_file import is_study, salvage_study

#: Maximum size in bytes of a file that is opened.
MOST_BYTES = 100_000_000
#: The largest library, of 16 bytes of memory for each two of the file; the largest study, and the largest SGF file.
MOST_OF_LIBRARY, MOST_OF_STUDY, MOST_OF_SGF = 40_000_000, 20_000_000, 20_000_000
#: The bytes that are looked at in one call into C, which keeps the window waiting until it ends.
_PIECE = 1 << 20
TOURNAMENT, STUDY = gettext_noop("Tournament"), gettext_noop("Study")


def missing_text(path: Path) -> str:
    """Return an error message if there is no readable file at a path, or "" if there is one.

    Pipes and devices are refused without opening them, because reading one might never end.
    """
    try:
        if path.is_file() or path.is_dir():
            return ""
        return _("{file} is not a readable file.", file=path) if path.exists() else _no_file(path)
    except (OSError, ValueError):
        return _no_file(path)


def _no_file(path: Path) -> str:
    return _("{file} does not exist.", file=path)


def open_file(path: Path, rulesets: Mapping[str, Ruleset], encoding: str = "") -> OpenedFile:
    """Read a game file of any known format, or an archive of such files. The file is never changed.

    ``encoding`` is Python's name of the encoding of its texts; "" if the file decides. Raises ParseError, with one
    sentence, if nothing in it can be read.
    """
    try:
        with path.open("rb", buffering=0) as stream:
            content = stream.read(MOST_BYTES + 1) or b""
    except (OSError, ValueError) as error:
        text = _("the file cannot be read: {problem}", problem=getattr(error, "strerror", None) or error)
        raise ParseError(text, file=path.name) from error
    return open_bytes(content, path.name, rulesets, encoding)


def open_bytes(content: bytes, name: str, rulesets: Mapping[str, Ruleset], encoding: str = "") -> OpenedFile:
    """Read the content of a game file or archive with this name, as ``open_file`` does.

    Raises ParseError if nothing in it can be read.
    """
    try:
        _check_size(content, MOST_BYTES)
        content, name = unzipped(content, name, MOST_BYTES)
        _check_size(content, MOST_BYTES)
        if is_archive(content):
            return read_archive(content, lambda inside, inner: _read(inside, inner, rulesets, encoding), MOST_BYTES)
        return _read(content, name, rulesets, encoding)
    except ParseError as error:
        raise error.located(file=name) from error
    except PluginError as error:
        raise ParseError(str(error), file=name) from error


def is_game_file(text: str, rulesets: Mapping[str, Ruleset]) -> bool:
    """Return True if a text is the content of a game file, in any known format but a list of points."""
    start = text[:_LOOKED_AT]
    file = _File(start.encode("utf-8", "replace"), start, "", "")
    return any(is_it(file) for is_it, _reader, _most in _KINDS) or foreign_format(text, rulesets) is not None


def _read(content: bytes, name: str, rulesets: Mapping[str, Ruleset], encoding: str) -> OpenedFile:
    _check_size(content, MOST_BYTES)
    if not any(content[at : at + _PIECE].strip(b" \t\r\n\0") for at in range(0, len(content), _PIECE)):
        raise ParseError(_("the file is empty"))
    file = _File(content, decoded(content[:_LOOKED_AT]), name.lower(), encoding)
    if encoding and not any(is_it(file) for is_it, _reader, _most in _BINARY):
        file = _in_utf8(file)
    opened = _read_kind(file, rulesets)
    return replace(opened, encoding=encoding) if encoding and opened.encoding else opened


def _in_utf8(file: _File) -> _File:
    """Return a text file in UTF-8, with a mark at its beginning that says so."""
    text = in_utf8(file.content, file.encoding)
    content = codecs.BOM_UTF8 + text.removeprefix(codecs.BOM_UTF8)
    return replace(file, content=content, start=decoded(content[:_LOOKED_AT]))


def _read_kind(file: _File, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a file by the first reader of its kind. Raises ParseError if there is none."""
    for is_it, read, most in (*_BINARY, *_KINDS):
        if is_it(file):
            _check_size(file.content, most)
            return read(file, rulesets)
    _check_size(file.content, MOST_OF_LIST)
    text = decoded(file.content)
    found = foreign_format(text, rulesets) if len(file.content) <= LARGEST_SAVE else None
    if found is not None:
        return _of_tournament(found.name, read_tournament(text, rulesets), (), encoding_of(file.content))
    if (games := read_list(file.content, file.name, rulesets)) is not None:
        return games
    _check_size(file.content, LARGEST_SAVE)
    if is_points(text):
        return read_points(file.content, rulesets)
    return read_text_file(file.content, rulesets)


@dataclass(frozen=True, slots=True)
class _File:
    """A game file, and the part of it from which its format is detected."""

    content: bytes
    start: str
    """Beginning of the content as text."""
    name: str
    """File name in lower case."""
    encoding: str
    """Python's name of the encoding that was chosen for its texts; "" if the file decides."""


_Reader = Callable[[_File, Mapping[str, Ruleset]], OpenedFile]
_Kind = tuple[Callable[[_File], bool], _Reader, int]
#: Number of bytes used to detect the format of a text.
_LOOKED_AT = 16_384


def _is_lib(file: _File) -> bool:
    return is_lib(file.content) or (file.name.endswith(".lib") and is_old_lib(file.content))


def _is_list_of_cells(file: _File) -> bool:
    return file.name.endswith(".pos") and is_bytes(file.content)


def _is_tournament(file: _File) -> bool:
    return is_ours(file.start)


def _is_study(file: _File) -> bool:
    return is_study(file.start)


def _is_edit_log(file: _File) -> bool:
    return is_edit_log(file.start)


def _is_psq(file: _File) -> bool:
    return is_psq(file.start)


def _is_rec(file: _File) -> bool:
    return is_rec(file.start)


def _is_sav(file: _File) -> bool:
    return is_sav(file.start)


def _is_rif(file: _File) -> bool:
    return is_rif(file.start)


def _is_json(file: _File) -> bool:
    return is_json(file.start)


def _is_sgf(file: _File) -> bool:
    return is_sgf(file.start)


def _check_size(content: bytes, most: int) -> None:
    if len(content) > most:
        raise ParseError(_("the file is larger than the limit of {most} MB", most=most // 10**6))


def _read_tournament(file: _File, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    tournament, problems = _whole_or_salvaged(decoded(file.content), rulesets)
    return _of_tournament(TOURNAMENT, tournament, problems, encoding_of(file.content))


def _whole_or_salvaged(text: str, rulesets: Mapping[str, Ruleset]) -> tuple[Tournament, tuple[str, ...]]:
    """Return the tournament in a text, and what was lost of a damaged one.

    Raises ParseError if nothing of it can be read.
    """
    try:
        return read_tournament(text, rulesets), ()
    except MissingRuleset:
        raise
    except ParseError as error:
        # A new error without a traceback, so that the partly read tournament is freed before the second attempt.
        refused = ParseError(error.problem, line=error.line)
    kept = salvage(text, rulesets)
    if kept is None:
        raise refused
    tournament, lost = kept
    return tournament, (lost,)


def _read_study(file: _File, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    study, problems = salvage_study(decoded(file.content), rulesets)
    return OpenedFile(STUDY, (study,), None, problems, encoding_of(file.content))


def _read_edit_log(file: _File, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    study, problems = read_edit_log(file.content, rulesets)
    return OpenedFile(STUDY, (study,), None, problems, encoding_of(file.content))


def _of_tournament(title: str, tournament: Tournament, problems: tuple[str, ...], encoding: str) -> OpenedFile:
    studies = tuple(_study_of_game(tournament, number) for number in range(len(tournament.games)))
    return OpenedFile(title, studies, tournament, problems, encoding)


def _study_of_game(tournament: Tournament, number: int) -> Study:
    study = study_of_game(tournament, number)
    result = result_of(tournament.games[number].match)
    if result:
        study.facts[RESULT] = result
    return study


def _read_lib(file: _File, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    return read_lib(file.content, rulesets, file.encoding)


def _read_sgf(file: _File, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    return read_sgf(file.content, rulesets, file.name)


def _read_json(file: _File, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    return read_json(file.content, rulesets, file.name)


def _of_content(read: Callable[[bytes, Mapping[str, Ruleset]], OpenedFile]) -> _Reader:
    """Return the reader of files whose name does not matter."""
    return lambda file, rulesets: read(file.content, rulesets)


#: The kinds of files: a test of the beginning of a file, the reader, and the largest size in bytes. The binary kinds
#: are tested first, because a binary file may contain text.
_BINARY: tuple[_Kind, ...] = (
    (_is_lib, _read_lib, MOST_OF_LIBRARY),
    (_is_list_of_cells, _of_content(read_bytes), LARGEST_SAVE),
)
_KINDS: tuple[_Kind, ...] = (
    (_is_tournament, _read_tournament, LARGEST_SAVE),
    (_is_study, _read_study, MOST_OF_STUDY),
    (_is_edit_log, _read_edit_log, MOST_OF_STUDY),
    (_is_psq, _of_content(read_psq), LARGEST_SAVE),
    (_is_rec, _of_content(read_rec), LARGEST_SAVE),
    (_is_sav, _of_content(read_sav), LARGEST_SAVE),
    (_is_rif, _of_content(read_rif), MOST_BYTES),
    (_is_json, _read_json, LARGEST_SAVE),
    (_is_sgf, _read_sgf, MOST_OF_SGF),
)
