"""The introduction to Gomoku for new players, as steps of a lesson: the goal, threes, fours, forbidden moves, Swap2."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.lessons import Lesson, any_turn, does, stops_all, threatens, wins

INTRODUCTION = (
    Lesson(
        title=gettext_noop("Five in a row"),
        words=gettext_noop(
            "You are Black. Five of your stones in an unbroken line win: horizontally, vertically or diagonally. "
            "Complete the row!"
        ),
        moves="h8 i9 g8 f7 f8 j9 i8 h10",
        solutions=("e8", "j8"),
        goal=wins,
        well=gettext_noop("Five in a row: that is the whole goal of the game."),
        again=gettext_noop("Not yet. Your four stones are in row 8: put the fifth at either end."),
    ),
    Lesson(
        title=gettext_noop("Stop a four"),
        words=gettext_noop(
            "Now White has four in a column. One end is blocked already. Block the other, or White wins."
        ),
        moves="h8 g8 g5 g7 i9 g9 f5 g6",
        solutions=("g10",),
        goal=stops_all,
        well=gettext_noop("You stopped the four. A four with one open end needs an answer at once."),
        again=gettext_noop("White would win now. The four in column G can still grow at one end."),
    ),
    Lesson(
        title=gettext_noop("Open at both ends"),
        words=gettext_noop(
            "You have an open three: it has room on both sides. Make it an open four: White has one "
            "move, but needs two."
        ),
        moves="h8 h9 g8 g7 i8 k6",
        solutions=("f8", "j8"),
        goal=threatens(2),
        well=gettext_noop("White can block one end. You win at the other."),
        again=gettext_noop("White could still stop you with one stone. Extend your row at one end."),
    ),
    Lesson(
        title=gettext_noop("Stop open threes"),
        words=gettext_noop(
            "White has an open three. If you wait, it becomes an open four that one stone cannot stop. Stop it now!"
        ),
        moves="h8 g9 i10 g8 e6 g7",
        solutions=("g10", "g6"),
        goal=does("blocks an open three"),
        well=gettext_noop("Well spotted. Look out for open threes on every turn."),
        again=gettext_noop("White still has an open three in column G. Block it directly at one of its ends."),
    ),
    Lesson(
        title=gettext_noop("Forbidden points"),
        words=gettext_noop(
            "Under renju rules one black stone may not make two open threes, two fours or more than five in a "
            "row. Point at the red cross to see why. Then make one open three."
        ),
        moves="g8 i6 f8 e5 h9 j11 h10 l9",
        solutions=("e8", "h11"),
        goal=does("makes an open three"),
        well=gettext_noop("Right: one open three is fine, two at once are not. White has no such bans."),
        again=gettext_noop("That is not an open three. Add a stone to a pair with room on both sides."),
        options={"variant": "renju"},
    ),
    Lesson(
        title=gettext_noop("Swap2"),
        words=gettext_noop(
            "Moving first is a big advantage. In Swap2 your opponent places three stones, and you "
            "decide how to continue. Choose!"
        ),
        moves="h8 i9 j6",
        solutions=("put2", "white", "black"),
        goal=any_turn,
        well=gettext_noop("In Swap2, nobody gains by setting up an unfair opening. You know all the rules now."),
        options={"opening": "swap2"},
    ),
)
