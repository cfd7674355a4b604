"""The introduction to Connect6 for new players, as steps of a lesson: two stones a turn, six in a row, and threats."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.lessons import Lesson, any_turn, stops_all, threatens, wins

INTRODUCTION = (
    Lesson(
        title=gettext_noop("One stone first"),
        words=gettext_noop(
            "You are Black and begin with one stone. After that, every turn is two stones. Begin anywhere."
        ),
        solutions=("j10",),
        goal=any_turn,
        well=gettext_noop("From now on, every turn is two stones, so the player who moved last is one stone ahead."),
    ),
    Lesson(
        title=gettext_noop("Two stones a turn"),
        words=gettext_noop(
            "You are White. Place two stones; both stay transparent while you think. Click one to remove it. When "
            "you are ready, play both."
        ),
        moves="j10",
        solutions=("k11 i11",),
        goal=any_turn,
        well=gettext_noop("You can also play both stones with Enter or a double click."),
    ),
    Lesson(
        title=gettext_noop("Six in a row"),
        words=gettext_noop(
            "Six of your stones in an unbroken line win. You are Black and already have four: add the other two."
        ),
        moves="j10 k11 i11 i10 h10 l12 g8 k10 m13 f12 n8",
        solutions=("g10 l10", "l10 m10", "f10 g10"),
        goal=wins,
        well=gettext_noop("Six in a row! A four with enough room is nearly a win."),
        again=gettext_noop("Not six yet. Add both stones to the four in row 10."),
    ),
    Lesson(
        title=gettext_noop("Stop a four"),
        words=gettext_noop(
            "White has an open four, and two stones next turn. You need both your stones to stop it: one at each end."
        ),
        moves="j10 h8 h9 k12 m7 h10 h11 f5 n13 q4 c15",
        solutions=("h7 h12", "h7 h13", "h6 h12"),
        goal=stops_all,
        well=gettext_noop("You stopped the four. Always count the stones needed to block: help mode (L) helps."),
        again=gettext_noop(
            "White could still make six in column H. Wherever six cells in a line hold four white "
            "stones, place one of yours."
        ),
    ),
    Lesson(
        title=gettext_noop("Too many threats"),
        words=gettext_noop(
            "White can stop at most two threats in one turn. Place two stones so that White would need three "
            "stones to stop you."
        ),
        moves="g10 c3 d3 h10 i10 c16 d17 m7 m8 q4 r5 m9 e5 p15 q16",
        solutions=("j10 m10", "f10 m6"),
        goal=threatens(3),
        well=gettext_noop("White cannot stop all your threats: you win next turn. That is how Connect6 is won."),
        again=gettext_noop("White could still stop you with two stones. Try to make two fours at once."),
    ),
)
