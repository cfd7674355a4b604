"""Files as other programs write them, and files that lie: what can be read is offered, the rest is told."""

import random

import pytest

from game.core.model import ParseError
from game.core.ruleset import format_move
from game.library.formats.lib_words import HEAD, HEAD_LENGTH
from game.library.formats.lib_writer import write_lib
from game.library.formats.psq import write_psq
from game.library.formats.reading import open_bytes
from game.library.formats.sgf.words import parse_position
from game.library.formats.sgf.writer import write_sgf
from game.library.formats.texts import decoded, encoding_of
from game.library.study.tree import ROOT, CellMark, Sign
from tests.library.formats.studies import RULESETS

LIB = (HEAD + b"\x03\x04").ljust(HEAD_LENGTH, b"\xff")
RIF = """<?xml version="1.0" encoding="{encoding}"?>
<database><!-- RenjuNet &copy; 2001 -->
<rules><rule id="1" name="RIF">Federation</rule><rule id="2" name="Gomoku"/></rules>
<players><player id="1" name="Ando" surname="Meritee"/><player id="2" name="Kazuto" surname="Häsegawa"/></players>
<countries><country id="7" name="Estonia"/></countries>
<tournaments><tournament id="1" name="Cup &amp; Cake" country="7" start="2005-08-01"/></tournaments>
<games>
<game id="1" tournament="1" rule="1" black="1" white="2" bresult="0.5"><move>h8 h9 h7</move><info>a note</info></game>
<game id="2" tournament="9" rule="2" black="2" white="8" bresult="1"><move>h8 zz9</move></game>
<game id="3"><move></move></game>
</games></database>
"""


def opened(content, name="game"):
    content = content.encode() if isinstance(content, str) else content
    return open_bytes(content, name, RULESETS)


def variant(study):
    return study.options.get("variant", study.ruleset.info.id)


def words(study):
    info, geometry = study.ruleset.info, study.first_state.geometry
    return " ".join(format_move(info, geometry, study.tree.move(node)) for node in study.tree.continuation(ROOT))


# SGF


def test_a_whole_game_in_one_node_keeps_the_order_of_its_moves():
    study = opened("(;GM[4]SZ[15]RU[Soosyrv-8]PB[Ann]B[hh]W[ig]B[gj]W[ji])").studies[0]
    assert words(study) == "h8 i9 g6 j7"
    assert (variant(study), study.players) == ("renju", ("Ann", ""))


def test_a_game_without_any_head_is_known_by_its_turns():
    found = opened("(;B[JJ];W[JI];W[KL];B[KI];B[LH](;W[HL];W[IL])(;W[HL];W[GL]))")
    assert found.problems == ()
    assert found.studies[0].ruleset is RULESETS["connect6"]
    assert len(found.studies[0].tree) == 8


@pytest.mark.parametrize("turns", [("i9k9", "j8l8", "k10"), ("iljl", "ikkk", "kj")])
def test_a_turn_of_two_stones_in_one_value_is_a_turn_of_connect6(turns):
    first, second, third = turns
    found = opened(f"(;FF[4]EV[a cup]PB[A]PW[B];B[j10];W[{first}];B[{second}];W[{third}])")
    study = found.studies[0]
    assert (study.ruleset, found.problems) == (RULESETS["connect6"], ())
    assert len(study.tree) == 6
    assert words(study).startswith("j10 i")


@pytest.mark.parametrize(
    "text", ["j10 i9k9 j8l8 k10", "1. j10 2. i9 k9 3. j8 l8 4. k10", "j10 i9,k9 j8,l8 k10", "J10\nI9K9\nJ8L8\nK10k11\n"]
)
def test_a_list_of_turns_of_two_stones_is_a_game_of_connect6(text):
    found = opened(text)
    assert {study.ruleset.info.id for study in found.studies} == {"connect6"}
    assert words(found.studies[0]).startswith("j10 i9 k9 j8 l8 k10")


@pytest.mark.parametrize("text", ["1. h8 i9 2. g7 h6", "h8i9g7", "h8 i9 g7", "h8 i9g7h6", "h8"])
def test_other_lists_of_points_are_no_games_of_connect6(text):
    assert variant(opened(text).studies[0]) == "freestyle"


@pytest.mark.parametrize(
    ("head", "rules"),
    [
        ("GM[4]SZ[15]", "freestyle"),
        ("GM[4]SZ[15]RU[Renju]", "renju"),
        ("GM[4]SZ[15]RU[standard gomoku]", "standard"),
        ("GM[4]SZ[15]RU[Caro]", "caro"),
        ("GM[4]SZ[15]RU[freestyle caro]", "freestyle_caro"),
        ("GM[4]SZ[15]RU[0]", "freestyle"),
        ("GM[4]SZ[15]RU[1]", "standard"),
        ("GM[4]SZ[15]RU[4]", "renju"),
        ("GM[4]SZ[20]RU[8]", "freestyle_caro"),
        ("GM[4]SZ[15]RU[9]", "caro"),
        ("GM[4]SZ[15]RU[77]", "freestyle"),
        ("GM[4]SZ[19]RU[QLizzie-Connect6]", "connect6"),
        ("GM[511]", "connect6"),
        ("GM[4]SZ[19]RU[six in a row]", "six_in_a_row"),
    ],
)
def test_the_rule_that_a_game_names_is_taken(head, rules):
    assert variant(opened(f"(;{head};B[jj])").studies[0]) == rules


@pytest.mark.parametrize(
    ("head", "rules"),
    [
        ("SZ[15]EV[World Renju Championship]", "renju"),
        ("GM[1]SZ[15]AP[lib2sgf:1.0]", "renju"),
        ("GM[4]SZ[19]EV[connect6.mc.2006]", "connect6"),
        ("GM[4]SZ[15]EV[Gomoku cup]RO[standard]", "freestyle"),
        ("GM[4]SZ[15]RU[freestyle]SO[RenjuNet]", "freestyle"),
    ],
)
def test_other_words_may_tell_the_rule_of_a_game_that_names_none(head, rules):
    assert variant(opened(f"(;{head};B[jj])").studies[0]) == rules


def test_other_words_tell_no_rule_under_which_a_move_is_illegal():
    overline = "".join(f";B[{letter}h];W[{letter}a]" for letter in "bcdfg") + ";B[eh]"
    assert variant(opened(f"(;SZ[15]EV[Renju and friends]{overline};W[oo])").studies[0]) == "standard"


def test_a_game_that_goes_on_after_six_in_a_row_is_one_of_exactly_five():
    moves = "".join(f";B[{letter}h];W[{letter}a]" for letter in "bcdfg") + ";B[eh];W[oo]"
    found = opened(f"(;GM[4]SZ[15]{moves})")
    assert variant(found.studies[0]) == "standard"
    assert len(found.studies[0].tree) == 12


def test_a_game_of_go_is_refused_and_one_that_fits_is_offered_with_a_sentence():
    with pytest.raises(ParseError, match="a game of Go"):
        opened("(;GM[1]SZ[19];B[pd];W[pd])")
    with pytest.raises(ParseError, match=r"a game of Othello \(GM\[2\]\)"):
        opened("(;GM[2]SZ[8])")
    found = opened("(;GM[1]SZ[15];B[hh];W[ii];B[gh];W[hi];B[ih])")
    assert "is marked as Go" in found.problems[0]
    assert "is shown as Gomoku (Freestyle)" in found.problems[0]
    with pytest.raises(ParseError, match="a game of Go"):
        opened("(;GM[1]SZ[15];B[aa];W[ab];B[oo];W[ba];B[aa])")


@pytest.mark.parametrize(
    ("moves", "nodes"),
    [
        ("SZ[15];B[hh];W[ig];B[jh]", 3),
        ("SZ[15](;B[aa])(;B[hh];W[ig];B[jh];W[gg];B[ff];W[ee])", 7),
        ("SZ[15]AB[hh]AW[ig];B[jh]", 1),
        ("SZ[19](;B[aa])(;B[jj];W[ki];B[lj];W[ii];B[hh])", 6),
    ],
)
def test_renju_that_is_marked_as_go_opens(moves, nodes):
    found = opened(f"(;GM[1]{moves})")
    assert len(found.studies[0].tree) == nodes
    assert "is marked as Go" in found.problems[0]


@pytest.mark.parametrize("word", ["1a", "a!", "a", "abc", "h0x"])
def test_a_word_that_is_no_point_of_sgf_is_told(word):
    with pytest.raises(ParseError, match="not a point on the board"):
        parse_position(word, 15)


def test_setup_stones_and_who_is_to_move_become_the_first_position():
    study = opened("(;GM[4]SZ[15]AB[hh][ig]AW[gi:hi]PL[W];W[aa](;B[bb])(;B[cc]LB[cc:A]CR[hh]))").studies[0]
    state = study.first_state
    assert state.board.count("b") == state.board.count("w") == 2
    assert state.colour == "w"
    assert len(study.tree) == 3
    cell = state.geometry.at(2, 2)
    assert CellMark(cell, Sign.LABEL, "A") in study.tree.marks[study.tree.children(1)[1]]


@pytest.mark.parametrize("bad", ["", "zz", "hhh", "aa:zz"])
def test_a_set_up_point_that_is_none_is_left_out_and_the_others_are_read(bad):
    found = opened(f"(;GM[4]SZ[15]PL[B]AB[hh][{bad}]AW[ig];B[gg])")
    study = found.studies[0]
    assert (study.first_state.board.count("b"), study.first_state.board.count("w")) == (1, 1)
    assert words(study) == "g9"
    assert "1 point of the first position" in found.problems[0]


@pytest.mark.parametrize("head", ["GM[4]SZ[15]PL[W]", "GM[4]SZ[15]", "GM[1]SZ[15]", "GM[4]SZ[15]PL[B]AB[]"])
def test_a_game_that_white_begins_has_its_moves(head):
    found = opened(f"(;{head};W[hh];B[ih];W[gi])")
    study = found.studies[0]
    assert words(study) == "pass h8 i8 g7"
    again = opened(write_sgf(study)).studies[0]
    assert (words(again), again.first_state) == (words(study), study.first_state)


@pytest.mark.parametrize("second", [";{};B[ss]", ";{}B[ss]", "(;{};B[ss])"])
def test_a_head_in_the_second_node_is_read(second):
    head = "GM[4]SZ[19]RU[Renju]PB[Ann]PW[Bo]RE[B+]"
    study = opened(f"(;FF[4]{second.format(head)})").studies[0]
    assert (study.players, study.facts["result"], variant(study)) == (("Ann", "Bo"), "B+", "renju")
    assert words(study) == "s1"
    assert study.tree.properties.get(study.tree.continuation(ROOT)[0]) is None


def test_what_a_tree_cannot_hold_is_left_out_and_counted():
    found = opened("(;GM[4]SZ[15];B[hh](;W[ii];B[z9])(;W[jj]AB[aa];B[bb])(;W[hh])(;W[kk]))")
    study = found.studies[0]
    assert len(study.tree) == 3
    text = " ".join(found.problems)
    for part in (
        "1 move that is not possible",
        "set up in the middle of a game",
        "There is already a stone on H8",
    ):
        assert part in text


def test_a_broken_game_is_offered_up_to_the_damage_and_the_line_is_told():
    found = opened("(;GM[4]SZ[15];B[hh]\n;W[ii]\n;B[jj")
    assert words(found.studies[0]) == "h8 i7"
    assert "line 3" in found.problems[0]


def test_games_of_a_collection_are_read_one_by_one():
    found = opened("junk (;GM[4]SZ[15];B[hh]) more (;GM[4]SZ[40];B[aa]) (;GM[4]SZ[19];B[ss])")
    assert [words(study) for study in found.studies] == ["h8", "s1"]
    assert "game 2: no game in Stone Fair uses a 40x40 board" in found.problems[0]


def test_a_tree_ten_thousand_deep_ends_in_a_sentence():
    deep = "(;GM[4]SZ[15]" + "(;B[hh];W[ii]" * 10_000 + ")" * 10_000 + ")"
    assert opened(deep).problems
    points = [f"{one}{other}" for one in "abcdefghijklmno" for other in "abcdefghijklmno"]
    chain = "".join(f";{'BW'[number % 2]}[{points[number % 225]}]" for number in range(20_000))
    found = opened(f"(;GM[4]SZ[15]{chain})")
    assert len(found.studies[0].tree) <= 225
    assert found.problems


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16", "utf-8-sig"])
def test_comments_show_whatever_their_encoding_is(encoding):
    text = "(;GM[4]SZ[15]PB[黑棋高手]C[这一手是关键，白棋必须防守。];B[hh])"
    study = opened(text.encode(encoding)).studies[0]
    assert study.players[0] == "黑棋高手"
    assert study.tree.comments[ROOT] == "这一手是关键，白棋必须防守。"


def test_western_and_japanese_text_is_not_taken_for_chinese():
    for text, encoding in (("Yyterin hiekkaa, Käpylä ja Åland", "cp1252"), ("連珠の基本は四追いです", "cp932")):
        assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("PB[Смирнова]PW[Кузнецов]", "cp1251"),
        ("C[Белые защищаются, но слишком поздно. Шестой ход лучше.]", "cp1251"),
        ("PB[이창민]PW[박서준]", "cp949"),
        ("C[백의 다섯째 수가 나쁘다. 여기서 막아야 했다]", "cp949"),
        ("PB[黑棋高手]C[这一手是关键，白棋必须防守。]", "gb18030"),
        ("PB[张伟]PW[王芳]", "gb18030"),
        ("PB[李小龙]PW[欧阳锋]C[开局不错]", "gb18030"),
        ("PB[Käpylä]PW[Åland]C[Pöytä, yö, hääyöaie]", "cp1252"),
        ("PB[José Ñandú]PW[François Garçon]C[déjà vu, là où]", "cp1252"),
        ("PB[Sääski]PW[Jüri]", "cp1252"),
        ("PB[連珠の基本]", "cp932"),
        ("PB[王大明]PW[李建興]C[黑棋先手，白棋防守。]", "big5"),
        ("PB[Åsa Ärlig]PW[Ängel Åberg]", "cp1252"),
    ],
)
@pytest.mark.parametrize("named", ["", "CA[ISO-8859-1]", "CA[UTF-8]"])
def test_the_encoding_of_a_text_is_told_by_its_bytes(text, encoding, named):
    written = f"(;GM[4]{named}SZ[15]{text};B[hh])"
    assert encoding_of(written.encode(encoding), named[3:-1]) == encoding
    assert encoding_of(written.encode("utf-8"), named[3:-1]) == "utf-8"


def test_an_encoding_that_a_file_names_is_used_where_it_fits():
    text = "(;GM[4]CA[{}]SZ[15]PB[Дмитрий];B[hh])"
    assert opened(text.format("koi8-r").encode("koi8-r")).studies[0].players[0] == "Дмитрий"
    for wrong in ("nonsense", "hex", "utf-16", "cp037", "utf-7", "unicode_escape"):
        assert opened(text.format(wrong).encode()).studies[0].players[0] == "Дмитрий"


@pytest.mark.parametrize(
    ("named", "encoding", "name"),
    [("gb2312", "gb18030", "朱镕柏"), ("ks_c_5601-1987", "cp949", "똠방각하"), ("iso-8859-1", "cp1252", "Zoë “Š”")],
)
def test_the_larger_encoding_is_used_where_a_file_names_the_smaller_one(named, encoding, name):
    assert opened(f"(;GM[4]CA[{named}]SZ[15]PB[{name}];B[hh])".encode(encoding)).studies[0].players[0] == name


def test_an_opened_file_tells_its_encoding():
    game = "(;GM[4]CA[{}]SZ[15]PB[Дмитрий];B[hh])"
    for encoding in ("koi8-r", "utf-8", "utf-16"):
        assert opened(game.format(encoding).encode(encoding)).encoding == encoding
    for declared in ("ISO-8859-1", "UTF-8"):
        assert opened(RIF.format(encoding=declared).encode(declared)).encoding == declared.lower()
    for content in ("1. h8 i9 2. g7", "Piskvorky 15x15, 0:0, 0\n8,8,1\n-1\n"):
        assert opened(content).encoding == "utf-8"
    text = "Käpy".encode("cp1252")
    assert opened(LIB + bytes([0x00, 0x00, 0x78, 0x48]) + text + b"\0\0").encoding == "cp1252"
    assert opened(LIB + bytes([0x00, 0x00, 0x78, 0x40])).encoding == ""


# PSQ and points


def test_a_game_of_the_gomocup_names_players_and_rule():
    lines = ("Piskvorky 20x20, 11:11, 0", "10,10,12", "11,11,5", "A.zip", "B.zip", "-1", "0,Standard20", "")
    study = opened("\r\n".join(lines)).studies[0]
    assert (study.players, variant(study), words(study)) == (("A.zip", "B.zip"), "standard", "j11 k10")


def test_black_is_the_second_player_of_piskvork_if_that_one_began():
    text = "Piskvorky 15x15, 11:11, 1\n8,8,0\n9,9,0\nA.zip\nB.zip\n0\n"
    study = opened(text).studies[0]
    assert study.players == ("B.zip", "A.zip")
    assert write_psq(study).decode() == text


def test_a_game_that_counts_from_0_is_read_so_and_said():
    found = opened("Piskvorky 15x15, 0:0, 0\n0,0,1\n14,14,1\n-1\n")
    assert words(found.studies[0]) == "a15 o1"
    assert (
        "counts rows and columns from 0, not from 1 as the program Piskvork does, and was read accordingly"
        in found.problems[0]
    )


def test_a_stone_that_cannot_be_ends_the_game_with_a_sentence():
    found = opened("Piskvorky 15x15, 0:0, 0\n8,8,1\n8,8,1\n9,9,1\n-1\n")
    assert words(found.studies[0]) == "h8"
    assert "move 2 is not allowed" in found.problems[0]


def test_points_are_offered_from_both_sides_where_the_file_does_not_tell():
    found = opened("1. h8 i9 2. g7")
    assert [words(study) for study in found.studies] == ["h8 i9 g7", "h8 i7 g9"]
    assert "counted from" in found.problems[0]
    assert opened("h8").problems == ()


def test_the_bytes_of_renlibs_positions_are_read_with_passes():
    assert words(opened(bytes([3, 112, 0, 224]), "a.pos").studies[0]) == "h8 a15 o1"
    found = opened(bytes([3, 112, 240, 224]), "a.pos")
    assert (words(found.studies[0]), found.problems) == ("h8 pass o1", ())


# RenLib


def test_a_library_is_read_with_siblings_comments_marks_and_texts_on_the_board():
    nodes = (
        bytes([0x00, 0x00])
        + bytes([0x78, 0x08]) + b"one\x08two\r\nthree\0\0"
        + bytes([0x69, 0xD0])
        + bytes([0x6A, 0x41, 0x00, 0x01]) + b"A\0"
    )  # fmt: skip
    found = opened(LIB + nodes)
    study = found.studies[0]
    first, *_none = study.tree.children(ROOT)
    assert (found.problems, variant(study)) == ((), "renju")
    assert study.tree.comments[first] == "one\ntwo\nthree"
    ninth, tenth = study.tree.children(first)
    names = study.first_state.geometry.names
    assert [names[study.tree.move(node).cell] for node in (ninth, tenth)] == ["i9", "j9"]
    assert study.tree.marks[ninth][0].sign is Sign.CIRCLE
    assert study.tree.marks[first] == (CellMark(study.tree.move(tenth).cell, Sign.LABEL, "A"),)


def test_a_text_on_the_board_alone_is_no_move():
    nodes = bytes([0x00, 0x00, 0x78, 0x00, 0x69, 0xC3, 0x00, 0x01]) + b"x\0" + bytes([0x6A, 0x40])
    study = opened(LIB + nodes).studies[0]
    assert words(study) == "h8 j9"
    assert study.tree.marks[1][0].text == "x"


def test_an_old_library_begins_with_the_centre_and_its_comments_end_with_a_high_bit():
    study = opened(bytes([0x78, 0x20]) + b"K{p" + bytes([ord("y") | 0x80]) + bytes([0x69, 0x40]), "a.lib").studies[0]
    assert words(study) == "h8 i9"
    assert study.tree.comments[1] == "Käpy"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            LIB + bytes([0, 0, 0x78, 0, 0x70, 0x40]),
            "entry 2 of the library has the invalid point 112; nothing after it can be read",
        ),
        (LIB + bytes([0, 0, 0x78, 0x40, 0x69, 0x40]), "1 entry after the end"),
        (LIB + bytes([0, 0, 0x78, 0x80, 0x69, 0]), "ends before all its variations are complete"),
        (LIB + bytes([0, 0, 0x78, 0x08]) + b"no end", "byte 24: the file ends in the middle of a text"),
        (LIB + bytes([0, 0]) + bytes([0x78, 0]) * 300, "moves played after the board was full"),
    ],
)
def test_a_damaged_library_is_offered_up_to_the_damage(content, told):
    found = opened(content)
    assert told in " ".join(found.problems)
    assert 1 <= len(found.studies[0].tree) <= 225
    assert sum(1 for _ in found.studies[0].tree.walk()) == len(found.studies[0].tree)


def test_a_library_of_a_version_to_come_is_refused():
    with pytest.raises(ParseError, match=r"version 3\.5"):
        opened((HEAD + b"\x03\x05").ljust(22, b"\xff"))


def test_a_large_library_has_all_its_nodes_and_their_colours():
    rng, nodes, waiting = random.Random(3), bytearray(b"\0\0"), 0
    cells = [16 * row + column for row in range(15) for column in range(1, 16)]
    for _ in range(30_000):
        flags = rng.choice((0, 0, 0, 0x40, 0x80, 0xC0))
        flags |= 0x80 if flags & 0x40 and not waiting else 0
        waiting += (flags in (0x80,)) - (flags == 0x40)
        nodes += bytes((rng.choice(cells), flags))
    while waiting >= 0:
        nodes += bytes((0x78, 0x40))
        waiting -= 1
    tree = opened(LIB + bytes(nodes)).studies[0].tree
    count = 0
    for node, depth in tree.walk():
        assert tree.move(node).stone == "wb"[depth % 2]
        count += 1
    assert count == len(tree)


def test_flags_of_a_library_that_we_do_not_know_are_written_again():
    node = bytes((0x78, 0x45, 0x12, 0x34))
    assert write_lib(opened(LIB + b"\0\0" + node).studies[0]).endswith(node)


# RIF


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1"])
def test_a_database_gives_its_games_one_by_one(encoding):
    found = opened(RIF.format(encoding=encoding).encode(encoding))
    first, second, third = found.studies
    assert first.players == ("Ando Meritee", "Kazuto Häsegawa")
    assert first.facts["event"] == "Cup & Cake"
    assert (first.facts["result"], first.facts["place"], first.facts["date"]) == ("0", "Estonia", "2005-08-01")
    assert (words(first), variant(first), first.tree.comments[ROOT]) == ("h8 h9 h7", "renju", "a note")
    assert (words(second), variant(second)) == ("h8", "freestyle")
    assert "zz9" in second.facts["left out"]
    assert len(third.tree) == 0
    assert "1 game has no moves" in found.problems[0]


def test_the_games_of_renjuoffline_have_players_moves_and_results():
    game = "<game><id>{}</id><creation_time>{}</creation_time><black>{}</black><white>Bo</white><rule>{}</rule>"
    first = game.format(1, 86_400, "Ann", "Soosyrv-8") + "<board>h8 i9 g7</board><winner>black</winner></game>"
    second = game.format(2, "x", "A &amp; B", "what") + "<board>h8 zz</board><winner>draw</winner></game>"
    third = game.format(3, 1, "", "") + "<board></board><winner/></game>"
    found = opened(f"<?xml version='1.0'?><database><games>{first}{second}{third}</games></database>")
    one, two, three = found.studies
    assert (one.players, words(one), variant(one)) == (("Ann", "Bo"), "h8 i9 g7", "renju")
    assert (one.facts["result"], one.facts["rule"], one.facts["date"]) == ("B+", "Soosyrv-8", "1970-01-02")
    assert (two.players[0], two.facts["result"], words(two)) == ("A & B", "0", "h8")
    assert "zz" in two.facts["left out"]
    assert (len(three.tree), "date" in two.facts) == (0, False)
    assert found.problems == ("1 game has no moves.",)


def test_a_database_that_breaks_off_is_offered_up_to_there():
    text = RIF.format(encoding="UTF-8")
    found = opened(text[: text.index('<game id="3"')])
    assert len(found.studies) == 2
    assert "line 10" in found.problems[0]


def test_entities_that_would_fill_the_memory_are_refused():
    declared = '<!DOCTYPE database [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    bomb = f'<?xml version="1.0"?>{declared}<database>&b;<games></games></database>'
    with pytest.raises(ParseError, match="entities"):
        opened(bomb)


# The championship


def test_a_record_with_marks_behind_its_stones_is_read():
    text = "{[C6][A2 B][B3 W][后手胜][2025.12.27 北京][杯];B(J,10)MARK[1];W(H,10)MARK[-1];W(H,9)MARK[-2];B(I,11)}"
    for encoding in ("utf-8", "gb18030"):
        found = opened(text.encode(encoding), "record.txt")
        assert words(found.studies[0]) == "j10 h10 h9 i11"
        assert found.studies[0].facts["result"] == "W+R"
        assert found.tournament.title == "杯"


# Lists of openings


def test_a_file_of_openings_by_offsets_opens_as_games_on_the_first_board_with_room():
    found = opened("0,0, 1,0, 1,3\r\n0,0, 1,1, 0,3\r\n", "openings.txt")
    assert [words(study) for study in found.studies] == ["h8 i8 i5", "h8 i7 h5"]
    assert {study.options["size"] for study in found.studies} == {15}
    found = opened("-7,-8, -6,-9, -3,-9\n-4,-10, -8,-8, -7,-7\n", "openings_20.txt")
    assert [words(study) for study in found.studies] == ["d18 e19 h19", "g20 c18 d17"]
    assert {study.options["size"] for study in found.studies} == {20}


def test_a_file_of_joined_cells_opens_as_games():
    found = opened("d3e5f6d7\nk10j10i9j9m7\nq3o5o7p8o3\n", "pos_freestyle_20x20.txt")
    assert [words(study).split()[0] for study in found.studies] == ["d3", "k10", "q3"]
    assert {study.options["size"] for study in found.studies} == {20}


# Openings, torn heads and texts, and games without a rule


def test_the_opening_of_gomoku_quest_is_played_first():
    found = opened("(;GM[4]FF[4]SZ[15]GN[gomokuquest]\n;QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])")
    assert words(found.studies[0]) == "h8 h9 j10 i9 g9 i7"
    assert found.problems == ()


def test_an_opening_stone_that_the_game_plays_on_again_is_left_out_and_told():
    found = opened("(;GM[4]SZ[15];QPR[hh,hg,jf];QSLW[ig];B[gg];W[jf];B[hi])")
    study = found.studies[0]
    assert study.first_state.board.count("w") == 2
    assert words(study) == "g9 j10 h7"
    assert "Left out: 1 stone of the opening" in found.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "(GM[4]SZ[15]RU[renju]PB[Ann];B[hh];W[ii])",
        ";GM[4]SZ[15]RU[renju]PB[Ann];B[hh];W[ii]",
        "(;GM[4];SZ[15]RU[renju]PB[Ann];B[hh];W[ii])",
        "\ufeff (GM[4]SZ[15]RU[renju]PB[Ann];B[hh];W[ii])",
    ],
)
def test_a_head_may_lack_its_first_signs_or_stand_in_the_second_node(text):
    study = opened(text).studies[0]
    assert (words(study), variant(study), study.players[0]) == ("h8 i7", "renju", "Ann")


def test_a_bracket_without_a_backslash_does_not_end_a_comment():
    found = opened("(;GM[4]SZ[15]C[see [left] here];B[hh]C[a] b [c] d];W[ii]C[x]" + "\n" * 90 + ";B[jj]N[y])")
    study = found.studies[0]
    assert list(study.tree.comments.values()) == ["see [left] here", "a] b [c] d", "x"]
    assert len(study.tree) == 3
    assert found.problems == ()


@pytest.mark.parametrize(
    ("head", "name", "reason"),
    [
        ("", "book.lib.sgf", "the name of the file has the word “.lib”"),
        ("", "山口打点.sgf", "“山口”"),
        ("AP[ZJRenju]", "a.sgf", "its head has the word “ZJRenju”"),
        ("C[五手两打, 禁手]", "a.sgf", "a comment has the word “禁手”"),
    ],
)
def test_a_book_without_a_rule_is_renju_if_its_words_say_so(head, name, reason):
    found = opened(f"(;GM[4]SZ[15]{head};B[hh];W[ig])", name)
    assert variant(found.studies[0]) == "renju"
    assert "The file names no rule and is shown as renju" in found.problems[0]
    assert reason in found.problems[0]


def test_a_long_book_without_forbidden_moves_is_renju():
    branches = "".join(
        f"(;B[{x}{y}])" for x in "abcdefghijklmno" for y in "abcdefghijklmno" if x + y not in ("hh", "ig")
    )
    lines = f"(;GM[4]SZ[15];B[hh];W[ig]{branches}(;B[aa];W[oo]{branches}))"
    found = opened(lines)
    assert variant(found.studies[0]) == "renju"
    assert "renju forbids 0" in found.problems[0]
    assert variant(opened("(;GM[4]SZ[15];B[hh];W[ig](;B[aa])(;B[bb]))").studies[0]) == "freestyle"


@pytest.mark.parametrize("head", ["GM[1]SZ[19]KM[6.5]", "SZ[19]HA[2]", "SZ[19]RU[Japanese]"])
def test_komi_handicap_and_rules_of_go_tell_a_game_of_go(head):
    with pytest.raises(ParseError, match="a game of Go"):
        opened(f"(;{head};B[pd];W[dp];B[pp];W[dd];B[fq];W[cn])")


def test_a_file_that_names_no_game_says_as_which_it_is_shown():
    assert opened("(;SZ[19]AB[fc][oc]AW[dq][dd]PL[B])").problems == (
        "The file names no game, so it is shown as Gomoku (Freestyle).",
    )


@pytest.mark.parametrize("encoding", ["cp1251", "gb18030"])
def test_the_chosen_encoding_wins_over_the_one_that_a_file_names(encoding):
    content = "(;CA[cp932]GM[4]SZ[15]PB[Иван];B[hh])".encode(encoding)
    found = open_bytes(content, "a.sgf", RULESETS, encoding)
    assert (found.studies[0].players[0], found.encoding) == ("Иван", encoding)


def test_a_database_is_read_with_the_chosen_encoding():
    content = RIF.format(encoding="utf-8").replace("Häsegawa", "Иван").encode("cp1251")
    found = open_bytes(content, "a.rif", RULESETS, "cp1251")
    assert "Иван" in found.studies[0].players[1]
