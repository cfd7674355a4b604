"""Players, results, reviews and puzzles, in the database and those that wait for it."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3

from game.analysis.review.evaluation import ProofStatus
from game.analysis.review.review_store import read_readings
from game.core.model import Termination
from game.core.record.reader import read_tournament
from game.progress.decathlon.scoring import cards
from game.progress.decathlon.week import Week
from game.progress.statistics.overview import Overview, by_opening
from game.storage.result_store import WAITING
from game.training.daily_puzzle.collection import PuzzleCollection
from tests.old_data.contents import DATA, anna, told
from tests.progress.statistics.recorded import gathered


def test_players_are_there_with_their_names_and_faces(services):
    database = services.database
    assert (database.file.notice, database.file.trouble) == ("", "")
    assert [(each.name, each.face) for each in database.players.all()] == [
        ("Anna", "penguin"), ("Ben", "duck"), ("Cleo", "dog"), ("Eva", ""),
    ]  # fmt: skip
    assert anna(services).name == "Anna"
    assert anna(services).created == "2026-11-26T16:57:04+00:00"
    # Cleo was called Klara, and Dora has left.
    assert database.players.find("Klara").name == "Cleo"
    assert database.players.find("Dora") is None


def test_rows_that_stand_in_the_write_ahead_log_alone_are_there(services, home):
    assert services.database.players.find("Eva") is not None
    ben, eva = services.database.players.find("Ben"), services.database.players.find("Eva")
    assert [told(game) for game in services.database.games.meetings(ben, eva)] == [
        ("gomoku", "In the log", 1, "Eva", "", "won", "")
    ]
    assert services.preferences.effects_volume == 35
    with_log = shutil.copytree(DATA / "home", home.parent / "without log", ignore=shutil.ignore_patterns("*-wal"))
    assert b"In the log" not in (with_log / "stone-fair.sqlite3").read_bytes()


def test_results_are_there_with_their_scores_and_reasons(services):
    database, player = services.database, anna(services)
    games = {game.key.tournament: game for game in database.games.against_computer(player)}
    assert [told(game) for game in database.games.against_computer(player)] == [
        ("threestones", "At the pond", 1, "Puddle", "engine_newcomer", "lost", "hint"),
        ("connect6", "Ladder 阶梯", 1, "Ollie", "casual", "won", ""),
        ("connect6", "Ladder 阶梯", 2, "Ollie", "casual", "won", ""),
        ("four_in_a_row", "Drop-in", 1, "Any cell", "any", "won", ""),
        ("gomoku", "Mirror", 1, "The mirror", "mirror:725", "lost", ""),
        ("six_in_a_row", "Decathlon", 1, "Hazel", "casual", "won", ""),
        ("gomoku", "Overlooked", 1, "Pip", "engine_newcomer", "lost", ""),
    ]
    assert (games["At the pond"].own_score, games["At the pond"].other_score) == (27, 29)
    assert (games["At the pond"].moves, games["At the pond"].termination) == (73, Termination.POINTS.value)
    assert games["Overlooked"].played == "2026-11-26T16:57:05+00:00"
    assert database.games.text(games["Mirror"].key).endswith("Seal: 3354a5e3f01c\n")
    assert database.games.beaten(player, "connect6") == {"casual"}
    assert database.games.ribbons(player, "gomoku") == {"small_board"}


def test_meetings_here_and_elsewhere_are_there(services):
    database, player = services.database, anna(services)
    heads = database.games.head_to_heads(player)
    assert [(each.other.name, each.other.is_remote, each.wins, each.draws, each.losses) for each in heads] == [
        ("Ben", False, 1, 0, 0), ("Ben", True, 1, 0, 0),
    ]  # fmt: skip
    assert [told(game) for each in heads for game in database.games.meetings(player, each.other)] == [
        ("gomoku", "Friday", 1, "Ben", "", "won", ""),
        ("six_in_a_row", "From a position", 1, "Ben", "", "drawn", "changed by hand"),
        ("gomoku", "Gomoku - Anna and Ben", 1, "Ben", "", "won", ""),
    ]


def test_the_decathlon_of_that_week_has_its_event(services):
    (card,) = cards(services.database, Week(2026, 48), services.catalogue.rulesets)
    assert (card.player.name, card.points, card.played) == ("Anna", 3, 1)


def test_waiting_results_are_put_on_record(services, home):
    database, player = services.database, anna(services)
    assert len(services.result_store.catch_up()) == 2
    assert not (home / WAITING).exists()
    waited = database.games.against_computer(player)[-1]
    assert told(waited) == ("gomoku", "Waits", 1, "Bramble", "basic", "won", "")
    assert (waited.played, waited.key.seed, waited.moves) == ("2026-11-26T16:57:07+00:00", 111, 9)
    far = database.games.head_to_heads(player)[-1].other
    assert (far.name, far.is_remote) == ("Zoë", True)
    assert [told(game) for game in database.games.meetings(player, far)] == [
        ("gomoku", "Waits far away", 1, "Zoë", "", "lost", "undo")
    ]


def test_a_result_waits_in_the_words_of_the_old_file(services, home):
    old = (home / WAITING).read_text(encoding="utf-8").splitlines()
    (home / WAITING).unlink()
    tournament = read_tournament(json.loads(old[0])["text"], services.catalogue.rulesets)
    with contextlib.closing(sqlite3.connect(services.database.file.path, isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        services.result_store.save_result(tournament, 0)
        (line,) = (home / WAITING).read_text(encoding="utf-8").splitlines()
        other_program.execute("ROLLBACK")
    new, before = json.loads(line), json.loads(old[0])
    # The time of the entry is another one.
    new["game"]["played"] = before["game"]["played"]
    assert json.dumps(new) == json.dumps(before)


def test_a_review_and_the_figures_made_of_it_are_there(services):
    database, player = services.database, anna(services)
    review = read_readings(database.reviews.stored("7c58ac93c3401c8a1a318e62fc00918b", "engine_full"))
    assert (len(review), review[6].proof_status, review[5].candidates[0].line, review[5].candidates[0].chance) == (
        9, ProofStatus.WON, ("i8",), 0.38,
    )  # fmt: skip
    (kept,) = [each for each in database.figures.of_games(player, "gomoku") if each.figures]
    assert kept.game.key.tournament == "Overlooked"
    reviewed = next(game for game in gathered(database, player) if game.game.key.tournament == "Overlooked")
    assert reviewed.accuracy == 58.53
    assert reviewed.times.spent == [9000, 8000, 7000, 0]


def test_statistics_of_openings_are_the_same(services):
    games = gathered(services.database, anna(services))
    assert Overview(games).counts == (2, 0, 2)
    groups = [(group.opening and group.opening.stones, group.overview.counts) for group in by_opening(games)]
    assert groups == [({"h8": "b", "a1": "w", "g8": "b"}, (1, 0, 1)), (None, (1, 0, 1))]


def test_mistakes_come_back_on_their_day(services):
    (mistake,) = services.database.mistakes.all(anna(services))
    assert (mistake.ruleset_id, mistake.ply, mistake.played, mistake.loss) == ("gomoku", 6, ("a3",), 0.38)
    assert (mistake.opponent, mistake.phase, mistake.due) == ("Pip", "opening", "2026-11-27T16:57:05+00:00")
    assert mistake.options["variant"] == "freestyle"
    assert mistake.card.startswith('{"card_id": 0, "state": 2, "step": null, "stability": 1.2931,')
    assert read_readings(mistake.readings)[1].proof_status is ProofStatus.WON
    ruleset = services.catalogue.rulesets[mistake.ruleset_id]
    assert ruleset.load(mistake.position, mistake.options).board.count("b") == 3


def test_puzzles_have_their_states_and_ratings(services):
    database, player = services.database, anna(services)
    assert database.puzzles.scores(player, "gomoku") == {
        "3d3a9e637e8c7231": 1.0, "a2a0ff6504cb7958": 0.5, "0461f57d338c8e61": 0.0,
    }  # fmt: skip
    assert [(each.theme, each.hints, each.seconds) for each in database.puzzles.tries(player, "gomoku")] == [
        ("vcf", 0, 7.0), ("vcf", 1, 7.0), ("vcf", 0, 7.0),
    ]  # fmt: skip
    assert round(database.puzzles.player_rating(player, "gomoku").elo, 2) == 768.32
    assert round(database.puzzles.rating("connect6", "7a4b0012b47350bc").elo, 2) == 895.39
    assert database.puzzles.best_run(player, "gomoku") == 9
    assert [
        (each.ruleset_id, each.day, each.score, each.solved_on) for each in database.puzzles.daily_results(player)
    ] == [
        ("connect6", "2026-11-24", 1.0, "2026-11-26"),
        ("gomoku", "2026-11-25", 0.5, "2026-11-26"),
        ("gomoku", "2026-11-26", 0.0, ""),
    ]
    catalogue = services.catalogue
    shipped = PuzzleCollection({name: catalogue.folder(name) for name in catalogue.rulesets}).of("gomoku")
    assert {entry.mark for entry in shipped} >= set(database.puzzles.scores(player, "gomoku"))


def test_the_backup_of_that_day_can_be_gone_back_to(services):
    backups = {each.path.name: each for each in services.database.file.backups.backups()}
    backup = backups["stone-fair-2026-11-26.sqlite3"]
    assert (backup.kind, backup.day) == ("copy", "2026-11-26")
    assert backup.holding.players
