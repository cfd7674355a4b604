"""Rule sheets that together use every key and every value of docs/rule-sheets.md, by their keys.

The first eleven are games that people play; the comments name where their rules were published, and how sources
differ. The others are made up, and small, so that a random game soon comes to what they are about.
"""

import tomllib
from typing import Any

SHEETS: dict[str, str] = {}

# hannover-go.de/Ninuki (six rules): 19x19, the first stone in the middle, exactly five, five pairs, double three
# forbidden to Black unless it breaks a five; a five counts only if the reply cannot break it.
# de.wikipedia.org/wiki/Ninuki_Renju (R. Gering after letters of K. Kobayashi, 2003): 15x15 in Japan, 19x19 early on.
# gamerz.net/pbmserv/ninuki.html: double four is forbidden, too, for both sides. A. Nosovsky (Japanese Logical Games,
# 2000): double three and overline for Black only, 19x19, the third stone outside the central square of 5x5.
SHEETS["ninuki_renju"] = """
title = "Ninuki-renju"
pitch = "Make exactly five, or take five pairs."
[line]
length = 5
longer = "nothing"
[place]
middle = true
[capture]
runs = [2]
wins = 10
survive = true
[forbid]
first = ["double three"]
"""

# brainking.com/en/GameRules?tp=38: 19x19, five or more, ten stones; the first stone in the middle. The tournament rule
# for the second stone of the first side (three away from the middle) is left out. flyordie.com has 13x13, exactly five.
SHEETS["pente"] = """
title = "Five in a row with captures"
known_as = "Pente"
[board]
columns = 19
[place]
middle = true
[line]
length = 5
longer = "wins"
[capture]
runs = [2]
wins = 10
"""

# ludii.games/details.php?keyword=Keryo-Pente (R. Tesh, 1983), gamerz.net/~pbmserv/k-pente.html: two or three stones are
# captured, 15 win.
SHEETS["keryo"] = """
title = "Captures of two and three"
known_as = "Keryo-Pente"
like = "pente"
[capture]
runs = [2, 3]
wins = 15
"""

SHEETS["tic_tac_toe"] = """
title = "Tic-tac-toe"
[board]
columns = 3
[line]
length = 3
"""

# chessicals.com/games/connect_four/rules: four or more; a full board is a draw.
SHEETS["four_in_a_row"] = """
title = "Four in a row"
[board]
columns = 7
rows = 6
[place]
where = "drop"
[line]
length = 4
"""

# Yavalath (C. Browne's program Ludi, 2007), iggamecenter.com/info/en/yavalath.html: side 5, four or more wins, three
# without four loses, a full board is a draw. Most places add the pie rule.
SHEETS["four_wins_three_loses"] = """
title = "Four wins, three loses"
known_as = "Yavalath"
[board]
shape = "hexagon"
side = 5
[line]
length = 4
loses = 3
longer = "wins"
"""

# S. Sniderman, Games Magazine, September/October 1981: "five consecutive Xs or Os" (quoted by him in
# boardgamegeek.com/thread/1744598), which implies that six win. en.wikipedia.org/wiki/Order_and_Chaos and
# papg.com/show?5SBS have his later rule: six does not win. By then Chaos wins when nobody can make five; here, and in
# Wikipedia, when the board is full.
SHEETS["order_and_chaos"] = """
title = "Order and Chaos"
[board]
columns = 6
[[stones]]
letter = "c"
name = "Cross"
side = "first"
shared = true
[[stones]]
letter = "o"
name = "Nought"
side = "second"
shared = true
[line]
length = 5
longer = "nothing"
winner = "first"
[end]
full = "second"
"""

# I-C. Wu, D.-Y. Huang, A New Family of k-in-a-Row Games (LNCS 4250): Connect(m, n, k, p, q).
SHEETS["connect_15_15_5_2_1"] = """
title = "Two stones a turn"
[board]
columns = 15
rows = 15
[turn]
first = 1
stones = 2
[line]
length = 5
longer = "wins"
"""

# No published rules were found that differ from gomoku but for the edges.
SHEETS["gomoku_on_a_torus"] = """
title = "Five in a row on a ring"
[board]
columns = 15
wrap = "torus"
[line]
length = 5
"""

# di.fc.ul.pt/~jpn/gv/hexgomoku.htm (board by E. Jackman): five in one of three directions; the size is left open.
SHEETS["hexagonal_gomoku"] = """
title = "Five in a row on hexagons"
[board]
shape = "hexagon"
side = 8
[line]
length = 5
"""

SHEETS["six_in_a_row_with_pie"] = """
title = "Six in a row"
[turn]
opening = "pie"
[line]
length = 6
"""

SHEETS["texts"] = """
title = "Every text"
pitch = "A sheet with all texts."
author = "Nobody"
version = "1.2"
known_as = "Everything"
sample = ["b2", "a1", "c3"]
[board]
columns = 3
rows = 4
look = "pond"
[[stones]]
letter = "r"
name = "Red"
look = "red"
[[stones]]
letter = "y"
name = "Yellow"
look = "yellow"
side = "second"
[line]
length = 3
[card]
Aim = "Make three in a row."
[texts.fi]
"Every text" = "Kaikki tekstit"
[texts.zh_CN]
"Every text" = "所有文字"
"""

SHEETS["swap"] = """
title = "Swap"
[board]
columns = 9
[turn]
opening = "swap"
[line]
length = 5
longer = "nothing"
"""

SHEETS["swap2"] = """
title = "Swap two"
like = "swap"
[turn]
opening = "swap2"
passes = true
"""

SHEETS["pro"] = """
title = "Pro"
[board]
columns = 9
[turn]
opening = "pro"
[line]
length = 5
"""

# The International Rules of Renju, but for the opening.
SHEETS["renju"] = """
title = "Renju"
[place]
middle = true
[line]
length = 5
longer = { first = "nothing", second = "wins" }
[forbid]
first = ["double three", "double four", "overline"]
"""

# The Gomocup's caro: a five with a stone at both ends does not win, a longer line does.
SHEETS["caro"] = """
title = "Caro"
[board]
columns = 10
rows = 8
[turn]
opening = "free"
[line]
length = 5
blocked = "nothing"
longer = "wins"
"""

SHEETS["longer_loses"] = """
title = "Not one too many"
[board]
columns = 6
[line]
length = 3
longer = "loses"
blocked = "nothing"
"""

SHEETS["longer_differs"] = """
title = "Longer lines for one side"
[board]
columns = 6
[line]
length = 3
longer = { first = "wins", second = "loses" }
blocked = "wins"
"""

SHEETS["wild"] = """
title = "Wild stones"
[board]
columns = 7
[[stones]]
letter = "b"
name = "Black"
side = "first"
[[stones]]
letter = "w"
name = "White"
side = "second"
[[stones]]
letter = "j"
name = "Joker"
side = "both"
wild = true
hand = 2
[line]
length = 4
"""

SHEETS["own_jokers"] = """
title = "Wild stones of a side"
[board]
columns = 6
[[stones]]
letter = "b"
name = "Black"
side = "first"
[[stones]]
letter = "k"
name = "Black joker"
side = "first"
wild = true
hand = 1
[[stones]]
letter = "w"
name = "White"
side = "second"
[[stones]]
letter = "v"
name = "White joker"
side = "second"
wild = true
hand = 1
[line]
length = 4
longer = "nothing"
[capture]
runs = [1]
wins = 5
"""

SHEETS["points"] = """
title = "Points"
[board]
columns = 5
[line]
length = 3
directions = "straight"
points = true
"""

SHEETS["points_on_a_ring"] = """
title = "Points on a ring"
[board]
columns = 4
rows = 3
wrap = "columns"
[[stones]]
letter = "b"
name = "Black"
side = "first"
[[stones]]
letter = "w"
name = "White"
side = "second"
[[stones]]
letter = "j"
name = "Joker"
side = "both"
wild = true
hand = 1
[line]
length = 3
points = true
[end]
full = "second"
"""

SHEETS["points_with_captures"] = """
title = "Points with captures"
[board]
columns = 6
[line]
length = 3
points = true
winner = "mover"
[capture]
runs = [2]
[end]
turns = 30
"""

SHEETS["diagonals"] = """
title = "Diagonals of an octagon"
[board]
shape = "octagon"
columns = 9
cut = 3
look = "wood"
[line]
length = 4
directions = "diagonal"
[capture]
runs = [2, 3]
wins = 4
"""

SHEETS["falling_past_holes"] = """
title = "Falling past holes"
[board]
shape = "rows"
drawing = [".....", "..#..", "#....", ".....", ".#..."]
[place]
where = "drop"
[line]
length = 4
winner = "colour"
"""

SHEETS["beside"] = """
title = "Side by side"
[board]
shape = "square"
columns = 7
rows = 5
wrap = "rows"
[place]
where = "beside"
[turn]
first = 2
stones = 3
[line]
length = 4
directions = "all"
"""

SHEETS["cross"] = """
title = "Crosswise"
[board]
columns = 6
wrap = "none"
[place]
where = "cross"
[turn]
passes = true
[line]
length = 4
[end]
full = "first"
"""

SHEETS["few_turns"] = """
title = "Ten turns"
[board]
columns = 5
[place]
where = "anywhere"
middle = false
[line]
length = 3
[end]
turns = 10
full = "draw"
"""

SHEETS["mover_wins"] = """
title = "Shared stones"
[board]
columns = 5
[[stones]]
letter = "r"
name = "Red"
side = "first"
shared = true
[[stones]]
letter = "y"
name = "Yellow"
side = "second"
shared = true
hand = 6
[turn]
opening = "pie"
[line]
length = 4
loses = 3
winner = "mover"
"""

SHEETS["second_wins_by_lines"] = """
title = "Keep them apart"
[board]
columns = 5
[line]
length = 4
winner = "second"
[end]
full = "first"
"""

SHEETS["survive"] = """
title = "Lines that must last"
[board]
columns = 7
[line]
length = 4
[capture]
runs = [1, 2]
wins = 8
survive = true
"""

SHEETS["survive_two_stones"] = """
title = "Lines that must last, two stones a turn"
like = "survive"
[board]
shape = "hexagon"
side = 4
[turn]
stones = 2
"""

SHEETS["falling_with_captures"] = """
title = "Falling with captures"
[board]
columns = 6
rows = 5
[place]
where = "drop"
[line]
length = 4
[capture]
runs = [2]
wins = 6
"""

SHEETS["small_hands"] = """
title = "Few stones"
[board]
columns = 4
[[stones]]
letter = "b"
name = "Black"
side = "first"
hand = 5
[[stones]]
letter = "w"
name = "White"
side = "second"
hand = 4
[line]
length = 3
[end]
full = "second"
"""

SHEETS["forbidden_to_second"] = """
title = "Forbidden to the second side"
[board]
columns = 9
[line]
length = 5
longer = "nothing"
[forbid]
second = ["double four", "overline"]
"""

SHEETS["passing_while_a_line_must_last"] = """
title = "Passing"
[board]
columns = 4
[turn]
passes = true
opening = "pie"
[line]
length = 3
[capture]
runs = [1, 2]
wins = 4
survive = true
[end]
turns = 18
full = "first"
"""

SHEETS["points_on_a_small_torus"] = """
title = "Points on a small torus"
[board]
columns = 3
rows = 5
wrap = "torus"
[line]
length = 3
points = true
winner = "second"
[capture]
runs = [1]
wins = 20
[turn]
stones = 2
"""

SHEETS["blocked_lines_must_last"] = """
title = "Lines that are not blocked must last"
[board]
columns = 7
[line]
length = 3
blocked = "nothing"
longer = { first = "nothing", second = "wins" }
[capture]
runs = [1]
survive = true
"""


def read(key: str) -> dict[str, Any]:
    """Return a sheet as ``tomllib`` reads it."""
    return tomllib.loads(SHEETS[key])


def read_all() -> dict[str, dict[str, Any]]:
    """Return all sheets by their keys, as ``like`` finds them."""
    return {key: read(key) for key in SHEETS}
