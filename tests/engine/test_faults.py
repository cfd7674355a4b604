"""Whatever a foreign program does wrong: one sentence for the player, nothing hangs, and nothing is left behind."""

import pytest

from game.engine.client.opponent import Answer, Trouble
from tools.engine.faults import CHAMPIONSHIP_FAULTS, FAULTS, reply_of, still_running, zombies_of


def case(fault):
    """A program of the championship has three seconds more: one that does not answer is waited for so long."""
    slow = [pytest.mark.slow] if "3 seconds" in fault.sentence else []
    return pytest.param(fault, marks=slow, id=f"{fault.name}-{fault.dialect}")


@pytest.mark.parametrize("fault", [case(fault) for fault in FAULTS + CHAMPIONSHIP_FAULTS])
def test_a_fault_is_one_sentence_or_played_with_and_leaves_no_process(fault, tmp_path, monkeypatch):
    processes = tmp_path / "processes"
    monkeypatch.setenv("PUPPET_PROCESSES", str(processes))
    played = ("a15",) if fault.dialect == "gomocup" else ("a19", "b19")
    expected = Trouble(0, fault.sentence) if fault.sentence else Answer(0, played)
    assert reply_of(fault) == expected
    assert still_running(processes) == []


def test_no_ended_child_waits_to_be_looked_after(tmp_path, monkeypatch):
    processes = tmp_path / "processes"
    monkeypatch.setenv("PUPPET_PROCESSES", str(processes))
    reply_of(next(fault for fault in FAULTS if fault.name == "dies"))
    assert processes.read_text()
    assert zombies_of(processes) == []
