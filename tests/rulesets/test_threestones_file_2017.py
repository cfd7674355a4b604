import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import MarkKind, ParseError, Reason, Termination
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from rulesets.threestones import RULESET
from rulesets.threestones.pond import POND
from tests.rulesets.threestones_table import DATA, arranged, played, start

(FORMAT,) = RULESET.info.formats
HUMAN, COMPUTER = Participant("Ada"), Participant("Robot", "greedy")

#: The sample as its lines stand in the document's scan.
SCAN = (DATA / "threestones_sample_2017.txt").read_text(encoding="utf-8")


def _tournament(participants=(HUMAN, COMPUTER), **settings_):
    return Tournament(RULESET, complete_options(RULESET.info, {}), participants, seed=4, **settings_)


def _play(game, plies, seed=0):
    rng = random.Random(seed)
    for _ in range(plies):
        moves = list(RULESET.legal_moves(game.match.state))
        if moves:
            game.match.play(rng.choice(moves))


def _written(tournament):
    text = FORMAT.write(tournament)
    assert isinstance(text, str), text
    return text


def _refusal(tournament):
    reason = FORMAT.write(tournament)
    assert isinstance(reason, Reason)
    return reason.message


#: The sample in the layout that we write.
CANONICAL = _written(FORMAT.read(SCAN))


def test_the_documents_sample_is_read_with_its_12_and_12():
    tournament = FORMAT.read(SCAN)
    state = tournament.current.match.state
    assert tournament.participants == (Participant("Human"), Participant("Computer", "greedy"))
    assert tournament.wins() == (0, 0)
    assert state.scores == {"w": 12, "b": 12}
    assert state.hands == {"w": {"w": 1, "b": 15, "c": 6}, "b": {"w": 15, "b": 0, "c": 6}}
    assert (state.seat, state.colour, state.colours) == (0, "w", ("w", "b"))
    assert state.last == (POND.cell("c7"),)
    assert sum(mark.kind is MarkKind.SCORED for mark in RULESET.marks(state)) == 24


def test_the_sample_plays_on_to_the_last_stone():
    tournament = FORMAT.read(SCAN)
    _play(tournament.current, 100)
    assert tournament.current.match.outcome.termination is Termination.POINTS
    assert len(tournament.current.match.plies) == 43
    assert sum(tournament.wins()) == 1


def test_the_text_that_was_read_is_kept():
    assert FORMAT.read(SCAN).origin.text == SCAN
    assert FORMAT.read(SCAN).origin.format == FORMAT.name


@pytest.mark.parametrize(
    "text",
    [
        SCAN.replace("\t", " "),
        SCAN.replace("Boai\trd", "Board"),
        SCAN.upper(),
        SCAN.replace("\n", "\n\n\n"),
        SCAN.replace("\n", "\r\n"),
        SCAN.replace("```\n", ""),
        SCAN.replace("\n\n", "\n"),
        SCAN.replace(": ", ":\t "),
        "\ufeff" + SCAN,
        SCAN.split("\n", 1)[1],
        CANONICAL,
    ],
    ids=["spaces", "title", "capitals", "blanks", "crlf", "no fences", "no blanks", "tabs", "mark", "no title", "ours"],
)
def test_layout_and_case_do_not_matter(text):
    assert FORMAT.sniff(text)
    read = FORMAT.read(text)
    assert read.current.match.state == FORMAT.read(SCAN).current.match.state


def test_other_texts_are_not_taken_for_this_format():
    for text in (
        "",
        "Board\n",
        RULESET.dump(start(first="w")),
        "Stone Fair tournament\ncomputer stone: w\nnext player: x",
    ):
        assert not FORMAT.sniff(text)


def test_a_damaged_file_is_still_known_for_what_it_is():
    assert FORMAT.sniff("\n".join(line for line in SCAN.splitlines() if "score" not in line and "\t" not in line))


def test_what_we_write_has_the_documents_layout():
    lines = CANONICAL.split("\n")
    assert lines[0] == "Board"
    assert lines[1] == "x\tx\tx\tx\tb\tw\tb\tx\tx\tx\tx\t"
    assert lines[12:] == [
        "",
        *("computer stone: b", "computer score: 12", "computer wins: 0"),
        *("computer white stones: 15", "computer black stones: 0", "computer clear stones: 6"),
        "",
        *("human stone: w", "human score: 12", "human wins: 0"),
        *("human white stones: 1", "human black stones: 15", "human clear stones: 6"),
        "",
        *("last placement row: 4", "last placement column: 2", "next player: human"),
        "",
    ]


@settings(max_examples=25, deadline=None)
@given(plies=st.integers(1, 73), seed=st.integers(0, 2**32), swapped=st.booleans(), wins=st.integers(0, 30))
def test_a_tournament_that_is_written_and_read_is_the_same_game(plies, seed, swapped, wins):
    participants = (COMPUTER, HUMAN) if swapped else (HUMAN, COMPUTER)
    tournament = _tournament(participants, wins_before=(float(wins), 2.0))
    game = tournament.start_game()
    _play(game, plies, seed)
    text = _written(tournament)
    again = FORMAT.read(text)
    assert _written(again) == text
    assert again.wins() == (tuple(reversed(tournament.wins())) if swapped else tournament.wins())
    before, after = game.match.state, again.current.match.state
    assert (after.board, after.scores, after.hands, after.last) == (
        before.board,
        before.scores,
        before.hands,
        before.last,
    )
    assert after.colour == before.colour
    human = game.seat_of(participants.index(HUMAN))
    assert after.colours == (before.colours[human], before.colours[1 - human])


def test_an_empty_board_has_no_last_placement():
    tournament = _tournament()
    _play(tournament.start_game(), 1)
    text = _written(tournament)
    assert "last placement row: -1\nlast placement column: -1\n" in text
    assert FORMAT.read(text).current.match.state.last == ()


def test_a_finished_game_is_written_with_the_wins_before_it():
    tournament = _tournament(wins_before=(3.0, 1.0))
    _play(tournament.start_game(), 73)
    assert sum(tournament.wins()) == 5
    text = _written(tournament)
    assert "computer wins: 1\n" in text
    assert "human wins: 3\n" in text
    assert FORMAT.read(text).wins() == tournament.wins()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Board\n", "Bird\n", "line 1: 'Bird' should be row 0 of the board with 11 cells, but has 1"),
        (
            "x\tx\tx\tb\tb\tw\tw\tw\tx\tx\tx\t\n",
            "",
            "line 11: the board has 10 rows instead of 11",
        ),
        (
            "\n\ncomputer stone",
            "\nx x x x n n n x x x x\ncomputer stone",
            "line 13: the board has 12 rows instead of 11",
        ),
        (
            "b\tw\tb\tx\tx\tx\tx\t",
            "b\tw\tb\tx\tx\tx",
            "line 2: .* should be row 0 of the board with 11 cells, but has 10",
        ),
        ("b\tw\tb", "b\tq\tb", "line 2: 'q' is not valid in row 0, column 5; expected one of: n w b c"),
        ("b\tw\tb", "b\tx\tb", "line 2: 'x' is not valid in row 0, column 5; expected one of: n w b c"),
        ("n\tx\tn", "n\tw\tn", "line 7: 'w' is not valid in row 5, column 5; expected one of: x"),
        ("computer stone: b", "computer stone: c", "line 14: 'computer stone' is 'c'; the value must be one of: w; b"),
        ("human stone: w", "human stone: b", "line 21: 'human stone' is 'b'; 'b' is already the computer's stone"),
        ("computer score: 12", "computer score: 11", "line 15: .* is '11'; the trios on the board add up to 12"),
        ("human score: 12", "human score: 13", "line 22: .* is '13'; the trios on the board add up to 12"),
        ("human score: 12", "human score: many", "line 22: .* 'many' is not a number from 0"),
        ("human wins: 0", "human wins: -1", "line 23: .* '-1' is not a number from 0"),
        ("human wins: 0", "human wins:", "line 23: .* '' is not a number from 0"),
        ("human wins: 0", "human wins: ١", "line 23: .* is not a number from 0"),
        ("computer white stones: 15", "computer white stones: 16", "line 17: .* '16' is not a number from 0 to 15"),
        ("human clear stones: 6", "human clear stones: 7", "line 26: .* '7' is not a number from 0 to 6"),
        ("human white stones: 1", "human white stones: 2", "line 17: .* add up to 31 instead of 30"),
        ("human clear stones: 6", "human clear stones: 5", "line 19: .* add up to 11 instead of 12"),
        ("last placement row: 4", "last placement row: 11", "line 28: .* '11' is not a number from -1 to 10"),
        ("last placement row: 4", "last placement row: -1", "line 28: .* there is no cell in row -1, column 2"),
        ("last placement row: 4", "last placement row: 10", "line 28: .* there is no cell in row 10, column 2"),
        (
            "row: 4\nlast placement column: 2",
            "row: 5\nlast placement column: 5",
            "line 28: .* there is no cell in row 5, column 5",
        ),
        ("last placement row: 4", "last placement row: 6", "line 28: .* there is no stone in row 6, column 2"),
        (
            "next player: human",
            "next player: cat",
            "line 30: 'next player' is 'cat'; the value must be one of: human; computer",
        ),
        (
            "next player: human",
            "next player: computer",
            "line 30: .* judging by the stones left, it is the other player's turn",
        ),
        ("next player: human", "", "the line 'next player:' is missing"),
        ("human wins: 0", "human wins: 0\nhuman wins: 1", "line 24: 'human wins' appears a second time .*line 23"),
        ("human wins: 0", "cat wins: 0", "line 23: unexpected line 'cat wins: 0'"),
        ("human wins: 0", "human wins 0", "line 23: unexpected line 'human wins 0'"),
    ],
)
def test_a_malformed_file_is_refused_with_line_and_cause(old, new, message):
    assert old in CANONICAL
    with pytest.raises(ParseError, match=message):
        FORMAT.read(CANONICAL.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "Board", "\n\n", "```"])
def test_a_file_without_a_board_is_refused(text):
    with pytest.raises(ParseError, match="the board has 0 rows instead of 11"):
        FORMAT.read(text)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_garbled_file_is_read_or_refused_but_never_crashes(data):
    lines = CANONICAL.split("\n")
    index = data.draw(st.integers(0, len(lines) - 1))
    lines[index] = data.draw(st.text(max_size=20) | st.sampled_from(lines) | st.just(lines[index][:-1]))
    with contextlib.suppress(ParseError):
        FORMAT.read("\n".join(lines))


def test_what_the_format_cannot_say_is_refused_in_plain_words():
    assert _refusal(_tournament()) == "There is no game to export yet."
    two = _tournament((HUMAN, Participant("Bea")))
    two.start_game()
    assert _refusal(two) == "The Threestones 2017 format can hold only games of one person against the computer."
    beginner = _tournament((HUMAN, Participant("Robot", "own-points")))
    beginner.start_game()
    assert _refusal(beginner) == "In the 2017 file format, the computer always plays at the level Greedy."
    series = _tournament(best_of=3)
    series.start_game()
    assert (
        _refusal(series)
        == "The Threestones 2017 file format supports only open-ended series, not best of three, five or seven."
    )
    choosing = _tournament()
    choosing.start_game()
    assert _refusal(choosing) == "The Threestones 2017 file format needs a mascot: choose one first."


def test_half_wins_early_ends_and_set_up_stones_are_refused():
    halves = _tournament(wins_before=(0.5, 0.5))
    _play(halves.start_game(), 5)
    assert "whole wins" in _refusal(halves)
    resigned = _tournament()
    _play(resigned.start_game(), 5)
    resigned.current.match.resign(0)
    assert (
        _refusal(resigned)
        == "The Threestones 2017 file format cannot store a game that ended early, for example by resigning."
    )
    resigned.ended = True
    assert _refusal(resigned) == "The Threestones 2017 file format cannot mark a series as finished."
    set_up = _tournament()
    set_up.start_game(played(arranged("w", w="e7"), "e8=b"))
    assert "start on an empty board" in _refusal(set_up)


def test_a_position_from_the_file_fits_into_our_own_saves():
    state = FORMAT.read(SCAN).current.match.state
    assert RULESET.load(RULESET.dump(state), {}) == state
