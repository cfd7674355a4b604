"""An opponent without a process: it is asked, and answers what the test tells it to."""

from __future__ import annotations

from game.core.notation import Remark
from game.core.ruleset import Proof, WinMeans
from game.engine.client.opponent import Answer, Proven, Question, Reply, Restarted, Thought, Trouble


class ScriptedOpponent:
    """Stands in for OpponentProcess."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.cancelled = 0
        self._replies: list[Reply] = []

    def ask(self, question: Question) -> None:
        self.asked.append(question)

    def cancel(self) -> None:
        self.cancelled += 1

    def poll(self) -> list[Reply]:
        replies, self._replies = self._replies, []
        return replies

    def close(self) -> None:
        pass

    def answer(self, *moves: str) -> None:
        """Answers the latest question."""
        self._replies.append(Answer(self.asked[-1].revision, moves))

    def remark(self, note: str = "", **numbers: object) -> None:
        """Says something about the latest question."""
        self._replies.append(Thought(self.asked[-1].revision, Remark(note=note, **numbers)))

    def prove(self, means: WinMeans | None = None, *moves: str, is_known: bool = True) -> None:
        """Says what its prover found about the latest question."""
        self._replies.append(Proven(self.asked[-1].revision, Proof(means, moves, is_known)))

    def restart(self) -> None:
        """Stopped and was started again with the latest question."""
        self._replies.append(Restarted(self.asked[-1].revision))

    def fail(self, sentence: str) -> None:
        """Gives the latest question up."""
        self._replies.append(Trouble(self.asked[-1].revision, sentence))
