"""The single entry point for reading game files: detects the format from the content, and reads all it can."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.core.record.reader import MissingRuleset, foreign_format, read_tournament, salvage
from game.core.record.sections import LARGEST_SAVE, is_ours
from game.core.ruleset import PluginError, Ruleset
from game.core.tournament import Tournament
from game.library.formats.lib_reader import is_lib, is_old_lib, read_lib
from game.library.formats.opened_file import OpenedFile
from game.library.formats.openings import BOARD_SIZES, is_opening_list, read_opening_list
from game.library.formats.pos import is_bytes, is_points, read_bytes, read_points
from game.library.formats.psq import is_psq, read_psq
from game.library.formats.results import RESULT, result_of
from game.library.formats.rif import is_rif, read_rif
from game.library.formats.sgf_reader import is_sgf, read_sgf
from game.library.formats.terms import GameRules, RuleBook
from game.library.formats.texts import decoded, encoding_of
from game.library.study.edit_log import is_edit_log, read_edit_log
from game.library.study.study import Study, study_of_game
from game.library.study.study_file import is_study, salvage_study

#: Maximum size in bytes of a file that is opened.
MOST_BYTES = 100_000_000
#: The largest library, of 16 bytes of memory for each two of the file; the largest study, and the largest SGF file.
MOST_OF_LIBRARY, MOST_OF_STUDY, MOST_OF_SGF = 40_000_000, 20_000_000, 20_000_000
#: The bytes that are looked at in one call into C, which keeps the window waiting until it ends.
_PIECE = 1 << 20
#: The first bytes of a gzip file, and what makes zlib expect its header.
_GZIP, _WITH_GZIP_HEADER = b"\x1f\x8b\x08", 31
#: Number of bytes of a gzip file after its data.
_GZIP_END = 8
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


def open_file(path: Path, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a game file of any known format. The file is never changed.

    Raises ParseError, with one sentence, if nothing in it can be read.
    """
    try:
        with path.open("rb", buffering=0) as stream:
            content = stream.read(MOST_BYTES + 1) or b""
    except (OSError, ValueError) as error:
        text = _("the file cannot be read: {problem}", problem=getattr(error, "strerror", None) or error)
        raise ParseError(text, file=path.name) from error
    return open_bytes(content, path.name, rulesets)


def open_bytes(content: bytes, name: str, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read the content of a game file with this name. Raises ParseError if nothing in it can be read."""
    try:
        return _read(*_unpacked(content, name), rulesets)
    except ParseError as error:
        raise error.located(file=name) from error
    except PluginError as error:
        raise ParseError(str(error), file=name) from error


def is_game_file(text: str, rulesets: Mapping[str, Ruleset]) -> bool:
    """Return True if a text is the content of a game file, in any known format but a list of points."""
    start = text[:_LOOKED_AT]
    beginning = _Beginning(start.encode("utf-8", "replace"), start, "")
    return any(is_it(beginning) for is_it, _reader, _most in _KINDS) or foreign_format(text, rulesets) is not None


def _read(content: bytes, name: str, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    _check_size(content, MOST_BYTES)
    if not any(content[at : at + _PIECE].strip(b" \t\r\n\0") for at in range(0, len(content), _PIECE)):
        raise ParseError(_("the file is empty"))
    start = decoded(content[:_LOOKED_AT])
    for is_it, read, most in _KINDS:
        if is_it(_Beginning(content, start, name.lower())):
            _check_size(content, most)
            return read(content, rulesets)
    _check_size(content, LARGEST_SAVE)
    text = decoded(content)
    found = foreign_format(text, rulesets)
    if found is not None:
        return _of_tournament(found.name, read_tournament(text, rulesets), (), encoding_of(content))
    if is_opening_list(text):
        return _read_opening_list(text, rulesets, encoding_of(content))
    if is_points(text):
        return read_points(content, rulesets)
    raise ParseError(_("unknown file format"))


def _unpacked(content: bytes, name: str) -> tuple[bytes, str]:
    """Return the content and the name of a file inside a gzip file; of a damaged one what comes before the damage.

    Other files are returned as they are.
    """
    if not content.startswith(_GZIP):
        return content, name
    # Without the checksum at the end, which would make zlib throw away what it has unpacked.
    content = content[:-_GZIP_END]
    unpacker, pieces = zlib.decompressobj(wbits=_WITH_GZIP_HEADER), list[bytes]()
    with suppress(zlib.error):
        while not unpacker.eof and sum(map(len, pieces)) <= MOST_BYTES:
            piece = unpacker.decompress(content, _PIECE)
            content = unpacker.unconsumed_tail
            if not piece:
                break
            pieces.append(piece)
    return b"".join(pieces), name[:-3] if name.lower().endswith(".gz") else name


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The beginning and the name of a game file, from which its format is detected."""

    content: bytes
    start: str
    """Beginning of the content as text."""
    name: str
    """File name in lower case."""


_Reader = Callable[[bytes, Mapping[str, Ruleset]], OpenedFile]
#: Number of bytes used to detect the format of a text.
_LOOKED_AT = 16_384


def _is_lib(file: _Beginning) -> bool:
    return is_lib(file.content) or (file.name.endswith(".lib") and is_old_lib(file.content))


def _is_list_of_cells(file: _Beginning) -> bool:
    return file.name.endswith(".pos") and is_bytes(file.content)


def _is_tournament(file: _Beginning) -> bool:
    return is_ours(file.start)


def _is_study(file: _Beginning) -> bool:
    return is_study(file.start)


def _is_edit_log(file: _Beginning) -> bool:
    return is_edit_log(file.start)


def _is_psq(file: _Beginning) -> bool:
    return is_psq(file.start)


def _is_rif(file: _Beginning) -> bool:
    return is_rif(file.start)


def _is_sgf(file: _Beginning) -> bool:
    return is_sgf(file.start)


def _check_size(content: bytes, most: int) -> None:
    if len(content) > most:
        raise ParseError(_("the file is larger than the limit of {most} MB", most=most // 10**6))


def _read_tournament(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    tournament, problems = _whole_or_salvaged(decoded(content), rulesets)
    return _of_tournament(TOURNAMENT, tournament, problems, encoding_of(content))


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


def _read_study(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    study, problems = salvage_study(decoded(content), rulesets)
    return OpenedFile(STUDY, (study,), None, problems, encoding_of(content))


def _read_edit_log(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    study, problems = read_edit_log(content, rulesets)
    return OpenedFile(STUDY, (study,), None, problems, encoding_of(content))


def _read_opening_list(text: str, rulesets: Mapping[str, Ruleset], encoding: str) -> OpenedFile:
    """Read a list of openings, which names neither its rule nor the size of its board."""
    return replace(read_opening_list(text, _usual_boards(rulesets)), encoding=encoding)


def _usual_boards(rulesets: Mapping[str, Ruleset]) -> Iterator[GameRules]:
    """Yield the first rules on each usual size of a board."""
    book = RuleBook(rulesets)
    for size in BOARD_SIZES:
        with suppress(ParseError):
            yield book.on_board(size, size)[0]


def _of_tournament(title: str, tournament: Tournament, problems: tuple[str, ...], encoding: str) -> OpenedFile:
    studies = tuple(_study_of_game(tournament, number) for number in range(len(tournament.games)))
    return OpenedFile(title, studies, tournament, problems, encoding)


def _study_of_game(tournament: Tournament, number: int) -> Study:
    study = study_of_game(tournament, number)
    result = result_of(tournament.games[number].match)
    if result:
        study.facts[RESULT] = result
    return study


#: The kinds of files that are told by how they begin, with what reads them and the most bytes of each.
_KINDS: tuple[tuple[Callable[[_Beginning], bool], _Reader, int], ...] = (
    (_is_lib, read_lib, MOST_OF_LIBRARY),
    (_is_list_of_cells, read_bytes, LARGEST_SAVE),
    (_is_tournament, _read_tournament, LARGEST_SAVE),
    (_is_study, _read_study, MOST_OF_STUDY),
    (_is_edit_log, _read_edit_log, MOST_OF_STUDY),
    (_is_psq, read_psq, LARGEST_SAVE),
    (_is_rif, read_rif, MOST_BYTES),
    (_is_sgf, read_sgf, MOST_OF_SGF),
)
