"""Games put on record and reviewed without an engine."""

from __future__ import annotations

from game.analysis.review.evaluation import CandidateMove, Evaluation, ProofStatus
from game.analysis.review.review_store import mark_of_game, write_readings
from game.core.clock import UNTIMED, TimeControl
from game.core.match import Match
from game.core.ruleset import Ruleset, complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.plugins.registry import discover
from game.progress.statistics.gathering import Gathering
from game.progress.statistics.player_games import PlayerGame, player_games
from game.storage.database import Database
from game.storage.players import Player
from game.storage.result_store import ResultStore

GAMES = discover(None).rulesets
GOMOKU = GAMES["gomoku"]
#: Black makes an open three that White overlooks with its third stone, and wins.
LOST_BY_A_MISTAKE = "h8 a1 g8 a2 f8 a3 e8 a15 d8"
ANNA = "Anna"


def reading(*moves: tuple[str, float], proof_status: ProofStatus = ProofStatus.OPEN) -> Evaluation:
    return Evaluation(tuple(CandidateMove(tuple(line.split()), chance) for line, chance in moves), proof_status)


#: White could hold until its third stone.
READINGS = {
    0: reading(("h8", 0.55), ("i8", 0.54)),
    1: reading(("g7", 0.45), ("g9", 0.44)),
    2: reading(("g8", 0.6), ("i8", 0.5)),
    3: reading(("f8", 0.4), ("i8", 0.39)),
    4: reading(("f8", 0.62), ("i8", 0.6)),
    5: reading(("i8", 0.38), ("e8", 0.2)),
    6: reading(("e8 d8", 1.0), ("i8", 1.0), proof_status=ProofStatus.WON),
    7: reading(("d8", 0.0), ("i8", 0.0), proof_status=ProofStatus.LOST),
    8: reading(("d8", 1.0), ("i8", 1.0), proof_status=ProofStatus.WON),
}


def tournament(
    moves: str = LOST_BY_A_MISTAKE,
    *,
    sides: tuple[Participant, Participant] | None = None,
    seed: int = 1,
    ruleset: Ruleset = GOMOKU,
    clock: TimeControl = UNTIMED,
    seconds: tuple[int, ...] = (),
) -> Tournament:
    """A series of one game, Anna with White unless it is said otherwise; each move took so many seconds."""
    level = ruleset.info.levels[0]
    sides = sides or (Participant(level.name, level.id), Participant(ANNA))
    options = complete_options(ruleset.info, {})
    made = Tournament(ruleset, options, sides, seed=seed, title="Friday", time_control=clock)
    times = iter(seconds)
    match = made.start_game().match
    for word in moves.split():
        match.spend(1000 * next(times, 0))
        assert not hasattr(match.play(parse_move(ruleset.info, match.state, word)), "message"), word
    if match.outcome is None:
        match.agree_draw()
    return made


def record(database: Database, made: Tournament) -> Match:
    """Puts the game of a series on record."""
    assert ResultStore(database).save_result(made, 0).messages == ()
    return made.games[0].match


def review(database: Database, match: Match, readings: dict[int, Evaluation] | None = None) -> None:
    """Keeps what an engine would have found out."""
    text = write_readings(READINGS if readings is None else readings)
    database.reviews.save(mark_of_game(match), match.ruleset.info.hint_level, text)


def gathered(database: Database, player: Player, ruleset: Ruleset = GOMOKU) -> list[PlayerGame]:
    """The player's games once all figures are made."""
    gathering = Gathering(database, GAMES, player, ruleset)
    while not gathering.is_done:
        gathering.poll(1.0)
    assert gathering.problem == ""
    return player_games(database, player, ruleset)
