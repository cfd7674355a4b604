"""The player's own engines, set up by keys and clicks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.engine.protocol.transcript import LineKind
from game.session.engines import EngineList, EngineRecord
from game.storage.database import Database
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.scene import Scene
from tests.ui.words_seen import draw_anew, heard
from tools.engine.faults import PUPPET
from tools.pilot.pilot import Pilot


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    flying.open(Scene(flying.app))
    flying.app.push(SettingsScene(flying.app))
    flying.frames(2)
    flying.press("Your own engines")
    yield flying
    flying.app.close()


def kept(pilot: Pilot) -> list[EngineRecord]:
    """The engines as another start of the program would read them."""
    return EngineList(Database(pilot.app.services.database.file.path)).engines()


def add_puppet(pilot: Pilot, fault: str = "none") -> None:
    pilot.press("Add an engine")
    pilot.type(f'"{sys.executable}" "{PUPPET}" {fault}')


def verdict(pilot: Pilot) -> str:
    pilot.press("Test")
    pilot.until(lambda: pilot.scene._verdicts.get(pilot.scene.engine.id, ""), "a verdict")
    return pilot.scene._verdicts[pilot.scene.engine.id]


def test_an_engine_is_added_named_and_tried_by_typing_and_pressing(pilot: Pilot) -> None:
    add_puppet(pilot)
    assert kept(pilot)[0].name == "Scripted_engine"
    pilot.click(pilot.scene.card.name.rect.center)
    pilot.key(pygame.K_a, pygame.KMOD_CTRL)
    pilot.type("My puppet")
    assert [engine.name for engine in kept(pilot)] == ["My puppet"]
    assert verdict(pilot) == "My puppet works. The engine calls itself Puppet, and its first move is A15."


def test_an_engine_that_does_not_work_is_told_in_one_sentence(pilot: Pilot) -> None:
    add_puppet(pilot, "outside")
    assert verdict(pilot) == "Scripted_engine answered 99,99, which is not on the board."


def test_a_program_that_is_not_there_cannot_be_tried(pilot: Pilot) -> None:
    pilot.press("Add an engine")
    pilot.type("nowhere")
    assert not next(b for b in pilot.scene.controls.buttons if b.label == "Test").enabled
    pilot.key(pygame.K_RETURN)
    assert pilot.scene._tried is None


def test_a_verdict_does_not_count_for_an_engine_that_was_changed_meanwhile(pilot: Pilot) -> None:
    add_puppet(pilot)
    pilot.press("Test")
    pilot.press("Rule number 2 for Renju")
    pilot.until(lambda: pilot.scene._tried is None, "the end of the trial")
    assert pilot.scene._verdicts == {}


def test_the_limits_and_the_number_of_renju_are_set_and_kept(pilot: Pilot) -> None:
    add_puppet(pilot)
    time, memory, threads, hashing = (slider.rect for slider in pilot.scene.card.rows.sliders)
    pilot.click((time.right - 4, time.centery))
    pilot.click((memory.left + 4, memory.centery))
    pilot.click((threads.right - 4, threads.centery))
    pilot.click((hashing.right - 4, hashing.centery))
    pilot.press("Rule number 2 for Renju")
    (engine,) = kept(pilot)
    assert (engine.seconds, engine.memory_megabytes, engine.renju_rule) == (60.0, 50, 2)
    assert (engine.threads, engine.hash_megabytes) == (64, 8192)


def test_arguments_and_info_lines_are_typed_and_kept_per_protocol(pilot: Pilot) -> None:
    add_puppet(pilot)
    pilot.click(pilot.scene.card.arguments.rect.center)
    pilot.type("--net big")
    pilot.click(pilot.scene.card.own_text.rect.center)
    pilot.type("max_depth 8")
    pilot.press("SAU")
    assert pilot.scene.card.own_text.words == ""
    pilot.press("Gomocup")
    assert pilot.scene.card.own_text.words == "max_depth 8"
    (engine,) = kept(pilot)
    assert (engine.arguments, engine.info, engine.settings) == ("--net big", "max_depth 8", "")


def test_the_program_is_chosen_from_a_folder_and_keeps_its_arguments(pilot: Pilot, tmp_path: Path) -> None:
    program = tmp_path / "my engines" / "pbrain-wren"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    pilot.press("Add an engine")
    pilot.click(pilot.scene.card.arguments.rect.center)
    pilot.type("--quick")
    pilot.press("Choose…")
    pilot.scene.go_into(program.parent)
    pilot.key(pygame.K_DOWN)
    pilot.press("Open")
    (engine,) = kept(pilot)
    assert (engine.name, engine.command, engine.words) == ("Wren", f'"{program}"', (str(program), "--quick"))
    assert pilot.scene.card.command.words == f'"{program}"'
    assert next(b for b in pilot.scene.controls.buttons if b.label == "Test").why == (
        "pbrain-wren is not marked as a program that can be started."
    )


def test_the_console_shows_and_copies_the_lines_of_a_test(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    add_puppet(pilot)
    verdict(pilot)
    pilot.press("Console")
    pilot.key(pygame.K_c, pygame.KMOD_CTRL)
    lines = copied[0].splitlines()
    assert lines[0].startswith(f"# {sys.executable}")
    assert lines[1:4] == ["> ABOUT", "> START 15", '< name="Puppet", version="1"']
    assert pilot.scene.selected == pilot.scene.list.items[-1]
    transcript = pilot.app.services.foreign.transcript(kept(pilot)[0])
    transcript.add(LineKind.ERROR, ["cannot open net.bin"])
    pilot.until(lambda: pilot.scene.selected.line.text == "cannot open net.bin", "the new line")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene.engine == kept(pilot)[0]


def test_an_engine_of_the_championship_has_settings_of_its_own_and_works(pilot: Pilot) -> None:
    add_puppet(pilot)
    pilot.press("SAU")
    pilot.press("Count rows from bottom")
    pilot.click(pilot.scene.card.own_text.rect.center)
    pilot.type("depth 4")
    (engine,) = kept(pilot)
    assert (engine.dialect, engine.rows_from_bottom, engine.settings) == ("sau", True, "depth 4")
    assert not any(b.label == "Rule number 2 for Renju" for b in pilot.scene.controls.buttons)
    assert verdict(pilot) == "Scripted_engine works. The engine gives no name, and its first move is A1."
    pilot.press("Gomocup")
    pilot.press("Rule number 2 for Renju")
    assert verdict(pilot) == "Scripted_engine works. The engine calls itself Puppet, and its first move is A15."


def test_words_about_an_engines_own_commands_end_before_the_field_beside_them(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_puppet(pilot)
    pilot.press("SAU")
    with heard(monkeypatch, pilot.app.stage.size) as words:
        draw_anew(pilot, words)
        labels = [label for sheet in words.sheets.values() for label in sheet.labels]
    said = next(label for label in labels if label.words == "Commands, such as: depth 4, vcf")
    assert said.ink.right < pilot.scene.card.own_text.rect.left


def test_another_engine_brings_the_settings_of_its_own_protocol(pilot: Pilot) -> None:
    add_puppet(pilot)
    pilot.press("Add an engine")
    pilot.press("Cloudict")
    pilot.click(pilot.scene.card.own_text.rect.center)
    pilot.type("vcf")
    rows = pilot.scene.form.main._list.item_list
    pilot.click(rows[0]["button_element"].rect.center)
    assert any(b.label == "Rule number 2 for Renju" for b in pilot.scene.controls.buttons)
    pilot.key(pygame.K_DOWN)
    assert pilot.scene.card.own_text.words == "vcf"
    assert [engine.dialect for engine in kept(pilot)] == ["gomocup", "cloudict"]


def test_an_empty_name_is_not_kept(pilot: Pilot) -> None:
    add_puppet(pilot)
    pilot.click(pilot.scene.card.name.rect.center)
    pilot.key(pygame.K_a, pygame.KMOD_CTRL)
    pilot.key(pygame.K_DELETE)
    assert kept(pilot)[0].name == "Scripted_engine"


def test_the_fields_show_the_engine_that_is_chosen_and_only_that_one_is_removed(pilot: Pilot) -> None:
    for command in ("one", "two", "three"):
        pilot.press("Add an engine")
        pilot.type(command)
    pilot.click(pilot.scene.form.main._list.item_list[1]["button_element"].rect.center)
    assert (pilot.scene.card.name.words, pilot.scene.card.command.words) == ("Two", "two")
    pilot.press("Remove")
    pilot.press("Keep Two")
    assert [engine.name for engine in kept(pilot)] == ["One", "Two", "Three"]
    pilot.press("Remove")
    pilot.press("Remove")
    assert [engine.name for engine in kept(pilot)] == ["One", "Three"]
    assert pilot.scene.card.command.words == "three"


def test_an_engine_without_a_program_is_removed_at_once(pilot: Pilot) -> None:
    pilot.press("Add an engine")
    pilot.press("Remove")
    assert kept(pilot) == []


def test_letters_land_in_the_field_that_tab_leads_to_and_nowhere_else(pilot: Pilot) -> None:
    add_puppet(pilot)
    pilot.key(pygame.K_TAB)
    while pilot.scene.controls.focused is not pilot.scene.card.name.stop:
        pilot.key(pygame.K_TAB)
    pilot.type("!")
    assert kept(pilot)[0].name == "Scripted_engine!"
    while pilot.scene.controls.focused.label != "Done":
        pilot.key(pygame.K_TAB)
    pilot.type("?")
    assert kept(pilot)[0].name == "Scripted_engine!"
    assert not kept(pilot)[0].command.endswith("?")


@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
def test_what_was_typed_outlives_a_change_of_size(pilot: Pilot, size: tuple[int, int]) -> None:
    add_puppet(pilot)
    before = pilot.scene.card.command.words
    pilot.app.window.set_size(size)
    pilot.frames(2)
    assert pilot.scene.card.command.words == before
    assert not any(pilot.app.step(1 / 60) for _ in range(10) if not pilot.scene.card.command.is_typed_in)


def offered(pilot: Pilot, ruleset: str) -> list[str]:
    """The opponents of match setup, by title."""
    pilot.app.push(MatchSetupScene(pilot.app, pilot.app.services.catalogue.rulesets[ruleset]))
    pilot.frames(2)
    return [candidate.title for candidate in pilot.scene.list.items]


def test_engines_stand_among_the_opponents_of_the_games_that_the_protocol_knows(pilot: Pilot) -> None:
    add_puppet(pilot)
    pilot.press("Add an engine")
    assert "Scripted_engine" in offered(pilot, "gomoku")
    assert "New engine" not in offered(pilot, "gomoku"), "it has no program yet"
    for ruleset in ("connect6", "threestones"):
        assert "Scripted_engine" not in offered(pilot, ruleset)


def test_engines_of_the_championship_stand_among_the_opponents_of_its_game_alone(pilot: Pilot) -> None:
    add_puppet(pilot)
    pilot.press("SAU")
    assert "Scripted_engine" in offered(pilot, "connect6")
    pilot.choose_opponent("Scripted_engine")
    assert pilot.scene.refusal() is None
    for ruleset in ("gomoku", "six_in_a_row", "threestones"):
        assert "Scripted_engine" not in offered(pilot, ruleset)


def test_options_that_the_protocol_cannot_express_are_refused_in_a_sentence_for_engines_only(pilot: Pilot) -> None:
    add_puppet(pilot)
    offered(pilot, "gomoku")
    pilot.choose_opponent("Scripted_engine")
    assert pilot.scene.refusal() is None
    pilot.press("Black: no double three")
    words = "Scripted_engine uses the Gomocup protocol, which does not support these options."
    assert pilot.scene.refusal().message == words
    assert not next(b for b in pilot.scene.controls.buttons if b.label == "Start").enabled
    pilot.choose_opponent("Bramble")
    assert pilot.scene.refusal() is None


def test_an_engine_whose_program_is_gone_is_refused_before_the_game(pilot: Pilot) -> None:
    pilot.press("Add an engine")
    pilot.type("/nowhere/rapfi")
    offered(pilot, "gomoku")
    pilot.choose_opponent("Rapfi")
    assert pilot.scene.refusal().message == "Rapfi cannot be started. No program found: /nowhere/rapfi."


def test_stored_settings_that_are_not_used_are_told(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = [{"id": "a", "name": "Rapfi", "depth": 7}]
    pilot.app.services.database.settings.set("engines", stored)
    with heard(monkeypatch, pilot.app.stage.size) as words:
        draw_anew(pilot, words)
        said = [label.words for sheet in words.sheets.values() for label in sheet.labels]
    assert "Rapfi has settings that cannot be used: depth. The default values are used instead." in said
