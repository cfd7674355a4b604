"""After a crash the next start offers the report, once: to look at it, to open its folder, or to leave it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pygame
import pytest

from game.storage import folders
from game.storage.crash_reports.report_folder import ReportFolder
from game.ui.menu.menu_scene import MenuScene
from game.ui.settings.crash_report import report_scene
from game.ui.settings.crash_report.report_scene import ReportScene, offer_report
from game.ui.shell.dialogs import QuestionScene
from tools.pilot.pilot import Pilot

NOON = datetime(2026, 3, 24, 12)


@pytest.fixture
def pilot(home: Path) -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    yield flying
    flying.app.close()


def start(pilot: Pilot) -> None:
    offer_report(pilot.app, ReportFolder(folders.reports_folder()))
    pilot.open(MenuScene(pilot.app))
    pilot.frames(10)


def keep() -> Path:
    return ReportFolder(folders.reports_folder()).keep("AttributeError\n" * 60, NOON)


def test_nothing_is_offered_where_nothing_happened(pilot: Pilot) -> None:
    start(pilot)
    assert isinstance(pilot.scene, MenuScene)


def test_the_report_can_be_looked_at_with_keys(pilot: Pilot) -> None:
    keep()
    start(pilot)
    assert isinstance(pilot.scene, QuestionScene)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, ReportScene)
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, MenuScene)


def test_it_is_offered_once(pilot: Pilot) -> None:
    path = keep()
    start(pilot)
    pilot.press("Not now")
    assert isinstance(pilot.scene, MenuScene)
    offer_report(pilot.app, ReportFolder(folders.reports_folder()))
    pilot.frames(10)
    assert isinstance(pilot.scene, MenuScene)
    assert path.exists()


@pytest.mark.parametrize("has_window", [True, False])
def test_its_folder_is_shown_by_the_system_or_named(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, has_window: bool
) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(report_scene, "show_folder", lambda folder: shown.append(folder) or has_window)
    path = keep()
    start(pilot)
    pilot.press("Open the folder")
    assert shown == [path.parent]
    assert (str(path.parent) in pilot.app._toast.words) is not has_window


def test_a_report_that_is_gone_is_said_to_be(pilot: Pilot) -> None:
    keep().unlink()
    pilot.open(MenuScene(pilot.app))
    pilot.app.push(ReportScene(pilot.app, Path("gone.txt"), ""))
    pilot.frames(2)
    assert isinstance(pilot.scene, ReportScene)


@pytest.mark.parametrize(("system", "program"), [("darwin", "open"), ("linux", "xdg-open")])
def test_each_system_has_a_program_of_its_own_that_shows_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, program: str
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_: started.append(words))
    assert report_scene.show_folder(tmp_path)
    assert started == [[f"/bin/{program}", str(tmp_path)]]
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert not report_scene.show_folder(tmp_path)


def test_windows_shows_a_folder_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "startfile", shown.append, raising=False)
    assert report_scene.show_folder(tmp_path)
    assert shown == [tmp_path]
