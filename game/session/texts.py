"""Texts about a game for the player, in the current language. No pygame here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import groupby

from game.core.language import _, gettext_noop, join_sentences, make_translatable, plural, strip_period, translate_again
from game.core.levels.blended import mirror_strength
from game.core.lines.line_state import LineState
from game.core.lines.opening_steps import opening_sentence
from game.core.match import Match, standing_moves
from game.core.model import (
    Choose,
    Chosen,
    Event,
    LineMade,
    MarkKind,
    Move,
    Options,
    Outcome,
    Pass,
    Passed,
    Place,
    Placed,
    Scored,
    Termination,
    Tossed,
)
from game.core.ruleset import PluginError, RulesetInfo, format_move
from game.core.tournament import Game, Participant, Tournament
from game.engine.client.opponent import Trouble
from game.engine.client.opponent_turn import Refused, Unreadable
from game.session.engines import is_engine
from game.session.pending_turn import PendingTurn
from game.session.shown_game import ShownGame, name_at

#: Punctuation that ends a sentence in any of our languages.
_ENDS = (".", "!", "?", "…", "。", "！", "？")
#: The sentence about the winning line, by its number of stones.
_IN_A_ROW: Mapping[int, str] = {
    3: gettext_noop("Three in a row."),
    4: gettext_noop("Four in a row."),
    5: gettext_noop("Five in a row."),
    6: gettext_noop("Six in a row."),
    7: gettext_noop("Seven in a row."),
    8: gettext_noop("Eight in a row."),
    9: gettext_noop("Nine in a row."),
}
#: The sentence about a row that lost the game, by its number of stones.
_LOST_IN_A_ROW: Mapping[int, str] = {
    3: gettext_noop("{loser} made three in a row and loses."),
    4: gettext_noop("{loser} made four in a row and loses."),
    5: gettext_noop("{loser} made five in a row and loses."),
}
#: The sentences for one stone, for two, and for more; the last one is used for any higher number.
_WIN_LIES_READY = (
    gettext_noop("Winning move: {cells}. Play it!"),
    gettext_noop("Winning moves: {cells}. Play both!"),
    gettext_noop("Winning moves: {cells}. Play all!"),
)
_TURN_LIES_READY = (
    gettext_noop("Stone placed at {cells}: play it, or click it to take it back."),
    gettext_noop("Stones placed at {cells}: press “Play stones”, or click one to take it back."),
)
_WON: Mapping[Termination, str] = {
    Termination.LINE: gettext_noop("{winner} wins."),
    Termination.POINTS: gettext_noop("{winner} wins on points."),
    Termination.OWN_LINE: gettext_noop("{loser} completed a losing row. {winner} wins."),
    Termination.RESIGNATION: gettext_noop("{loser} resigned. {winner} wins."),
    Termination.TIME: gettext_noop("{loser} ran out of time. {winner} wins."),
    Termination.FORFEIT: gettext_noop("{loser} could not continue. {winner} wins."),
}
_DRAWN: Mapping[Termination, str] = {
    Termination.FULL_BOARD: gettext_noop("The board is full: a draw."),
    Termination.PASSES: gettext_noop("Both players passed: a draw."),
    Termination.AGREED_DRAW: gettext_noop("A draw, by agreement."),
}
#: The lengths of a series, each as a text of its own: languages count games in different ways.
_SERIES: Mapping[int, str] = {
    0: gettext_noop("Unlimited series"),
    1: gettext_noop("Single game"),
    3: gettext_noop("Best of 3"),
    5: gettext_noop("Best of 5"),
    7: gettext_noop("Best of 7"),
}
#: The end of a game in a few words, for a table.
ENDINGS_IN_SHORT: Mapping[Termination, str] = {
    Termination.LINE: gettext_noop("winning row"),
    Termination.POINTS: gettext_noop("on points"),
    Termination.FULL_BOARD: gettext_noop("board full"),
    Termination.PASSES: gettext_noop("both passed"),
    Termination.OWN_LINE: gettext_noop("losing row"),
    Termination.RESIGNATION: gettext_noop("resignation"),
    Termination.AGREED_DRAW: gettext_noop("by agreement"),
    Termination.TIME: gettext_noop("time ran out"),
    Termination.FORFEIT: gettext_noop("forfeit"),
}
#: What the score of most games counts (see ``RulesetInfo.score_name``).
POINTS = ("point", "points")
#: The result of a question that did not lead to moves.
Failure = Trouble | Unreadable | Refused


def as_sentence(words: str) -> str:
    """Format an engine's text as a sentence, with a capital letter and an end mark."""
    return make_translatable(lambda: _ended(translate_again(words)))


def _ended(words: str) -> str:
    ended = words.endswith(_ENDS)
    return f"{words[:1].upper()}{words[1:]}{'' if ended or not words else '.'}"


def score_unit(info: RulesetInfo, number: int) -> str:
    """Return what a game's score counts, for this number, such as ``points`` or ``captured pairs``."""
    # Translators: stands after a number that is drawn apart.
    return plural("point", "points", number) if info.score_name == POINTS else plural(*info.score_name, number)


def score_text(info: RulesetInfo, number: int) -> str:
    """Return a score with what it counts, such as ``3 captured pairs``."""
    return f"{number} {score_unit(info, number)}"  # no words


def colour_name(info: RulesetInfo, colour: str) -> str:
    """Return the display name of a side, such as Black, or "" while it has no colour."""
    name = info.side_name(colour)
    return _(name) if name else ""


def stone_name(info: RulesetInfo, letter: str) -> str:
    """Return the display name of a kind of stone, or "" if there is none with this letter."""
    stone = info.stone(letter)
    return _(stone.name) if stone else ""


def screen_move(shown: ShownGame, move: Move) -> str:
    """Return a move as text for the screen, such as ``H8``, ``pass`` or the title of a choice in an opening."""
    info = shown.tournament.ruleset.info
    if isinstance(move, Choose):
        return choice_title(info, move.key)
    if isinstance(move, Pass):
        return pass_name()
    return format_move(info, shown.match.state.geometry, move).partition("=")[0].upper()


def pass_name() -> str:
    """Return the display name of a pass, as in a list of moves."""
    return _("pass")


def choice_title(info: RulesetInfo, key: str) -> str:
    """Return the display title of a choice in an opening."""
    return next((_(choice.title) for choice in info.choices if choice.key == key), key)


def listed(words: Sequence[str]) -> str:
    """Join words to a list as in a sentence, such as ``A``, ``A and B`` or ``A, B and C``."""
    *before, last = words
    if not before:
        return last
    return _("{words} and {last}", words=reduce(_listed_on, before), last=last)


def either(words: Sequence[str]) -> str:
    """Join words as alternatives in a sentence, such as ``A``, ``A or B`` or ``A, B or C``."""
    *before, last = words
    if not before:
        return last
    return _("{words} or {last}", words=reduce(_listed_on, before), last=last)


def _listed_on(words: str, another: str) -> str:
    # Translators: a list grows: {words} is what it holds already, {another} the next entry.
    return _("{words}, {another}", words=words, another=another)


def describe(shown: ShownGame, events: Iterable[Event]) -> str:
    """Return sentences that describe these events of a game.

    The stones of a turn share one sentence.
    """
    sentences: list[str] = []
    for seat, together in groupby(events, key=lambda event: event.seat if isinstance(event, Placed) else None):
        group = list(together)
        if seat is None:
            sentences += [_sentence(shown, event) for event in group]
        else:
            stones = [_placed_text(shown, event) for event in group if isinstance(event, Placed)]
            sentences.append(_("{name} played {moves}.", name=name_at(shown, seat), moves=listed(stones)))
    return join_sentences(sentences)


def _placed_text(shown: ShownGame, event: Placed) -> str:
    info, name = shown.tournament.ruleset.info, shown.match.state.geometry.names[event.cell].upper()
    return _("{cell} ({stone})", cell=name, stone=stone_name(info, event.stone)) if info.names_stone else name


def _sentence(shown: ShownGame, event: Event) -> str:
    info = shown.tournament.ruleset.info
    match event:
        case Tossed(seat):
            return _("{name} won the toss and places the first stone.", name=name_at(shown, seat))
        case Chosen(seat, key):
            return _("{name} chose: {choice}.", name=name_at(shown, seat), choice=choice_title(info, key))
        case Passed(seat):
            return _("{name} passed.", name=name_at(shown, seat))
        case Scored(colour, lines):
            side = colour_name(info, colour)
            if info.score_name != POINTS:
                return _("{side} gains {score}.", side=side, score=score_text(info, len(lines)))
            return plural("{side} scores {count} point.", "{side} scores {count} points.", len(lines), side=side)
        case LineMade(cells=cells):
            return _(_IN_A_ROW.get(len(cells), gettext_noop("{number} in a row.")), number=len(cells))
        case Placed():
            return ""


def turn_sentence(shown: ShownGame) -> str:
    """Return the sentence that says who is to move and what may be placed, or the result of the game."""
    outcome = shown.match.outcome
    if outcome is not None:
        return outcome_sentence(shown, outcome)
    state = shown.match.state
    name, left = name_at(shown, state.seat), state.placements_left
    in_opening = opening_sentence(state, name) if isinstance(state, LineState) else ""
    if in_opening:
        return in_opening
    if left > 1:
        return plural(
            "{name} to move, {count} stone to place.", "{name} to move, {count} stones to place.", left, name=name
        )
    if left == 1 and _continues_turn(shown.match):
        return _("{name} to place one more stone.", name=name)
    if isinstance(next(shown.match.ruleset.legal_moves(state), None), Choose):
        return _("{name} to choose.", name=name)
    return _("{name} to move.", name=name)


def _continues_turn(match: Match) -> bool:
    """Return True if the side to move has already placed a stone in this turn."""
    if not match.plies:
        return False
    newest, before = match.plies[-1], match.plies[-2].step.state if len(match.plies) > 1 else match.first_state
    is_same_turn = newest.seat == match.state.seat and before.is_opening == match.state.is_opening
    return is_same_turn and isinstance(newest.move, Place)


def pending_sentence(shown: ShownGame, pending: PendingTurn) -> str:
    """Return the sentence about the preview stones of a turn, those placed and those still missing."""
    if not pending.moves:
        return turn_sentence(shown)
    number = len(pending.moves)
    cells = listed([screen_move(shown, move) for move in pending.moves])
    if not pending.is_complete:
        ready = plural("{cells} is selected.", "{cells} are selected.", number, cells=cells)
        return join_sentences(
            (ready, plural("{count} more stone to place.", "{count} more stones to place.", pending.wanted))
        )
    outcome = shown.tournament.ruleset.outcome(pending.state)
    if outcome is not None and outcome.winner == shown.match.state.seat:
        return _(_by_number(number, _WIN_LIES_READY), cells=cells)
    if not pending.brings_several:
        return _("{cell}: press Enter or click again to place the stone.", cell=cells)
    return _(_by_number(number, _TURN_LIES_READY), cells=cells)


def _by_number(number: int, texts: tuple[str, ...]) -> str:
    return texts[min(number, len(texts)) - 1]


def stones_placed(match: Match, plies: int | None = None) -> int:
    """Return the number of stones on the board that were placed by moves.

    If ``plies`` is given, only the first ``plies`` plies count.
    """
    made = match if plies is None else match.at(plies)
    state = made.state
    offered = len(state.offered) if isinstance(state, LineState) else 0
    return len(standing_moves(made.moves, state.board)) - offered


def first_to_place(game: Game) -> int:
    """Return the index of the participant who made the first move of the game, or of player 0 if there is none yet."""
    moved = (ply.seat for ply in game.match.plies if not isinstance(ply.move, Choose))
    return game.participant_of(next(moved, 0))


def outcome_sentence(shown: ShownGame, outcome: Outcome) -> str:
    """Return the sentence that tells the players the result of a game."""
    if outcome.winner is None:
        return _(_DRAWN.get(outcome.termination, gettext_noop("The game is a draw.")))
    winner, loser = (name_at(shown, seat) for seat in (outcome.winner, 1 - outcome.winner))
    ruleset, scores = shown.tournament.ruleset, outcome.scores
    if outcome.termination is Termination.OWN_LINE:
        marks = ruleset.marks(shown.match.state)
        longest = max((len(mark.cells) for mark in marks if mark.kind is MarkKind.OWN_LINE), default=0)
        return _(_LOST_IN_A_ROW.get(longest, _WON[Termination.OWN_LINE]), winner=winner, loser=loser)
    if outcome.termination is Termination.POINTS and ruleset.info.score_name != POINTS:
        number = scores.get(shown.match.state.colours[outcome.winner], 0)
        score = score_text(ruleset.info, number)
        return _("{winner} wins with {score}.", winner=winner, score=score)
    return _(_WON.get(outcome.termination, _WON[Termination.LINE]), winner=winner, loser=loser)


def wins_text(wins: float) -> str:
    """Return a number of wins in a series as text, such as ``2`` or ``1½``. A draw counts half."""
    whole, half = divmod(wins, 1)
    return (str(int(whole)) if whole or not half else "") + ("½" if half else "")


def series_text(tournament: Tournament) -> str:
    """Return the length of a tournament as text, such as ``Best of 3``."""
    return series_length_text(tournament.best_of)


def series_length_text(best_of: int) -> str:
    """Return the length of a series of games as text, such as ``Best of 3``.

    0 is a series without a fixed length.
    """
    return _(_SERIES[best_of])


def variant_text(tournament: Tournament) -> str:
    """Return the game options of a tournament as text."""
    return options_text(tournament.ruleset.info, tournament.options)


def options_text(info: RulesetInfo, complete: Options) -> str:
    """Return a short text about game options, which leaves out most default values.

    It names the first choice, other choices that are not the default, and flags that are on.
    """
    options = [option for option in info.options if not option.hidden]
    choices = [option for option in options if option.kind == "choice"]
    chosen = [(option, option.value(complete)) for option in choices]
    shown = [(option, value) for option, value in chosen if option is choices[0] or value != option.default]
    titles = [_(choice.title) for option, value in shown for choice in option.choices if choice.value == value]
    titles += [_(option.title) for option in options if option.kind == "flag" and option.value(complete)]
    return " · ".join(titles)


def standing_text(tournament: Tournament, participant: Participant) -> str:
    """Return the text under a participant's name, such as an opponent's Elo or place among the levels."""
    if participant.is_person:
        return _("Waiting")
    if is_engine(participant):
        return _("Your engine")
    strength = mirror_strength(participant.level)
    if strength is not None:
        return _("Strength {elo}", elo=strength)
    level = tournament.ruleset.info.level(participant.level)
    if level is not None and level.elo is not None:
        return _("Elo {elo}", elo=level.elo)
    levels = [level.id for level in tournament.ruleset.info.levels]
    if participant.level not in levels:
        return ""
    return _("Level {place} of {levels}", place=levels.index(participant.level) + 1, levels=len(levels))


def complaint(name: str, failure: Failure) -> str:
    """Return a message about an opponent's failure to answer or to make a legal move."""
    match failure:
        case Trouble():
            return failure.sentence
        case Unreadable():
            return _("{name} gave an invalid answer: {problem}.", name=name, problem=strip_period(failure.problem))
        case Refused():
            return _("{name} tried a move that is not allowed: {reason}", name=name, reason=failure.reason.message)


def no_hint(failure: Failure) -> str:
    """Return a message to the player saying why a hint failed."""
    if isinstance(failure, Trouble):
        return _("No hint this time: {sentence}", sentence=failure.sentence)
    return _("The engine's hint was invalid.")


def stand_in_move(match: Match) -> Move:
    """Return the first legal move, which is made for an opponent that failed to move.

    Raises PluginError if there is none.
    """
    move = next(match.ruleset.legal_moves(match.state), None)
    if move is None:
        title = _(match.ruleset.info.title)
        raise PluginError(_("The ruleset “{title}” allows no move, although the game is not over.", title=title))
    return move
