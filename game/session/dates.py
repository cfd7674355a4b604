"""Dates and times as texts for the player. No pygame here."""

from __future__ import annotations

from datetime import date, datetime

from game.core.language import _, gettext_noop

#: The months as part of a date.
_MONTHS = (
    # Translators: a month in a date after its day, as in “3 January”; so are the next eleven.
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
#: The month and year as a heading over a calendar.
_OVER_CALENDAR = (
    # Translators: a month alone, over a calendar; so are the next eleven.
    gettext_noop("January {year}"),
    gettext_noop("February {year}"),
    gettext_noop("March {year}"),
    gettext_noop("April {year}"),
    gettext_noop("May {year}"),
    gettext_noop("June {year}"),
    gettext_noop("July {year}"),
    gettext_noop("August {year}"),
    gettext_noop("September {year}"),
    gettext_noop("October {year}"),
    gettext_noop("November {year}"),
    gettext_noop("December {year}"),
)


def moment_in(text: str) -> datetime | None:
    """Parse a date and time in ISO 8601 as local time. Return None if the text is invalid."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        return None


def whole_date(day: date) -> str:
    """Return a date as text for the player, such as ``3 March 2024``."""
    return _("{day} {month} {year}", day=day.day, month=_(_MONTHS[day.month - 1]), year=day.year)


def month_text(day: date) -> str:
    """Return a month as text for the player, such as ``March 2024``."""
    return _(_OVER_CALENDAR[day.month - 1], year=day.year)


def day_text(day: date) -> str:
    """Return a day as text for the player, such as ``3 March``."""
    return _("{day} {month}", day=day.day, month=_(_MONTHS[day.month - 1]))


def date_text(day: date, today: date) -> str:
    """Return a date as text such as ``3 March``, with the year if it differs from that of ``today``."""
    return day_text(day) if day.year == today.year else whole_date(day)


def time_of_day_text(moment: datetime) -> str:
    """Return a time of day as text for the player, such as ``9:05``."""
    return _("{hour}:{minute}", hour=moment.hour, minute=f"{moment.minute:02}")


def when(moment: float, now: float) -> str:
    """Return a date and time as text: ``today, 14:05``, ``3 March, 9:30`` or ``3 March 2024``.

    Both times are in seconds since the epoch.
    """
    try:
        then, today = datetime.fromtimestamp(moment), datetime.fromtimestamp(now)
    except (ValueError, OverflowError, OSError):
        # A file may have any modification time, even one outside the calendar.
        return _("date unknown")
    clock = time_of_day_text(then)
    days = (today.date() - then.date()).days
    if days == 0:
        return _("today, {clock}", clock=clock)
    if days == 1:
        return _("yesterday, {clock}", clock=clock)
    if then.year != today.year:
        return whole_date(then)
    return _("{day} {month}, {clock}", day=then.day, month=_(_MONTHS[then.month - 1]), clock=clock)
