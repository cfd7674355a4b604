"""A simulated compilation of engines, which a test controls step by step and without a process."""

from __future__ import annotations

from game.engine.client.preparation import Preparation


class ScriptedPreparer:
    """A stand-in for the process that compiles a game's engine; the test sets its progress."""

    def __init__(self, game, *, idle):
        self.game, self.idle = game, idle
        self.step, self.ended, self.killed = None, False, False

    def latest(self):
        step, self.step = self.step, None
        return step

    def kill(self):
        self.killed = True


class Workshop:
    """A ``Preparation`` of some games in which the test decides when each compilation proceeds and ends."""

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
        """Set the progress of the running compilation; ``preparation`` sees it at its next poll."""
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
    """Return a ``Preparation`` without any engine to compile."""
    shop = Workshop()
    return Preparation((), lambda game: True, shop.start)
