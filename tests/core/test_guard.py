"""The guard before rulesets that are not our own: whatever they do wrong is one sentence."""

from dataclasses import replace

import pytest

from game.core.match import Command, Match
from game.core.model import ParseError, Place, Reason, Threats
from game.core.ruleset import ForeignFormat, PluginError, WireProtocol, complete_options, protocols_of
from game.plugins.guard import guarded, unguarded
from tests.tiny_ruleset import TinyRuleset


class WithThreats(TinyRuleset):
    def threats(self, state):
        return (Threats("b", (), 0), Threats("w", (), 0))

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
    with pytest.raises(PluginError, match=f"^Tiny failed in {function}: it answered with float, "):
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
