"""Kernels: reading a module compiles nothing; a call finds machine code, and that for no types but those named."""

import subprocess
import sys
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from numba.core.typeinfer import TypeInferer

from game.engine.search import compiled
from game.engine.search.compiled import Kernel, int64, int64_array, kernel, load, no_value, signature, watched

ROOT = Path(__file__).resolve().parents[3]
_FACTOR = 2


@kernel()
def multiplied(number):
    """Called by other kernels only."""
    return _FACTOR * number


@kernel(within_caller=True)
def tripled(number):
    return multiplied(number) + number


@kernel(signature(int64, int64))
def sum_of_tripled(number):
    """It calls itself, as the searches do."""
    return int64(0) if number == 0 else int64(tripled(number) + sum_of_tripled(int64(number - 1)))


@kernel(signature(no_value, int64_array))
def clear(numbers):
    numbers[:] = 0


@pytest.fixture
def defined():
    """A kernel that nobody has needed so far."""

    @kernel(signature(int64, int64))
    def increased(number):
        return int64(number + 1)

    yield increased
    compiled._waiting[:] = [each for each in compiled._waiting if each is not increased]


def test_reading_every_engine_loads_no_numba():
    names = ["game.engine.search.lines.engine", "rulesets.connect6.ai.threads", "rulesets.threestones.ai.threads"]
    program = f"import sys, {', '.join(names)}\nprint('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_kernel_that_nobody_loaded_loads_itself_and_what_it_calls():
    assert sum_of_tripled(4) == 30


def test_a_kernel_is_compiled_for_the_types_of_its_signature_and_no_others():
    numbers = np.arange(5)
    clear(numbers)
    assert not numbers.any()
    assert [sum_of_tripled(number) for number in (np.int8(4), np.uint16(4), 4)] == [30, 30, 30]
    with pytest.raises(TypeError, match="No matching definition"):
        clear(np.arange(5.0))
    assert [len(each.machine_code().signatures) for each in (clear, sum_of_tripled)] == [1, 1]


def test_the_types_in_a_kernel_that_calls_itself_are_inferred_once(monkeypatch):
    def refuse(_self):
        raise AssertionError("numba infers the types of the whole kernel again")

    monkeypatch.setattr(TypeInferer, "return_types_from_partial", refuse)
    assert sum_of_tripled._compiled()(4) == 30


def test_once_loaded_a_kernel_is_called_without_asking_for_its_machine_code(defined, monkeypatch):
    load()
    monkeypatch.setattr(Kernel, "machine_code", None)
    assert defined(41) == 42


def test_whoever_makes_an_engine_need_not_wait_for_a_kernel_afterwards(defined):
    from tools.engine.search.boards import engine  # noqa: PLC0415 - it names kernels too

    assert compiled._waiting
    engine("freestyle")
    assert not compiled._waiting


def test_what_only_kernels_call_has_no_wrapper_for_python_and_python_can_call_it_all_the_same():
    assert sum_of_tripled(4) == 30
    assert multiplied.inner_code().targetoptions["no_cpython_wrapper"]
    assert multiplied(21) == 42


def test_threads_that_call_a_kernel_at_once_share_its_machine_code(defined):
    found = []
    threads = [Thread(target=lambda: found.append(defined.machine_code())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len({id(each) for each in found}) == 1


def test_a_kernel_keeps_its_name_and_what_it_says():
    assert multiplied.__name__ == "multiplied"
    assert multiplied.__doc__ == "Called by other kernels only."


def test_the_time_of_kernels_is_taken_while_somebody_watches_and_no_longer():
    with watched() as kernels:
        assert sum_of_tripled(1_000) > 0
    taken = kernels.seconds
    assert taken > 0
    sum_of_tripled(1_000)
    assert kernels.seconds == taken


def test_the_kernels_of_another_thread_are_not_counted():
    with watched() as kernels:
        other = Thread(target=sum_of_tripled, args=(1_000,))
        other.start()
        other.join()
    assert kernels.seconds == 0
