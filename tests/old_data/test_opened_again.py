"""The folder is opened, closed and opened again."""

from __future__ import annotations

from game.network.session.club_tournaments import club_folder, stored_club_tournaments
from game.network.session.network_settings import NetworkSettings
from game.network.session.resumable_games import sessions_folder
from game.network.session.saved_remote_games import stored_tables
from game.session.match_plan import plan_for
from game.session.services import Services
from game.storage import folders
from tests.old_data.contents import anna, loaded


def test_nothing_is_lost_when_the_folder_was_opened_and_closed(opened):
    before = contents(opened())
    assert contents(opened()) == before
    assert contents(opened()) == before


def contents(services: Services) -> dict[str, object]:
    """Everything that the folder holds, as the program sees it."""
    services.result_store.catch_up()
    database, player = services.database, anna(services)
    rulesets = services.catalogue.rulesets
    heads = database.games.head_to_heads(player)
    return {
        "players": database.players.all(),
        "games": [(game, database.games.text(game.key)) for game in database.games.against_computer(player)],
        "meetings": [database.games.meetings(player, each.other) for each in heads],
        "riddles": [
            (database.puzzles.tries(player, name), database.puzzles.best_run(player, name)) for name in rulesets
        ],
        "days": database.puzzles.daily_results(player),
        "mistakes": database.mistakes.all(player),
        "reviews": database.figures.of_games(player, "gomoku"),
        "engines": services.engines.engines(),
        "plan": plan_for(services, rulesets["gomoku"]).to_setting(),
        "account": NetworkSettings(database).accounts.find("broker.example.org", 8883),
        "saves": {entry.name: loaded(services, entry.name)[1] for entry in services.saves.entries()},
        "tables": [(table.head, table.lines) for table in stored_tables(sessions_folder())],
        "evenings": {
            each.is_organiser: (each.opened.head, each.tournament) for each in stored_club_tournaments(club_folder())
        },
        "studies": [path.read_bytes() for path in sorted(folders.studies_folder().iterdir())],
        "library": [path.read_bytes() for path in sorted(folders.library_folder().iterdir())],
    }
