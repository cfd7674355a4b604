"""Scripted child processes on a clock that the test moves."""

from collections.abc import Callable

from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent_process import OpponentProcess


class ScriptedChild:
    """A child that expects lines and replies to each as it was told to."""

    def __init__(self) -> None:
        self.script: list[tuple[str, tuple[str, ...]]] = []
        self.heard: list[str] = []
        self.waiting: list[str] = []
        self.ended = False
        self.killed = False

    def expect(self, line: str, *replies: str) -> None:
        self.script.append((line, replies))

    def send(self, lines):
        for line in lines:
            self.heard.append(line)
            if self.script and self.script[0][0] == line:
                self.waiting += self.script.pop(0)[1]

    def receive(self, most):
        lines, self.waiting = self.waiting[:most], self.waiting[most:]
        return lines

    def kill(self):
        self.killed = self.ended = True

    def stop(self, farewell):
        self.send([farewell])
        self.ended = True


class Nursery:
    """Starts scripted children; the test writes their scripts beforehand."""

    def __init__(self, *scripts: Callable[[ScriptedChild], None]) -> None:
        self.scripts = list(scripts)
        self.children: list[ScriptedChild] = []
        self.now = 100.0

    def start(self, command):
        child = ScriptedChild()
        if self.scripts:
            self.scripts.pop(0)(child)
        self.children.append(child)
        return child

    def opponent(self, engine: EngineProgram, **more) -> OpponentProcess:
        return OpponentProcess(engine, grace=5.0, start=self.start, clock=lambda: self.now, **more)


def dying(child: ScriptedChild) -> None:
    child.ended = True
