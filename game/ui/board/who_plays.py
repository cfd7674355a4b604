"""The question who plays on from a position that is shown."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.session.play_on import TakeOver, ways_to_sit
from game.session.shown_game import ShownGame
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene


def ask_who_plays(app: App, shown: ShownGame, text: str, take: Callable[[TakeOver], None]) -> None:
    """Ask who sits where, with ``text`` saying what becomes of the position; ``take`` is called with the answer."""
    ways = {f"{number}": way for number, way in enumerate(ways_to_sit(app.services, shown))}
    answers = {key: words for key, (words, _seats) in ways.items()} | {"": _("Cancel")}

    def sit(answer: str) -> None:
        if answer:
            take(TakeOver(shown.tournament, shown.match, ways[answer][1]))

    app.push(QuestionScene(app, _("Who plays on?"), text, answers), sit)
