"""The state of a remote game, obtained by replaying the turns in its journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.core.language import _
from game.core.match import Command, Match
from game.core.model import Event, Move, Outcome, ParseError, Reason, Termination
from game.core.notation import parse_turn
from game.core.request import PlayerRequest
from game.core.ruleset import PluginError, Ruleset, format_move
from game.core.tournament import Game, Participant, Tournament
from game.network.sides import FirstSeat, RefusalCode, Side, refuse
from game.network.sync.entries import (
    RequestAccepted,
    SharedEntry,
    TableSet,
    TimeLost,
    TurnPlayed,
    drawn_first,
    drawn_seed,
)
from game.network.sync.terms import Agreed, agreed_terms, position_hash

#: Requests that end a game in the middle of a turn.
_ENDINGS = (PlayerRequest.DRAW, PlayerRequest.RESIGN, PlayerRequest.FORFEIT)


class ReplayedState:
    """The series of games that a game journal describes; an entry is applied completely or not at all.

    The tournament object stays the same for the whole session. The revision of a match also increases when lines are
    removed, so that observers notice each change.
    """

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self._rulesets = rulesets
        self.tournament: Tournament | None = None
        self.is_paused = False

    @property
    def match(self) -> Match | None:
        """The match of the latest game in the series; None before the first game."""
        game = self._game
        return None if game is None else game.match

    @property
    def _game(self) -> Game | None:
        return None if self.tournament is None else self.tournament.current

    @property
    def is_running(self) -> bool:
        """True while a game of the series is in progress."""
        return self.match is not None and self.match.outcome is None

    @property
    def writer(self) -> Side:
        """The side that writes the next journal line: the side to move, or the host between games."""
        game = self._game
        if game is None or game.match.outcome is not None:
            return Side.HOST
        return Side.HOST if game.participant_of(game.match.state.seat) == Side.HOST.participant else Side.GUEST

    def rebuild(self, entries: Iterable[SharedEntry]) -> None:
        """Replay the journal from the beginning.

        Raises PluginError if the ruleset refuses an entry.
        """
        old, match = self.tournament, self.match
        games, revision = (0, 0) if old is None or match is None else (len(old.games), match.revision)
        self.tournament, self.is_paused = None, False
        for entry in entries:
            taken = self.apply(entry)
            if isinstance(taken, Reason):
                raise PluginError(taken.message)
        if old is None or self.tournament is None or self.match is None:
            return
        old.games[:] = self.tournament.games
        self.tournament = old
        self.match.revision += revision + 1 if len(old.games) == games else 0

    def apply(self, entry: SharedEntry) -> tuple[Event, ...] | Reason:
        """Apply a journal entry and return its events, or change nothing and return why it is illegal."""
        try:
            match entry:
                case TableSet():
                    refusal = self._set(entry)
                case TurnPlayed():
                    return self._play(entry)
                case RequestAccepted():
                    refusal = self._grant(entry)
                case TimeLost():
                    refusal = self._lose_on_time(entry)
        except (ParseError, PluginError) as error:
            return refuse(RefusalCode.NOT_LEGAL, str(error))
        return refusal or ()

    def _set(self, table: TableSet) -> Reason | None:
        if self.tournament is not None:
            return refuse(RefusalCode.NOT_LEGAL, _("The game is already set up."))
        agreed = agreed_terms(table.terms, self._rulesets)
        if isinstance(agreed, Reason):
            return agreed
        self.tournament = _tournament(table, agreed)
        self.tournament.start_game()
        return None

    def _play(self, turn: TurnPlayed) -> tuple[Event, ...] | Reason:
        """Play a recorded turn if a trial on a copy leads to the position that its author recorded."""
        match = self.match
        if match is None:
            return refuse(RefusalCode.NOT_LEGAL, _("There is no game yet."))
        trial = match.copy()
        tried = _carry_out(trial, turn)
        if isinstance(tried, Reason):
            return tried
        if position_hash(trial.ruleset, trial.state) != turn.position:
            return refuse(
                RefusalCode.OTHER_POSITION, _("This move leads to a different position on the other player's computer.")
            )
        self.is_paused = False
        return _carry_out(match, turn)

    def why_not(self, wish: PlayerRequest, asker: Side) -> Reason | None:
        """Return the reason why a request cannot be fulfilled now, or None if it can."""
        game, tournament = self._game, self.tournament
        if game is None or tournament is None or not wish.changes_series:
            return Reason("not now", _("There is no game yet."))
        is_over = game.match.outcome is not None
        if is_over != (wish is PlayerRequest.NEXT_GAME):
            return Reason("not now", _("The game is over.") if is_over else _("The game is not over yet."))
        if wish is PlayerRequest.NEXT_GAME and tournament.is_over:
            return Reason("not now", _("The series is over."))
        if wish in (PlayerRequest.PAUSE, PlayerRequest.RESUME) and self.is_paused == (wish is PlayerRequest.PAUSE):
            return Reason("not now", _("The game is paused.") if self.is_paused else _("The game is not paused."))
        if wish is PlayerRequest.UNDO:
            gone = game.match.copy().undo(game.seat_of(asker.participant))
            return gone if isinstance(gone, Reason) else None
        return None

    def _grant(self, granted: RequestAccepted) -> Reason | None:
        refusal = self.why_not(granted.wish, granted.asker)
        game, tournament = self._game, self.tournament
        if refusal is not None or game is None or tournament is None:
            return refusal or Reason("not now", _("There is no game yet."))
        seat, match = game.seat_of(granted.asker.participant), game.match
        if granted.wish in _ENDINGS:
            # Only one side knows the time of an unfinished turn, and both files must be equal.
            match.spend(-match.spent)
        match granted.wish:
            case PlayerRequest.UNDO:
                match.undo(seat)
            case PlayerRequest.DRAW:
                match.agree_draw()
            case PlayerRequest.NEXT_GAME:
                tournament.start_game()
                self.is_paused = False
            case PlayerRequest.PAUSE | PlayerRequest.RESUME:
                self.is_paused = granted.wish is PlayerRequest.PAUSE
            case PlayerRequest.RESIGN:
                match.resign(seat)
            case PlayerRequest.FORFEIT:
                match.end(Outcome(Termination.FORFEIT, 1 - seat, match.state.scores))
        return None

    def _lose_on_time(self, lost: TimeLost) -> Reason | None:
        match = self.match
        if match is None or not match.counts_time:
            return Reason("not now", _("No clock is running."))
        spent = match.spent
        match.spend(lost.spent - spent)
        if not match.is_out_of_time:
            match.spend(spent - lost.spent)
            return Reason("not now", _("There is still time left on the clock."))
        match.lose_on_time()
        return None


def _tournament(table: TableSet, agreed: Agreed) -> Tournament:
    first = drawn_first(table) if table.terms.first is FirstSeat.TOSS else Side(table.terms.first.value)
    return Tournament(
        ruleset=agreed.ruleset,
        options=agreed.options,
        participants=(Participant(table.host), Participant(table.guest)),
        seed=drawn_seed(table),
        best_of=table.terms.best_of,
        first=first.participant,
        title=f"{table.host} - {table.guest}",
        time_control=agreed.time_control,
    )


def _carry_out(match: Match, turn: TurnPlayed) -> tuple[Event, ...] | Reason:
    """Submit a recorded turn with its thinking time; if it is refused, the match stays unchanged."""
    moves = parse_turn(match.ruleset, match.state, turn.words)
    if not _all_of_one_seat(match, moves):
        return refuse(RefusalCode.NOT_YOURS, _("The move was made out of turn."))
    spent = match.spent
    match.spend(turn.spent - spent)
    refusal = refuse(RefusalCode.OUT_OF_TIME, _("The player's time is up.")) if match.is_out_of_time else None
    made = refusal or match.submit(Command(match.revision, moves))
    if isinstance(made, Reason):
        match.spend(spent - turn.spent)
    return made


def _all_of_one_seat(match: Match, moves: tuple[Move, ...]) -> bool:
    """Return True if all these moves belong to the side to move.

    The check stops at the first illegal move.
    """
    state, seat = match.state, match.state.seat
    for move in moves:
        if state.seat != seat:
            return False
        if match.ruleset.check(state, move) is not None:
            return True
        state = match.ruleset.apply(state, move).state
    return True


def turn_of(match: Match, moves: tuple[Move, ...], spent: int) -> TurnPlayed | Reason:
    """Return the journal entry for the local player's turn, or the reason if it is illegal.

    The turn is not played.
    """
    trial = match.copy()
    made = trial.submit(Command(trial.revision, moves))
    if isinstance(made, Reason):
        return made
    geometry = match.state.geometry
    words = tuple(format_move(match.ruleset.info, geometry, move) for move in moves)
    return TurnPlayed(words, spent, position_hash(trial.ruleset, trial.state))
