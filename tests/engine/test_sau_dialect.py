"""Engines of the Connect6 championship at our table: scripted children on a clock of our own."""

from __future__ import annotations

import pytest

from game.core.match import Match
from game.core.ruleset import complete_options, parse_move
from game.engine.client.engine_program import EngineProgram
from game.engine.client.engine_trial import try_engine
from game.engine.client.opponent import Answer, Question, Restarted, Trouble
from game.engine.client.opponent_process import OpponentProcess
from game.plugins.registry import discover
from tests.engine.nursery import Nursery, ScriptedChild, dying

RULESETS = discover().rulesets
GAME = RULESETS["connect6"]
BEGUN = "Puppet cannot play: the engine can follow a game only from the beginning, and this game has already begun."


def opponent(nursery: Nursery, dialect: str = "sau", **more) -> OpponentProcess:
    return nursery.opponent(EngineProgram("Puppet", ("puppet",), dialect=dialect, **more), rulesets=RULESETS)


def game(*moves: str, ruleset=GAME, **options) -> Match:
    match = Match(ruleset, complete_options(ruleset.info, options), 0)
    play(match, *moves)
    return match


def play(match: Match, *moves: str) -> None:
    for word in moves:
        made = match.play(parse_move(match.ruleset.info, match.state, word))
        assert isinstance(made, tuple), made


def question(match: Match) -> Question:
    position = match.ruleset.dump(match.state)
    return Question(match.revision, match.ruleset.info.id, match.options, "", position, seconds=1.0)


def script(*lines: tuple[str, tuple[str, ...]]):
    def write(child: ScriptedChild) -> None:
        for line, replies in lines:
            child.expect(line, *replies)

    return write


def answers(foreign: OpponentProcess, match: Match) -> list:
    foreign.ask(question(match))
    return foreign.poll()


# What is said


def test_a_game_is_told_from_the_beginning_turn_by_turn_to_the_side_that_begins():
    nursery = Nursery(script(("new black", ("move JJ@@",)), ("move KKLL", ("move AASS",))))
    foreign, match = opponent(nursery), game()
    assert answers(foreign, match) == [Answer(0, ("j10",))]
    play(match, "j10", "k9", "l8")
    assert answers(foreign, match) == [Answer(3, ("a19", "s1"))]
    assert nursery.children[0].heard == ["new black", "move KKLL"]


def test_the_other_side_hears_of_the_first_stone():
    nursery = Nursery(script(("move JJ@@", ("move KKLL",)), ("move AABB", ("move CCDD",))))
    foreign, match = opponent(nursery), game("j10")
    assert answers(foreign, match) == [Answer(1, ("k9", "l8"))]
    play(match, "k9", "l8", "a19", "b18")
    assert answers(foreign, match) == [Answer(5, ("c17", "d16"))]
    assert nursery.children[0].heard == ["new white", "move JJ@@", "move AABB"]


def test_rows_from_the_bottom_are_written_and_read_so():
    nursery = Nursery(script(("move JG@@", ("move ABCD",))))
    foreign = opponent(nursery, rows_from_bottom=True)
    assert answers(foreign, game("j7")) == [Answer(1, ("a2", "c4"))]


def test_an_engine_like_cloudict_is_told_a_lone_stone_without_another():
    nursery = Nursery(script(("move JJ", ("move KKLL",))))
    assert answers(opponent(nursery, "cloudict"), game("j10")) == [Answer(1, ("k9", "l8"))]


def test_an_engine_like_cloudict_is_told_a_game_that_has_begun_in_the_order_of_turns():
    nursery = Nursery(script(("next", ("move AASS",))))
    foreign = opponent(nursery, "cloudict", rows_from_bottom=True)
    match = game("j10", "k10", "l10", "j11", "j12")
    assert answers(foreign, match) == [Answer(5, ("a1", "s19"))]
    assert nursery.children[0].heard == ["new white", "black JJ", "white KJLJ", "black JLJK", "next"]


def test_settings_of_an_engine_are_told_before_each_game_in_its_own_words():
    nursery = Nursery(script(("new black", ("move JJ",)), ("new black", ("move JJ",))))
    foreign = opponent(nursery, settings={"depth": "4", "vcf": ""})
    for _ in range(2):
        assert answers(foreign, game()) == [Answer(0, ("j10",))]
    assert nursery.children[0].heard == ["depth 4", "vcf", "new black"] * 2


def test_what_an_engine_says_besides_its_move_is_no_answer():
    talk = ("Set the search depth to 4.", "", "VCF time : 0.002", "- the engine will search the move for next step.")
    nursery = Nursery(script(("new black", (*talk, "We loss!move JJ"))))
    assert answers(opponent(nursery), game()) == [Answer(0, ("j10",))]


def test_a_win_by_the_first_stone_counts_without_the_second():
    nursery = Nursery(script(("next", ("move FAAS",))))
    match = game("a19", "a1", "b1", "b19", "c19", "c1", "e1", "d19", "e19", "g1", "h1")
    assert answers(opponent(nursery, "cloudict"), match) == [Answer(11, ("f19",))]


def test_trying_an_engine_asks_who_it_is_in_its_own_words():
    talk = ("name        - print the name of the Game Engine.", "name Cloudict.Connect6")
    nursery = Nursery(script(("name?", talk), ("new black", ("move JJ",))))
    engine = EngineProgram("Puppet", ("puppet",), dialect="sau")
    text = "Puppet works. The engine calls itself Cloudict.Connect6, and its first move is J10."
    assert try_engine(engine, GAME, start=nursery.start) == text
    assert nursery.children[0].heard[-1] == "quit"


# What cannot be told


@pytest.mark.parametrize(("dialect", "protocol"), [("sau", "Connect6 championship"), ("cloudict", "Cloudict")])
def test_another_game_is_refused_in_a_sentence_and_starts_nothing(dialect, protocol):
    nursery = Nursery()
    (trouble,) = answers(opponent(nursery, dialect), game(ruleset=RULESETS["gomoku"], size=19))
    refusal = f"the {protocol} protocol does not support Gomoku with the chosen options."
    assert trouble.sentence == f"Puppet cannot play: {refusal}"
    assert nursery.children == []


@pytest.mark.parametrize("dialect", ["sau", "cloudict"])
def test_half_a_turn_cannot_be_told(dialect):
    nursery = Nursery()
    sentence = (
        "Puppet cannot play: the turn has already begun with one stone, but the engine can only play complete turns."
    )
    assert answers(opponent(nursery, dialect), game("j10", "k10")) == [Trouble(2, sentence)]
    assert nursery.children == []


def test_stones_that_no_turns_have_laid_cannot_be_told():
    match = game()
    start = GAME.arrange({}, {0: "b", 1: "w"}, "w")
    (trouble,) = answers(opponent(Nursery(), "cloudict"), Match(GAME, match.options, 0, start))
    expected = "Puppet cannot play: 1 black and 1 white stones are not possible in this game."
    assert trouble.sentence == expected


def test_a_game_that_has_begun_is_told_to_those_only_who_can_be_told():
    nursery = Nursery()
    assert answers(opponent(nursery), game("j10", "k10", "l10")) == [Trouble(3, BEGUN)]
    assert nursery.children == []


def test_a_turn_taken_back_begins_anew_where_that_can_be_told():
    nursery = Nursery(script(("move JJ", ("move AABB",)), ("move ESFS", ("move EEFF",)), ("next", ("move CCDD",))))
    foreign, match = opponent(nursery, "cloudict"), game("j10")
    answers(foreign, match)
    play(match, "a19", "b18", "c1", "d1")
    match.undo(0)
    play(match, "e1", "f1")
    assert answers(foreign, match) == [Answer(match.revision, ("e15", "f14"))]
    match.undo(0)
    play(match, "g1", "h1")
    assert answers(foreign, match) == [Answer(match.revision, ("c17", "d16"))]
    assert nursery.children[0].heard[-5:] == ["new white", "black JJ", "white AABB", "black GSHS", "next"]


# What goes wrong, each in one sentence


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("move JJKK", "Puppet played J10, which is not allowed: There is already a stone on J10."),
        ("move KKKK", "Puppet played K9, which is not allowed: There is already a stone on K9."),
        ("move KKTA", "Puppet answered TA, which is not on the board."),
        ("move KK", "Puppet answered KK, which is not a complete turn."),
        ("move KK@@", "Puppet answered KK, which is not a complete turn."),
        ("move @@@@", "Puppet answered without a stone, which is not a complete turn."),
        ("error", "Puppet cannot play: the engine reported an error: error."),
        ("error I do not feel well.", "Puppet cannot play: I do not feel well."),
    ],
)
def test_an_answer_that_cannot_be_played_is_trouble_and_ends_the_program(answer, sentence):
    nursery = Nursery(script(("move JJ@@", (answer,))), script(("move JJ@@", ("move KKLL",))))
    foreign, match = opponent(nursery), game("j10")
    assert answers(foreign, match) == [Trouble(1, sentence)]
    assert nursery.children[0].killed
    assert answers(foreign, match) == [Answer(1, ("k9", "l8"))]


def test_two_stones_for_blacks_first_turn_are_one_too_many():
    nursery = Nursery(script(("new black", ("move JJKK",))))
    sentence = "Puppet played K9, which is not allowed: It is White's turn to place a stone."
    assert answers(opponent(nursery), game()) == [Trouble(0, sentence)]


def test_silence_is_trouble_that_quotes_what_was_said_last():
    nursery = Nursery(script(("new black", ("What is new?",))))
    foreign = opponent(nursery)
    assert answers(foreign, game()) == []
    nursery.now += 6.1
    assert foreign.poll() == [Trouble(0, "Puppet did not answer within 6 seconds; its last output was 'What is new?'.")]


def test_an_engine_that_dies_is_started_again_once_where_its_game_can_be_told():
    nursery = Nursery(dying, dying)
    foreign = opponent(nursery)
    assert answers(foreign, game("j10")) == [Restarted(1, "Puppet's program stopped and was restarted.")]
    assert foreign.poll() == [Trouble(1, "Puppet's program quit without answering.")]


def test_an_engine_that_dies_in_a_game_that_has_begun_cannot_go_on():
    nursery = Nursery(script(("move JJ@@", ("move KKLL",))))
    foreign, match = opponent(nursery), game("j10")
    answers(foreign, match)
    play(match, "k9", "l8", "a19", "b18")
    foreign.ask(question(match))
    nursery.children[0].ended = True
    (trouble,) = foreign.poll()
    cause = "the engine can follow a game only from the beginning, and this game has already begun."
    assert trouble.sentence == f"Puppet's program stopped and cannot continue: {cause}"
    assert len(nursery.children) == 1


def test_a_cancelled_question_ends_the_program_and_is_not_answered():
    nursery = Nursery(script(("new black", ())))
    foreign = opponent(nursery)
    foreign.ask(question(game()))
    foreign.cancel()
    assert nursery.children[0].killed
    assert foreign.poll() == []
