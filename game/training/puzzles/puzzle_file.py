"""The text form of puzzle sets: a header with the ruleset and its options, then a block of fields for each puzzle.

    Stone Fair puzzles, version 1
    Ruleset: gomoku
    Option size: 15

    Puzzle 1
    Theme: vcf
    Rating: 1450
    Source: where it came from
    Solution:
        h8 h9 g7 ...
    Position:
        the lines of ``Ruleset.dump``

Each line of the solution is a proved first turn with its continuation. A ruleset's puzzle sets are text files in the
subfolder ``puzzles`` of its folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from game.core.language import _
from game.core.model import Move, Options, OptionValue, ParseError, State
from game.core.plain_text import one_line
from game.core.record.format import INDENT, OPTION, quoted, wrapped
from game.core.record.sections import MOST_LINES, FileField, TextBlock
from game.core.ruleset import Ruleset, complete_options, format_move, parse_move
from game.training.puzzles.puzzle import Puzzle, PuzzleSet, PuzzleTheme

#: Version of this format; files with another version are refused.
VERSION = 1
#: Number of characters searched for the first line and the ruleset.
HEAD = 400
_FIRST_LINE = re.compile(r"Stone Fair puzzles, version ([0-9]{1,4})")
_BLOCK_LINE = re.compile(r"Puzzle ([0-9]{1,6})")
_FIELD_LINE = re.compile(r"([A-Z][A-Za-z]*(?: [a-z0-9_]+)?):(.*)")
_RULESET_LINE = re.compile(r"^Ruleset:(.*)$", re.MULTILINE)
_RATING = re.compile(r"[0-9]{1,4}")
_KEYS = ("Theme", "Rating", "Source", "Solution", "Position")
_NEEDED = ("Theme", "Rating", "Solution", "Position")
_LONG = ("Solution", "Position")
#: Fields of one block by key.
_Fields = dict[str, FileField]


def ruleset_of(text: str) -> str | None:
    """Return the ruleset id in the header of a puzzle set, or None if the text is not a puzzle set."""
    start = text[:HEAD].removeprefix("\ufeff").lstrip()
    found = _RULESET_LINE.search(start) if _FIRST_LINE.match(start) else None
    return found[1].strip() if found else None


def read_puzzles(text: str, rulesets: Mapping[str, Ruleset]) -> PuzzleSet:
    """Read a puzzle set from text. Raises ParseError, or PluginError if the ruleset itself fails."""
    head, *blocks = _blocks(text)
    ruleset = rulesets[_needed(head, "Ruleset", 1).parsed(lambda name: _known(name, rulesets))]
    options = _options(head, ruleset)
    return PuzzleSet(ruleset, options, tuple(_puzzle(each, ruleset, options) for each in blocks))


def _blocks(text: str) -> list[_Fields]:
    """Split a puzzle set into the fields of the header and of each puzzle. Raises ParseError."""
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise ParseError(_("the file has {count} lines; the limit is {most}", count=len(lines), most=MOST_LINES))
    _check_first(lines[0].strip() if lines else "")
    blocks: list[_Fields] = [{}]
    for number, line in enumerate(lines[1:], start=2):
        try:
            _take(line.rstrip(), number, blocks)
        except ParseError as error:
            raise error.located(line=number) from error
    return blocks


def _check_first(line: str) -> None:
    found = _FIRST_LINE.fullmatch(line)
    if found is None or int(found[1]) != VERSION:
        raise ParseError(
            _(
                "this is not a puzzle file: the first line is {line} instead of: {first}",
                line=quoted(line),
                first=f"Stone Fair puzzles, version {VERSION}",
            ),
            line=1,
        )


def _take(line: str, number: int, blocks: list[_Fields]) -> None:
    """Add a line of a puzzle set to the current field, or begin a new field or block. Raises ParseError."""
    fields = blocks[-1]
    latest = next(reversed(fields.values()), None)
    if not line:
        if latest is not None:
            latest.more.append((number, ""))
    elif line[0].isspace():
        _continue(line, number, latest)
    elif _BLOCK_LINE.fullmatch(line):
        blocks.append({})
    else:
        _add(line, number, fields, is_head=len(blocks) == 1)


def _continue(line: str, number: int, latest: FileField | None) -> None:
    if latest is None or latest.key not in _LONG:
        raise ParseError(
            _(
                "{line} is indented, but it continues no line above (lines that can be continued: {keys})",
                line=quoted(line.strip()),
                keys=", ".join(_LONG),
            )
        )
    latest.more.append((number, line.removeprefix(INDENT) if line.startswith(INDENT) else line.lstrip()))


def _add(line: str, number: int, fields: _Fields, *, is_head: bool) -> None:
    found = _FIELD_LINE.fullmatch(line)
    known = ("Ruleset",) if is_head else _KEYS
    if found is None or not (found[1] in known or (is_head and found[1].startswith(OPTION))):
        raise ParseError(
            _(
                "{line} is not a valid line in a puzzle file; expected: {known}",
                line=quoted(line),
                known=", ".join((*known, *((f"{OPTION}…",) if is_head else ()))),
            )
        )
    if found[1] in fields:
        raise ParseError(_("{key!r} appears twice: {line!r}", line=line, key=found[1]))
    fields[found[1]] = FileField(found[1], found[2].strip(), number)


def _needed(fields: _Fields, key: str, line: int) -> FileField:
    if key not in fields:
        raise ParseError(_("the line '{key}: …' is missing", key=key), line=line)
    return fields[key]


def _known(name: str, rulesets: Mapping[str, Ruleset]) -> str:
    if name not in rulesets:
        raise ParseError(_("the game {name} is not installed", name=quoted(name)))
    return name


def _options(head: _Fields, ruleset: Ruleset) -> Options:
    """Return the complete options in the header of a puzzle set. Raises ParseError.

    The error has the line of the invalid option, or else of the ruleset.
    """
    given: dict[str, OptionValue] = {}
    for key, each in head.items():
        if key.startswith(OPTION):
            given[key.removeprefix(OPTION)] = each.value
            try:
                complete_options(ruleset.info, given)
            except ParseError as error:
                raise error.located(line=each.line) from error
    options = complete_options(ruleset.info, given)
    reason = ruleset.check_options(options)
    if reason is not None:
        raise ParseError(reason.message, line=head["Ruleset"].line)
    return options


def _puzzle(fields: _Fields, ruleset: Ruleset, options: Options) -> Puzzle:
    line = min((each.line for each in fields.values()), default=0)
    for key in _NEEDED:
        _needed(fields, key, line)
    state = _position(fields["Position"], ruleset, options)
    return Puzzle(
        state=state,
        theme=fields["Theme"].parsed(_theme),
        rating=fields["Rating"].parsed(_rating),
        solutions=_solutions(fields["Solution"], ruleset, state),
        source=fields["Source"].value if "Source" in fields else "",
    )


def _theme(text: str) -> PuzzleTheme:
    themes = {each.value: each for each in PuzzleTheme}
    if text not in themes:
        raise ParseError(
            _(
                "{key!r} is {value!r}; {expected}",
                key="Theme",
                value=text,
                expected=_("the value must be one of: {words}", words=", ".join(themes)),
            )
        )
    return themes[text]


def _rating(text: str) -> int:
    if not _RATING.fullmatch(text):
        expected = _("the value must be a number from {low} to {high}", low=0, high=9999)
        raise ParseError(_("{key!r} is {value!r}; {expected}", key="Rating", value=text, expected=expected))
    return int(text)


def _position(field: FileField, ruleset: Ruleset, options: Options) -> State:
    block = TextBlock(field.line, field.block())
    try:
        state = ruleset.load(block.text, options)
    except ParseError as error:
        raise block.placed(error) from error
    if state.is_opening or ruleset.outcome(state) is not None:
        raise ParseError(_("the position of this puzzle has no side to move"), line=field.line)
    return state


def _solutions(field: FileField, ruleset: Ruleset, state: State) -> tuple[tuple[Move, ...], ...]:
    lines = [(number, text) for number, text in field.block() if text.strip()]
    if not lines:
        raise ParseError(_("the solution to this puzzle has no moves"), line=field.line)
    return tuple(_solution(text, number, ruleset, state) for number, text in lines)


def _solution(text: str, number: int, ruleset: Ruleset, state: State) -> tuple[Move, ...]:
    moves: list[Move] = []
    for word in text.split():
        try:
            moves.append(_played(word, ruleset, state))
        except ParseError as error:
            raise error.located(line=number) from error
        state = ruleset.apply(state, moves[-1]).state
    return tuple(moves)


def _played(word: str, ruleset: Ruleset, state: State) -> Move:
    """Parse a move of a puzzle solution, which must be legal in the position. Raises ParseError."""
    move = parse_move(ruleset.info, state, word)
    reason = ruleset.check(state, move)
    if reason is not None:
        raise ParseError(_("{move!r} cannot be played: {reason}", move=word, reason=reason.message))
    return move


#: Subfolder with puzzle sets; several single-file plug-ins may share it.
FOLDER = "puzzles"


def shipped_sets(ruleset_id: str, folder: Path) -> tuple[Path, ...]:
    """Return the paths of a ruleset's puzzle files, sorted by name.

    ``folder`` contains the ruleset's files.
    """
    return tuple(path for path in sorted((folder / FOLDER).glob("*.txt")) if ruleset_id == _named(path))


def _named(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8") as stream:
            return ruleset_of(stream.read(HEAD))
    except (OSError, UnicodeDecodeError):
        return None


def read_set(path: Path, rulesets: Mapping[str, Ruleset]) -> PuzzleSet:
    """Read a puzzle set from a file. Raises OSError, and ParseError with the file name."""
    try:
        return read_puzzles(path.read_text(encoding="utf-8"), rulesets)
    except UnicodeDecodeError as error:
        raise ParseError(_("the file is not UTF-8 text"), file=path.name) from error
    except ParseError as error:
        raise error.located(file=path.name) from error


def write_puzzles(puzzles: PuzzleSet) -> str:
    """Return a puzzle set as the text of a file."""
    blocks = (write_puzzle(puzzles, number, each) for number, each in enumerate(puzzles.puzzles, start=1))
    return "\n".join([write_head(puzzles), *blocks])


def write_head(puzzles: PuzzleSet) -> str:
    """Return the header of a puzzle set as text; the blocks of the puzzles follow, separated by empty lines."""
    options = (f"{OPTION}{key}: {_word(value)}" for key, value in puzzles.options.items())
    return "\n".join([f"Stone Fair puzzles, version {VERSION}", f"Ruleset: {puzzles.ruleset.info.id}", *options, ""])


def write_puzzle(puzzles: PuzzleSet, number: int, puzzle: Puzzle) -> str:
    """Return the text of one puzzle in a set; ``number`` counts from 1."""
    return "\n".join([f"Puzzle {number}", *_fields(puzzles, puzzle), ""])


def _fields(puzzles: PuzzleSet, puzzle: Puzzle) -> Iterator[str]:
    yield f"Theme: {puzzle.theme.value}"
    yield f"Rating: {puzzle.rating}"
    if puzzle.source:
        yield f"Source: {one_line(puzzle.source)}"
    info, geometry = puzzles.ruleset.info, puzzle.state.geometry
    yield "Solution:"
    for solution in puzzle.solutions:
        yield INDENT + " ".join(format_move(info, geometry, move) for move in solution)
    yield "Position:"
    yield wrapped(puzzles.ruleset.dump(puzzle.state))


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
