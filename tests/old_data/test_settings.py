"""What the player has set up: preferences, match setup, network and engines."""

from __future__ import annotations

from game.analysis.editor.position_store import from_setting
from game.core.clock import TimeControl
from game.core.tournament import Participant, TeacherStrength
from game.network.session.network_settings import NetworkSettings
from game.session.match_plan import plan_for
from game.storage.introductions import finished_introductions


def test_preferences_are_there(services):
    preferences = services.preferences
    assert (preferences.language, preferences.theme) == ("fi", "day_fair")
    assert (preferences.font_scale, preferences.music_volume, preferences.thinking_seconds) == (1.3, 20.0, 4.0)
    assert (preferences.coordinates, preferences.help_shown, preferences.music) == (False, True, True)
    assert finished_introductions(services.database) == {"gomoku", "connect6"}


def test_match_setup_editor_and_window_are_as_they_were_left(services):
    database, gomoku = services.database, services.catalogue.rulesets["gomoku"]
    plan = plan_for(services, gomoku)
    assert (plan.level, plan.friend, plan.best_of, plan.first) == ("engine_regular", "Cleo", 5, "toss")
    assert (plan.options["size"], plan.options["variant"]) == (19, "caro")
    assert (plan.time_control, plan.teacher) == (TimeControl(30, is_per_turn=True), TeacherStrength.STRICT)
    draft = from_setting(database.settings.get("editor", None), services.catalogue.rulesets)
    assert {draft.geometry.names[cell]: letter for cell, letter in draft.stones.items()} == {"c3": "b", "d4": "w"}
    assert database.settings.get("window.place", {})["size"] == [1440, 900]
    assert database.settings.get("library files", []) == ["/home/anna/games/one.sgf", "/home/anna/games/two.lib"]


def test_the_account_at_a_broker_is_there(services):
    network = NetworkSettings(services.database)
    assert (network.broker, network.port) == ("broker.example.org:8883", 4567)
    account = network.accounts.find("broker.example.org", 8883)
    assert (account.user, account.password) == ("anna", "a pass word")


def test_engines_are_there_with_their_settings(services):
    carbon, mover = services.engines.engines()
    assert (carbon.id, carbon.name, carbon.command) == ("da4252d3", "Carbon", '"/opt/pbrain carbon" --quick')
    assert (carbon.seconds, carbon.memory_megabytes, carbon.renju_rule, carbon.dialect) == (2.5, 200, 2, "gomocup")
    assert (mover.name, mover.dialect, mover.rows_from_bottom, mover.settings) == (
        "Slow Mover", "sau", True, "depth 4, vcf",
    )  # fmt: skip
    kept: list[dict[str, object]] = services.database.settings.get("engines", [])
    services.engines.change(carbon)
    changed: list[dict[str, object]] = services.database.settings.get("engines", [])
    added = {"arguments": "", "threads": 0, "hash_megabytes": 0, "info": ""}
    assert changed == [{**kept[0], **added}, *kept[1:]]
    assert (carbon.words, carbon.to_program().settings) == (("/opt/pbrain carbon", "--quick"), {})
    seat = services.saves.load("Against my engine").participants[0]
    assert (seat, services.engines.find(seat)) == (Participant("Carbon", "engine:da4252d3"), carbon)
