"""A tour through the position editor for tests and pictures: positions that can be played, and others."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.analysis.editor.draft import Draft
from game.core.ruleset import complete_options
from game.ui.analysis.editor.editor_scene import EditorScene
from game.ui.analysis.editor.tool_picker import LAST
from tools.pilot.pilot import Pilot
from tools.tours.table_tour import seen, wait


def set_up(pilot: Pilot, ruleset_id: str, stones: dict[str, str], colour: str = "", **options: object) -> EditorScene:
    """Open the position editor with these stones and this colour to move; return its scene.

    ``stones`` maps letters of kinds of stone to the names of their cells, separated by spaces; ``options`` are those of
    the game.
    """
    ruleset = pilot.app.services.catalogue.rulesets[ruleset_id]
    whole = complete_options(ruleset.info, options)
    geometry = ruleset.geometry(whole)
    lying = {geometry.cell(name): letter for letter, names in stones.items() for name in names.split()}
    scene = EditorScene(pilot.app, Draft(ruleset, whole, lying, colour))
    pilot.app.push(scene)
    wait(pilot)
    return scene


def editor(pilot: Pilot) -> Iterator[str]:
    """Show the position editor with valid, invalid and finished positions of three games; yield each state's name."""
    set_up(pilot, "gomoku", {"b": "h8 i9 g7 f6", "w": "g9 h9 j10 e5"}, variant="renju")
    yield from seen(pilot, "editor")
    set_up(pilot, "gomoku", {"b": "h8 i8 j8 k8 l8 c3", "w": "g9 h9"})
    yield from seen(pilot, "editor impossible")
    set_up(pilot, "gomoku", {"b": "h8 i8 j8 k8 l8", "w": "g9 h9 c3 d4"})
    yield from seen(pilot, "editor over")
    set_up(pilot, "connect6", {"b": "j10", "w": "k10"})
    yield from seen(pilot, "editor connect6")
    scene = set_up(pilot, "threestones", {"w": "d8 e8", "b": "g7 h6", "c": "f8"}, "b")
    scene.picture.tools.choose(LAST)
    scene._use(scene.draft.geometry.cell("g7"))
    pilot.key(pygame.K_UP)
    yield from seen(pilot, "editor threestones")
