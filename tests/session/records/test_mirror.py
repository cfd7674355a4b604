"""The mirror at a table: set for the player who sits there, game by game, and told as what it is."""

from __future__ import annotations

from game.core.model import Options
from game.core.request import PlayerRequest
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Practice, Tournament
from game.session.game_session import GameSession, open_local_session
from game.session.match_plan import MatchPlan, plan_for, rematch, remember, start_session
from game.session.records.mirror import mirror_of, mirror_text, next_mirror_text
from game.session.records.record_summary import Summary, opponent_name, prospect
from game.session.services import Services
from game.session.texts import standing_text


def met(services: Services, best_of: int = 0) -> GameSession:
    ruleset = services.catalogue.rulesets["gomoku"]
    return start_session(services, MatchPlan(ruleset, complete_options(ruleset.info, {}), "mirror", best_of=best_of))


def strength(table: GameSession) -> int:
    return int(table.tournament.participants[1].level.partition(":")[2])


def lose(table: GameSession) -> None:
    table.match.play(parse_move(table.tournament.ruleset.info, table.match.state, "h8"))
    table.match.resign(table.game.seat_of(0))
    table.record.save_result()


def test_after_each_game_of_a_series_the_mirror_is_set_anew(services):
    table = met(services)
    first = strength(table)
    lose(table)
    assert strength(table) == first
    table.ask(PlayerRequest.NEXT_GAME)
    assert strength(table) < first


def test_after_a_game_it_is_told_how_the_mirror_goes_on(services):
    table = met(services)
    first = strength(table)
    assert next_mirror_text(services, table.tournament) == f"Your opponent “The mirror” stays at Elo {first}."
    lose(table)
    text = next_mirror_text(services, table.tournament)
    table.ask(PlayerRequest.NEXT_GAME)
    assert text == f"Your opponent “The mirror” drops from Elo {first} to {strength(table)}."
    lower = strength(table)
    table.match.resign(table.game.seat_of(1))
    table.record.save_result()
    text = next_mirror_text(services, table.tournament)
    table.ask(PlayerRequest.NEXT_GAME)
    assert text == f"Your opponent “The mirror” rises from Elo {lower} to {strength(table)}."


def test_other_opponents_are_set_to_nothing(services):
    ruleset = services.catalogue.rulesets["gomoku"]
    plan = MatchPlan(ruleset, complete_options(ruleset.info, {}), ruleset.info.levels[0].id)
    assert next_mirror_text(services, start_session(services, plan).tournament) == ""


def test_a_rematch_is_against_the_mirror_as_it_is_set_by_then(services):
    table = met(services, best_of=3)
    first = strength(table)
    for _ in range(2):
        lose(table)
        if not table.tournament.is_over:
            table.ask(PlayerRequest.NEXT_GAME)
    assert strength(rematch(services, table)) < first


def test_a_saved_game_goes_on_at_its_strength_whatever_was_played_meanwhile(services):
    table = met(services)
    table.match.play(parse_move(table.tournament.ruleset.info, table.match.state, "h8"))
    table.record.file.changed()
    first, name = strength(table), table.name
    table.leave()
    lose(met(services))
    again = open_local_session(services, services.saves.load(name), name, saved=True)
    assert strength(again) == first != strength(met(services))


def test_a_match_won_against_the_mirror_counts_for_neither_ladder_nor_rating(services):
    table = met(services, best_of=3)
    for _ in range(2):
        table.match.resign(table.game.seat_of(1))
        table.record.save_result()
        if not table.tournament.is_over:
            table.ask(PlayerRequest.NEXT_GAME)
    assert table.record.reward is None
    ann, ruleset = services.database.players.current(), table.tournament.ruleset
    assert services.database.games.beaten(ann, "gomoku") == frozenset()
    summary = Summary.of(services.database.games.against_computer(ann), ruleset)
    assert (summary.totals.won, summary.rating) == (2, None)


def test_games_with_a_hint_say_nothing_of_the_strength(services):
    table = met(services)
    table.game.hints = 1
    table.stakes.make_practice(Practice.HINT)
    lose(table)
    found = mirror_of(services, table.tournament.ruleset, services.database.players.current())
    assert (found.strength, found.games) == (strength(table), 0)


def test_games_against_measured_levels_set_the_mirror_too(services):
    ruleset = services.catalogue.rulesets["gomoku"]
    strong = ruleset.info.level("engine_solid")
    options: Options = complete_options(ruleset.info, {})
    before = strength(met(services))
    series = Tournament(ruleset, options, (Participant("Ann"), Participant(strong.name, strong.id)), 1, title="x")
    table = open_local_session(services, series, "x", saved=False)
    table.match.resign(1)
    table.record.save_result()
    assert strength(met(services)) > before


def test_records_say_what_the_mirror_was_set_to_and_count_it_as_one(services):
    table = met(services)
    lose(table)
    first = strength(table)
    table.ask(PlayerRequest.NEXT_GAME)
    table.match.resign(table.game.seat_of(0))
    table.record.save_result()
    ann, ruleset = services.database.players.current(), table.tournament.ruleset
    games = services.database.games.against_computer(ann)
    assert opponent_name(ruleset, games[0].level, games[0].opponent) == f"The mirror (Elo {first})"
    assert prospect(services.database, ruleset, "mirror").totals.lost == 2
    assert Summary.of(games, ruleset).favourite == ("mirror", "The mirror")
    assert standing_text(table.tournament, table.tournament.participants[1]) == f"Strength {strength(table)}"


def test_who_is_unknown_is_told_where_the_mirror_begins(services):
    ruleset = services.catalogue.rulesets["gomoku"]
    found = mirror_of(services, ruleset, None)
    assert (
        mirror_text(found, ruleset.info.levels)
        == f"This opponent starts at Elo {found.strength} and adapts to your results."
    )


def test_the_mirror_tells_between_whom_it_plays(services):
    table = met(services)
    lose(table)
    ruleset = table.tournament.ruleset
    found = mirror_of(services, ruleset, services.database.players.current())
    assert (
        mirror_text(found, ruleset.info.levels)
        == f"This opponent is now at Elo {found.strength}, between Pip and Dusty."
    )


def test_match_setup_begins_with_the_mirror_where_it_was_chosen_last(services):
    ruleset = services.catalogue.rulesets["gomoku"]
    remember(services, MatchPlan(ruleset, complete_options(ruleset.info, {}), "mirror"))
    assert plan_for(services, ruleset).level == "mirror"
