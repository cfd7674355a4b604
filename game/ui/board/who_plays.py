"""The dialog that asks for the players who continue from the position on screen."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.session.play_on import TakeOver, ways_to_sit
from game.session.shown_game import ShownGame
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene


def ask_who_plays(app: App, shown: ShownGame, text: str, take: Callable[[TakeOver], None]) -> None:
    """Ask who plays each side; ``take`` receives the answer.

    ``text`` explains what happens with the position.
    """
    ways = {f"{number}": way for number, way in enumerate(ways_to_sit(app.services, shown))}
    answers = {key: words for key, (words, _seats) in ways.items()} | {"": _("Cancel")}

    def sit(answer: str) -> None:
        if answer:
            take(TakeOver(shown.tournament, shown.match, ways[answer][1]))

    app.push(QuestionScene(app, _("Who plays on?"), text, answers), sit)
