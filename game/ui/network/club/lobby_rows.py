"""Drawing of rows in the lobby of a club tournament: pairings, and members with rank and points."""

from __future__ import annotations

from game.core.language import _
from game.network.club.points import ClubPlace
from game.network.club.tournament import ClubPairing, ClubTournament
from game.network.session.club_texts import names_of, parting_text, points_text, result_text
from game.storage.players import usual_face
from game.ui.painting.canvas import Canvas
from game.ui.widgets.form import BAR_WIDTH, Box

#: Width that is reserved for a result.
_RESULT = 150.0


def draw_table(
    canvas: Canvas,
    tournament: ClubTournament,
    table: ClubPairing,
    place: Box,
    top: float,
    *,
    tall: float,
    own: int | None,
) -> None:
    """Draw the lobby's row for a pairing: both names and the result.

    ``top`` and ``tall`` are the top and the height of the row. The names are highlighted if member ``own`` is one of
    them.
    """
    left, right = place[0] + 16, place[0] + place[2] - BAR_WIDTH - 24
    middle, high = top + tall / 2, tall * 0.43
    colour = "coral" if table.differ else "mist" if table.is_open else "amber"
    canvas.text(result_text(tournament, table), right, middle, family="bold", size=17, colour=colour, anchor="midright",
                width=_RESULT, height=high, smallest=11)  # fmt: skip
    for row, name in enumerate(names_of(tournament, table)):
        y = middle + (row - 0.5) * high
        is_free = row == 1 and table.is_bye
        if not is_free:
            canvas.face(usual_face(name), left + 16, y, 20)
        shade = "mist" if is_free else "amber" if own in table.sides else "cream"
        canvas.text(name, left + 40, y, family="bold", size=17, colour=shade, anchor="midleft",
                    width=right - left - _RESULT - 56, height=high, smallest=12)  # fmt: skip


def draw_person(
    canvas: Canvas, tournament: ClubTournament, row: ClubPlace, place: Box, top: float, *, tall: float, is_here: bool,
    is_own: bool,
) -> None:  # fmt: skip
    """Draw a row of the standings; the lamp beside the name is lit while the member is connected.

    ``top`` and ``tall`` are the top and the height of the row, which is highlighted if ``is_own``.
    """
    member = tournament.members[row.number]
    left, right = place[0] + 12, place[0] + place[2] - BAR_WIDTH - 20
    middle, high = top + tall / 2, tall * 0.8
    colour = "amber" if is_own else "cream" if member.is_in else "mist"
    canvas.text(f"{row.place}.", left + 30, middle, family="bold", size=16, colour="mist", anchor="midright", width=34,
                height=high)  # fmt: skip
    canvas.lights.bulb(left + 48, middle, 12, "teal" if is_here else "mist", lit=is_here)
    canvas.text(parting_text(tournament, row), right, middle, size=14, colour="mist", anchor="midright", width=84,
                height=high)  # fmt: skip
    canvas.text(points_text(row), right - 96, middle, family="bold", size=17, colour=colour, anchor="midright",
                width=52, height=high)  # fmt: skip
    name = member.name if member.is_in else _("{name} (has left)", name=member.name)
    canvas.text(name, left + 66, middle, family="bold", size=16, colour=colour, anchor="midleft",
                width=right - 156 - left - 66, height=high, smallest=11)  # fmt: skip
