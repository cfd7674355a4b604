"""The question whether to show engine results about a running rated game, although that makes it unrated.

Every scene that shows such results must ask through this module: ``when_agreed`` in the game itself, and
``when_unrated`` wherever the board may show a position of such a game.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.core.match import Match
from game.core.tournament import Tournament
from game.session.records.counting import UnratedQuestion, Unrating, question_about_other_games
from game.storage.background import BackgroundTask
from game.storage.files import StoreError
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.work_scene import read_in_background

_Act = Callable[[], None]


def when_agreed(app: App, question: UnratedQuestion | None, proceed: _Act, stay: _Act = lambda: None) -> None:
    """Ask the player a question, if there is one.

    Call ``proceed`` after consent, or ``stay`` after a refusal.
    """
    if question is None:
        proceed()
        return
    ask(
        app,
        question.title,
        question.text,
        DialogAnswer(_("Cancel"), stay),
        DialogAnswer(question.answer, proceed),
        escape=0,
    )


def when_unrated(app: App, action: Unrating, match: Match, proceed: _Act, *, series: Tournament | None = None) -> None:
    """Call ``proceed``; if the position is from a rated game in progress, first ask to make that game unrated.

    ``series`` contains the match on screen, if that is known. The saves are read in another thread.
    """
    shown = match.copy()

    def decide(task: BackgroundTask[list[Tournament]]) -> None:
        games = task.take()
        if series is not None and is_rated_here(app, series) and all(each.title != series.title for each in games):
            games.append(series)
        question = question_about_other_games(action, [game.title for game in games]) if games else None
        when_agreed(app, question, lambda: _make_unrated(app, games, proceed))

    title, detail = _("Reading the saved games…"), _(match.ruleset.info.title)
    read_in_background(app, title, detail, lambda _step: app.services.rated_games.with_position(shown), decide)


def is_rated_here(app: App, series: Tournament) -> bool:
    """Return True if a player at this computer is playing a rated game of this series of games."""
    person = series.person_index
    if person is None or not series.is_rated_now or app.services.rated_games.is_unrated(series):
        return False
    return app.services.database.players.find(series.participants[person].name) is not None


def _make_unrated(app: App, games: list[Tournament], proceed: _Act) -> None:
    try:
        for game in games:
            app.services.rated_games.make_unrated(game)
    except StoreError as error:
        app.show_message(str(error))
    else:
        proceed()
