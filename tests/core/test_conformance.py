"""The conformance kit finds each way in which a ruleset can break its promises."""

from dataclasses import replace

import pytest

from game.core.geometry import square
from game.core.line_game import LineGame, LineRule
from game.core.model import Mark, MarkKind, Outcome, ParseError, Place, Reason, Scored, Step, Termination
from game.core.ruleset import Info, Level, Option, OptionChoice, RulesetInfo, Stone
from game.plugins.conformance import ConformanceError, check_ruleset, find_faults, option_sets
from game.plugins.guard import guarded

SIZES = Option("size", "Size", "number", 5, low=3, high=6, presets=(4, 5))
RULES = Option("rule", "Rule", "choice", "any", (OptionChoice("any", "Any port"), OptionChoice("exact", "Exact")))
FAST = Option("fast", "Fast", "flag", False)


def first_free(state, limits):
    yield Info(depth=1)
    return next(Threes().legal_moves(state))


class Threes(LineGame):
    """Three in a row on little boards: keeps every promise."""

    info = RulesetInfo(
        id="threes",
        title="Threes",
        pitch="",
        stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
        colours=("b", "w"),
        options=(SIZES, RULES, FAST),
        levels=(Level("first", "First", "", ".first_free"),),
        hint_level="first",
        accent="#ffffff",
        accent2="#ffffff",
        sample=("a1", "a2"),
    )

    def check_options(self, options):
        return Reason("dull", "That is too small.") if options["size"] == 3 and options["fast"] else None

    def geometry(self, options):
        return square(options["size"])

    def rule(self, options):
        return LineRule(length=3, overline_wins="" if options["rule"] == "exact" else "bw")


class ListsTooLittle(Threes):
    def legal_moves(self, state):
        moves = list(super().legal_moves(state))
        yield from moves[: max(1, len(moves) - 1)] if moves else ()


class ListsTooMuch(Threes):
    def check(self, state, move):
        last_column = isinstance(move, Place) and move.cell % state.geometry.columns == 2
        return Reason("whim", "Not there.") if last_column else super().check(state, move)


class ListsTwice(Threes):
    def legal_moves(self, state):
        for move in super().legal_moves(state):
            yield from (move, move)


class NeverDrawn(Threes):
    def outcome(self, state):
        outcome = super().outcome(state)
        return None if outcome is None or outcome.winner is None else outcome


class EndsEarly(Threes):
    def outcome(self, state):
        filled = len(state.board) - state.board.count(".")
        return Outcome(Termination.FULL_BOARD, None) if filled > 4 else super().outcome(state)

    def legal_moves(self, state):
        return Threes().legal_moves(state)


class WinnerIsAColour(Threes):
    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and replace(outcome, winner="b")


class RefusesInSilence(Threes):
    def check(self, state, move):
        return None if super().check(state, move) is None else Reason("no", "")


class CrashesOnOddMoves(Threes):
    def check(self, state, move):
        return super().check(state, Place(move.cell, move.stone))


class ChangesTheOldState(Threes):
    def apply(self, state, move):
        state.scores["w"] = 0
        return super().apply(state, move)


class SaysNothing(Threes):
    def apply(self, state, move):
        return Step(super().apply(state, move).state)


class InventsPoints(Threes):
    def apply(self, state, move):
        step = super().apply(state, move)
        return Step(step.state, (*step.events, Scored("b", ((0, 1, 2),))))


class MarksOffTheBoard(Threes):
    def marks(self, state):
        return (Mark(MarkKind.LAST, (len(state.geometry),)),)


class TellsOneSideOnly(Threes):
    def threats(self, state):
        return super().threats(state)[:1]


class SeesThreatsEverywhere(Threes):
    def threats(self, state):
        return tuple(replace(t, lines=((0, 1, 2),), needed=1, cells=(0,)) for t in super().threats(state))


class CountsTooMany(Threes):
    def threats(self, state):
        return tuple(replace(t, needed=3 * t.needed) for t in super().threats(state))


class ForgetsTheLast(Threes):
    def load(self, text, options):
        return replace(super().load(text, options), last=())


class CrashesOnDamage(Threes):
    def load(self, text, options):
        try:
            return super().load(text, options)
        except ParseError as error:
            raise KeyError(text) from error


class SaysDone(Threes):
    def dump(self, state):
        return f"{super().dump(state)}\nDONE"


class TossesByItself(Threes):
    counter = 0

    def setup(self, options, seed):
        TossesByItself.counter += 1
        return Step(replace(super().setup(options, seed).state, seat=TossesByItself.counter % 2))


class ArrangesWrongly(Threes):
    def arrange(self, options, stones, colour):
        return super().arrange(options, stones, "b")


class BuildsNewBoards(Threes):
    def geometry(self, options):
        return replace(square(options["size"]))


class PlaysIllegally(Threes):
    info = replace(Threes.info, levels=(Level("cheat", "Cheat", "", f"{__name__}.cheat"),), hint_level="cheat")


class HasNoThinker(Threes):
    info = replace(Threes.info, levels=(Level("gone", "Gone", "", ".nobody"),), hint_level="gone")


class HasABadSample(Threes):
    info = replace(Threes.info, sample=("a1", "a1"))


class SampleOffTheBoard(Threes):
    info = replace(Threes.info, sample=("z9",))


class HasAFlaw(Threes):
    info = replace(Threes.info, hint_level="grandmaster")


def cheat(state, limits):
    yield Info()
    return Place(0, "b") if state.board[0] != "." else Place(999, state.colour)


def test_a_ruleset_that_keeps_its_promises_passes():
    check_ruleset(Threes(), package=__name__, games=20)


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        (ListsTooLittle, "which is not listed, is refused"),
        (ListsTooMuch, "which is listed"),
        (ListsTwice, "names no move twice"),
        (NeverDrawn, "there are legal moves until there is an outcome"),
        (EndsEarly, "there are legal moves until there is an outcome"),
        (WinnerIsAColour, "the winner is a seat or None"),
        (RefusesInSilence, "check says why"),
        (ChangesTheOldState, "leaves the old state as it was"),
        (SaysNothing, "tell of it"),
        (InventsPoints, "earns b 0 points and its events tell of 1"),
        (MarksOffTheBoard, "the mark 'last' lies on the board"),
        (TellsOneSideOnly, "threats are told for each side or for none"),
        (SeesThreatsEverywhere, "wins on (0, 1, 2)"),
        (CountsTooMany, "helps against"),
        (ForgetsTheLast, "load gives the state that was dumped"),
        (CrashesOnDamage, "load raises ParseError for"),
        (SaysDone, "no line of the dump is DONE"),
        (TossesByItself, "setup gives the same step for the same seed"),
        (ArrangesWrongly, "arrange has w on turn"),
        (BuildsNewBoards, "geometry gives the same board for the same options"),
        (PlaysIllegally, "level 'cheat' returns a legal move"),
        (HasABadSample, "the sample's move a1 is legal"),
        (SampleOffTheBoard, "sample: there is no cell 'z9'"),
        (HasAFlaw, "the hint level 'grandmaster' is not one of the levels (first)"),
    ],
)
def test_a_broken_promise_is_named(broken, promise):
    with pytest.raises(ConformanceError, match=r"^[Tt]hrees: ") as error:
        check_ruleset(broken(), package=__name__)
    assert promise in str(error.value)


def test_a_broken_promise_is_told_with_its_options_seed_and_moves():
    with pytest.raises(ConformanceError, match=r"\(options default, seed 40, after no moves\)"):
        check_ruleset(ListsTwice(), package=__name__, seed=40)


def test_thinkers_are_looked_for_beside_the_rulesets_class_when_no_package_is_named():
    check_ruleset(Threes(), games=1)


def test_what_a_ruleset_raises_itself_is_not_hidden():
    with pytest.raises(AttributeError):
        check_ruleset(CrashesOnOddMoves(), package=__name__)


def test_the_registrys_guard_is_taken_off_so_that_an_author_sees_the_cause():
    with pytest.raises(AttributeError):
        check_ruleset(guarded(CrashesOnOddMoves()))
    with pytest.raises(ConformanceError, match="load raises ParseError for"):
        check_ruleset(guarded(CrashesOnDamage()))


def test_a_thinker_that_is_missing_is_an_import_error():
    with pytest.raises(ImportError):
        check_ruleset(HasNoThinker(), package=__name__)


def test_every_value_of_every_option_is_played_but_what_does_not_go_together():
    played = list(option_sets(Threes()))
    assert played[0] == {"size": 5, "rule": "any", "fast": False}
    assert [options["size"] for options in played] == [5, 3, 6, 4, 5, 5]
    assert {options["rule"] for options in played} == {"any", "exact"}
    assert {options["fast"] for options in played} == {False, True}


class NeverEnds(Threes):
    arisen = None

    def apply(self, state, move):
        """Put the stone down and take all others off the board."""
        step = super().apply(state, move)
        board = tuple(step.state.board[cell] if cell == move.cell else "." for cell in range(len(state.board)))
        return Step(replace(step.state, board=board, lines=(), stuck=False), step.events[:1])


class HasManyFaults(ForgetsTheLast, ArrangesWrongly, SaysNothing, PlaysIllegally):
    def threats(self, state):
        return {}["threats"]


def slow(state, limits):
    yield Info()
    while True:
        pass


class ThinksForEver(Threes):
    info = replace(Threes.info, levels=(Level("slow", "Slow", "", f"{__name__}.slow"),), hint_level="slow")


def faults_of(ruleset, **settings):
    found = []
    findings = find_faults(guarded(ruleset), __name__, found.append, **settings)
    return found, findings


def test_a_game_that_never_ends_is_named_instead_of_being_played_for_ever():
    found, _ = faults_of(NeverEnds(), games=1)
    assert [fault for fault in found if "a game of random moves has an end (options default, seed 0, after " in fault]


def test_every_fault_is_found_once_with_the_moves_that_lead_to_it():
    found, _ = faults_of(HasManyFaults())
    for sentence in (
        "arrange has w on turn (options default, seed 0, after no moves)",
        "the events of ",
        "load gives the state that was dumped (options ",
        "failed in threats: test_conformance.py, line ",
        "level 'cheat' returns a legal move, not ",
    ):
        assert len([fault for fault in found if sentence in fault]) == 1, sentence


def test_a_ruleset_without_faults_tells_how_its_games_ended():
    found, findings = faults_of(Threes(), games=6)
    assert found == []
    assert findings.games == sum(findings.endings.values()) >= 6
    assert findings.moves > findings.games


def test_a_single_stone_is_no_row_where_three_win():
    game = Threes()
    state = game.setup({"size": 5, "rule": "any", "fast": False}, 0).state
    assert game.reason(state, Place(12, "b")) is None
    state = game.apply(game.apply(state, Place(12, "b")).state, Place(0, "w")).state
    assert game.reason(state, Place(13, "b")).code == "makes an open two"


def test_a_thinker_without_an_end_is_a_fault(monkeypatch):
    monkeypatch.setattr("game.plugins.conformance._THINKING_PATIENCE", 0.1)
    found, _ = faults_of(ThinksForEver(), games=1)
    assert len(found) == 1
    assert "level 'slow' failed: no response within 0.1 seconds (options " in found[0]
