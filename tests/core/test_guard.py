"""The guard before rulesets that are not our own: whatever they do wrong is one sentence."""

import signal
import time
from dataclasses import replace

import pytest

from game.core.match import Command, Match
from game.core.model import (
    Attack,
    AttackKind,
    Choose,
    Mark,
    MarkKind,
    Outcome,
    ParseError,
    Place,
    Placed,
    Reason,
    Step,
    Termination,
    Threats,
)
from game.core.ruleset import ForeignFormat, PluginError, WireProtocol, complete_options, protocols_of
from game.plugins import watchdog
from game.plugins.guard import guarded, unguarded
from tools.pilot.tiny_ruleset import TinyRuleset


class WithThreats(TinyRuleset):
    def threats(self, state):
        return (Threats("b", (), 0), Threats("w", (), 0))

    def attacks(self, state):
        return (Attack("b", AttackKind.OPEN_THREE, ((1, 2, 3),), (0,), (0, 4)),)

    def reason(self, state, move):
        return Reason("nice", "Looks nice.")

    def protocols(self, options):
        return {WireProtocol.SWAP2}


TINY = WithThreats()
OPTIONS = complete_options(TINY.info, {})
STATE = TINY.setup(OPTIONS, 0).state
QUESTIONS = {
    "check_options": (OPTIONS,),
    "geometry": (OPTIONS,),
    "gomocup_rule": (OPTIONS,),
    "protocols": (OPTIONS,),
    "setup": (OPTIONS, 0),
    "arrange": (OPTIONS, {}, "b"),
    "legal_moves": (STATE,),
    "check": (STATE, Place(0, "b")),
    "apply": (STATE, Place(0, "b")),
    "outcome": (STATE,),
    "marks": (STATE,),
    "threats": (STATE,),
    "attacks": (STATE,),
    "reason": (STATE, Place(0, "b")),
    "dump": (STATE,),
    "load": (TINY.dump(STATE), OPTIONS),
}


def boom(*_):
    raise ValueError("what now?\nno idea.")


def give_up(*_):
    raise SystemExit(3)


def broken(function, answer):
    """The tiny ruleset behind its guard, one function of it replaced."""
    ruleset = WithThreats()
    setattr(ruleset, function, answer)
    return guarded(ruleset)


def ask(ruleset, function):
    answer = getattr(ruleset, function)(*QUESTIONS[function])
    return list(answer) if function == "legal_moves" else answer


@pytest.mark.parametrize("function", QUESTIONS)
def test_a_ruleset_that_works_answers_as_it_does_without_its_guard(function):
    assert ask(guarded(TINY), function) == ask(TINY, function)


@pytest.mark.parametrize("function", QUESTIONS)
def test_a_failure_is_one_sentence_with_the_title_the_function_and_the_cause(function):
    with pytest.raises(PluginError) as error:
        ask(broken(function, boom), function)
    sentence = str(error.value)
    assert sentence.startswith(f"Tiny failed in {function}: test_guard.py, line ")
    assert sentence.endswith(": ValueError: what now? no idea.")
    assert "\n" not in sentence


@pytest.mark.parametrize("function", QUESTIONS)
def test_an_answer_of_another_kind_is_a_failure(function):
    with pytest.raises(PluginError, match=rf"^Tiny failed in {function}: the answer has the wrong type, float\.$"):
        ask(broken(function, lambda *_: iter([0.5]) if function == "legal_moves" else 0.5), function)


def test_a_plug_in_that_knows_no_threats_needs_no_function_for_them():
    assert guarded(TinyRuleset()).threats(STATE) is None


def test_a_plug_in_that_declares_no_protocols_is_told_over_none():
    assert protocols_of(TinyRuleset(), OPTIONS) == set()
    assert guarded(TinyRuleset()).protocols(OPTIONS) == set()


def test_a_plug_in_cannot_end_the_program():
    with pytest.raises(PluginError, match="SystemExit: 3"):
        ask(broken("check", give_up), "check")


def test_a_function_that_cannot_even_be_called_is_a_failure():
    with pytest.raises(PluginError, match=r"^Tiny failed in check: TypeError: .*$"):
        ask(broken("check", lambda: None), "check")


def test_legal_moves_are_guarded_while_they_are_listed():
    def two_moves(state):
        yield from list(TINY.legal_moves(state))[:2]
        boom()

    moves = broken("legal_moves", two_moves).legal_moves(STATE)
    assert [next(moves), next(moves)] == list(TINY.legal_moves(STATE))[:2]
    with pytest.raises(PluginError, match="ValueError: what now"):
        next(moves)


def test_text_that_cannot_be_read_is_no_failure():
    with pytest.raises(ParseError):
        guarded(TINY).load("nonsense", OPTIONS)


def test_a_match_whose_ruleset_fails_stays_as_it_was():
    match = Match(broken("apply", boom), OPTIONS, 0)
    with pytest.raises(PluginError):
        match.submit(Command(0, (Place(0, "b"),)))
    assert (match.revision, match.plies, match.state) == (0, [], STATE)


def test_a_guard_can_be_taken_off():
    assert unguarded(guarded(TINY)) is TINY
    assert unguarded(TINY) is TINY


def test_a_file_format_that_fails_is_one_that_cannot_read_or_write():
    ruleset = TinyRuleset()
    ruleset.info = replace(ruleset.info, formats=(ForeignFormat("Odd", ".odd", boom, boom, boom),))
    (odd,) = guarded(ruleset).info.formats
    assert odd.sniff("text") is False
    with pytest.raises(
        ParseError, match=r"^Tiny failed to read the file: test_guard.py, line \d+: ValueError: .*idea$"
    ):
        odd.read("text")
    refusal = odd.write(None)
    assert isinstance(refusal, Reason)
    assert refusal.message.startswith("Tiny failed to write the file: test_guard.py, line ")


#: What a plug-in may get wrong inside an answer of the right kind, and what is told about it.
WRONG_ANSWERS = [
    ("outcome", Outcome(Termination.LINE, 7), "it names seat 7"),
    ("outcome", Outcome(Termination.LINE, -1), "it names seat -1"),
    ("outcome", Outcome("line", 0), ".termination is a str"),
    ("outcome", Outcome(Termination.LINE, 0, {"b": "many"}), "is a str"),
    ("marks", (Mark(MarkKind.LAST, (99,)),), "it names cell 99 of 16"),
    ("marks", (Mark(MarkKind.LAST, 3),), "[0].cells is a int"),
    ("marks", ("here",), "[0] is a str"),
    ("threats", (Threats("b", ((1,),), 1),), "a line of fewer than two cells"),
    ("threats", (Threats("b", ((1, 2, -1),), 1),), "it names cell -1 of 16"),
    ("threats", (Threats("b", (7,), 1),), "[0].lines[0] is a int"),
    ("threats", (Threats("x", ((1, 2),), 1),), "it names the colour 'x'"),
    ("attacks", (Attack("b", AttackKind.FOUR, ((1, 999),), (2,), (2,)),), "it names cell 999 of 16"),
    ("attacks", (Attack("b", AttackKind.FOUR, ((1, 2),), (999,), (2,)),), "it names cell 999 of 16"),
    ("attacks", (Attack("b", AttackKind.FOUR, ((1, 2),), (2,), (-5,)),), "it names cell -5 of 16"),
    ("attacks", (Attack("x", AttackKind.FOUR, ((1, 2),), (2,), (2,)),), "it names the colour 'x'"),
    ("reason", Reason("nice", "Nice.", ((3, 44),)), "it names cell 44 of 16"),
    ("reason", Reason("nice", 5), ".message is a int"),
    ("check", Reason("no", None), ".message is a NoneType"),
    ("setup", Step(replace(STATE, seat=2)), "it names seat 2"),
    ("setup", Step(replace(STATE, board=STATE.board[:-1])), "its board has 15 cells, and the geometry 16"),
    ("setup", Step(replace(STATE, board=("x", *STATE.board[1:]))), "a stone on its board that the game does not have"),
    ("setup", Step(replace(STATE, board=list(STATE.board))), ".state.board is a list"),
    ("setup", Step(replace(STATE, placements_left=-1)), "it leaves -1 placements"),
    ("setup", Step(replace(STATE, last=(400,))), "it names cell 400 of 16"),
    ("apply", Step(STATE, (Placed(0, 77, "b"),)), "it names cell 77 of 16"),
    ("apply", Step(STATE, (Placed(5, 1, "b"),)), "it names seat 5"),
    ("apply", Step(STATE, ("placed",)), ".events[0] is a str"),
    ("load", replace(STATE, colours=("b",)), ".colours has 1 parts"),
    ("geometry", None, "the answer has the wrong type, NoneType"),
]


@pytest.mark.parametrize(("function", "answer", "told"), WRONG_ANSWERS)
def test_an_answer_that_cannot_be_is_a_failure(function, answer, told):
    with pytest.raises(PluginError, match=f"^Tiny failed in {function}: ") as error:
        ask(broken(function, lambda *_: answer), function)
    assert told in str(error.value)


@pytest.mark.parametrize("move", [Place(16, "b"), Place(-1, "b"), Place(0, "x"), Place("a1", "b"), Choose(3)])
def test_a_move_that_cannot_be_is_a_failure(move):
    with pytest.raises(PluginError, match=r"^Tiny failed in legal_moves: "):
        ask(broken("legal_moves", lambda *_: iter([move])), "legal_moves")


@pytest.mark.parametrize("error", [KeyboardInterrupt, GeneratorExit, type("Odd", (BaseException,), {}), MemoryError])
def test_whatever_a_plug_in_raises_is_its_failure(error):
    def fall(*_):
        raise error

    for function in QUESTIONS:
        with pytest.raises(PluginError, match=error.__name__):
            ask(broken(function, fall), function)


@pytest.mark.usefixtures("_ctrl_c_interrupts")
def test_ctrl_c_while_a_plug_in_runs_is_no_failure_of_it():
    with pytest.raises(KeyboardInterrupt):
        ask(broken("outcome", lambda *_: signal.raise_signal(signal.SIGINT)), "outcome")
    assert guarded(TINY).outcome(STATE) is None


@pytest.mark.parametrize("function", ["legal_moves", "apply", "outcome"])
def test_a_plug_in_that_does_not_come_back_is_interrupted(function, monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.2)

    def hang(*_):
        while True:
            pass

    with pytest.raises(PluginError, match=rf"^Tiny failed in {function}: no response within 0\.2 seconds\.$"):
        ask(broken(function, hang), function)
    # Nothing is left of the interruption.
    assert sum(range(100_000)) == 4_999_950_000


def test_a_plug_in_that_holds_an_interruption_is_interrupted_again(monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.1)
    held = []

    def hold(*_):
        while len(held) < 3:
            try:
                while True:
                    pass
            except BaseException:  # noqa: BLE001
                held.append(1)

    assert broken("outcome", hold).outcome(STATE) is None
    assert len(held) == 3


def begin_and_never_end():
    """As when an exception comes in just where the end of a call is to be told."""
    watchdog.Watch().__enter__()


def test_a_call_whose_end_was_not_told_is_never_interrupted(monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.1)
    begin_and_never_end()
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        pass


def test_after_a_call_whose_end_was_not_told_the_next_one_is_watched(monkeypatch):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.2)
    begin_and_never_end()
    test_a_plug_in_that_does_not_come_back_is_interrupted("outcome", monkeypatch)


def test_a_call_that_a_watched_call_makes_belongs_to_it():
    inner = guarded(TINY)

    def asks_another(state):
        with watchdog.Watch() as _:
            return inner.outcome(state)

    assert broken("outcome", asks_another).outcome(STATE) is None
    assert watchdog._DOG._calls == {}


def test_an_interruption_that_comes_as_a_call_ends_is_none(monkeypatch):
    class Interrupting:
        """A lock that is waited for when the interruption comes."""

        times = 0

        def __enter__(self):
            self.times += 1
            if self.times == 2:
                raise watchdog.PluginTimeout

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(watchdog, "_DOG", watchdog._Watchdog())
    monkeypatch.setattr(watchdog._DOG, "_lock", Interrupting())
    monkeypatch.setattr(watchdog._DOG, "_look_after", lambda: None)
    # It would keep the signal, and the program's own watchdog could not end a call that sleeps any more.
    monkeypatch.setattr(watchdog._DOG, "_set_up_signal", lambda: None)
    assert guarded(TINY).outcome(STATE) is None
    assert watchdog._DOG._calls == {}


def test_a_sentence_of_a_plug_in_is_made_fit_to_be_shown():
    refusal = broken("check", lambda *_: Reason("no", "Not\0 there." + "x" * 5_000)).check(STATE, Place(0, "b"))
    assert refusal.message.startswith("Not there.xxx")
    assert len(refusal.message) == 500
