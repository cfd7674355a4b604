"""Whatever a foreign program does wrong: one sentence for the player, nothing hangs, and nothing is left behind."""

import pytest

from game.engine.client import Answer, Trouble

from .faults import FAULTS, own_zombies, reply_of, still_running


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_one_sentence_or_played_with_and_leaves_no_process(fault, tmp_path, monkeypatch):
    processes = tmp_path / "processes"
    monkeypatch.setenv("PUPPET_PROCESSES", str(processes))
    expected = Trouble(0, fault.sentence) if fault.sentence else Answer(0, ("a15",))
    assert reply_of(fault) == expected
    assert still_running(processes) == []


def test_no_ended_child_waits_to_be_looked_after():
    fault = next(fault for fault in FAULTS if fault.name == "dies")
    reply_of(fault)
    assert own_zombies() == []
