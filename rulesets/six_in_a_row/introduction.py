"""The introduction to Six in a row for new players, as steps of a lesson: the goal, blocking, rows with open ends."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.lessons import Lesson, does, stops_all, threatens, wins

INTRODUCTION = (
    Lesson(
        title=gettext_noop("Six in a row"),
        words=gettext_noop(
            "You are Black. Six of your stones in an unbroken line win: horizontally, vertically or diagonally. "
            "Complete the row!"
        ),
        moves="j10 j11 i10 i11 k10 k12 h10 h12 l10 g9",
        solutions=("g10", "m10"),
        goal=wins,
        well=gettext_noop("Six in a row: that is the goal."),
        again=gettext_noop("Not yet. Your five stones are in row 10: put the sixth at either end."),
    ),
    Lesson(
        title=gettext_noop("Stop a five"),
        words=gettext_noop(
            "White has five in a column, and you blocked one end in time. Block the other, or White wins."
        ),
        moves="j10 h9 k11 h10 h8 h11 l13 h12 m9 h13",
        solutions=("h14",),
        goal=stops_all,
        well=gettext_noop("You stopped the five. A five always needs an answer at once."),
        again=gettext_noop("White would win now. The five in column H can still grow at one end."),
    ),
    Lesson(
        title=gettext_noop("Open at both ends"),
        words=gettext_noop(
            "You have an open four: it has room on both sides. Make it an open five: White has one move, but needs two."
        ),
        moves="j10 j11 i10 k12 k10 g8 l10 h12",
        solutions=("h10", "m10"),
        goal=threatens(2),
        well=gettext_noop("White can block one end. You win at the other."),
        again=gettext_noop("White could still stop you with one stone. Extend your row at one end."),
    ),
    Lesson(
        title=gettext_noop("Stop open fours"),
        words=gettext_noop(
            "White has an open four. If you wait, it becomes an open five that one stone cannot stop. Stop it now!"
        ),
        moves="j10 h9 k12 h10 m8 h11 d5 h12",
        solutions=("h8", "h13"),
        goal=does("blocks an open four"),
        well=gettext_noop("Well spotted. Six in a row gives you one turn more than Gomoku to see threats coming."),
        again=gettext_noop("White still has an open four in column H. Block it directly at one of its ends."),
    ),
    Lesson(
        title=gettext_noop("Longer rows win too"),
        words=gettext_noop("A longer row wins too. Three stones, a gap, three stones: what is missing?"),
        moves="g10 g12 h10 h13 i10 j12 k10 k13 l10 l12 m10 e7",
        solutions=("j10",),
        goal=wins,
        well=gettext_noop("Seven in a row! In this game that wins too."),
        again=gettext_noop("Look at the gap in row 10."),
    ),
)
