"""The introduction to Threestones for new players, as steps of a lesson: scoring, where to place, and the stones."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.lessons import Lesson, any_turn, both, gives_nothing, places, scores

from .pond import DUCK, MILLER

#: Without the toss and the choice of a mascot: the player has the ducks and moves first.
_DUCKS = {"first": DUCK}

INTRODUCTION = (
    Lesson(
        title=gettext_noop("A trio scores a point"),
        words=gettext_noop(
            "You play the ducks. Three adjacent ducks in a row, column or diagonal form a trio: a "
            "point for you. Make one!"
        ),
        moves="d8=w h8=b e8=w j8=b",
        solutions=("f8=w", "c8=w"),
        goal=scores,
        well=gettext_noop("A point! After the last stone, the higher score wins."),
        again=gettext_noop("That is no trio. Row 8 has two ducks: put a third beside them."),
        options=_DUCKS,
    ),
    Lesson(
        title=gettext_noop("Same row or column"),
        words=gettext_noop(
            "Place your stone in the row or column of the last stone: those cells are lit. You can complete one "
            "of your pairs. Make a trio!"
        ),
        moves="d8=w h8=b e8=w e5=b h5=w h10=b h4=w h2=b",
        solutions=("h6=w", "h3=w"),
        goal=scores,
        well=gettext_noop("You can complete your other pair once the penguin plays in line with it."),
        again=gettext_noop("No trio there. Look for a pair of ducks in the lit column."),
        options=_DUCKS,
    ),
    Lesson(
        title=gettext_noop("The Miller"),
        words=gettext_noop(
            "A Miller counts for both teams, as a duck and as a penguin. Pick it on the right, or "
            "with Tab, and complete your trio."
        ),
        moves="g8=w f8=b f9=w f7=b",
        solutions=("h7=c",),
        goal=both(places(MILLER), scores),
        well=gettext_noop("A trio! But mind where you put a Miller: it helps the penguins too."),
        again=gettext_noop("Pick the Miller, and look for two ducks on a diagonal."),
        options=_DUCKS,
    ),
    Lesson(
        title=gettext_noop("Points you give away"),
        words=gettext_noop(
            "Your stone decides where the penguin may go. The penguin has pairs in column F and row 6. Place a "
            "stone that keeps it from making a trio."
        ),
        moves="g6=w e6=b h6=w d6=b d10=w f10=b f5=w f9=b",
        solutions=("e9=w", "g9=w", "d9=w", "h9=w", "i9=w"),
        goal=gives_nothing,
        well=gettext_noop("No points for the penguin. Not giving points away is half the game."),
        again=gettext_noop(
            "That lets the penguin make a trio. Avoid column F, and the columns next to its pair in row 6."
        ),
        options=_DUCKS,
    ),
    Lesson(
        title=gettext_noop("Duck or penguin"),
        words=gettext_noop(
            "A real game begins with a coin toss, and one player picks a mascot. Both players have the same "
            "stones: 15 ducks, 15 penguins, 6 Millers. Which mascot do you pick?"
        ),
        solutions=("duck", "penguin"),
        goal=any_turn,
        well=gettext_noop("Good choice! You may place any stone, but only trios of your mascot score for you."),
        options={"picker": "0"},
    ),
)
