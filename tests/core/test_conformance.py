"""The conformance kit finds each way in which a ruleset can break its promises."""

from dataclasses import replace

import pytest

from game.core.geometry import square
from game.core.line_game import LineGame, LineRule
from game.core.model import Mark, MarkKind, Outcome, ParseError, Place, Reason, Scored, Step, Termination
from game.core.ruleset import (
    Info,
    Level,
    Option,
    OptionChoice,
    RulesetInfo,
    Stone,
    attacks_of,
    complete_options,
    reachable_position,
    threats_of,
)
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


def first_falling(state, limits):
    yield Info(depth=1)
    return next(Falling().legal_moves(state))


class Falling(Threes):
    """Stones fall: a cell is legal if the one below it is taken."""

    info = replace(Threes.info, levels=(Level("first", "First", "", ".first_falling"),), sample=("a1", "a2"))

    def forbids(self, state, cell):
        x, y = state.geometry.cells[cell]
        below = state.geometry.at(x, y + 1)
        return Reason("falls", "A stone falls.") if below is not None and state.board[below] == "." else None

    def cannot_stand(self, state):
        floating = (c for c, stone in enumerate(state.board) if stone != "." and self.forbids(state, c) is not None)
        return Reason("floats", "A stone has nothing below it.") if next(floating, None) is not None else None


class ThreatensInTheAir(Falling):
    """Announces a win on a cell that no stone can be placed on."""

    def threats(self, state):
        return Threes().threats(state)


class TakesStones(Threes):
    """A stone takes the one right of it: no position tells whose turn it is."""

    def apply(self, state, move):
        step = super().apply(state, move)
        beside = state.geometry.ray(move.cell, (1, 0))[:1]
        if not beside or step.state.lines or state.board[beside[0]] in (".", move.stone):
            return step
        board = (*step.state.board[: beside[0]], ".", *step.state.board[beside[0] + 1 :])
        last = tuple(cell for cell in step.state.last if board[cell] != ".")
        return replace(step, state=replace(step.state, board=board, last=last, stuck=False))


class TakesStonesAndSaysSo(TakesStones):
    def arisen(self, options, stones, colour, last):
        return None

    def threats(self, state):
        return None

    def attacks(self, state):
        return None


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
        (SeesThreatsEverywhere, "wins on a5 b5 c5"),
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


def test_a_game_whose_stones_fall_announces_only_wins_that_are_legal():
    check_ruleset(Falling(), package=__name__)
    board = square(5)
    stones = {board.cell(name): "b" for name in ("a2", "b2")} | {board.cell(name): "w" for name in ("a1", "b1")}
    options = complete_options(Falling.info, {})
    state = Falling().arrange(options, stones, "w")
    black, white = Falling().threats(state)
    assert (black.lines, white.needed, white.cells) == ((), 1, (board.cell("c1"),))
    # A black stone on c1 stops White's row, and would give nothing; a white one on c1 makes c2 legal for Black.
    blocked = Falling().threats(Falling().arrange(options, {**stones, board.cell("c1"): "b"}, "b"))
    assert tuple(map(board.cell, ("a2", "b2", "c2"))) in blocked[0].lines


def test_an_answer_that_makes_another_winning_cell_legal_is_no_answer():
    board = square(5)
    black, white = ("a1", "b1", "a2", "b2"), ("a3", "b3")
    stones = {board.cell(name): "b" for name in black} | {board.cell(name): "w" for name in white}
    threats = Falling().threats(Falling().arrange(complete_options(Falling.info, {}), stones, "w"))[0]
    assert [board.names[cell] for line in threats.lines for cell in line] == ["a1", "b1", "c1"]
    assert threats.is_unstoppable


def test_a_win_on_an_illegal_cell_is_told_with_the_cell_and_the_moves():
    with pytest.raises(
        ConformanceError, match=r"the threat of . on .* can be completed on ..: A stone falls\. \(options"
    ):
        check_ruleset(ThreatensInTheAir(), package=__name__, games=60)


def test_a_game_whose_stones_leave_the_board_turns_the_checks_of_positions_and_threats_off():
    with pytest.raises(ConformanceError, match="can arise, but"):
        check_ruleset(TakesStones(), package=__name__)
    check_ruleset(TakesStonesAndSaysSo(), package=__name__)
    ruleset = guarded(TakesStonesAndSaysSo())
    options = complete_options(ruleset.info, {})
    found = reachable_position(ruleset, options, {0: "b", 1: "b", 2: "w"}, "w")
    assert not isinstance(found, Reason)
    assert (found.colour, threats_of(ruleset, found), attacks_of(ruleset, found)) == ("w", None, None)
