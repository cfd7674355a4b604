"""Tasks on other threads: results, errors and cancelling; values that are read while older ones are shown."""

import threading

import pytest

from game.core.ruleset import PluginError
from game.storage import background
from game.storage.background import BackgroundTask, Cancelled, OnStep, RefreshedValue
from game.storage.files import StoreError
from tools.network.ends import wait_for


def failing(error: Exception) -> BackgroundTask[None]:
    def work(_step: OnStep) -> None:
        raise error

    return BackgroundTask.begin(work)


@pytest.mark.parametrize("error", [StoreError("It does not exist."), PluginError("Tiny failed.")])
def test_a_task_gives_its_result_or_raises_its_error_where_it_is_taken(error: Exception) -> None:
    assert BackgroundTask.begin(lambda _step: 7).take() == 7
    with pytest.raises(type(error), match=str(error)):
        failing(error).take()


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), ZeroDivisionError()])
def test_an_error_of_the_program_is_reported_and_taken_as_a_sentence(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[BaseException | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_value))
    with pytest.raises(StoreError, match="memory" if isinstance(error, MemoryError) else type(error).__name__):
        failing(error).take()
    assert reported == [error]


def test_a_value_that_cannot_be_read_leaves_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    monkeypatch.setattr(background, "PATIENCE", 10.0)
    assert RefreshedValue(lambda: 1 // 0, 7).look() == 7


def test_a_cancelled_task_ends_at_its_next_step() -> None:
    steps: list[int] = []
    may_go_on = threading.Event()

    def work(on_step: OnStep) -> None:
        for number in range(100):
            on_step(number, 100)
            steps.append(number)
            may_go_on.wait()

    task = BackgroundTask.begin(work)
    wait_for(lambda: bool(steps))
    assert task.progress == (0, 100)
    task.cancel()
    may_go_on.set()
    with pytest.raises(Cancelled):
        task.take()
    assert steps == [0]


def test_the_value_before_is_shown_while_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    may_read, values, readings = threading.Semaphore(0), iter(range(1, 9)), []

    def read() -> int:
        readings.append(threading.current_thread())
        may_read.acquire()
        return next(values)

    fresh = RefreshedValue(read, 0)
    assert [fresh.look(), fresh.look()] == [0, 0]
    assert fresh.is_reading
    assert not fresh.poll()
    may_read.release()
    wait_for(fresh.poll)
    assert fresh.look() == 1
    # The second look came while the first was being read, and asks for another.
    assert fresh.is_reading
    may_read.release()
    wait_for(fresh.poll)
    assert (fresh.look(), fresh.is_reading, len(readings)) == (2, False, 2)
