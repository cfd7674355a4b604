"""A computer opponent that several parts of the program share. The opponent gets one question at a time."""

from __future__ import annotations

from collections import deque

from game.engine.client.opponent import Opponent, Question, Reply, Restarted, Thought


class SharedOpponent:
    """A computer opponent shared by several users (parts of the program). Each gets its own replies."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._asking: _User | None = None
        self._waiting = deque["_User"]()

    def door(self) -> Opponent:
        """Return an ``Opponent`` for one more user. The user's questions wait until all earlier ones are answered."""
        return _User(self)

    def put(self, user: _User) -> None:
        """Queue the question of one user to the shared opponent."""
        self._waiting.append(user)
        self._proceed()

    def drop(self, user: _User) -> None:
        """Cancel the question of one user to the shared opponent, whether queued or already sent."""
        if user in self._waiting:
            self._waiting.remove(user)
        if self._asking is user:
            self._asking = None
            self._opponent.cancel()
            self._proceed()

    def fetch(self) -> None:
        """Pass the shared opponent's replies to the user that asked; after a final reply, send the next question."""
        for reply in self._opponent.poll():
            user = self._asking
            if user is None:
                continue
            user.pending_replies.append(reply)
            if not isinstance(reply, Thought | Restarted):
                user.question = self._asking = None
        self._proceed()

    def _proceed(self) -> None:
        if self._asking is None and self._waiting:
            self._asking = self._waiting.popleft()
            assert self._asking.question is not None, "a waiting user has a question"
            self._opponent.ask(self._asking.question)


class _User:
    """One user's access to a shared opponent, with the methods of ``Opponent``."""

    def __init__(self, shared: SharedOpponent) -> None:
        self._shared = shared
        self.question: Question | None = None
        self.pending_replies: list[Reply] = []

    def ask(self, question: Question) -> None:
        """Ask the shared opponent a question, and cancel this user's open question."""
        self.cancel()
        self.question = question
        self._shared.put(self)

    def cancel(self) -> None:
        """Cancel the open question of this user of the shared opponent."""
        self.pending_replies.clear()
        if self.question is not None:
            self.question = None
            self._shared.drop(self)

    def poll(self) -> list[Reply]:
        """Return the replies to this user's question that have arrived since the last call."""
        self._shared.fetch()
        replies, self.pending_replies = self.pending_replies, []
        return replies

    def close(self) -> None:
        """Cancel this user's open question; the shared opponent keeps running for the others."""
        self.cancel()
