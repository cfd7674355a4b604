"""Tasks whose dialog is left: a reading ends, and an error of a write is shown all the same."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from game.storage import background
from game.storage.background import BackgroundTask, Cancelled, OnStep
from game.storage.files import StoreError
from game.ui.menu.menu_scene import MenuScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.work_scene import WorkScene, read_in_background, write_in_background
from tools.pilot.pilot import Pilot


@pytest.fixture
def pilot(home: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    pilot = Pilot()
    # Without a player the menu asks for a name, above the dialogs of this test or below them.
    pilot.app.services.database.players.create("Ada")
    pilot.open(MenuScene(pilot.app))
    yield pilot
    pilot.app.close()


def test_a_write_that_fails_after_its_dialog_was_left_is_told(pilot: Pilot) -> None:
    may_fail = threading.Event()

    def work() -> None:
        may_fail.wait(30)
        raise StoreError("The disk is full.")

    taken: list[BackgroundTask[None]] = []
    write_in_background(pilot.app, "Friday", work, taken.append)
    assert isinstance(pilot.scene, WorkScene)
    pilot.app.back_to_first()
    may_fail.set()
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the sentence about the write")
    assert pilot.scene._title == "Not everything was saved"
    assert taken == []
    attendants = len(pilot.app._tick_callbacks)
    pilot.press("All right")
    pilot.frames(5)
    assert (len(pilot.app._tick_callbacks), len(pilot.app.notices)) == (attendants, 0)


def test_a_reading_whose_dialog_was_left_ends(pilot: Pilot) -> None:
    may_go_on = threading.Event()

    def work(on_step: OnStep) -> None:
        may_go_on.wait(30)
        on_step(0, 1)

    read_in_background(pilot.app, "Reading", "Friday", work, lambda _task: None)
    task = pilot.scene.task
    pilot.app.back_to_first()
    may_go_on.set()
    with pytest.raises(Cancelled):
        task.take()


def test_a_write_whose_dialog_ends_is_taken_once(pilot: Pilot) -> None:
    may_go_on, taken = threading.Event(), []
    write_in_background(pilot.app, "Friday", lambda: may_go_on.wait(30), lambda task: taken.append(task.take()))
    may_go_on.set()
    pilot.until(lambda: isinstance(pilot.scene, MenuScene), "the end of the write")
    pilot.frames(5)
    assert (taken, pilot.app._tick_callbacks) == ([True], [])
