"""Our engine obeying a manager, in this process: the plain protocol and our extensions."""

import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.core.geometry import square
from game.core.line_game import AskChoice, LineGame, LineRule, PutStones
from game.core.model import Choose, Place, Reason
from game.core.own_program import own_commit
from game.core.ruleset import Choice, Info, Level, Option, OptionChoice, Proof, RulesetInfo, Stone, WinMeans
from game.engine.protocol.protocol import Begin, PositionText
from game.engine.protocol.reading import read_commands
from game.engine.server import session, think_turn
from game.engine.server.rule_lookup import rule_meant
from game.engine.server.session import SINCE_CREATION
from game.engine.server.yixin_session import YixinSession
from game.plugins.registry import Catalogue
from rulesets import gomoku

HERE = __name__


def first_free(state, limits):
    yield Info(depth=1, score=5, nodes=3, variation=(next(GAME.legal_moves(state)),), note="The first will do.")
    return next(GAME.legal_moves(state))


def pessimist(state, limits):
    move = list(GAME.legal_moves(state))[-1]
    yield Info(depth=1, score=-5, variation=(move,))
    return move


def failing(state, limits):
    yield Info(note="Just a moment.")
    raise ZeroDivisionError("oops")


def illegal(state, limits):
    yield Info(depth=1)
    return Place(10_000, "b")


def not_a_move(state, limits):
    yield Info(depth=1)
    return "h8"


def no_generator(state, limits):
    return next(GAME.legal_moves(state))


def endless(state, limits):
    yield Info(depth=1, variation=(list(GAME.legal_moves(state))[5],))
    while True:
        yield Info(depth=2)


def silent(state, limits):
    while True:
        yield Info(depth=1)


def spendthrift(state, limits):
    yield Info(note=f"{limits.seconds:.2f} s, {limits.nodes} nodes, seed {limits.seed}")
    return next(GAME.legal_moves(state))


def clairvoyant(state, limits):
    return Proof(WinMeans.FOURS, (next(GAME.legal_moves(state)),))


def forgetful(state, limits):
    yield Info(note="forgets" if limits.forgets else "remembers")
    return next(GAME.legal_moves(state))


def swapper(state, limits):
    """Takes Black wherever it may choose."""
    yield Info()
    return Choose("black") if state.phase in (OPENING.then, FIVE) else next(GAME.legal_moves(state))


def adder(state, limits):
    """Puts two more stones, and takes White in the end."""
    yield Info()
    words = {OPENING.then.name: "put2", FIVE.name: "white"}
    name = state.phase.name if state.phase else ""
    return Choose(words[name]) if name in words else next(GAME.legal_moves(state))


def generous(state, limits):
    """Tells of as many moves as are asked for, the best one last."""
    moves = list(GAME.legal_moves(state))[: limits.best]
    for rank in range(len(moves), 0, -1):
        yield Info(depth=1, score=-rank, variation=(moves[rank - 1],), rank=rank)
    while limits.nodes == 1:
        yield Info(depth=1, score=-2, variation=(moves[1],), rank=2)
    return moves[0]


def foreseeing(state, limits):
    """Expects the second reply that it sees; what it is asked about is written down."""
    moves = list(GAME.legal_moves(state))
    PONDERED.append((state.board.count("b"), state.board.count("w"), round(limits.seconds)))
    assert limits.makes_way == (limits.seconds > 10)
    while True:
        yield Info(depth=1, variation=(moves[0], Place(moves[2].cell, "w")))
        if limits.seconds < 10:
            return moves[0]


PONDERED = []
THINKERS = (
    first_free,
    pessimist,
    failing,
    illegal,
    not_a_move,
    no_generator,
    endless,
    silent,
    spendthrift,
    forgetful,
    generous,
    swapper,
    adder,
    foreseeing,
)
CHOOSERS = ("swapper", "adder", "failing")
LEVELS = tuple(
    Level(
        think.__name__,
        think.__name__,
        "",
        f"{HERE}.{think.__name__}",
        chooses=think.__name__ in CHOOSERS,
        ponders=think is foreseeing,
    )
    for think in THINKERS
)
FIVE = AskChoice("choice after five", 0, {"black": "b", "white": "w"})
MORE = PutStones("two", 1, "wb", FIVE)
OPENING = PutStones("three", 0, "bwb", AskChoice("choice", 1, {"white": "w", "black": "b", "put2": MORE}))


class Fours(LineGame):
    """Four in a row on square boards, with an exact variant, an opening, and a ban of the corner for Black."""

    info = RulesetInfo(
        id="fours",
        title="Fours",
        pitch="",
        stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
        colours=("b", "w"),
        options=(
            Option("size", "Size", "number", 7, low=5, high=9),
            Option(
                "variant", "Variant", "choice", "free", (OptionChoice("free", "Free"), OptionChoice("exact", "Exact"))
            ),
            Option("opening", "Opening", "choice", "none", (OptionChoice("none", "None"), OptionChoice("three", "3"))),
        ),
        levels=LEVELS,
        hint_level="first_free",
        accent="#ffffff",
        accent2="#ffffff",
        choices=(Choice("white", "White", ""), Choice("black", "Black", ""), Choice("put2", "Two", "")),
    )

    def geometry(self, options):
        return square(options["size"])

    def rule(self, options):
        return LineRule(length=4, overline_wins="" if options["variant"] == "exact" else "bw")

    def opening(self, options):
        return OPENING if options["opening"] == "three" else None

    def forbids(self, state, cell):
        return Reason("corner", "Black may not play in the corner.") if state.colour == "b" and cell == 0 else None

    def gomocup_rule(self, options):
        return {"free": 0, "exact": 1}[options["variant"]]


class Plain(Fours):
    info = replace(Fours.info, id="plain", title="Plain fours", options=Fours.info.options[:1])

    def rule(self, options):
        return LineRule(length=4)

    def opening(self, options):
        return None

    def gomocup_rule(self, options):
        return 0


class Picky(Fours):
    """Fours whose exact variant has another board, and which knows no opening for options that it refuses."""

    info = replace(Fours.info, id="picky", title="Picky fours")

    def check_options(self, options):
        return Reason("size", "Exact fours are played on 9x9.") if self.is_refused(options) else None

    def opening(self, options):
        if self.is_refused(options):
            raise ZeroDivisionError("nobody plays this")
        return super().opening(options)

    @staticmethod
    def is_refused(options):
        return options["variant"] == "exact" and options["size"] != 9


class Pairs(LineGame):
    """Two stones a turn, which the plain protocol cannot express."""

    info = replace(Fours.info, id="pairs", title="Pairs", options=())
    board = square(6)
    line_rule = LineRule(length=4, stones_first_turn=1, stones_a_turn=2)


GAME = Fours()


class Table:
    """A session and what it answered."""

    def __init__(self, *lines, called=False):
        self.said = []
        self.catalogue = Catalogue()
        for ruleset in (GAME, Pairs()):
            self.add(ruleset)
        self.rulesets = self.catalogue.rulesets
        self.session = YixinSession(self.catalogue, self.said.append, lambda: called)
        self.tell(*lines)

    def add(self, ruleset):
        self.catalogue.add(ruleset.info.id, SimpleNamespace(RULESET=ruleset, __name__=HERE))

    def tell(self, *lines):
        """Obeys these lines; the answers to them that are no messages."""
        before = len(self.said)
        for command in read_commands(lines):
            self.session.obey(command)
        return [line for line in self.said[before:] if not line.startswith("MESSAGE")]

    def messages(self):
        return [line for line in self.said if line.startswith("MESSAGE")]


# The plain protocol


def test_a_game_from_begin_and_from_turn():
    table = Table()
    assert table.tell("START 7") == ["OK"]
    assert table.tell("BEGIN") == ["1,0"]
    assert table.tell("TURN 3,3") == ["2,0"]
    assert table.tell("RESTART") == ["OK"]
    assert table.tell("TURN 0,1") == ["0,0"]


def test_a_board_makes_the_side_with_the_stones_to_move_ours():
    table = Table("START 7")
    assert table.tell("BOARD", "1,0,1", "3,3,2", "DONE") == ["2,0"]
    assert table.tell("BOARD", "3,3,2", "DONE") == ["0,0"]
    assert table.tell("BOARD", "DONE") == ["1,0"]


def test_a_quiet_board_is_not_answered_and_play_goes_on_from_it():
    table = Table("START 7")
    assert table.tell("YXBOARD", "1,0,1", "2,0,2", "DONE") == []
    assert table.tell("BEGIN") == ["3,0"]


def test_a_stone_taken_back_can_be_placed_otherwise():
    table = Table("START 7", "TURN 0,1")
    assert table.tell("TAKEBACK 0,0", "TAKEBACK 0,1") == ["OK", "OK"]
    assert table.tell("BEGIN") == ["1,0"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("TURN 1,0", "ERROR 1,0 is refused: There is already a stone on B7."),
        ("TURN 7,7", "ERROR 7,7 is not on this board"),
        ("TAKEBACK 5,5", "ERROR there is no stone to take back on 5,5"),
        ("START 7 8", "ERROR boards here are square, and 7x8 is not"),
        ("RECTSTART 7,8", "ERROR boards here are square, and 7x8 is not"),
        ("START 10", "ERROR there is no game here on a board of 10x10"),
        ("TURN here", "ERROR TURN: 'here' is not a pair of numbers (as in 7,7)"),
        ("JUMP 3", "UNKNOWN JUMP 3"),
        ("PLAY 1,0", "ERROR 1,0 is refused: There is already a stone on B7."),
        ("YXNBEST many", "ERROR YXNBEST: 'many' is not a number of moves (as in YXNBEST 3)"),
    ],
)
def test_what_cannot_be_done_is_answered_by_one_sentence_and_changes_nothing(line, answer):
    table = Table("START 7", "BEGIN")
    assert table.tell(line) == [answer]
    assert table.tell("TURN 3,3") == ["2,0"]


def test_a_wall_on_a_board_is_never_played_on_and_belongs_to_neither_side():
    table = Table("START 7")
    walls = ["0,0,3", "1,0,3", "2,0,3", "3,0,3"]
    assert table.tell("BOARD", *walls, "4,0,1", "5,0,2", "DONE") == ["6,0"]
    assert table.tell("TURN 3,0") == ["ERROR 3,0 is refused: there is a wall"]
    assert table.tell("TAKEBACK 1,0") == ["ERROR there is no stone to take back on 1,0"]
    assert table.tell("TURN 6,6") == ["6,5"]
    assert table.tell("START 7", "TURN 6,6") == ["OK", "0,0"]


def test_a_board_of_nothing_but_walls_and_stones_has_no_move():
    lines = [f"{x},{y},3" for x in range(7) for y in range(7)]
    assert Table("START 7").tell("BOARD", *lines, "DONE") == ["ERROR there is no free point"]


def test_a_board_of_yixins_is_named_by_two_numbers():
    assert Table().tell("start 7 7", "BEGIN") == Table().tell("START 7", "BEGIN")


@pytest.mark.parametrize("line", ["BEGIN", "TURN 1,1", "RESTART", "TAKEBACK 1,1"])
def test_start_comes_first(line):
    assert Table().tell(line) == ["ERROR START comes first"]


def test_a_stone_twice_on_a_board_is_refused():
    table = Table("START 7")
    assert table.tell("BOARD", "1,1,1", "1,1,2", "DONE") == ["ERROR 1,1 stands twice"]


def test_a_game_that_is_over_is_not_played_on():
    table = Table("START 7")
    stones = [f"{x},3,2" for x in range(4)] + [f"{x},4,1" for x in range(3)]
    assert table.tell("BOARD", *stones, "DONE") == ["ERROR the game is over"]


def test_a_manager_may_have_our_stone_put_where_it_wants():
    table = Table("START 7")
    assert table.tell("PLAY 3,3") == ["3,3"]
    assert table.tell("TURN 1,0") == ["2,0"]


def test_asked_for_the_best_moves_we_tell_of_each_and_play_the_best_one():
    table = Table("INFO ruleset fours", "INFO level generous", "START 7", "YXBOARD", "1,0,1", "2,0,2", "DONE")
    assert table.tell("YXNBEST 3") == ["3,0"]
    assert table.messages() == [
        "MESSAGE depth 1-1 multipv 3 ev -3 n 0 n/ms 0 tm 0 pv f7",
        "MESSAGE depth 1-1 multipv 2 ev -2 n 0 n/ms 0 tm 0 pv e7",
        "MESSAGE depth 1-1 ev -1 n 0 n/ms 0 tm 0 pv d7",
    ]


def test_a_call_while_several_moves_are_told_plays_the_best_one():
    table = Table("INFO ruleset fours", "INFO level generous", "INFO max_node 1", "START 7", called=True)
    assert table.tell("YXNBEST 0") == ["ERROR YXNBEST: '0' is not a number of moves (as in YXNBEST 3)"]
    assert table.tell("TURN 3,3") == ["0,0"]


def test_clearing_the_memory_is_not_answered_and_makes_the_next_search_forget():
    table = Table("INFO ruleset fours", "INFO level forgetful", "START 7", "BEGIN")
    assert table.tell("YXHASHCLEAR") == []
    assert table.tell("TURN 3,3") == ["2,0"]
    table.tell("TURN 3,4")
    assert table.messages() == [f"MESSAGE note {word}" for word in ("remembers", "forgets", "remembers")]


def test_the_rule_counts_from_the_next_move_and_the_size_from_start():
    table = Table("START 9")
    five = ("BOARD", *(f"{x},8,2" for x in (0, 1, 3, 4)), *(f"{x},6,1" for x in (0, 2, 4)), "DONE")
    assert table.tell(*five) == ["0,0"]
    assert table.tell("INFO rule 1", "TURN 2,8") == ["1,0"]
    assert table.tell("INFO rule 0", *five) == ["0,0"]
    assert table.tell("TURN 2,8") == ["ERROR the game is over"]


def test_a_rule_that_nobody_plays_is_refused_at_the_next_move():
    table = Table("START 7")
    assert table.tell("INFO rule 4") == ["ERROR INFO rule: there is no game here for rule 4 (there are: 0, 1)"]
    assert table.tell("BEGIN") == ["ERROR there is no game here for Gomocup rule 4 on a board of 7x7"]
    assert table.tell("INFO rule freestyle") == ["ERROR INFO rule: 'freestyle' is not a number (as in INFO rule 4)"]
    assert table.tell("INFO rule 2", "BEGIN") == ["1,0"]


def table_of_gomoku(*lines):
    table = Table()
    table.catalogue.add("gomoku", gomoku)
    table.tell("INFO ruleset gomoku", "INFO level basic", *lines)
    return table


#: Black's three in two directions meet on 7,7, which is forbidden in renju only.
TWO_THREES = ("YXBOARD", "6,7,1", "0,0,2", "8,7,1", "14,0,2", "7,6,1", "0,14,2", "7,8,1", "14,14,2", "DONE")


@pytest.mark.parametrize(
    ("lines", "forbidden"),
    [
        (["START 15", "INFO rule 4"], "FORBID 0707."),
        (["INFO rule 2", "start 15 15"], "FORBID 0707."),
        (["start 15 15", "INFO rule 2"], "FORBID 0707."),
        (["INFO rule 1", "start 15 15"], "FORBID ."),
        (["INFO rule 5", "START 15"], "FORBID ."),
    ],
)
def test_rule_2_is_renju_once_a_line_shows_yixins_dialect(lines, forbidden):
    assert table_of_gomoku(*lines).tell(*TWO_THREES, "YXSHOWFORBID") == [forbidden]


@pytest.mark.parametrize(
    ("number", "in_gomocup", "in_yixin"),
    [(0, 0, 0), (1, 1, 1), (2, 0, 4), (3, 1, None), (4, 4, 4), (6, 4, 0), (8, 8, 8), (9, 9, 9), (10, 8, None)],
)
def test_a_rule_number_has_its_meaning_in_both_dialects(number, in_gomocup, in_yixin):
    assert rule_meant(number, is_yixin=False) == in_gomocup
    assert rule_meant(number, is_yixin=True) == in_yixin


def test_a_continuous_game_of_the_gomocup_is_played_by_the_rule_without_its_bit():
    stones = ("BOARD", *(f"{x},7,1" for x in (2, 3, 4, 6, 7)), *(f"{x},0,2" for x in (0, 2, 4, 6, 8)), "DONE")
    assert table_of_gomoku("START 15", "INFO rule 2").tell(*stones) == ["5,7"]
    assert table_of_gomoku("START 15", "INFO rule 3").tell(*stones) != ["5,7"]
    assert table_of_gomoku("START 15", "INFO rule 10").tell(*stones) == ["5,7"]


@pytest.mark.parametrize(
    ("lines", "errors"),
    [
        (["START 15", "INFO rule 12", "BEGIN"], ["rule 12 (there are: 0, 1, 4, 8, 9)", "Gomocup rule 12 on a board"]),
        (["START 15", "INFO rule 5", "BEGIN"], ["Gomocup rule 5 on a board of 15x15"]),
        (["start 15 15", "INFO rule 3", "BEGIN"], ["rule 3 (there are", "no rule 3 in Yixin's dialect"]),
    ],
)
def test_a_number_without_a_rule_is_answered_by_an_error_and_never_by_freestyle(lines, errors):
    answers = table_of_gomoku().tell(*lines)
    assert answers[0] == "OK"
    for answer, error in zip(answers[1:], errors, strict=True):
        assert answer.startswith("ERROR ")
        assert error in answer


def test_a_ruleset_beyond_the_plain_protocol_says_so():
    table = Table("INFO ruleset pairs", "START 6")
    assert table.tell("BEGIN") == ["ERROR there is no game here for the plain protocol on a board of 6x6"]


def test_forbidden_points_are_shown_to_the_side_that_has_them():
    table = Table("START 7")
    assert table.tell("YXSHOWFORBID") == ["FORBID 0000."]
    table.tell("BEGIN")
    assert table.tell("YXSHOWFORBID") == ["FORBID ."]


def test_about_names_the_engine():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (line,) = Table().tell("ABOUT")
    assert line.startswith(f'name="Stone Fair", version="{project["version"]}", author="')
    assert line.partition(", commit=")[2] == (f'"{own_commit()}"' if own_commit() else "")


THREE_STONES = ("3,3", "4,2", "1,5")
FIVE_STONES = (*THREE_STONES, "2,4", "5,5")


def swap2(level, *points):
    return Table("INFO ruleset fours", f"INFO level {level}", "START 7").tell("SWAP2BOARD", *points, "DONE")


def test_swap2_begins_with_three_stones_of_the_levels():
    assert swap2("first_free") == ["1,0 0,0 2,0"]


def test_after_three_stones_the_level_takes_black_stays_white_or_puts_two_more():
    assert swap2("swapper", *THREE_STONES) == ["SWAP"]
    assert swap2("adder", *THREE_STONES) == ["0,0 1,0"]
    assert swap2("first_free", *THREE_STONES) == ["0,0"]


def test_after_five_stones_the_level_takes_a_colour():
    assert swap2("swapper", *FIVE_STONES) == ["SWAP"]
    assert swap2("adder", *FIVE_STONES) == ["0,0"]


def test_a_level_that_fails_to_choose_takes_the_first_word():
    table = Table("INFO ruleset fours", "INFO level failing", "START 7")
    assert table.tell("SWAP2BOARD", *THREE_STONES, "DONE") == ["1,4"]
    assert any("the first option was chosen instead (ZeroDivisionError: oops)" in line for line in table.messages())


@pytest.mark.parametrize(
    ("points", "error"),
    [
        (["3,3"], "ERROR a Swap2 opening has 0, 3 or 5 stones, not 1"),
        (["3,3", "3,3", "4,4"], "ERROR 3,3 is refused: There is already a stone on D4."),
        (["3,3", "9,3", "4,4"], "ERROR 9,3 is not on this board"),
    ],
)
def test_an_opening_that_cannot_be_is_refused(points, error):
    assert swap2("first_free", *points) == [error]


def test_a_game_without_swap2_says_so():
    table = Table()
    table.add(Plain())
    _, error = table.tell("INFO ruleset plain", "START 7", "SWAP2BOARD", "DONE")
    assert error == "ERROR Plain fours has no opening swap2 with this board and rule"


def test_swap2_is_found_behind_options_that_the_ruleset_refuses():
    table = Table()
    table.add(Picky())
    assert table.tell("INFO ruleset picky", "START 7", "SWAP2BOARD", "DONE") == ["OK", "1,0 0,0 2,0"]


def test_swap2_is_played_on_from_the_board():
    table = Table("INFO ruleset fours", "START 7", "SWAP2BOARD", *THREE_STONES, "DONE")
    assert table.tell("BOARD", "3,3,2", "4,2,1", "1,5,2", "0,0,1", "2,2,2", "DONE") == ["1,0"]


# Our extensions


def dump(ruleset, moves=(), **options):
    defaults = {option.key: option.default for option in ruleset.info.options}
    state = ruleset.setup({**defaults, **options}, 0).state
    for name in moves:
        state = ruleset.apply(state, Place(state.geometry.cell(name), state.colour)).state
    return ruleset.dump(state).splitlines()


def position(ruleset, *settings, moves=(), **options):
    sentences = [f"INFO ruleset {ruleset.info.id}", *settings, *(f"INFO option {k} {v}" for k, v in options.items())]
    return [*sentences, "POSITION", *dump(ruleset, moves, **options), "DONE"]


def test_a_position_is_answered_in_our_notation():
    assert Table().tell(*position(GAME, size=9)) == ["b9"]


def test_a_turn_of_two_stones_is_answered_whole():
    pairs = Pairs()
    assert Table().tell(*position(pairs)) == ["b6"]
    assert Table().tell(*position(pairs, moves=("c3",))) == ["a6 b6"]


def test_the_opening_is_played_through_with_the_first_choice():
    table = Table()
    assert table.tell(*position(GAME, opening="three")) == ["b7 a7 c7"]
    assert table.tell(*position(GAME, opening="three", moves=("d4", "d5", "d6"))) == ["white a7"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (
            ["INFO ruleset halma", "POSITION", "DONE"],
            "ERROR there is no ruleset 'halma' here (there are: fours, pairs)",
        ),
        (position(GAME, "INFO level boss"), "ERROR Fours has no level 'boss' (it has: "),
        (position(GAME, "INFO option speed 3"), "ERROR Fours has no option 'speed'"),
        (position(GAME, "INFO option size 99"), "ERROR option 'size' is '99'"),
        (["INFO ruleset fours", "POSITION", "nonsense", "DONE"], "ERROR "),
        (["INFO ruleset fours", "POSITION", "DONE"], "ERROR "),
    ],
)
def test_a_position_that_cannot_be_answered_is_answered_by_one_error(lines, answer):
    (said,) = Table().tell(*lines)
    assert said.startswith(answer)


def test_naming_a_ruleset_forgets_the_options_and_the_level_of_the_one_before():
    table = Table("INFO ruleset fours", "INFO option size 9", "INFO level failing")
    assert table.tell(*position(GAME)) == ["b7"]
    assert not any("oops" in message for message in table.messages())


def test_naming_a_ruleset_takes_back_the_limit_of_nodes():
    table = Table("INFO max_node 77", *position(GAME, "INFO level spendthrift"))
    assert "0 nodes" in table.messages()[0]


def test_messages_carry_what_the_thinker_says():
    table = Table(*position(GAME))
    assert table.messages() == [
        "MESSAGE depth 1-1 ev 5 n 3 n/ms 0 tm 0 pv b7",
        "MESSAGE note The first will do.",
    ]


@pytest.mark.parametrize(
    ("level", "cause"),
    [
        ("failing", "failing found no move and played a nearby free point instead (ZeroDivisionError: oops)."),
        ("illegal", "(This cell is not on the board)."),
        ("not_a_move", "the thinker returned 'h8', which is no move"),
        ("no_generator", "TypeError"),
    ],
)
def test_a_thinker_that_fails_is_replaced_by_the_legal_move_nearest_to_the_last(level, cause):
    table = Table("INFO ruleset fours", f"INFO level {level}", "START 7")
    assert table.tell("TURN 6,6") == ["6,5"]
    assert any(cause in message and message.startswith("MESSAGE note ") for message in table.messages())


@pytest.mark.parametrize(
    ("level", "cause"), [("failing", "oops"), ("illegal", "not on the board"), ("silent", "Time ran out")]
)
def test_at_our_own_tables_nobody_answers_for_a_thinker_that_fails(level, cause, monkeypatch):
    monkeypatch.setattr(think_turn, "LOADING_SECONDS", 0.0)
    (answer,) = Table().tell(*position(GAME, f"INFO level {level}", "INFO timeout_turn 0", moves=("g1",)))
    assert answer.startswith("ERROR")
    assert cause in answer


def test_a_level_whose_thinker_is_missing_still_moves():
    gone = replace(Fours.info, levels=(Level("gone", "Gone", "", ".nobody"),), hint_level="gone")
    table = Table()
    table.rulesets.add(type("Gone", (Fours,), {"info": gone})(), is_listed=True)
    assert table.tell("START 7", "BEGIN") == ["OK", "3,3"]
    assert any("ImportError" in message for message in table.messages())


class Faulty(Fours):
    """A plug-in that fails while it is played."""

    info = replace(Fours.info, id="faulty", title="Faulty fours")

    def forbids(self, state, cell):
        raise ValueError("no idea.")


class Mute(Fours):
    info = replace(Fours.info, id="mute", title="Mute fours")

    def legal_moves(self, state):
        return iter(())


def test_a_plug_in_that_fails_is_an_error_in_one_sentence_and_the_engine_goes_on():
    table = Table()
    table.add(Faulty())
    (error,) = table.tell(*position(GAME, "INFO ruleset faulty"))
    assert error.startswith("ERROR Faulty fours failed in load: test_gomocup_session.py, line ")
    assert error.endswith(": ValueError: no idea.")
    assert table.tell(*position(GAME, "INFO ruleset fours")) == ["b7"]


def test_a_game_that_goes_on_without_a_legal_move_is_an_error_in_one_sentence():
    table = Table()
    table.add(Mute())
    (error,) = table.tell(*position(GAME, "INFO ruleset mute"))
    assert error == "ERROR The ruleset “Mute fours” allows no move, although the game is not over."


def test_a_call_ends_thinking_with_the_best_move_so_far():
    assert Table(called=True).tell(*position(GAME, "INFO level endless")) == ["g7"]


def test_a_thinker_beyond_its_time_is_made_to_play():
    assert Table().tell(*position(GAME, "INFO level endless", "INFO timeout_turn 0")) == ["g7"]


def test_limits_reach_the_thinker():
    table = Table(*position(GAME, "INFO level spendthrift", "INFO max_node 77", "INFO seed 5", "INFO timeout_turn 300"))
    (note,) = table.messages()
    assert note.endswith("s, 77 nodes, seed 5")


def test_a_number_of_thousands_of_digits_is_ignored_like_an_unknown_key():
    table = Table(*position(GAME, "INFO level spendthrift", "INFO seed " + "9" * 6000, "INFO timeout_turn 300"))
    assert table.messages()[0].endswith("seed 0")


def test_the_age_of_the_process_counts_in_a_first_turn_that_was_asked_for_before_the_engine_was_ready(monkeypatch):
    monkeypatch.setattr(session, "process_age", lambda: 2.0)
    table = Table("INFO level spendthrift", "INFO timeout_turn 5000", "START 7")
    table.session.obey(Begin(), SINCE_CREATION)
    table.tell("TURN 6,6")
    assert [float(line.split()[2]) for line in table.messages()] == pytest.approx([2.95, 4.95], abs=0.1)


def test_a_position_of_ours_has_its_whole_time_when_the_engine_is_ready(monkeypatch):
    monkeypatch.setattr(session, "process_age", lambda: 2.0)
    table = Table("INFO ruleset fours", "INFO option size 5", "INFO level spendthrift", "INFO timeout_turn 5000")
    state = GAME.setup({"size": 5, "variant": "free", "opening": "none"}, 0).state
    table.session.obey(PositionText(GAME.dump(state)), SINCE_CREATION)
    assert [float(line.split()[2]) for line in table.messages()] == pytest.approx([4.95], abs=0.1)


def test_a_level_rehearses_once_after_ok_so_that_loading_its_code_takes_no_turns_time():
    table = Table("INFO ruleset fours", "INFO level foreseeing")
    PONDERED.clear()
    assert table.tell("START 7") == ["OK"]
    assert PONDERED == []
    table.session.ponder(lambda: False)
    table.session.ponder(lambda: False)
    table.session._loading.wait()
    assert PONDERED == [(0, 0, 0)]
    assert table.messages() == []


# On the opponent's time


@pytest.fixture
def foresight():
    """A table with a level that ponders, after its first move; what it was asked about before is forgotten."""
    table = Table("INFO ruleset fours", "INFO level foreseeing", "INFO pondering 1", "START 7", "BEGIN")
    PONDERED.clear()
    return table


def after(looks):
    """Whether somebody calls: after so many looks."""
    asked = iter([False] * looks)
    return lambda: next(asked, True)


def test_between_two_moves_the_expected_position_is_thought_about_until_somebody_calls(foresight):
    said = list(foresight.said)
    foresight.session.ponder(after(5))
    assert PONDERED == [(1, 1, think_turn.MOST_SECONDS)]
    assert foresight.said == said
    foresight.tell("INFO time_left 5000")
    foresight.session.ponder(after(5))
    assert len(PONDERED) == 2
    assert foresight.tell("TURN 3,3") == ["2,0"]


@pytest.mark.parametrize(
    "lines",
    [["INFO pondering 0"], ["YXSTOP"], ["TAKEBACK 1,0"], ["INFO level first_free", "TURN 3,3"], ["RESTART"]],
)
def test_nothing_is_thought_about_that_cannot_come_or_is_not_wanted(foresight, lines):
    foresight.tell(*lines)
    PONDERED.clear()
    foresight.session.ponder(after(5))
    assert PONDERED == []


def test_the_end_of_a_game_is_not_thought_about():
    table = Table("INFO ruleset fours", "INFO level foreseeing", "INFO pondering 1", "START 7")
    table.tell("BOARD", "1,0,1", "2,0,1", "3,0,1", *(f"{x},4,2" for x in (0, 1, 2)), "DONE")
    PONDERED.clear()
    table.session.ponder(after(5))
    assert PONDERED == []


def test_a_position_is_pondered_about_like_a_game_of_the_plain_protocol():
    table = Table(*position(GAME, "INFO level foreseeing", "INFO pondering 1"))
    PONDERED.clear()
    table.session.ponder(after(5))
    assert PONDERED == [(1, 1, think_turn.MOST_SECONDS)]


def test_a_position_is_judged_by_its_best_moves_and_no_turn_is_played():
    table = Table()
    lines = position(GAME, "INFO level generous")
    told = table.tell(*("JUDGE 2" if line == "POSITION" else line for line in lines))
    assert len(told) == 1
    ranks = [line.partition(" multipv ")[2][:1] for line in table.messages()]
    assert ranks == ["2", ""]
    assert table.messages()[-1].endswith(f"pv {told[0]}")


def test_a_judgement_of_nothing_is_refused_and_the_next_line_is_heard():
    table = Table()
    lines = ["JUDGE 0" if line == "POSITION" else line for line in position(GAME)]
    assert table.tell(*lines) == ["ERROR JUDGE: '0' is not a number of moves (as in JUDGE 2)"]
    assert table.tell("START 7") == ["OK"]


def asked_for_proof(prover):
    """What a session says to PROVE in a game with this prover."""
    table = Table()
    table.rulesets.add(type("Proving", (Fours,), {"info": replace(Fours.info, prover=prover)})(), is_listed=True)
    return table.tell(*("PROVE" if line == "POSITION" else line for line in position(GAME)))


def test_a_prover_is_asked_about_the_side_on_turn():
    assert asked_for_proof(".clairvoyant") == ["PROOF fours b7"]


@pytest.mark.parametrize("prover", ["", ".nobody", ".failing", ".not_a_move"])
def test_without_a_prover_or_with_one_that_fails_nothing_is_known(prover):
    assert asked_for_proof(prover) == ["PROOF unknown"]


def test_a_point_is_named_where_all_that_are_free_are_forbidden_to_black():
    rows = ("bbb.bbb", "bbbwbwb", "bbbwwwb", "wwwbbbw", "wwbwwww", "wbwwbww", "wwbbwwb")
    stones = [
        f"{column},{row},{1 if letter == 'b' else 2}"
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter != "."
    ]
    table = Table("START 7", "INFO rule 4")
    table.catalogue.add("gomoku", gomoku)
    assert table.tell("INFO ruleset gomoku", "BOARD", *stones, "DONE") == ["3,0"]
