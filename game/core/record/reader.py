"""Reads a tournament from the sections of its file, replaying every game: the moves are the truth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from game.core.clock import UNTIMED, parse_time, parse_time_control
from game.core.language import _, marked, unended
from game.core.match import Match
from game.core.model import Options, OptionValue, Outcome, ParseError, Reason, State, Termination
from game.core.picture import read_board
from game.core.record.text import Complain, Field, Section
from game.core.record.values import (
    format_outcome,
    format_scores,
    parse_participant,
    parse_participant_number,
    parse_result,
    parse_ruleset,
    parse_scores,
    parse_series,
    parse_whole_number,
    parse_wins,
    parse_yes,
)
from game.core.ruleset import Ruleset, complete_options, parse_move
from game.core.tournament import Game, Participant, Tournament

T = TypeVar("T")

#: Endings that the moves do not show; their lines are believed.
_FROM_OUTSIDE = (Termination.RESIGNATION, Termination.AGREED_DRAW, Termination.TIME, Termination.FORFEIT)
_OTHER_RESULT = marked("the recorded result: {value!r}, but the moves lead to: {true!r}")
_OTHER_SCORES = marked("the recorded scores: {value!r}, but the moves lead to: {true!r}")
_MOVE_NUMBER = re.compile(r"[0-9]+\.")


class MissingRuleset(ParseError):  # noqa: N818 - a kind of ParseError that says what is missing
    """The file is fine, but the plug-in with its game is not there."""

    def __init__(self, ruleset_id: str, title: str, *, file: str = "", line: int = 0) -> None:
        self.ruleset_id = ruleset_id
        self.title = title
        super().__init__(_("needs {ruleset}, which is not installed", ruleset=_(title)), file=file, line=line)

    def located(self, *, file: str = "", line: int = 0) -> MissingRuleset:
        """The same with a place; a place that is already known is kept."""
        return MissingRuleset(self.ruleset_id, self.title, file=self.file or file, line=self.line or line)


def value(section: Section, key: str, parse: Callable[[str], T], otherwise: T, complain: Complain) -> T:
    """A field's value; ``otherwise`` when the field is missing, or damaged and ``complain`` lets that pass."""
    found = section.fields.get(key)
    if found is None:
        return otherwise
    try:
        return parse(found.value)
    except ParseError as error:
        complain(error.located(line=found.line))
        return otherwise


def needed(section: Section, key: str) -> Field:
    """A field that must be there; raises ParseError."""
    if key not in section.fields:
        raise ParseError(_("the line '{key}: …' is missing in the head of the file", key=key), line=section.line)
    return section.fields[key]


# The head


def read_head(head: Section, rulesets: Mapping[str, Ruleset], complain: Complain) -> Tournament:
    """The tournament without its games; raises MissingRuleset, and ParseError without a ruleset or participants."""
    ruleset = _read_ruleset(head, rulesets)
    return Tournament(
        ruleset=ruleset,
        options=_read_options(head, ruleset, complete_options(ruleset.info, {}), complain),
        participants=read_participants(head, complain),
        seed=value(head, "Seed", parse_whole_number, 0, complain),
        best_of=value(head, "Series", parse_series, 0, complain),
        first=value(head, "First seat", parse_participant_number, 0, complain),
        title=value(head, "Title", str, "", complain),
        wins_before=value(head, "Carried over", parse_wins, (0.0, 0.0), complain),
        ended=value(head, "Ended", parse_yes, False, complain),
        time_control=value(head, "Clock", parse_time_control, UNTIMED, complain),
    )


def _read_ruleset(head: Section, rulesets: Mapping[str, Ruleset]) -> Ruleset:
    ruleset_id, title = read_ruleset_name(head)
    if ruleset_id not in rulesets:
        raise MissingRuleset(ruleset_id, title, line=needed(head, "Ruleset").line)
    return rulesets[ruleset_id]


def read_ruleset_name(head: Section) -> tuple[str, str]:
    """Id and title of the ruleset; raises ParseError."""
    found = needed(head, "Ruleset")
    try:
        return parse_ruleset(found.value)
    except ParseError as error:
        raise error.located(line=found.line) from error


def read_participants(head: Section, complain: Complain) -> tuple[Participant, Participant]:
    """Both participants; a nameless person for one that cannot be read."""
    for key in ("Participant 1", "Participant 2"):
        needed(head, key)
    one = value(head, "Participant 1", parse_participant, Participant("Player 1"), complain)
    two = value(head, "Participant 2", parse_participant, Participant("Player 2"), complain)
    return (one, two)


def _read_options(section: Section, ruleset: Ruleset, usual: Options, complain: Complain) -> dict[str, OptionValue]:
    """The usual options with those that the section sets."""
    options = dict(usual)
    for key, found in section.options():
        try:
            options[key] = complete_options(ruleset.info, {key: found.value})[key]
        except ParseError as error:
            complain(error.located(line=found.line))
    refusal = ruleset.check_options(options)
    if refusal is None:
        return options
    complain(
        ParseError(_("the options do not go together: {message}", message=unended(refusal.message)), line=section.line)
    )
    return dict(usual)


# A game


def read_game(section: Section, tournament: Tournament, complain: Complain) -> Game:
    """One game with its moves replayed, up to the first one that cannot be when ``complain`` lets that pass.

    Raises ParseError when it has no start: a position that cannot be read.
    """
    number = len(tournament.games)
    first = value(section, "First seat", parse_participant_number, (tournament.first + number) % 2, complain)
    seats = (first, 1 - first)
    options = _read_options(section, tournament.ruleset, tournament.game_options(seats), complain)
    seed = value(section, "Seed", parse_whole_number, tournament.seed + number, complain)
    start = _read_position(section, tournament.ruleset, options)
    game = Game(seats, Match(tournament.ruleset, options, seed, start, tournament.time_control))
    times = _read_times(section, complain)
    try:
        _replay(section, game.match, times)
        _read_result(section, game)
        _check_picture(section, game.match)
    except ParseError as error:
        complain(error)
    return game


def _read_position(section: Section, ruleset: Ruleset, options: Options) -> State | None:
    found = section.fields.get("Position")
    if found is None:
        return None
    lines = found.block()
    try:
        return ruleset.load("\n".join(line for _, line in lines), options)
    except ParseError as error:
        raise _within(error, found, lines) from error


def _within(error: ParseError, found: Field, lines: Sequence[tuple[int, str]]) -> ParseError:
    """An error whose line counts from the first of a field's lines, with its line in the file."""
    known = 0 < error.line <= len(lines)
    return ParseError(error.problem, line=lines[error.line - 1][0] if known else found.line)


def _read_times(section: Section, complain: Complain) -> list[int]:
    """Milliseconds for each move and the turn that is running, in order; none where they are damaged."""
    found = section.fields.get("Times")
    times: list[int] = []
    for line, word in _unnumbered(found) if found else ():
        try:
            times.append(parse_time(word))
        except ParseError as error:
            complain(error.located(line=line))
            return []
    moves = section.fields.get("Moves")
    made = len(list(_unnumbered(moves))) if moves else 0
    if found is None or len(times) <= made + 1:
        return times
    told = _(
        "game {game} has {times} times for {moves} moves; take the last ones out",
        game=section.game,
        times=len(times),
        moves=made,
    )
    complain(ParseError(told, line=found.line))
    return []


def _unnumbered(found: Field) -> Iterator[tuple[int, str]]:
    """The words of a field with the numbers of their lines; those that only count the moves are left out."""
    return (each for each in found.words() if not _MOVE_NUMBER.fullmatch(each[1]))


def _replay(section: Section, match: Match, times: Sequence[int]) -> None:
    """Makes the moves, each after its time; what time is left over belongs to the turn that is running."""
    found = section.fields.get("Moves")
    spent = iter(times)
    for line, word in _unnumbered(found) if found else ():
        match.spend(next(spent, 0))
        place = {"number": len(match.plies) + 1, "game": section.game}
        try:
            move = parse_move(match.ruleset.info, match.state, word)
        except ParseError as error:
            raise ParseError(
                _("move {number} of game {game}: {problem}", problem=error.problem, **place), line=line
            ) from error
        made = match.play(move)
        if isinstance(made, Reason):
            raise ParseError(
                _(
                    "move {number} of game {game}, {word!r}, is not allowed: {message}",
                    **place,
                    word=word,
                    message=unended(made.message),
                ),
                line=line,
            )
    match.spend(next(spent, 0))


def _read_result(section: Section, game: Game) -> None:
    """Ends a game that was ended from outside its rules, and compares what is written with what the moves say."""
    found = section.fields.get("Result")
    scores = section.fields.get("Scores")
    if found is None:
        if scores is not None:
            raise ParseError(_("game {game} has scores but no result", game=section.game), line=scores.line)
        return
    try:
        winner, termination = parse_result(found.value)
        if termination in _FROM_OUTSIDE and game.match.outcome is None:
            winning_seat = None if winner is None else game.seat_of(winner)
            game.match.end(Outcome(termination, winning_seat, _read_scores(scores, game.match)))
    except ParseError as error:
        raise error.located(line=found.line) from error
    _compare(found, format_outcome(game.match.outcome, game.seats), _OTHER_RESULT)
    if scores is not None:
        assert game.match.outcome is not None
        _compare(scores, format_scores(game.match.outcome.scores), _OTHER_SCORES)


def _compare(found: Field, true: str, complaint: str) -> None:
    if "".join(found.value.split()) != "".join(true.split()):
        raise ParseError(_(complaint, value=found.value, true=true), line=found.line)


def _read_scores(found: Field | None, match: Match) -> dict[str, int]:
    if found is None:
        return {}
    try:
        scores = parse_scores(found.value)
    except ParseError as error:
        raise error.located(line=found.line) from error
    for colour in scores:
        if colour not in match.ruleset.info.colours:
            colours = ", ".join(match.ruleset.info.colours)
            raise ParseError(
                _("there is no colour {colour!r} in this game (it has: {colours})", colour=colour, colours=colours),
                line=found.line,
            )
    return scores


def _check_picture(section: Section, match: Match) -> None:
    found = section.fields.get("Board")
    if found is None:
        return
    lines = [(number, line) for number, line in found.block() if line.strip()]
    letters = [stone.letter for stone in match.ruleset.info.stones]
    geometry = match.state.geometry
    try:
        board = read_board(geometry, [line for _, line in lines], letters)
    except ParseError as error:
        raise _within(error, found, lines) from error
    for cell, (drawn, true) in enumerate(zip(board, match.state.board, strict=True)):
        if drawn != true:
            row = geometry.cells[cell][1]
            raise ParseError(
                _(
                    "the picture shows {drawn!r} at {cell}, but the moves leave {true!r} there; "
                    "mend the moves, or take the picture out",
                    drawn=drawn,
                    cell=geometry.names[cell],
                    true=true,
                ),
                line=lines[row][0],
            )
