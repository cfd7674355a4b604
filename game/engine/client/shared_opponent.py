"""A computer opponent shared by several users; their questions are asked one after another."""

from __future__ import annotations

from collections import deque

from game.engine.client.opponent import Opponent, Question, Reply, Restarted, Thought


class SharedOpponent:
    """A computer opponent shared by several users, each with its own interface; replies go to the user that asked."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._asking: _User | None = None
        self._waiting = deque["_User"]()

    def door(self) -> Opponent:
        """Return an ``Opponent`` interface for one more user; its questions wait until earlier ones are answered."""
        return _User(self)

    def put(self, user: _User) -> None:
        """Queue a user's question to the shared opponent."""
        self._waiting.append(user)
        self._proceed()

    def drop(self, user: _User) -> None:
        """Cancel a user's question to the shared opponent, queued or already sent."""
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
    """The ``Opponent`` interface of one user of a shared opponent."""

    def __init__(self, shared: SharedOpponent) -> None:
        self._shared = shared
        self.question: Question | None = None
        self.pending_replies: list[Reply] = []

    def ask(self, question: Question) -> None:
        """Ask a question; an open question of this user is cancelled."""
        self.cancel()
        self.question = question
        self._shared.put(self)

    def cancel(self) -> None:
        """Cancel this user's open question."""
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
