"""What follows from INFO lines: time with a margin, memory that the process keeps within, and the rest."""

import pytest

from game.engine.server.settings import Settings


def limits(lines, **known):
    settings = Settings()
    for key, value in lines.items():
        settings.read(key, value)
    return settings.limits(**known)


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        ({"timeout_turn": "0"}, 0.0),
        ({"timeout_turn": "1050"}, 1.0),
        ({"timeout_turn": "30000"}, 29.7),
        ({"timeout_turn": "5000", "time_left": "2147483647"}, 4.95),
        ({"timeout_turn": "5000", "timeout_match": "0"}, 4.95),
        ({"timeout_turn": "5000", "time_left": "13290"}, 1.0),
        ({"timeout_turn": "5000", "timeout_match": "13290"}, 1.0),
        ({"timeout_turn": "5000", "timeout_match": "99000", "time_left": "13290"}, 1.0),
        ({"timeout_turn": "5000", "time_left": "13050", "time_increment": "1020"}, 1.75),
        ({"timeout_turn": "5000", "time_left": "10"}, 0.0),
        ({"timeout_turn": "nonsense", "time_left": "soon"}, 0.95),
        ({"timeout_turn": "5000", "time_left": "-5"}, 0.0),
    ],
)
def test_the_time_for_a_turn_keeps_a_margin_and_a_share_of_what_is_left(lines, seconds):
    assert limits(lines, turns=12, usual_turns=12).seconds == pytest.approx(seconds)


def test_a_turn_in_doubt_may_take_more_but_never_more_than_the_turn_allows():
    told = {"turns": 12, "usual_turns": 12}
    assert limits({"timeout_turn": "5000", "time_left": "13290"}, **told).most_seconds == pytest.approx(3.0)
    assert limits({"timeout_turn": "2050", "time_left": "13290"}, **told).most_seconds == pytest.approx(2.0)
    assert limits({"timeout_turn": "950", "time_left": "13290"}, **told).most_seconds == 0.0


def test_a_game_without_a_clock_follows_one_with_it():
    settings = Settings()
    for key, value in (("timeout_turn", "5000"), ("time_left", "3000"), ("ruleset", "gomoku")):
        settings.read(key, value)
    assert settings.limits().seconds == pytest.approx(4.95)


def test_naming_the_ruleset_takes_back_the_time_of_the_game_for_the_next_start_too():
    settings = Settings()
    for key, value in (("timeout_turn", "5000"), ("timeout_match", "6000")):
        settings.read(key, value)
    settings.clock.begin_game()
    settings.clock.end_turn(thought=1.0, allowed=1.0, worked=1.0)
    settings.read("ruleset", "gomoku")
    settings.clock.begin_game()
    assert settings.limits().seconds == pytest.approx(4.95)


@pytest.mark.parametrize(
    ("lines", "megabytes"),
    [
        ({}, 0.0),
        ({"max_memory": "0"}, 0.0),
        ({"hash_size": "65536"}, 64.0),
        ({"max_memory": str(350 << 20)}, 150.0),
        ({"max_memory": str(350 << 20), "hash_size": "65536"}, 64.0),
        ({"max_memory": str(250 << 20), "hash_size": "65536"}, 50.0),
        ({"max_memory": str(80 << 20)}, 1.0),
    ],
)
def test_the_table_of_positions_leaves_the_process_within_its_memory(lines, megabytes):
    assert limits(lines).memory_megabytes == megabytes


def test_a_rehearsal_leaves_the_table_as_large_as_a_turn_has_it():
    settings = Settings()
    settings.read("hash_size", "65536")
    assert settings.rehearsal().memory_megabytes == settings.limits().memory_megabytes == 64.0
    assert settings.rehearsal().seconds == 0.0


def test_every_number_reaches_the_thinker():
    told = limits({"max_node": "77", "max_depth": "9", "thread_num": "3", "seed": "5"})
    assert (told.nodes, told.depth, told.threads, told.seed) == (77, 9, 3, 5)
    assert limits({"thread_num": "0"}).threads == 1


@pytest.mark.parametrize("key", ["game_type", "folder", "evaluate", "usedatabase", "caution_factor"])
def test_what_means_nothing_to_us_changes_nothing(key):
    assert limits({key: "1"}) == limits({})


def test_pondering_is_off_until_it_is_asked_for():
    settings = Settings()
    assert not settings.ponders
    settings.read("pondering", "1")
    assert settings.ponders
    settings.read("pondering", "0")
    assert not settings.ponders
