"""A tour through two scenes for tests and pictures: a crash report, and a file passed on by a second program start."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from game.storage import folders
from game.storage.crash_reports.report_folder import ReportFolder
from game.ui.library.handed_files import HandedFiles
from game.ui.settings.crash_report.report_scene import ReportScene, offer_report
from game.ui.settings.settings_scene import SettingsScene
from tools.pilot.fair_life import NOW
from tools.pilot.pilot import Pilot
from tools.tours.table_tour import wait

REPORT = """\
Stone Fair stopped because of an error in the program. This report stays on this machine.
It holds no names of players and no contents of files.

Time: 2026-03-24 18:30:00
Version: Stone Fair 0.1.0
Python: CPython 3.11.7
System: Linux 6.8.0, x86_64
Packages: pygame-ce 2.5.8, pygame_gui 0.6.14, numba 0.63.1, numpy 2.3.5
Thread: MainThread
Scenes: MenuScene > MatchSetupScene > PlayScene

  stone-fair/main.py:24 in _window
      return window.run(arguments)
  stone-fair/game/ui/window.py:148 in run
      app.run()
  stone-fair/game/ui/play/play_scene.py:211 in update
      self.board.animate(events)
AttributeError: 'NoneType' object has no attribute 'animate'
"""


def comfort(pilot: Pilot) -> Iterator[str]:
    """Show the offer and the text of a crash report, and a question about a file; yield the name of each state.

    A second start of the program has passed on this file to the open window, which asks whether to open it.
    """
    app = pilot.app
    reports = ReportFolder(folders.reports_folder())
    # The program offers each report once; an earlier tour with the same home folder may have shown it.
    shutil.rmtree(reports.folder, ignore_errors=True)
    reports.keep(REPORT, NOW)
    offer_report(app, reports)
    # In the program, the menu runs this task once it is drawn; a tour that does not draw would never run it.
    app.tasks.popleft()()
    wait(pilot)
    yield "crash offer"
    pilot.scene.finish(None)
    app.push(ReportScene(app, Path("crash-20260324-183000-000000.txt"), REPORT))
    wait(pilot)
    yield "crash report"
    pilot.scene.finish(None)
    app.push(SettingsScene(app))
    HandedFiles(app, list)._ask(Path("Friday with Ben.txt"))
    wait(pilot)
    yield "handed file"
    pilot.scene.finish(None)
    pilot.scene.finish(None)
    wait(pilot)
