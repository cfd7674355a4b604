"""A simulated compilation of engines, whose progress a test controls step by step, without a process."""

from __future__ import annotations

from game.engine.client.preparation import Preparation


class ScriptedPreparer:
    """A stand-in for the process that compiles the engine of a game; a test sets its progress and its end."""

    def __init__(self, game, *, idle):
        self.game, self.idle = game, idle
        self.step, self.ended, self.killed = None, False, False

    def latest(self):
        step, self.step = self.step, None
        return step

    def kill(self):
        self.killed = True


class Workshop:
    """A simulated compilation of the engines of some games, one after the other.

    ``preparation`` is what the window gets to show the progress. The test decides when a compilation proceeds and ends.
    """

    def __init__(self, *games):
        self.compiled = set()
        self.started = []
        self.preparation = Preparation(games, self.compiled.__contains__, self.start)

    def start(self, game, idle):
        self.started.append(ScriptedPreparer(game, idle=idle))
        return self.started[-1]

    @property
    def running(self):
        return self.started[-1]

    def set_progress(self, done, total):
        """Set the progress of the running compilation to ``done`` of ``total`` steps; the window sees it later."""
        self.running.step = (done, total)

    def finish(self, *, well=True):
        if well:
            self.compiled.add(self.running.game)
        self.running.ended = True
        return self.preparation.poll()

    @property
    def order(self):
        return [each.game for each in self.started]


def everything_compiled() -> Preparation:
    """Return the object that tells the window which engines are being compiled, for the case that all are ready."""
    shop = Workshop()
    return Preparation((), lambda game: True, shop.start)
