"""The reader of tournament files, in this program's own format or in formats of other programs.

Every game is replayed in a match; if the recorded result and the moves disagree, the moves are right.
``read_tournament`` refuses a damaged file and names the line; ``salvage`` recovers what it can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from game.core.clock import UNTIMED, parse_time_control
from game.core.language import _, gettext_noop, join_sentences, plural, strip_period
from game.core.match import Match
from game.core.model import Options, OptionValue, Outcome, ParseError, Reason, State, Termination
from game.core.picture import read_board
from game.core.plain_text import one_line
from game.core.record.checksum import checksum_of
from game.core.record.format import (
    format_outcome,
    format_scores,
    parse_participant_number,
    parse_ruleset,
    parse_series,
    parse_teacher,
    parse_whole_number,
    parse_wins,
    parse_yes,
)
from game.core.record.sections import (
    Complain,
    FileSection,
    TextBlock,
    Written,
    WrittenGame,
    check_amount,
    is_ours,
    parse_sections,
    read_game,
    read_participants,
    refuse,
)
from game.core.ruleset import ForeignFormat, Ruleset, complete_options, parse_move
from game.core.tournament import ForeignOrigin, Game, Practice, Tournament, with_result

T = TypeVar("T")
#: A function that is called before each game with the number of games read so far and the number of all games.
OnGame = Callable[[int, int], None]

#: Endings that the moves do not show, so that the file's result is believed.
_FROM_OUTSIDE = (Termination.RESIGNATION, Termination.AGREED_DRAW, Termination.TIME, Termination.FORFEIT)
_OTHER_RESULT = gettext_noop("the file gives the result {value!r}, but the moves lead to {true!r}")
_OTHER_SCORES = gettext_noop("the file gives the scores {value!r}, but the moves lead to {true!r}")
#: The most damaged lines that a message quotes; the others are counted.
_DAMAGES_NAMED = 3


class MissingRuleset(ParseError):  # noqa: N818 - a kind of ParseError that says what is missing
    """Raised for a tournament file whose game is in a plug-in that is not installed.

    ``sheet`` is the text of the game's rule sheet, if the file carries one. Nobody has checked or accepted it.
    """

    def __init__(self, ruleset_id: str, title: str, sheet: str = "", *, file: str = "", line: int = 0) -> None:
        self.ruleset_id = ruleset_id
        self.title = title
        self.sheet = sheet
        problem = (
            _(
                "the game needs the rules of {ruleset}, which the file carries; open the file in the window, or use "
                "the command accept, to see and accept them",
                ruleset=_(title),
            )
            if sheet
            else _("the game needs {ruleset}, which is not installed", ruleset=_(title))
        )
        super().__init__(problem, file=file, line=line)

    def located(self, *, file: str = "", line: int = 0) -> MissingRuleset:
        """Return the same error with this file name and line number; a name or number that it has already stays."""
        return MissingRuleset(self.ruleset_id, self.title, self.sheet, file=self.file or file, line=self.line or line)


def read_tournament(
    text: str, rulesets: Mapping[str, Ruleset], file: str = "", on_game: OnGame = lambda _done, _of: None
) -> Tournament:
    """Return the tournament in a file, in our own format or in a foreign format that a ruleset can read.

    ``on_game`` is called before each game of our own format; an exception that it raises ends the reading. Raises
    MissingRuleset if the plug-in is not installed, and ParseError for other errors.
    """
    try:
        found = foreign_format(text, rulesets)
        return _read_own_format(text, rulesets, on_game) if found is None else read_foreign(text, found)
    except ParseError as error:
        raise error.located(file=file) from error


def read_latest_game(text: str, rulesets: Mapping[str, Ruleset], file: str = "") -> Tournament:
    """Return the tournament in a file with the moves of its latest game only.

    In a file of our own format the games before it are replaced by empty ones, so that a long series takes little
    longer than one game. Raises ParseError.
    """
    try:
        found = foreign_format(text, rulesets)
        if found is not None:
            return read_foreign(text, found)
        head, *games = parse_sections(text, refuse)
        tournament = _read_head(head, rulesets, refuse)
        if games:
            seats = (tournament.first, 1 - tournament.first)
            unread = Game(seats, Match(tournament.ruleset, tournament.game_options(seats), tournament.seed))
            tournament.games = [unread] * (len(games) - 1)
            tournament.games.append(_restore(read_game(games[-1], refuse), tournament, refuse))
    except ParseError as error:
        raise error.located(file=file) from error
    return tournament


def foreign_format(text: str, rulesets: Mapping[str, Ruleset]) -> ForeignFormat[Tournament] | None:
    """Return the file format of another program that fits this text; None for our own format or an unknown one."""
    if is_ours(text):
        return None
    plain = text.removeprefix("\ufeff")
    formats = (each for ruleset in rulesets.values() for each in ruleset.info.formats)
    return next((each for each in formats if each.sniff(plain)), None)


def read_foreign(text: str, found: ForeignFormat[Tournament]) -> Tournament:
    """Return the tournament in a file of another program; its ``origin`` is the file's text. Raises ParseError."""
    tournament = found.read(text.removeprefix("\ufeff"))
    first, second = (replace(who, name=one_line(who.name)) for who in tournament.participants)
    tournament.participants, tournament.title = (first, second), one_line(tournament.title)
    tournament.origin = ForeignOrigin(found.name, text)
    return tournament


def _read_own_format(text: str, rulesets: Mapping[str, Ruleset], on_game: OnGame) -> Tournament:
    head, *games = parse_sections(text, refuse)
    check_amount(games)
    tournament = _read_head(head, rulesets, refuse)
    for number, section in enumerate(games):
        on_game(number, len(games))
        _check_all_ended(tournament, section)
        tournament.games.append(_restore(read_game(section, refuse), tournament, refuse))
    return tournament


def _check_all_ended(tournament: Tournament, section: FileSection) -> None:
    if tournament.current is not None and tournament.current.match.outcome is None:
        raise ParseError(
            _(
                "game {game} begins, but game {before} has not ended and has no result",
                game=section.game,
                before=section.game - 1,
            ),
            line=section.line,
        )


# The head


def _read_head(head: FileSection, rulesets: Mapping[str, Ruleset], complain: Complain) -> Tournament:
    """Return the tournament that the head of a file describes, without its games.

    Raises MissingRuleset if the plug-in is not installed, and ParseError without a ruleset or participants.
    """
    ruleset = _find_ruleset(head, rulesets)
    usual = complete_options(ruleset.info, {})
    return Tournament(
        ruleset=ruleset,
        options=set_options(head.options(), head.line, ruleset, usual, complain),
        participants=read_participants(head, complain),
        seed=head.value("Seed", parse_whole_number, 0, complain),
        best_of=head.value("Series", parse_series, 0, complain),
        first=head.value("First seat", parse_participant_number, 0, complain),
        title=head.value("Title", one_line, "", complain),
        wins_before=head.value("Carried over", parse_wins, (0.0, 0.0), complain),
        ended=head.value("Ended", parse_yes, False, complain),
        time_control=head.value("Clock", parse_time_control, UNTIMED, complain),
        teacher=head.value("Teacher", parse_teacher, None, complain),
    )


def _find_ruleset(head: FileSection, rulesets: Mapping[str, Ruleset]) -> Ruleset:
    ruleset_id, title = head.needed("Ruleset", parse_ruleset)
    if ruleset_id not in rulesets:
        sheet = head.block("Sheet")
        text = "" if sheet is None else sheet.text
        raise MissingRuleset(ruleset_id, title, text, line=head.fields["Ruleset"].line)
    return rulesets[ruleset_id]


def set_options(
    written: Mapping[str, Written[str]], line: int, ruleset: Ruleset, usual: Options, complain: Complain
) -> dict[str, OptionValue]:
    """Return the options of a game: the options ``usual``, changed by the options in the game's section of the file.

    The section begins at ``line``; errors go to ``complain``.
    """
    given = dict(usual)
    for key, found in written.items():
        try:
            complete_options(ruleset.info, {key: found.value})
        except ParseError as error:
            complain(error.located(line=found.line))
        else:
            given[key] = found.value
    options = complete_options(ruleset.info, given)
    refusal = ruleset.check_options(options)
    if refusal is None:
        return options
    text = _("the game options cannot be combined: {message}", message=strip_period(refusal.message))
    complain(ParseError(text, line=line))
    return dict(usual)


# A game


def _restore(written: WrittenGame, tournament: Tournament, complain: Complain) -> Game:
    """Return a game from a file with its moves replayed up to the first illegal one.

    Errors go to ``complain``, which may raise them. Raises ParseError if the start position cannot be read.
    """
    number = len(tournament.games)
    first = (tournament.first + number) % 2 if written.first is None else written.first
    seats = (first, 1 - first)
    ruleset, usual = tournament.ruleset, tournament.game_options(seats)
    options = set_options(written.options, written.line, ruleset, usual, complain)
    seed = tournament.seed + number if written.seed is None else written.seed
    start = _load_position(written.position, ruleset, options)
    match = Match(ruleset, options, seed, start, tournament.time_control)
    game = Game(seats, match, written.practice, max(0, written.hints))
    try:
        _replay(written, game.match)
        _end(written, game)
        _check_picture(written.board, game.match)
    except ParseError as error:
        complain(error)
        game.marked = game.marked or Practice.CHANGED
    if written.checksum != checksum_of(tournament, game):
        game.marked = game.marked or Practice.CHANGED
    return game


def _load_position(written: TextBlock | None, ruleset: Ruleset, options: Options) -> State | None:
    if written is None:
        return None
    try:
        return ruleset.load(written.text, options)
    except ParseError as error:
        raise written.placed(error) from error


def _replay(written: WrittenGame, match: Match) -> None:
    """Make the moves of a game in a file, each with its thinking time.

    A remaining time belongs to the unfinished turn.
    """
    spent = iter(written.times)
    for line, word in written.moves:
        match.spend(next(spent, 0))
        place = {"number": len(match.plies) + 1, "game": written.number}
        try:
            move = parse_move(match.ruleset.info, match.state, word)
        except ParseError as error:
            text = _("move {number} in game {game}: {problem}", problem=error.problem, **place)
            raise ParseError(text, line=line) from error
        made = match.play(move)
        if isinstance(made, Reason):
            text = _(
                "move {number} in game {game}, {word!r}, is not allowed: {message}",
                **place,
                word=word,
                message=strip_period(made.message),
            )
            raise ParseError(text, line=line)
    match.spend(next(spent, 0))


def _end(written: WrittenGame, game: Game) -> None:
    """End a replayed game as its file says, unless its moves ended it, and check the recorded result."""
    if written.result is None:
        return
    winner, termination = written.result.value
    if termination in _FROM_OUTSIDE and game.match.outcome is None:
        winning_seat = None if winner is None else game.seat_of(winner)
        game.match.end(Outcome(termination, winning_seat, _known_scores(written.scores, game.match)))
    _compare(written.result, format_outcome(game.match.outcome, game.seats), _OTHER_RESULT)
    if written.scores is not None:
        assert game.match.outcome is not None
        _compare(written.scores, format_scores(game.match.outcome.scores), _OTHER_SCORES)


def _compare(written: Written[T], true: str, complaint: str) -> None:
    if "".join(written.text.split()) != "".join(true.split()):
        raise ParseError(_(complaint, value=written.text, true=true), line=written.line)


def _known_scores(written: Written[dict[str, int]] | None, match: Match) -> dict[str, int]:
    if written is None:
        return {}
    colours = match.ruleset.info.colours
    for colour in written.value:
        if colour not in colours:
            text = _(
                "there is no colour {colour!r} in this game (its colours: {colours})",
                colour=colour,
                colours=", ".join(colours),
            )
            raise ParseError(text, line=written.line)
    return written.value


def _check_picture(written: TextBlock | None, match: Match) -> None:
    if written is None:
        return
    lines = [(number, line) for number, line in written.lines if line.strip()]
    letters = [stone.letter for stone in match.ruleset.info.stones]
    geometry = match.state.geometry
    try:
        board = read_board(geometry, [line for _, line in lines], letters)
    except ParseError as error:
        raise TextBlock(written.line, lines).placed(error) from error
    for cell, (drawn, true) in enumerate(zip(board, match.state.board, strict=True)):
        if drawn != true:
            row = geometry.cells[cell][1]
            raise ParseError(
                _(
                    "the diagram shows {drawn!r} at {cell}, but the moves lead to {true!r} there; "
                    "correct the moves, or remove the diagram",
                    drawn=drawn,
                    cell=geometry.names[cell],
                    true=true,
                ),
                line=lines[row][0],
            )


# Repair


def salvage(text: str, rulesets: Mapping[str, Ruleset], file: str = "") -> tuple[Tournament, str] | None:
    """Return the readable parts of a damaged tournament, with sentences about the losses.

    The latest game is restored up to the damage. An earlier game that cannot be replayed to its end is left out, but
    its recorded result still counts. Return None if nothing can be read.
    """
    lost: list[str] = []
    more = 0

    def complain(error: ParseError) -> None:
        nonlocal more
        if len(lost) < _DAMAGES_NAMED:
            lost.append(_("Left out: {problem}.", problem=error.located(file=file)))
        else:
            more += 1

    try:
        head, *games = parse_sections(text, complain)
        check_amount(games)
        tournament = _read_head(head, rulesets, complain)
    except ParseError:
        return None
    if more:
        lost.append(plural("Also left out: {count} more line.", "Also left out: {count} more lines.", more))
    for section in games:
        lost.extend(_keep(section, tournament, section is games[-1], file))
    return tournament, join_sentences(lost) or _("No move was lost.")


def _keep(section: FileSection, tournament: Tournament, is_latest: bool, file: str) -> list[str]:
    """Add a game of a damaged file, or its result alone, to the tournament; return sentences about the losses."""
    damages: list[ParseError] = []
    written = read_game(section, damages.append)
    try:
        game = _restore(written, tournament, damages.append)
    except ParseError as error:
        damages.append(error)
        game = None
    if game is not None and (is_latest or (game.match.outcome is not None and not damages)):
        tournament.games.append(game)
        return [_stored_part(game, error, file) for error in damages]
    lost = _(_carry_over(written, tournament), game=written.number)
    return [join_sentences((lost, _("{problem}.", problem=damages[0].located(file=file)) if damages else ""))]


def _stored_part(game: Game, error: ParseError, file: str) -> str:
    return plural(
        "{count} move of the latest game was recovered: {problem}.",
        "{count} moves of the latest game were recovered: {problem}.",
        len(game.match.plies),
        problem=error.located(file=file),
    )


def _carry_over(written: WrittenGame, tournament: Tournament) -> str:
    """Count the result of a game that is left out because its moves are damaged; return a sentence about it.

    The sentence contains ``{game}`` in place of the game's number. Later games keep the seats and seeds that they would
    have if the game were not left out.
    """
    if written.result is None:
        return gettext_noop("Game {game}: the moves and the result are lost.")
    winner, _ending = written.result.value
    tournament.wins_before = with_result(tournament.wins_before, winner)
    tournament.first = 1 - tournament.first
    tournament.seed += 1
    return gettext_noop("Game {game}: the moves are lost, but the result still counts.")
