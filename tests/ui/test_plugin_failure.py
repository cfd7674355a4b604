"""A drop-in that fails in the middle of a game leaves the window and the other games alone."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

from game.analysis.editor.draft import empty_draft
from game.core.model import State
from game.core.ruleset import Ruleset
from game.plugins import watchdog
from game.plugins.guard import unguarded
from game.ui.analysis.editor.editor_scene import EditorScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.shell.dialogs import QuestionScene
from tools.pilot.pilot import Pilot

FAULT = """
    def forbids(self, state, cell):
        if sum(stone != "." for stone in state.board) >= 1:
            raise ValueError("out of luck")
"""


def test_a_ruleset_that_raises_leads_back_to_the_fair_with_one_sentence(plugin_folder: Path) -> None:
    file = plugin_folder / "four_in_a_row.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\n\nRULESET =", f"{FAULT}\n\nRULESET ="), encoding="utf-8")
    pilot = Pilot(plugins=plugin_folder)
    pilot.app.services.database.players.create("Ann")
    menu = MenuScene(pilot.app)
    pilot.open(menu)
    ruleset = pilot.app.services.catalogue.rulesets["four_in_a_row"]
    pilot.app.push(MatchSetupScene(pilot.app, ruleset), menu._navigation._start_session)
    pilot.choose_opponent("A friend")
    pilot.press("Start")
    pilot.press("OK")
    pilot.click(pilot.scene.board.layout.centre(0))
    pilot.frames(2)
    assert isinstance(pilot.scene, QuestionScene)
    assert "out of luck" in pilot.scene._text
    pilot.press("All right")
    assert pilot.scene is menu


def test_a_position_with_which_a_ruleset_fails_is_refused_and_what_was_set_up_stays(plugin_folder: Path) -> None:
    file = plugin_folder / "four_in_a_row.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\n\nRULESET =", f"{FAULT}\n\nRULESET ="), encoding="utf-8")
    pilot = Pilot(plugins=plugin_folder)
    rulesets = pilot.app.services.catalogue.rulesets
    pilot.open(EditorScene(pilot.app, empty_draft(rulesets["four_in_a_row"])))
    editor = pilot.scene
    pilot.click(editor.board.layout.centre(0))
    assert pilot.scene is editor
    assert "out of luck" in editor._message
    assert editor.draft.stones == {}
    pilot.press("Four in a row")
    pilot.click(editor.board.layout.centre(len(editor.draft.geometry) // 2))
    first = editor.draft
    for _game in range(len(rulesets) - 1):
        pilot.press(editor.subject.info.title)
    assert editor.draft == first


def sleep_after_a_stone(_ruleset: Ruleset, state: State, _cell: int) -> None:
    if any(stone != "." for stone in state.board):
        time.sleep(1000)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals for single threads")
def test_a_ruleset_that_sleeps_leads_back_to_the_fair_and_the_window_waits_a_moment_only(
    plugin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window stood still for as long as the plug-in slept."""
    monkeypatch.setitem(watchdog._DOG.patience, threading.get_ident(), watchdog.WINDOW_PATIENCE)
    pilot = Pilot(plugins=plugin_folder)
    pilot.app.services.database.players.create("Ann")
    waits, step = [0.0], pilot.app.step

    def measured(seconds: float) -> bool:
        began = time.monotonic()
        is_drawn = step(seconds)
        waits.append(time.monotonic() - began)
        return is_drawn

    monkeypatch.setattr(pilot.app, "step", measured)
    menu = MenuScene(pilot.app)
    pilot.open(menu)
    ruleset = pilot.app.services.catalogue.rulesets["four_in_a_row"]
    # It sleeps only once it is loaded: the trial of drop-ins would switch it off.
    monkeypatch.setattr(type(unguarded(ruleset)), "forbids", sleep_after_a_stone)
    pilot.app.push(MatchSetupScene(pilot.app, ruleset), menu._navigation._start_session)
    pilot.choose_opponent("A friend")
    pilot.press("Start")
    pilot.press("OK")
    pilot.click(pilot.scene.board.layout.centre(0))
    pilot.frames(2)
    assert isinstance(pilot.scene, QuestionScene)
    assert pilot.scene._text.startswith("Four in a row failed in ")
    assert pilot.scene._text.endswith(": no response within 0.25 seconds.")
    pilot.press("All right")
    assert pilot.scene is menu
    assert max(waits) < 2.0
