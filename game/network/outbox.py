"""Queues of outgoing network messages and of updates for the screen. Both queues are bounded."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from game.core.model import Event
from game.core.request import PlayerRequest
from game.network.messages import Message
from game.network.sides import Phrase
from game.network.sync.terms import TableTerms

#: Queue limits; the oldest entries are dropped. The next journal summary replaces the content of a lost message.
_MOST_MESSAGES, _MOST_UPDATES = 256, 128


@dataclass(frozen=True, slots=True)
class Notice:
    """A screen update: a text for the local player."""

    sentence: str


@dataclass(frozen=True, slots=True)
class StateChanged:
    """A screen update: the other side changed the game, by moves or otherwise."""

    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class TermsReceived:
    """A screen update: the host proposed terms that this machine can play."""

    terms: TableTerms
    host: str


@dataclass(frozen=True, slots=True)
class SheetReceived:
    """A screen update: the host sent the rule sheet of the proposed game, which this machine does not have.

    The text was not checked. The game can begin once the player has accepted the sheet.
    """

    ruleset: str
    text: str


@dataclass(frozen=True, slots=True)
class RequestArrived:
    """A screen update: the other side sent a request, which ``Peer.answer`` answers."""

    wish: PlayerRequest
    sentence: str


@dataclass(frozen=True, slots=True)
class PhraseArrived:
    """A screen update: the other side sent a chat phrase."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class SpectatorsAllowed:
    """A screen update: the other side allowed spectators."""


PeerUpdate = Notice | StateChanged | TermsReceived | SheetReceived | RequestArrived | PhraseArrived | SpectatorsAllowed


class Outbox:
    """Queues of outgoing network messages and of updates for the screen."""

    def __init__(self) -> None:
        self._messages: deque[Message] = deque(maxlen=_MOST_MESSAGES)
        self._updates: deque[PeerUpdate] = deque(maxlen=_MOST_UPDATES)

    def send(self, message: Message) -> None:
        """Queue an outgoing message, unless an equal one is waiting already."""
        if message not in self._messages:
            self._messages.append(message)

    def add_update(self, updates: PeerUpdate) -> None:
        """Queue an update for the screen, unless it is a notice that is waiting already."""
        if not (isinstance(updates, Notice) and updates in self._updates):
            self._updates.append(updates)

    def add_notice(self, sentence: str) -> None:
        """Queue a text for the screen."""
        self.add_update(Notice(sentence))

    def take_messages(self) -> list[Message]:
        """Remove and return all queued messages, oldest first."""
        messages = list(self._messages)
        self._messages.clear()
        return messages

    def take_updates(self) -> list[PeerUpdate]:
        """Remove and return all queued screen updates, oldest first."""
        updates = list(self._updates)
        self._updates.clear()
        return updates
