"""What a seat has to say: messages to the other side, and news for whoever shows the table. Both are bounded."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from game.core.model import Event
from game.network.messages import Message
from game.network.phrases import Phrase
from game.network.sides import PeerRequest
from game.network.sync.terms import TableTerms

#: The most that waits; older ones give way. What a lost message told comes again with the next summary.
_MOST_MESSAGES, _MOST_NEWS = 256, 128


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the person at this machine."""

    sentence: str


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The other side moved, or something else became true at the table; the events of the moves."""

    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class TermsReceived:
    """The host has told what is played, and this machine can play it."""

    terms: TableTerms
    host: str


@dataclass(frozen=True, slots=True)
class RequestReceived:
    """The other side asks for something; ``Peer.answer`` answers."""

    wish: PeerRequest
    sentence: str


@dataclass(frozen=True, slots=True)
class PhraseReceived:
    """The other side said a phrase."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class SpectatingAllowed:
    """The other side agrees that this one lets people watch."""


SeatNews = Notice | StateChanged | TermsReceived | RequestReceived | PhraseReceived | SpectatingAllowed


class Outbox:
    """Messages and news that wait to be taken."""

    def __init__(self) -> None:
        self._messages: deque[Message] = deque(maxlen=_MOST_MESSAGES)
        self._news: deque[SeatNews] = deque(maxlen=_MOST_NEWS)

    def send(self, message: Message) -> None:
        """Have a message sent; one that waits already is not sent twice."""
        if message not in self._messages:
            self._messages.append(message)

    def tell(self, news: SeatNews) -> None:
        """Have something told; a sentence that waits already is not told twice."""
        if not (isinstance(news, Notice) and news in self._news):
            self._news.append(news)

    def say(self, sentence: str) -> None:
        """Have a sentence told."""
        self.tell(Notice(sentence))

    def take_messages(self) -> list[Message]:
        """The messages to send now, oldest first."""
        messages = list(self._messages)
        self._messages.clear()
        return messages

    def take_news(self) -> list[SeatNews]:
        """What is to be told now, oldest first."""
        news = list(self._news)
        self._news.clear()
        return news
