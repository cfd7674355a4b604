"""One opponent that several ask, each through a door of its own; their questions wait for each other."""

from __future__ import annotations

from collections import deque

from game.engine.client.opponent import Opponent, Question, Reply, Restarted, Thought


class SharedOpponent:
    """Puts the questions of all doors to one opponent, one after the other; replies go to the door that asked."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._asking: _Door | None = None
        self._waiting = deque["_Door"]()

    def door(self) -> Opponent:
        """A further door; a question that is put there waits until those before it were answered."""
        return _Door(self)

    def put(self, door: _Door) -> None:
        """Let a door's question wait for its turn."""
        self._waiting.append(door)
        self._go_on()

    def drop(self, door: _Door) -> None:
        """Forget a door's question, whether it waits or was put."""
        if door in self._waiting:
            self._waiting.remove(door)
        if self._asking is door:
            self._asking = None
            self._opponent.cancel()
            self._go_on()

    def fetch(self) -> None:
        """Hand the replies that have come in to the door that asked, and put the next question after the last one."""
        for reply in self._opponent.poll():
            door = self._asking
            if door is None:
                continue
            door.news.append(reply)
            if not isinstance(reply, Thought | Restarted):
                door.question = self._asking = None
        self._go_on()

    def _go_on(self) -> None:
        if self._asking is None and self._waiting:
            self._asking = self._waiting.popleft()
            assert self._asking.question is not None, "who waits has a question"
            self._opponent.ask(self._asking.question)


class _Door:
    """A door of a shared opponent, which is an ``Opponent`` for whoever stands there."""

    def __init__(self, shared: SharedOpponent) -> None:
        self._shared = shared
        self.question: Question | None = None
        self.news: list[Reply] = []

    def ask(self, question: Question) -> None:
        """Put a question; one of this door that is still open is forgotten."""
        self.cancel()
        self.question = question
        self._shared.put(self)

    def cancel(self) -> None:
        """Forget the open question of this door."""
        self.news.clear()
        if self.question is not None:
            self.question = None
            self._shared.drop(self)

    def poll(self) -> list[Reply]:
        """The replies to this door's question since the last call."""
        self._shared.fetch()
        replies, self.news = self.news, []
        return replies

    def close(self) -> None:
        """Leave the door; the opponent stays for the others."""
        self.cancel()
