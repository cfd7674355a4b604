"""Example data for pictures of the program after some weeks of use: players, finished games and saved games.

The games are real ones (``sample_games``), and the date is fixed, so that pictures do not depend on the day on which
they are made.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from types import SimpleNamespace
from unittest.mock import patch

from game.core.match import Match, Ply
from game.core.record.writer import write_tournament
from game.core.ruleset import Ruleset
from game.core.tournament import Participant, Tournament
from game.session.services import Services
from game.storage.introductions import finish_introduction
from tools.pilot.sample_games import sample_games

#: The date and time of all pictures, as local time because scenes show that, so that pictures are equal everywhere.
NOW = datetime(2026, 11, 21, 20, 15)
ANN = "Ann"
_FACES = {ANN: "fox", "Ben": "owl", "Mira": "frog", "Otto": "bear"}
#: For each ruleset the number of opponents on the ladder that Ann has beaten.
_CLIMBED = {"gomoku": 5, "threestones": 3, "connect6": 2}
#: For each player and ruleset the opponent's place on the ladder, from 0, and the result (w, l or d), oldest first.
_HISTORY = {
    (ANN, "gomoku"): "0l 0w 0w 1w 1l 1w 2w 2d 2w 3l 3l 3w 3w 4w 4l 4w 5l 5w 6l 5l 5w 6l",
    (ANN, "threestones"): "0w 0w 1l 1w 1w 2l 2w 2w 3l",
    (ANN, "connect6"): "0l 0w 0w 1w 1l 1w 2l",
    ("Ben", "gomoku"): "0w 0w 2w 4l 4w 5w 7w 7l 8w 9l",
    ("Ben", "six_in_a_row"): "0w 1w 1l",
    ("Mira", "gomoku"): "0l 0l 0w 0w",
    ("Mira", "threestones"): "0w 2w 3w 4w 4l 5w",
    ("Otto", "gomoku"): "0l 1l 0w",
}
#: Games between two players: both names, ruleset, and the results for the first player.
_MEETINGS = ((ANN, "Ben", "gomoku", "wlw"), (ANN, "Mira", "threestones", "lw"))

#: Saved games: title, name of the sample games, opponent's place on the ladder or friend's name, number of plies
#: played, and index of the sample game.
_SAVES = (
    ("Lantern night", "gomoku", 6, 22, 3),
    ("Ducks on Friday", "threestones", 3, 41, 3),
    ("Ann and Ben", "renju", "Ben", 34, 0),
    ("Two at a time", "connect6", 2, 27, 2),
    ("Six under the lamp", "six_in_a_row", 1, 19, 0),
)
DAMAGED = "Rainy evening"


#: Fixed ladders, weakest level first, so that new measurements of the levels do not change the pictures.
_LADDERS = {
    "gomoku": "engine_newcomer engine_stroller basic algorithm engine_regular engine_careful advanced alpha_beta"
    " single_point engine_patient engine_keen engine_schemer engine_light engine_full",
    "connect6": "casual engine_newcomer engine_regular six_tuples engine_patient engine_light engine_full",
    "threestones": "engine_newcomer engine_stroller own-points engine_regular greedy engine_patient engine_careful"
    " engine_full",
    "six_in_a_row": "engine_newcomer casual engine_regular engine_careful six_tuples engine_patient engine_full",
}


#: A cache: for the ``id`` of each sample game, its moves replayed in matches with other first positions or clocks.
_PLAYED: dict[int, list[Match]] = {}


@contextmanager
def fixed_ladders(rulesets: Mapping[str, Ruleset]) -> Iterator[None]:
    """Replace the levels of each ruleset by fixed ones, 100 Elo points apart, while the block runs."""
    with ExitStack() as stack:
        for ruleset_id, ids in _LADDERS.items():
            info = rulesets[ruleset_id].info
            found = [level for level in map(info.level, ids.split()) if level is not None]
            levels = tuple(replace(level, elo=450 + 100 * place) for place, level in enumerate(found))
            stack.enter_context(patch.object(rulesets[ruleset_id], "info", replace(info, levels=levels)))
        yield


@contextmanager
def fixed_day() -> Iterator[None]:
    """Make the constant NOW the time for scenes that show dates, while the block runs.

    Records are stored with earlier dates meanwhile.
    """
    days, clock = count(), SimpleNamespace(time=NOW.timestamp)

    def moment() -> str:
        number = next(days)
        evening = NOW - timedelta(days=46 - number * 0.5 // 1, minutes=number * 37 % 150)
        return evening.astimezone(UTC).isoformat(timespec="seconds")

    with (
        patch("game.storage.players.now", moment),
        patch("game.storage.finished_games.now", moment),
        patch("game.storage.results.now", moment),
        patch("game.ui.progress.players.records.time", clock),
        patch("game.ui.menu.save_card.time", clock),
    ):
        yield


def settle(services: Services) -> None:
    """Store example players with faces, results, beaten levels and saved games; make Ann the current player."""
    database = services.database
    for name, face in _FACES.items():
        player = database.players.find(name) or database.players.create(name)
        database.players.set_face(player.id, face)
    ann = database.players.find(ANN)
    database.players.switch(ann.id)
    for name, ruleset_id, number, place, outcome in _evenings():
        level = services.catalogue.rulesets[ruleset_id].info.levels[place]
        sides = (Participant(name), Participant(level.name, level.id))
        services.result_store.save_result(ended(services, ruleset_id, sides, outcome, number), 0)
    for one, two, ruleset_id, outcomes in _MEETINGS:
        for number, outcome in enumerate(outcomes):
            sides = (Participant(one), Participant(two))
            services.result_store.save_result(ended(services, ruleset_id, sides, outcome, number), 0)
    for ruleset_id, beaten in _CLIMBED.items():
        for level in services.catalogue.rulesets[ruleset_id].info.levels[:beaten]:
            database.games.set_beaten(ann, ruleset_id, level.id)
    for ruleset_id in ("gomoku", "threestones"):
        finish_introduction(database, ruleset_id)
    _save_games(services)


def _evenings() -> list[tuple[str, str, int, int, str]]:
    """Return all games against levels in the order played; each player's games are spread over the whole period.

    An item is player, ruleset id, number of the game, the level's place on the ladder, and the result.
    """
    games = [
        (number / len(row.split()), name, ruleset_id, number, int(game[:-1]), game[-1])
        for (name, ruleset_id), row in _HISTORY.items()
        for number, game in enumerate(row.split())
    ]
    return [game[1:] for game in sorted(games)]


def ended(
    services: Services, ruleset_id: str, sides: tuple[Participant, Participant], outcome: str, number: int
) -> Tournament:
    """Return a series of games, not finished, with one sample game that the first side has won, lost or drawn.

    ``outcome`` is ``w``, ``l`` or ``d`` for this, and ``number`` selects the sample game.
    """
    games = sample_games(ruleset_id).games
    match = games[number % len(games)].match
    winner = match.outcome.winner
    title = f"{sides[0].name} and {sides[1].name} {number}"
    tournament = begun(services, ruleset_id, sides, title=title, first=winner if outcome != "l" else 1 - winner)
    tournament.games[0].match.seed = number
    plies = len(match.plies)
    play(tournament.current.match, plies - 7 if outcome == "d" else plies, number)
    if outcome == "d":
        tournament.current.match.agree_draw()
    return tournament


def begun(services: Services, name: str, sides: tuple[Participant, Participant], **how: object) -> Tournament:
    """Return a new series of games, without a finished game, that has the options of the sample games called ``name``.

    ``how`` sets further fields of the tournament.
    """
    kept = sample_games(name)
    ruleset = services.catalogue.rulesets[kept.ruleset.info.id]
    tournament = Tournament(ruleset, dict(kept.options), sides, **{"seed": kept.seed, **how})
    tournament.start_game()
    return tournament


def play(match: Match, plies: int, number: int = 0, name: str = "") -> None:
    """Continue a match up to ply ``plies`` of sample game ``number``. Raise ValueError if the match differs from it.

    The sample games are those called ``name``, by default those of the match's ruleset.
    """
    kept = sample_games(name or match.ruleset.info.id).games
    whole = _played(kept[number % len(kept)].match, match)
    if match.plies != whole[: len(match.plies)]:
        raise ValueError(f"the match has left sample game {number} of {match.ruleset.info.id}")
    match.plies.extend(whole[len(match.plies) : plies])
    match.revision += 1


def _played(sample: Match, like: Match) -> list[Ply]:
    """Return all plies of a sample game, replayed from the first position of ``like``; results are cached."""
    before = _PLAYED.setdefault(id(sample), [])
    for match in before:
        if (match.first_state, match.time_control) == (like.first_state, like.time_control):
            return match.plies
    match = Match(like.ruleset, like.options, like.seed, like.start, like.time_control)
    for ply in sample.plies:
        match.play(ply.move)
    before.append(match)
    return match.plies


def _save_games(services: Services) -> None:
    """Write the saved games, and last a damaged one."""
    for age, (title, name, other, plies, number) in enumerate(_SAVES):
        rules = services.catalogue.rulesets[sample_games(name).ruleset.info.id].info
        level = rules.levels[other] if isinstance(other, int) else None
        sides = (Participant(ANN), Participant(level.name, level.id) if level else Participant(other))
        tournament = begun(services, name, sides, title=title, best_of=0 if level is None else 3)
        play(tournament.current.match, plies, number, name)
        _save(services, title, write_tournament(tournament), age)
    lines = write_tournament(tournament).splitlines()
    middle = next(row for row, line in enumerate(lines) if line.startswith("     11."))
    lines[middle] = lines[middle][:9] + "z9 " + lines[middle][9:]
    _save(services, DAMAGED, "\n".join(lines), len(_SAVES))


def _save(services: Services, title: str, text: str, age: int) -> None:
    services.saves.write(title, text)
    moment = (NOW - timedelta(hours=2 + 19 * age)).timestamp()
    os.utime(services.saves.path / f"{title}.txt", (moment, moment))
