"""The question before engine results about a rated game in progress are shown, which make the game unrated.

Every scene that shows such results must ask through this module: ``when_agreed`` in the game itself, and
``when_unrated`` wherever the board may show a position of such a game.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.core.match import Match
from game.core.tournament import Tournament
from game.session.records.counting import UnratedQuestion, Unrating, question_elsewhere
from game.storage.background import BackgroundTask
from game.storage.files import StoreError
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.work_scene import read_beside

_Act = Callable[[], None]


def when_agreed(app: App, question: UnratedQuestion | None, go_on: _Act, stay: _Act = lambda: None) -> None:
    """Ask the player a question, if there is one; call ``go_on`` after consent, ``stay`` after a refusal."""
    if question is None:
        go_on()
        return
    answers = {"": _("Cancel"), "yes": question.answer}
    ask = QuestionScene(app, question.title, question.text, answers, escape="")
    app.push(ask, lambda answer: go_on() if answer else stay())


def when_unrated(app: App, doing: Unrating, match: Match, go_on: _Act, *, series: Tournament | None = None) -> None:
    """Call ``go_on``; if a rated game in progress has the position on screen, first ask to make that game unrated.

    ``series`` contains the match on screen, if that is known. The saves are read in another thread.
    """
    shown = match.copy()

    def decide(task: BackgroundTask[list[Tournament]]) -> None:
        games = task.take()
        if series is not None and is_rated_here(app, series) and all(each.title != series.title for each in games):
            games.append(series)
        question = question_elsewhere(doing, [game.title for game in games]) if games else None
        when_agreed(app, question, lambda: _make_unrated(app, games, go_on))

    title, detail = _("Reading the saved games…"), _(match.ruleset.info.title)
    read_beside(app, title, detail, lambda _step: app.services.rated_games.with_position(shown), decide)


def is_rated_here(app: App, series: Tournament) -> bool:
    """Return True if a player at this computer is playing a rated game of this series of games."""
    person = series.person_index
    if person is None or not series.is_rated_now or app.services.rated_games.is_unrated(series):
        return False
    return app.services.database.find_player(series.participants[person].name) is not None


def _make_unrated(app: App, games: list[Tournament], go_on: _Act) -> None:
    try:
        for game in games:
            app.services.rated_games.make_unrated(game)
    except StoreError as error:
        app.say(str(error))
    else:
        go_on()
