"""What the window says about a game, as sentences. No pygame here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from game.core.match import Match
from game.core.model import Choose, Chosen, Event, LineMade, Move, Outcome, Place, Placed, Scored, Termination, Tossed
from game.core.ruleset import RulesetInfo, format_move
from game.core.tournament import Game, Participant, Tournament
from game.ui.engines import is_engine
from game.ui.pending_turn import PendingTurn
from game.ui.table import Table


def count(number: int, thing: str) -> str:
    """``1 point``, ``2 points``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def as_sentence(words: str) -> str:
    """What a thinker said, with a capital letter and one full stop."""
    return f"{words[0].upper()}{words[1:].rstrip('.')}." if words else ""


def colour_name(info: RulesetInfo, colour: str) -> str:
    """The name of a side on screen, an empty string while a seat has none."""
    stone = info.stone(colour)
    return stone.name if stone else ""


def screen_move(table: Table, move: Move) -> str:
    """A move for the eye: ``H8``, or the title of a choice."""
    info = table.tournament.ruleset.info
    if isinstance(move, Choose):
        return next((choice.title for choice in info.choices if choice.key == move.key), move.key)
    return format_move(info, table.match.state.geometry, move).partition("=")[0].upper()


def listed(words: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def describe(table: Table, events: Iterable[Event]) -> str:
    """What just happened, for the note panel; the stones of a turn stand in one sentence."""
    said: list[str] = []
    for seat, together in groupby(events, key=lambda event: event.seat if isinstance(event, Placed) else None):
        group = list(together)
        if seat is None:
            said += [_sentence(table, event) for event in group]
        else:
            stones = [_placed_words(table, event) for event in group if isinstance(event, Placed)]
            said.append(f"{table.participant(seat).name} played {listed(stones)}.")
    return " ".join(sentence for sentence in said if sentence)


def _placed_words(table: Table, event: Placed) -> str:
    info, name = table.tournament.ruleset.info, table.match.state.geometry.names[event.cell].upper()
    return f"{name} ({colour_name(info, event.stone)})" if info.names_stone else name


def _sentence(table: Table, event: Event) -> str:
    info = table.tournament.ruleset.info
    match event:
        case Tossed(seat):
            return f"{table.participant(seat).name} won the toss."
        case Chosen(seat, key):
            title = next((choice.title for choice in info.choices if choice.key == key), key)
            return f"{table.participant(seat).name} chose: {title}."
        case Scored(colour, lines):
            return f"{colour_name(info, colour)} gains {count(len(lines), 'point')}."
        case LineMade(_, cells):
            return f"{len(cells)} in a row!"
        case Placed():
            return ""


def turn_sentence(table: Table) -> str:
    """Whose turn it is and what may be placed, or how the game ended."""
    outcome = table.match.outcome
    if outcome is not None:
        return outcome_sentence(table, outcome)
    state = table.match.state
    name = table.participant(state.seat).name
    return f"{name} to move{_stones_to_place(table.match)}."


def pending_sentence(table: Table, pending: PendingTurn) -> str:
    """What a turn that is laid out still wants."""
    if not pending.moves:
        return turn_sentence(table)
    names = [screen_move(table, move) for move in pending.moves]
    cells = listed(names)
    if not pending.is_complete:
        return f"{cells} {'lies' if len(names) == 1 else 'lie'} ready. {count(pending.wanted, 'more stone')}."
    them = "it" if len(names) == 1 else "both" if len(names) == 2 else "all"
    outcome = table.tournament.ruleset.outcome(pending.state)
    if outcome is not None and outcome.winner == table.match.state.seat:
        return f"{cells} {'wins' if len(names) == 1 else 'win'}. Play {them}!"
    return f"{cells}: play {them}, or click a stone to take it off."


def _stones_to_place(match: Match) -> str:
    left, plies = match.state.placements_left, match.plies
    if left > 1:
        return f", {count(left, 'stone')} to place"
    goes_on = bool(plies) and plies[-1].seat == match.state.seat and isinstance(plies[-1].move, Place)
    return ", one more stone" if goes_on and left == 1 else ""


def stones_placed(match: Match) -> int:
    """How many stones were placed; choices do not count as moves."""
    return sum(isinstance(ply.move, Place) for ply in match.plies)


def first_to_place(game: Game) -> int:
    """The participant who placed the first stone, or who will, as far as that is known."""
    placed = (ply.seat for ply in game.match.plies if isinstance(ply.move, Place))
    return game.participant_of(next(placed, 0))


_ENDINGS: Mapping[Termination, str] = {
    Termination.LINE: "{winner} wins.",
    Termination.POINTS: "{winner} wins on points.",
    Termination.RESIGNATION: "{loser} resigned. {winner} wins.",
    Termination.TIME: "{loser} ran out of time. {winner} wins.",
    Termination.FORFEIT: "{loser} could not play on. {winner} wins.",
    Termination.FULL_BOARD: "The board is full: a draw.",
    Termination.AGREED_DRAW: "A draw, by agreement.",
}


def outcome_sentence(table: Table, outcome: Outcome) -> str:
    """How a game ended."""
    if outcome.winner is None:
        return _ENDINGS.get(outcome.termination, "").split("{")[0] or "The game is a draw."
    winner = table.participant(outcome.winner).name
    loser = table.participant(1 - outcome.winner).name
    return _ENDINGS[outcome.termination].format(winner=winner, loser=loser)


def wins_text(wins: float) -> str:
    """Wins with the half that a draw counts: ``2``, ``1½``."""
    whole, half = divmod(wins, 1)
    return (str(int(whole)) if whole or not half else "") + ("½" if half else "")


def series_text(tournament: Tournament) -> str:
    """The form of the series in words."""
    return f"Best of {tournament.best_of}" if tournament.best_of else "Open series"


def standing(tournament: Tournament, participant: Participant) -> str:
    """What stands under a participant's name: an opponent's Elo, else its place among the levels."""
    if participant.is_person:
        return "Waiting"
    if is_engine(participant):
        return "Own engine"
    level = tournament.ruleset.info.level(participant.level)
    if level is not None and level.elo is not None:
        return f"Elo {level.elo}"
    levels = [level.id for level in tournament.ruleset.info.levels]
    return f"Level {levels.index(participant.level) + 1} of {len(levels)}" if participant.level in levels else ""


#: How a game ended, in a word or two for a table.
ENDINGS_IN_SHORT: Mapping[Termination, str] = {
    Termination.LINE: "by a row",
    Termination.POINTS: "on points",
    Termination.FULL_BOARD: "board full",
    Termination.RESIGNATION: "resigned",
    Termination.AGREED_DRAW: "agreed",
    Termination.TIME: "on time",
    Termination.FORFEIT: "forfeit",
}
