"""Texts that other programs copy, link to or write: each is read as the program means it."""

import contextlib
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.core.model import ParseError, Place
from game.library.formats.clipboard.pasted import read_pasted, reading_text
from game.library.formats.clipboard.position_text import PastedPosition
from game.library.formats.results import RESULT
from game.library.study.study import Study
from game.library.study.tree import ROOT
from tests.library.formats.studies import grown
from tests.library.formats.test_pasted import RULESETS, cells, read, target

#: A game of RenLib's list of games at kurnik.pl: renju, whose fifth stones j7 and i7 were offered.
KURNIK = """[Event "?"]
[Site "www.kurnik.pl"]
[Date "2003.08.23"]
[Round "-"]
[Black "ann"]
[White "ben"]
[Result "0-1"]
[Time "18:43:17"]
[TimeControl "1800"]

1. h8 -- 2. h9 -- 3. h6 {choice} 4. -- i8 5. j7 -- 6. i7 i7 7. -- j7 8. k6
j8 9. j9 g8 0-1
"""
TEXT_BOARD = """          X=Black   O=White

    A B C D E F G H I J K L M N O
{rows}
    A B C D E F G H I J K L M N O
    ----- Text Board -----

    Black    White
      1 H8      2 I9
      3 G7
"""


def rows(dot=" ."):
    """A diagram of h8 i9 g7, with numbers at both ends of the rows."""
    stones = {"h8": "X", "i9": "O", "g7": "X"}
    letters = "abcdefghijklmno"
    lines = ("".join(f" {stones.get(f'{x}{y}', dot[-1])}" for x in letters) for y in range(15, 0, -1))
    return [f"{15 - at:3}{line} {15 - at:<3}" for at, line in enumerate(lines)]


def position(found):
    """The stones of a pasted position by the name of their cell."""
    assert isinstance(found, PastedPosition)
    return {found.rules.geometry.names[cell]: letter for cell, letter in found.stones.items()}


@pytest.mark.parametrize(
    "text",
    [
        "h8_i9_g7",
        "H8-I9-G7",
        "1.h8 i9 2.g7",
        "1h8 2i9 3g7",
        "1、H8 2、I9 3、G7",
        "Ｈ８　Ｉ９　Ｇ７",
        "h8! i9? g7",
        "putpos h8i9g7",
        "pv H8 I9 G7",
        ";B[hh];W[ig];B[gi]",
        "B[hh]W[ig];B[gi]C[a comment]",
        "(B[hh];W[ig](;B[gi])(;B[aa]))",
        "SZ[15]RU[renju];B[hh];W[ig];B[gi])",
        '<game id="1" publisher="2" rule="1" black="3" white="4"><move>h8 i9 g7</move><info></info></game>',
        '<game id="1" rule="1"><move>h8 i9 g7</move>',
        "<move>h8 i9 g7</move>",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,12\n7,9,340\nann\nben\n0\n",
        "8,8,0\n9,7,12\n7,9,340\n",
        "BOARD\n7,7,2\n8,6,1\n6,8,2\nDONE\n",
        "START 15\nINFO rule 0\nYXBOARD\n7,7,2\n8,6,1\n6,8,2\nDONE",
        "START 15\nOK\nBEGIN\n7,7\nTURN 8,6\n6,8\n",
        "https://gomocalc.com/#/h8i9g7",
        "look: https://www.gomocalc.com/#/h8i9g7 what now?",
        "https://lfz084.github.io/renju/renju.html#H8I9G7&&&15&0",
        "https://lfz084.github.io/renju/renju.html#H8I9G7%%%15%0",
        "H8I9G7\n{}{}",
        "https://renju-note.com/#gid:7,g:h8i9g7,c:3",
        "https://v1.renjuportal.com/board/?mv=778668",
        "https://renjuportal.com/board?mvs=778668",
        "https://www.ku10.com/board#889977",
        "http://example.org/diagram_show.cgi?data=h8+i9+g7",
        "play black H8\nplay white J9\nplay b G7\n",
        "boardsize 15\n=\n\nplay b h8\n=\n\ngenmove w\n= J9\n\n3 play b g7\n",
        TEXT_BOARD.format(rows="\n".join(rows())),
    ],
)
def test_a_text_of_another_program_is_read_as_its_game(text):
    assert cells(read(text)) == ["h8", "i9", "g7"]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(rows()),
        "\n".join(f"$$ | {line[4:33].replace(' X', ' X')} |" for line in rows()),
        "\n".join(line[4:33].replace(" ", "").replace(".", "-").lower() for line in rows()),
        "\n".join(line[4:33].replace(".", "0").replace("X", "1").replace("O", "2") for line in rows()),
        "\n".join(line[4:33].replace(" ", "").translate(str.maketrans(".XO", "＋●○")) for line in rows()),
        "https://renju-note.com/#b:h8g7,w:i9",
        "https://renju-note.com/#g:i9,b:h8g7,o:i",
        "{H8G7}{I9}",
        "BOARD\n7,7,2\n6,8,2\n8,6,1\nDONE",
    ],
)
def test_a_diagram_or_stones_without_their_order_are_read_as_a_position(text):
    assert position(read_pasted(text, target())) == {"h8": "b", "i9": "w", "g7": "b"}


def test_a_game_of_playok_keeps_players_result_and_the_other_fifth_stone():
    study = read(KURNIK.format(choice="white"))
    assert cells(study) == ["h8", "h9", "h6", "i8", "i7", "j7", "k6", "j8", "j9", "g8"]
    assert (study.options["variant"], study.players) == ("renju", ("ann", "ben"))
    assert (study.facts[RESULT], study.facts["other fifth moves"], study.facts["date"]) == ("W+", "j7", "2003.08.23")


def test_players_and_result_follow_the_choice_of_a_colour():
    study = read(KURNIK.format(choice="black"))
    assert (study.players, study.facts[RESULT]) == (("ben", "ann"), "B+")


def test_a_game_of_gomoku_at_playok_uses_the_rules_of_the_board():
    text = '[Site "kurnik"]\n[Black "a"]\n\n1. g5 m8\n2. h10 white\n3. -- k9\n4. j8 k10\n'
    study = read(text, variant="standard")
    assert (cells(study)[:4], study.options["variant"]) == (["g5", "m8", "h10", "k9"], "standard")


def test_choices_are_played_if_the_rules_have_them_and_left_out_otherwise():
    text = "h8 i9 g7 white h7"
    assert read(text, opening="swap2").options["opening"] == "swap2"
    found = read_pasted(text, target())
    assert (cells(found.studies[0]), found.problems) == (
        ["h8", "i9", "g7", "h7"],
        ("Left out: the choices made in the opening, such as swaps.",),
    )


def test_columns_skip_the_letter_i_only_if_the_board_needs_it():
    found = read_pasted("P15 j9 h8", target())
    assert cells(found.studies[0]) == ["o15", "i9", "h8"]
    assert found.problems == ("The columns were read without the letter I, as on Go boards.",)
    assert cells(read("t19 j10 k11", "connect6")) == ["s19", "i10", "j11"]
    assert cells(read("o15 j9 h8")) == ["o15", "j9", "h8"]


def test_cells_beyond_the_board_are_read_on_a_larger_one_of_the_same_rules():
    study = read("t20 k11", variant="standard")
    assert (study.options["size"], study.options["variant"], cells(study)) == (20, "standard", ["t20", "k11"])
    assert read("p16 i9").options["size"] == 19


def test_turns_of_two_stones_are_connect6_on_any_board():
    assert read("1. j10 2. k11k12 3. i9i10").ruleset.info.id == "connect6"
    assert read("j10 k11k12 i9i10", "connect6").ruleset.info.id == "connect6"
    assert read("h8 i9g7").ruleset.info.id == "gomoku"


@pytest.mark.parametrize("text", ["(;SZ[15];B[hh];W[ig])", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n", ";B[hh];W[ig]"])
def test_a_file_that_names_no_rule_is_read_under_the_rules_of_the_board(text):
    assert read(text, variant="renju").options["variant"] == "renju"
    assert read(text).options["variant"] == "freestyle"


@pytest.mark.parametrize("text", ["(;SZ[15]RU[standard];B[hh])", "(;SZ[15]EV[Renju cup];B[hh])"])
def test_a_file_that_names_its_rule_keeps_it(text):
    assert read(text, variant="caro").options["variant"] in ("standard", "renju")


# Lists of openings


def test_offsets_from_the_centre_are_a_game_each_on_a_board_with_room():
    found = read_pasted("# freestyle\n-1,3, -1,5, 3,5, 4,4\n\n6,6, 4,6,\n", target())
    assert [cells(study) for study in found.studies] == [["g5", "g3", "k3", "l4"], ["n2", "l2"]]
    found = read_pasted("8,-3, 6,-4\n0,0, -10,9\n", target(variant="standard"))
    assert [cells(study) for study in found.studies] == [["s13", "q14"], ["k10", "a1"]]
    assert {(study.options["size"], study.options["variant"]) for study in found.studies} == {(20, "standard")}


def test_lines_of_joined_cells_are_a_game_each_with_rows_from_the_bottom():
    found = read_pasted("d3e5f6d7\nk10j10i9j9m7\n", target())
    assert [cells(study) for study in found.studies] == [["d3", "e5", "f6", "d7"], ["k10", "j10", "i9", "j9", "m7"]]
    assert found.problems[0].startswith("Rows were counted from the bottom")
    assert reading_text(found) == "Read: 2 games (List of games)."


def test_lines_that_are_no_game_together_but_each_alone_are_games():
    found = read_pasted("h8 i9 g7\nh8 i9 i8\n", target())
    assert [cells(study) for study in found.studies] == [["h8", "i9", "g7"], ["h8", "i9", "i8"]]
    assert cells(read("h8i9\ng7h7\n")) == ["h8", "i9", "g7", "h7"]


def test_an_illegal_opening_keeps_its_legal_stones():
    found = read_pasted("0,0, 0,0, 1,1\n0,0, 1,1\n", target())
    assert [len(cells(study)) for study in found.studies] == [1, 2]
    assert found.problems[0].startswith("Game 1: Left out: move 2 is not allowed")


# What was read, and what was not


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("h8i9g7", "Read: 3 stones (Moves as text; Gomoku, 15x15)."),
        ("https://gomocalc.com/#/h8", "Read: 1 stone (Web address; Gomoku, 15x15)."),
        ("{H8G7}{I9}", "Read: a position with 3 stones (Gomoku, 15x15)."),
        ("0,0, 1,1\n0,0, 2,1", "Read: 2 games (List of games)."),
    ],
)
def test_one_sentence_says_what_was_read(text, sentence):
    assert reading_text(read_pasted(text, target())) == sentence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("https://www.renju.net/game/12345/", "the web address https://www.renju.net/game/12345/ contains no moves"),
        ("BOARD\n7,7,1\n7,7,2\nDONE", "line 3: move 2, h8, is not allowed"),
        ("BOARD\n7,7,1\n7,7,1\nDONE", "line 3: there are two stones on h8"),
        ("START 15\nBOARD\n7,99,1\nDONE", "line 3: 7,99 is not on the board"),
        ("play b h8\nplay b j9", "line 2: the colours of the moves do not alternate: play b j9"),
        ('[Site "PlayOK"]\n\n1. h8 i9\n2. resign', "line 4: “resign” is not a move"),
        ("{H8}{H8}", "there are two stones on H8"),
        ("-20,0, 1,1", "no game in Stone Fair has a board that is large enough"),
        ("h8 " * 20_001, "the text has more than 20,000 moves"),
    ],
)
def test_what_cannot_be_read_is_quoted(text, words):
    with pytest.raises(ParseError) as caught:
        read_pasted(text, target())
    assert words in str(caught.value)


# Round trips


def _hexadecimal(points, first):
    return "".join(f"{x + first:x}{y + first:x}" for x, y in points)


#: What other programs write for a game on a 15x15 board, by its cells from the top left.
WRITERS = {
    "gomocalc": lambda names, points: f"https://gomocalc.com/#/{''.join(names)}",
    "lfz084": lambda names, points: f"https://lfz084.github.io/renju.html#{''.join(names).upper()}&&&15&0",
    "renju-note": lambda names, points: f"https://renju-note.com/#g:{''.join(names)},c:{len(names)}",
    "RenjuPortal": lambda names, points: f"https://renjuportal.com/board?mvs={_hexadecimal(points, 0)}",
    "ku10": lambda names, points: f"https://ku10.com/#{_hexadecimal([(x, 14 - y) for x, y in points], 1)}",
    "numbered": lambda names, points: " ".join(f"{at}. {name}" for at, name in enumerate(names, start=1)),
    "pairs": lambda names, points: "\n".join(f"{at // 2 + 1}. {name}" for at, name in enumerate(names)),
    "GTP": lambda names, points: "\n".join(
        f"play {'bw'[at % 2]} {name.translate(str.maketrans('ijklmno', 'jklmnop'))}" for at, name in enumerate(names)
    ),
    "offsets": lambda names, points: ", ".join(f"{x - 7},{y - 7}" for x, y in points),
    "Piskvork": lambda names, points: "\n".join(f"{x + 1},{y + 1},{at + 9}" for at, (x, y) in enumerate(points)),
    "Gomocup": lambda names, points: "\n".join(
        ["BOARD", *(f"{x},{y},{1 + (len(points) - at) % 2}" for at, (x, y) in enumerate(points)), "DONE"]
    ),
    "SGF": lambda names, points: "".join(
        f";{'BW'[at % 2]}[{chr(97 + x)}{chr(97 + y)}]" for at, (x, y) in enumerate(points)
    ),
}


@settings(deadline=None, max_examples=40)
@given(st.randoms(use_true_random=False), st.integers(1, 30), st.sampled_from(sorted(WRITERS)))
def test_a_game_in_the_form_of_another_program_is_read_as_it_was(rng, moves, name):
    ruleset = RULESETS["gomoku"]
    study = Study(ruleset, target().rules.options)
    grown(study, ROOT, moves, rng)
    geometry = study.first_state.geometry
    placed = [study.tree.move(node) for node in study.tree.continuation(ROOT)]
    points = [geometry.cells[move.cell] for move in placed if isinstance(move, Place)]
    written = WRITERS[name]([geometry.names[move.cell] for move in placed], points)
    assert cells(read(written)) == cells(study), written


#: Beginnings and parts of texts of every form, from which long ones are made.
PIECES = (
    *("h8", "h8i9 ", "1. ", "h8\n", "0,0, ", "0,0\n", "7,7,1\n", "TURN 7,7\n", "BOARD\n", ";B[aa]", "B[", "[", "("),
    *("{", "a1{", " ", "\n", "http://a/#", "?b=", "www.a ", "<move>", "</game>", '[A "b"]\n', "play b h8\n", "= h8\n"),
    *("xoxo.", "0 0 1 2 0\n", "$$ | . X\n", "GM ", "RU[", "swap ", "j10 k11k12 ", "－－●", "----- Text Board -----\n"),
    *(
        "ann dropped a stone (H, 8)\n",
        "A dropped ",
        '"h8i9",',
        "(7, 7), ",
        "HhIgGi\n",
        "moves,winner\n",
        '{"moves":"h8i9"}\n',
    ),
)


def _seconds(text):
    """The least time of three that reading a text takes."""
    taken = []
    for _again in range(3):
        began = time.thread_time()
        with contextlib.suppress(ParseError):
            read_pasted(text, target())
        taken.append(time.thread_time() - began)
    return min(taken)


@pytest.mark.night
@pytest.mark.parametrize("piece", PIECES)
def test_the_time_for_a_text_grows_no_faster_than_its_length(piece):
    assert _seconds(piece * 800) <= 8 * _seconds(piece * 200) + 0.05


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=30).map("".join))
@example("\x0cmoves,winner\n")
def test_any_mixture_of_forms_is_read_or_refused_with_a_sentence(text):
    try:
        said = reading_text(read_pasted(text, target()))
    except ParseError as error:
        said = f"Read: {error}"
    assert said.startswith("Read: ")
    assert len(said) > len("Read: ")
