"""Days and hours in a player's words. No pygame here."""

from __future__ import annotations

from datetime import date, datetime

from game.core.language import _, gettext_noop

#: The months as they stand in a date.
_MONTHS = (
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
#: The months as they stand alone over a calendar.
_OVER_CALENDAR = (
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
    """The date and time of a text in ISO 8601, by the clock of this place; None where it is no such text."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        return None


def whole_date(day: date) -> str:
    """``3 March 2024``."""
    return _("{day} {month} {year}", day=day.day, month=_(_MONTHS[day.month - 1]), year=day.year)


def month_words(day: date) -> str:
    """``March 2024``."""
    return _(_OVER_CALENDAR[day.month - 1], year=day.year)


def day_words(day: date) -> str:
    """``3 March``."""
    return _("{day} {month}", day=day.day, month=_(_MONTHS[day.month - 1]))


def date_words(day: date, today: date) -> str:
    """``3 March``, with the year where it is another one."""
    return day_words(day) if day.year == today.year else whole_date(day)


def clock_words(moment: datetime) -> str:
    """``9:05``."""
    return _("{hour}:{minute}", hour=moment.hour, minute=f"{moment.minute:02}")


def when(moment: float, now: float) -> str:
    """A moment in a player's words: ``today, 14:05``, ``3 March, 9:30`` or ``3 March 2024``; both in seconds."""
    try:
        then, today = datetime.fromtimestamp(moment), datetime.fromtimestamp(now)
    except (ValueError, OverflowError, OSError):
        # A file may bear any time, also one beyond the calendar.
        return _("date unknown")
    clock = clock_words(then)
    days = (today.date() - then.date()).days
    if days == 0:
        return _("today, {clock}", clock=clock)
    if days == 1:
        return _("yesterday, {clock}", clock=clock)
    if then.year != today.year:
        return whole_date(then)
    return _("{day} {month}, {clock}", day=then.day, month=_(_MONTHS[then.month - 1]), clock=clock)
