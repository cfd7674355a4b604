"""The journal of a tournament file: one line for each ply that the file does not hold yet.

The first line identifies both the exact contents of the file that the journal continues and the latest game in it. So a
journal of an older version of the file can be distinguished from a journal whose file was edited by hand. Every other
line names its game and ply, so replaying a line twice changes nothing. In the file each line ends with a checksum
(``game.core.record.checked_lines``); journals of earlier versions have none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from game.core.clock import format_time, parse_time
from game.core.language import _, strip_period
from game.core.match import Match
from game.core.model import ParseError, Reason
from game.core.record.checked_lines import plain, read_lines
from game.core.record.checksum import digest
from game.core.record.sections import parse_sections
from game.core.ruleset import format_move, parse_move
from game.core.tournament import Tournament

_FIRST_LINE = "Stone Fair journal of "
_GAME = ", game "
_ID_LETTERS = 12
#: The placeholder for a damaged line.
_DAMAGED = "damaged"
_LINE = re.compile(r"game ([0-9]{1,6}), ply ([0-9]{1,6}): (\S+)(?: \(([0-9.]+) seconds\))?")


def journal_start(contents: bytes) -> str:
    """Return the first line, without its checksum, of the journal for a tournament file with these contents."""
    return f"{_start_of_text(contents)}{_GAME}{_game_id(contents)}\n"


def _start_of_text(contents: bytes) -> str:
    return _FIRST_LINE + hashlib.sha256(contents).hexdigest()[:32]


def _game_id(contents: bytes) -> str:
    """Return an identifier of the latest game in a tournament file, or "" if it has no game.

    It is made from the game's start and moves. It does not depend on the rules, and does not change when other parts of
    the file are edited.
    """
    try:
        latest = parse_sections(contents.decode("utf-8", "replace"), lambda _problem: None)[-1]
    except ParseError:
        return ""
    words = [
        word
        for key in ("First seat", "Seed", "Position", "Moves")
        for word in (key, *(word for _line, word in latest.words(key)))
    ]
    return digest([str(latest.game), *words], _ID_LETTERS) if latest.game else ""


def new_plies(before: Tournament, after: Tournament) -> list[str] | None:
    """Return the journal lines, without checksums, for the plies that ``after`` has in addition to ``before``.

    Return None if the two differ by more than additional plies.
    """
    if _without_plies(before) != _without_plies(after) or not after.games:
        return None
    old, new = before.games[-1].match, after.games[-1].match
    if not _continues(old, new) or (new.spent and new.spent != old.spent):
        return None
    if old.ended_otherwise or new.ended_otherwise:
        return [] if old.outcome == new.outcome and len(old.plies) == len(new.plies) else None
    return list(_lines(len(after.games), new, len(old.plies)))


def _without_plies(tournament: Tournament) -> tuple[object, ...]:
    """Return the parts of a tournament that a journal cannot record: everything except the latest game's plies."""
    latest = tournament.games[-1] if tournament.games else None
    return (
        tournament.ruleset,
        tournament.options,
        tournament.participants,
        tournament.seed,
        tournament.best_of,
        tournament.first,
        tournament.title,
        len(tournament.games),
        tournament.wins_before,
        tournament.ended,
        tournament.time_control,
        tournament.teacher,
        latest and (latest.seats, latest.match.options, latest.match.seed, latest.match.start),
        latest and (latest.marked, latest.hints),
    )


def _continues(old: Match, new: Match) -> bool:
    """Return True if the match ``new`` begins with all plies of the match ``old``.

    Plies are only appended, so comparing the last ply of ``old`` is enough.
    """
    count = len(old.plies)
    return count == 0 or (count <= len(new.plies) and old.plies[-1] is new.plies[count - 1])


def _lines(game: int, match: Match, done: int) -> Iterator[str]:
    for number, ply in enumerate(match.plies[done:], start=done + 1):
        move = format_move(match.ruleset.info, match.first_state.geometry, ply.move)
        time = f" ({format_time(ply.spent)} seconds)" if ply.spent else ""
        yield f"game {game}, ply {number}: {move}{time}\n"


def continues(journal: bytes, contents: bytes) -> bool:
    """Return True if this journal belongs to a tournament file with exactly these contents."""
    return _first_line(journal).split(_GAME.encode())[0] == _start_of_text(contents).encode()


def fits(journal: bytes, contents: bytes) -> bool:
    """Return True if this journal continues the latest game of a tournament file, even if other parts were edited."""
    mark = _game_id(contents)
    return bool(mark) and _first_line(journal).endswith(f"{_GAME}{mark}".encode())


def _first_line(journal: bytes) -> bytes:
    first, line_end, _lines = journal.partition(b"\n")
    return plain(first.rstrip(b"\r")) if line_end else b""


def complete_lines(journal: bytes) -> list[str]:
    """Return the lines of a journal, without the first line and without an incomplete last line.

    Returns an empty list for a file that is not a journal. At the first damaged line the result ends with a placeholder
    that ``replay`` refuses.
    """
    read = read_lines(journal)
    if not read.sound or not read.sound[0].startswith(_FIRST_LINE):
        return []
    lines = list(read.sound[1:])
    if read.damaged and not read.is_torn:
        return [*lines, _DAMAGED]
    return lines[:-1] if _has_incomplete_end(lines) else lines


def has_torn_end(journal: bytes) -> bool:
    """Return True if the last line of a journal is incomplete, so that ``complete_lines`` leaves it out."""
    read = read_lines(journal)
    return read.is_torn or (not read.damaged and _has_incomplete_end(read.sound[1:]))


def _has_incomplete_end(lines: Sequence[str]) -> bool:
    """Return True if the last of some lines is not a complete line of a journal."""
    return bool(lines) and _LINE.fullmatch(lines[-1]) is None


def count_plies(lines: list[str], game: int) -> int:
    """Return the number of the last ply that these journal lines have for a game; 0 if they have none."""
    found = [_LINE.fullmatch(line) for line in lines]
    return max((int(each[2]) for each in found if each is not None and int(each[1]) == game), default=0)


def replay(lines: list[str], tournament: Tournament, file: str = "") -> None:
    """Play the plies in a journal that the tournament does not have yet. Raises ParseError if a ply is impossible."""
    for number, line in enumerate(lines, start=2):
        try:
            _replay_line(line, tournament)
        except ParseError as error:
            raise error.located(file=file, line=number) from error


def _replay_line(line: str, tournament: Tournament) -> None:
    found = _LINE.fullmatch(line)
    if line == _DAMAGED:
        raise ParseError(_("this line is damaged: its checksum does not match"))
    if found is None:
        raise ParseError(_("{line!r} is not a valid line in an autosave file", line=line[:60]))
    game, ply, word = int(found[1]), int(found[2]), found[3]
    running = len(tournament.games)
    if not 0 < game <= running:
        raise ParseError(
            _("the file contains no game {game} (number of games in the file: {games})", game=game, games=running)
        )
    match = tournament.games[-1].match
    if game < running or ply <= len(match.plies):
        return
    if ply > len(match.plies) + 1:
        raise ParseError(
            _(
                "move {ply} comes right after move {before}: the moves between are missing",
                ply=ply,
                before=len(match.plies),
            )
        )
    match.spend(parse_time(found[4] or "0") - match.spent)
    made = match.play(parse_move(match.ruleset.info, match.state, word))
    if isinstance(made, Reason):
        raise ParseError(
            _("move {ply}, {word!r}, is not allowed: {message}", ply=ply, word=word, message=strip_period(made.message))
        )
