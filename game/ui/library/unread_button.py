"""The button that lists unreadable files of the library and offers to try them again."""

from __future__ import annotations

from functools import partial

from game.core.language import _, join_sentences, plural, strip_period
from game.library.index.library import Library
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene
from game.ui.widgets.buttons import Button

#: Largest number of problems listed; further ones are only counted.
_MOST_TOLD = 3
#: Left and right edges of the button, beside the heading.
LEFT, RIGHT = 1112.0, 1256.0


def unread_buttons(app: App, library: Library) -> list[Button]:
    """Return the button, or nothing while files are being read or if all were readable."""
    count = len(library.unread)
    if not count or library.is_updating:
        return []
    words = plural("{count} file unread", "{count} files unread", count)
    return [Button(app.stage.rect(LEFT, 20, RIGHT - LEFT, 40), words, partial(_show, app, library), size=16)]


def _show(app: App, library: Library) -> None:
    told = [_("{problem}.", problem=strip_period(each.problem)) for each in library.unread[:_MOST_TOLD]]
    rest = len(library.unread) - _MOST_TOLD
    if rest > 0:
        told.append(plural("{count} more file could not be read.", "{count} more files could not be read.", rest))
    told.append(_("Stone Fair reads a file again when it has changed."))
    answers = {"": _("All right"), "again": _("Try them now")}
    title = _("Files that could not be read")
    app.push(QuestionScene(app, title, join_sentences(told), answers, escape=""), partial(_answered, library))


def _answered(library: Library, answer: str) -> None:
    if answer == "again":
        library.read_again()
