"""The one way in for files: tells the format by what is in a file, and reads what can be read of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.core.record.reader import MissingRuleset, foreign_format, read_tournament, salvage
from game.core.record.sections import is_ours
from game.core.ruleset import PluginError, Ruleset
from game.core.tournament import Tournament
from game.formats.opened_file import OpenedFile
from game.study.study import study_of_game

#: The largest file that is looked into, in bytes.
MOST_BYTES = 100_000_000
TOURNAMENT = gettext_noop("Stone Fair tournament")


def open_file(path: Path, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a file of any format that is known; it is never written to.

    Raises ParseError, with one sentence, when nothing of it can be read.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        told = _("the file cannot be read: {problem}", problem=getattr(error, "strerror", None) or error)
        raise ParseError(told, file=path.name) from error
    return open_bytes(content, path.name, rulesets)


def open_bytes(content: bytes, name: str, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read the content of a file of that name; raises ParseError when nothing of it can be read."""
    try:
        return _read(content, rulesets)
    except ParseError as error:
        raise error.located(file=name) from error
    except PluginError as error:
        raise ParseError(str(error), file=name) from error


def _read(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    if len(content) > MOST_BYTES:
        raise ParseError(_("the file is larger than {most} MB, the most that is read", most=MOST_BYTES // 10**6))
    if not content.strip():
        raise ParseError(_("the file is empty"))
    text = content.decode("utf-8", "replace")
    if is_ours(text):
        return _read_tournament(text, rulesets)
    found = foreign_format(text, rulesets)
    if found is not None:
        return _of_tournament(found.name, read_tournament(text, rulesets))
    raise ParseError(_("this is no file of a game that Stone Fair knows"))


def _read_tournament(text: str, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    try:
        return _of_tournament(TOURNAMENT, read_tournament(text, rulesets))
    except MissingRuleset:
        raise
    except ParseError:
        kept = salvage(text, rulesets)
        if kept is None:
            raise
        tournament, lost = kept
        return _of_tournament(TOURNAMENT, tournament, (lost,))


def _of_tournament(title: str, tournament: Tournament, problems: tuple[str, ...] = ()) -> OpenedFile:
    studies = tuple(study_of_game(tournament, number) for number in range(len(tournament.games)))
    return OpenedFile(title, studies, tournament, problems)
