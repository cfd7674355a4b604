"""An opponent without a process, which gives the answers that a test chooses."""

from __future__ import annotations

from game.core.notation import Remark
from game.core.ruleset import Proof, WinMeans
from game.engine.client.opponent import Answer, Proven, Question, Reply, Restarted, Thought, Trouble


class ScriptedOpponent:
    """A stand-in for OpponentProcess: it records the program's questions, and ``poll`` returns a test's replies."""

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
        """Answer the latest question with these moves."""
        self._replies.append(Answer(self.asked[-1].revision, moves))

    def remark(self, note: str = "", **numbers: object) -> None:
        """Reply to the latest question with a remark, as an engine does while it thinks.

        ``note`` is a sentence for the player; ``numbers`` are other fields of the remark, such as depth and score.
        """
        self._replies.append(Thought(self.asked[-1].revision, Remark(note=note, **numbers)))

    def prove(self, means: WinMeans | None = None, *moves: str, is_known: bool = True) -> None:
        """Reply to the latest question with the result of a search for a forced win.

        ``means`` is the kind of threats that win, None if there is no win, and ``moves`` are the winning moves.
        ``is_known`` is False if the search has not found out.
        """
        self._replies.append(Proven(self.asked[-1].revision, Proof(means, moves, is_known)))

    def restart(self) -> None:
        """Report that the opponent has stopped and was restarted with the latest question."""
        self._replies.append(Restarted(self.asked[-1].revision))

    def fail(self, sentence: str) -> None:
        """Report that the latest question cannot be answered, with an error message."""
        self._replies.append(Trouble(self.asked[-1].revision, sentence))
