"""The middle column of a player's records: a summary of games in one ruleset or against one person."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.core.language import _, plural
from game.core.ruleset import Ruleset
from game.core.tournament import Participant
from game.session.records.ranks import next_rank, rank_of, win_rate
from game.session.records.record_summary import Summary, met_name, opponent_name, rating_text, streak_text
from game.storage.finished_games import HeadToHead
from game.ui.board.player_card import opponent_face
from game.ui.painting.canvas import Canvas
from game.ui.progress.players.rating_curve import draw_curve

LEFT, WIDTH = 300.0, 476.0
_INNER, _INNER_WIDTH = LEFT + 24, WIDTH - 48
_ROW = 40.0
_CURVE = (_INNER, 492.0, _INNER_WIDTH, 172.0)


def draw_summary(canvas: Canvas, title: str, ruleset: Ruleset | None, summary: Summary) -> None:
    """Draw a summary of a player's games in a ruleset; ``ruleset`` is None if it is not installed."""
    canvas.panels.card(LEFT, 80, WIDTH, 348)
    canvas.title(title, _INNER, 94, width=250)
    chip = _(rank_of(summary.totals).title)
    canvas.chip(chip, LEFT + WIDTH - 24, 112, colour="amber", size=15, height=32, anchor="midright", width=180)
    _draw_counts(canvas, summary, 138)
    canvas.share_sizes(partial(_draw_rows, ruleset=ruleset, summary=summary))
    canvas.panels.card(LEFT, 444, WIDTH, 244)
    _draw_rating(canvas, summary)


def _draw_rows(canvas: Canvas, ruleset: Ruleset | None, summary: Summary) -> None:
    y = 216.0
    for caption, words in _facts(summary):
        canvas.panels.row_plate(_INNER, y, _INNER_WIDTH, _ROW - 4)
        middle = y + (_ROW - 4) / 2
        beside = canvas.text(
            caption, _INNER + 14, middle, size=15, colour="mist", anchor="midleft", width=220, height=_ROW
        )
        canvas.text(
            words, _INNER + _INNER_WIDTH - 14, middle, family="bold", size=15, colour="cream", anchor="midright",
            width=_INNER_WIDTH - 40 - beside.width, height=_ROW,
        )  # fmt: skip
        y += _ROW
    _draw_favourite(canvas, ruleset, summary, y)


def _facts(summary: Summary) -> Iterator[tuple[str, str]]:
    following = next_rank(summary.totals)
    yield _("Current streak"), streak_text(*summary.streak)
    yield _("Most wins in a row"), str(summary.longest_streak)
    yield _("Share of games won"), win_rate(summary.totals)
    yield _("Next rank"), _(following.title) if following else "–"


def _draw_counts(canvas: Canvas, summary: Summary, y: float) -> None:
    step, totals = _INNER_WIDTH / 5, summary.totals
    counts = (
        (_("Played"), totals.played),
        (_("Won"), totals.won),
        # Translators: the number of drawn games.
        (_("Drawn"), totals.drawn),
        (_("Lost"), totals.lost),
        (_("Unrated"), summary.practised),
    )
    for place, (caption, number) in enumerate(counts):
        middle = _INNER + step * (place + 0.5)
        colour = {1: "amber", 4: "mist"}.get(place, "cream")
        canvas.text(str(number), middle, y + 22, family="display", size=34, colour=colour, anchor="center")
        canvas.text(
            caption, middle, y + 54, size=14, colour="mist", anchor="center", width=step - 8, height=28, smallest=9
        )


def _draw_favourite(canvas: Canvas, ruleset: Ruleset | None, summary: Summary, y: float) -> None:
    canvas.panels.row_plate(_INNER, y, _INNER_WIDTH, _ROW - 4)
    middle, right = y + (_ROW - 4) / 2, _INNER + _INNER_WIDTH - 14
    canvas.text(
        _("Favourite opponent"), _INNER + 14, middle, size=15, colour="mist", anchor="midleft", width=200, height=_ROW
    )
    if summary.favourite is None:
        canvas.text("–", right, middle, family="bold", size=15, colour="cream", anchor="midright")
        return
    level, name = summary.favourite
    words = opponent_name(ruleset, level, name)
    place = canvas.text(
        words, right, middle, family="bold", size=15, colour="cream", anchor="midright", width=150, height=_ROW
    )
    left = place.left
    face = opponent_face(ruleset.info.levels if ruleset else (), Participant(name, level))
    canvas.face(face, left - 20, middle, 26, ring=4)


def _draw_rating(canvas: Canvas, summary: Summary) -> None:
    canvas.title(_("Rating"), _INNER, 456, size=22)
    if summary.rating is None:
        text = _("Your rating curve starts with your first game against an opponent with a known Elo.")
        canvas.paragraph(text, _INNER, 500, _INNER_WIDTH, 3, size=16, height=150)
        return
    text = _("Elo {elo}", elo=rating_text(summary.rating))
    canvas.text(text, LEFT + WIDTH - 24, 470, family="display", size=20, colour="amber", anchor="midright")
    draw_curve(canvas, _CURVE, summary.ratings)


def draw_head_to_head(canvas: Canvas, meeting: HeadToHead) -> None:
    """Draw the numbers of wins, losses and draws between two people."""
    canvas.panels.card(LEFT, 80, WIDTH, 348)
    middle = LEFT + WIDTH / 2
    for who, wins, x in ((meeting.player, meeting.wins, LEFT + 112), (meeting.other, meeting.losses, LEFT + 364)):
        canvas.face(who.shown_face, x, 176, 112)
        canvas.text(
            met_name(who), x, 262, family="display", size=22, colour="cream", anchor="center", width=200, smallest=15,
            height=40,
        )  # fmt: skip
        colour = "amber" if wins == max(meeting.wins, meeting.losses) else "soft"
        canvas.text(str(wins), x, 318, family="display", size=52, colour=colour, anchor="center")
    canvas.text("–", middle, 318, family="display", size=40, colour="mist", anchor="center")
    drawn = plural("{count} game drawn", "{count} games drawn", meeting.draws)
    canvas.chip(drawn, middle, 376, colour="mist", size=15, height=32, anchor="center", width=300)
    words = _("Games between people do not affect rank or rating.")
    canvas.panels.card(LEFT, 444, WIDTH, 244)
    canvas.paragraph(words, middle, 540, _INNER_WIDTH - 40, 3, size=16, anchor="midtop", height=130)
