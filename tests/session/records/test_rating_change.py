"""The change of the player's rating by a game, as the results page shows it."""

from __future__ import annotations

from game.core.ruleset import complete_options
from game.core.tournament import Participant, Practice, Tournament
from game.session.game_session import open_local_session
from game.session.records.record_summary import rating_change
from game.session.services import Services


def ended(services: Services, seed: int, *, unrated: bool = False) -> Tournament:
    """A game that Ann wins against a level with a measured Elo."""
    ruleset = services.catalogue.rulesets["gomoku"]
    level = ruleset.info.level("engine_solid")
    options = complete_options(ruleset.info, {})
    match = Tournament(ruleset, options, (Participant("Ann"), Participant(level.name, level.id)), seed, title=str(seed))
    table = open_local_session(services, match, str(seed), saved=False)
    if unrated:
        table.stakes.make_practice(Practice.HINT)
    table.match.resign(1)
    table.record.save_result()
    return match


def test_the_first_rated_game_has_no_rating_before_it(services: Services) -> None:
    before, after = rating_change(services.database, ended(services, 1))
    assert before is None
    assert after > 0


def test_a_win_leads_from_the_last_rating_to_a_higher_one(services: Services) -> None:
    first = rating_change(services.database, ended(services, 1))[1]
    before, after = rating_change(services.database, ended(services, 2))
    assert before == first
    assert after > before


def test_an_unrated_game_changes_no_rating(services: Services) -> None:
    ended(services, 1)
    assert rating_change(services.database, ended(services, 2, unrated=True)) is None
