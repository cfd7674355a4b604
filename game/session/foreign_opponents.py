"""Opponents that are engines added by the player, each in its own process. No pygame here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.ruleset import Ruleset
from game.core.threads.worker import close_in_background
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Opponent, Question, Reply
from game.engine.client.opponent_process import OpponentProcess
from game.engine.protocol.transcript import Transcript
from game.session.engines import EngineRecord

#: Creates an opponent for an engine, which adds the lines exchanged with its program to the transcript.
OpenOpponent = Callable[[EngineProgram, Transcript], Opponent]


class ForeignOpponents:
    """The engines added by the player that take part in a game. No method blocks."""

    def __init__(self, rulesets: Mapping[str, Ruleset], open_opponent: OpenOpponent | None = None) -> None:
        self._open = open_opponent or (
            lambda engine, transcript: OpponentProcess(engine, rulesets, transcript=transcript)
        )
        self._seated: dict[str, tuple[EngineProgram, Opponent]] = {}
        self._transcripts: dict[str, Transcript] = {}

    def transcript(self, engine: EngineRecord) -> Transcript:
        """Return the latest lines exchanged with an engine since the start of the window, also in its tests."""
        return self._transcripts.setdefault(engine.id, Transcript())

    def ask(self, engine: EngineRecord, question: Question) -> None:
        """Ask an engine to choose the moves of a turn."""
        self._opponent(engine).ask(question)

    def _opponent(self, engine: EngineRecord) -> Opponent:
        """Return the running process of an engine, restarted if the engine's settings have changed."""
        program = engine.to_program()
        known = self._seated.get(engine.id)
        if known is not None and known[0] == program:
            return known[1]
        if known is not None:
            close_in_background([known[1].close])
        opponent = self._open(program, self.transcript(engine))
        self._seated[engine.id] = (program, opponent)
        return opponent

    def cancel(self) -> None:
        """Stop the engine that is thinking about its moves, if there is one."""
        for _, opponent in self._seated.values():
            opponent.cancel()

    def poll(self) -> list[Reply]:
        """Return the engines' replies since the last call."""
        return [reply for _, opponent in self._seated.values() for reply in opponent.poll()]

    def dismiss(self) -> None:
        """End all engine processes in the background. The program waits for them before it exits."""
        close_in_background(opponent.close for _, opponent in self._seated.values())
        self._seated.clear()
