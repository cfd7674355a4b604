"""The file format of a study that is being edited: the study as a text, then one line of JSON for each later edit.

Each line ends with a checksum (``checked_lines``). An edit is appended at once, so that nothing is lost if the program
is killed. Unknown or damaged lines are reported; the edits before and after them stay as far as they apply.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from game.core.geometry import Geometry
from game.core.language import _, plural
from game.core.model import Choose, Move, ParseError, Pass, Place
from game.core.record.checked_lines import read_lines
from game.core.ruleset import PASS_WORD, Ruleset
from game.library.study.edits import (
    AddMove,
    BranchNode,
    Edit,
    RemoveBranch,
    RestoreBranch,
    SetComment,
    SetMarks,
    SetOptions,
    SetTitle,
    UnknownNodeError,
    apply_edit,
)
from game.library.study.study import Study
from game.library.study.study_file import salvage_study, write_study
from game.library.study.tree import CellMark, Sign

#: Version of this format; files with a later version are refused.
VERSION = 1
#: The first letters of a file of this format.
_BEGIN = '{"stone_fair_study": '
#: Before the key of a choice in an opening, to distinguish it from the name of a cell.
_CHOICE = "="


def is_edit_log(text: str) -> bool:
    """Return True if a text begins like the file of a study that is being edited."""
    return text.startswith(_BEGIN)


def write_head(study: Study) -> str:
    """Return the first line of the file of an edited study: the whole study as it is now."""
    return json.dumps({"stone_fair_study": VERSION, "text": write_study(study)}, ensure_ascii=False)


def write_edit(study: Study, edit: Edit) -> str:
    """Return the line that records an edit in the file of a study."""
    return json.dumps(_written(study.first_state.geometry, edit), ensure_ascii=False)


def read_edit_log(content: bytes, rulesets: Mapping[str, Ruleset]) -> tuple[Study, tuple[str, ...]]:
    """Return the study in the file of an edited study, after all its edits, and sentences about ignored lines.

    Raises ParseError if the first line is damaged or of a later version.
    """
    lines = read_lines(content)
    if not lines.sound:
        raise ParseError(_("the first line of the study is damaged"))
    study, problems = salvage_study(_text_of_head(lines.sound[0]), rulesets)
    ignored = sum(not _applies(study, line) for line in (*lines.sound[1:], *lines.later))
    # A line that was not written to its end is the edit during which the program was killed.
    ignored += bool(lines.damaged) and not lines.is_torn
    words = plural(
        "{count} change to the study could not be read.", "{count} changes to the study could not be read.", ignored
    )
    return study, (*problems, *([words] if ignored else []))


def is_undone(content: bytes, rulesets: Mapping[str, Ruleset]) -> bool:
    """Return True if the file of an edited study has edits, all of which were undone. Raises ParseError if damaged."""
    lines = read_lines(content)
    if len(lines.sound) < 2:
        return False
    study, _problems = read_edit_log(content, rulesets)
    return write_study(study) == _text_of_head(lines.sound[0])


def _text_of_head(line: str) -> str:
    try:
        head = json.loads(line)
        version, text = head["stone_fair_study"], head["text"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ParseError(_("the first line of the study is damaged")) from error
    if not isinstance(version, int) or not isinstance(text, str):
        raise ParseError(_("the first line of the study is damaged"))
    if version > VERSION:
        raise ParseError(
            _(
                "the file has format version {written}, but this version of Stone Fair reads version {version}",
                written=version,
                version=VERSION,
            )
        )
    return text


def _applies(study: Study, line: str) -> bool:
    """Apply a line's edit to a study; return False if the line is invalid or edits a node that is missing."""
    try:
        apply_edit(study, _read(study, json.loads(line)))
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError, ParseError, UnknownNodeError):
        return False
    return True


# Edits as JSON values


def _written(geometry: Geometry, edit: Edit) -> dict[str, Any]:
    match edit:
        case AddMove(path, move):
            return {"at": _moves(geometry, path), "add": _move(geometry, move)}
        case RemoveBranch(path):
            return {"remove": _moves(geometry, path)}
        case RestoreBranch(path, place, nodes):
            return {
                "at": _moves(geometry, path),
                "restore": [
                    [each.parent, _move(geometry, each.move), each.comment, _marks(geometry, each.marks)]
                    + ([dict(each.properties)] if each.properties else [])
                    for each in nodes
                ],
                "place": place,
            }
        case SetComment(path, comment):
            return {"at": _moves(geometry, path), "comment": comment}
        case SetMarks(path, marks):
            return {"at": _moves(geometry, path), "marks": _marks(geometry, marks)}
        case SetTitle(title):
            return {"title": title}
        case SetOptions(options):
            return {"options": dict(options)}


def _read(study: Study, value: Mapping[str, Any]) -> Edit:
    """Return the edit in a JSON value. Raises one of the errors that ``_applies`` expects."""
    path = tuple(_move_in(study, word) for word in value.get("at", value.get("remove", [])))
    if "add" in value:
        return AddMove(path, _move_in(study, value["add"]))
    if "remove" in value:
        return RemoveBranch(path)
    if "restore" in value:
        nodes = [
            BranchNode(int(parent), _move_in(study, move), str(comment), _marks_in(study, marks), _properties_in(more))
            for parent, move, comment, marks, *more in value["restore"]
        ]
        if any(not -1 <= each.parent < number for number, each in enumerate(nodes)):
            raise ValueError
        return RestoreBranch(path, int(value["place"]), tuple(nodes))
    if "comment" in value:
        return SetComment(path, str(value["comment"]))
    if "marks" in value:
        return SetMarks(path, _marks_in(study, value["marks"]))
    if "options" in value:
        return SetOptions({str(key): each for key, each in value["options"].items()})
    return SetTitle(str(value["title"]))


def _moves(geometry: Geometry, moves: Sequence[Move]) -> list[str]:
    return [_move(geometry, move) for move in moves]


def _move(geometry: Geometry, move: Move) -> str:
    if isinstance(move, Pass):
        return PASS_WORD
    return _CHOICE + move.key if isinstance(move, Choose) else f"{geometry.names[move.cell]} {move.stone}"


def _move_in(study: Study, word: str) -> Move:
    """Return the move that a word means. Raises ValueError or ParseError if the game has no such cell or stone."""
    if word.startswith(_CHOICE):
        return Choose(word.removeprefix(_CHOICE))
    if word == PASS_WORD:
        return Pass()
    name, stone = word.split(" ")
    if study.ruleset.info.stone(stone) is None:
        raise ValueError
    return Place(study.first_state.geometry.cell(name), stone)


def _marks(geometry: Geometry, marks: Sequence[CellMark]) -> list[list[str]]:
    return [[geometry.names[mark.cell], mark.sign.value, mark.text] for mark in marks]


def _marks_in(study: Study, marks: Sequence[Sequence[str]]) -> tuple[CellMark, ...]:
    geometry = study.first_state.geometry
    return tuple(CellMark(geometry.cell(name), Sign(sign), str(text)) for name, sign, text in marks)


def _properties_in(more: Sequence[Mapping[str, Sequence[str]]]) -> dict[str, tuple[str, ...]]:
    """Return the imported properties of a restored node; ``more`` is empty if it had none."""
    return {str(key): tuple(map(str, values)) for each in more for key, values in each.items()}
