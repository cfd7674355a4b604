"""Invitation codes of remote games: words and digits that determine channel, room and key.

An invitation is read out, written down or pasted. Capitals, hyphens, commas and line ends make no difference. A
spectators' invitation starts with the word ``watch`` and gives other keys.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from functools import cache
from importlib.resources import files

from game.core.language import _
from game.core.model import Reason
from game.core.plain_text import one_line

#: Six of 512 words and four digits: 67 bits. One more digit is a checksum.
WORDS, DIGITS = 6, 4
#: The first word of a spectators' invitation; it differs from every other word in at least three letters.
_WATCH = "watch"
#: The maximum length of an invitation in characters.
_LONGEST = 600
#: The address: the last part of an invitation.
_PLACE = re.compile(r"(?:^|[\s,;])(at|by)[\s:]+(\S+)\s*$", re.IGNORECASE)
_ADDRESS = re.compile(
    r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9.\-]{0,251}[a-z0-9])?)(?::([0-9]{1,5}))?", re.IGNORECASE
)
_TOKENS = re.compile(r"[^\W\d_]+|\d+")


class Transport(Enum):
    """The kind of channel that an invitation code names: the local network or a broker."""

    NEARBY = "nearby"
    """A direct connection, found on the local network or by an address."""
    BROKER = "broker"
    """A message broker that both sides can reach."""


#: The words before an address.
_WAYS = {"at": Transport.NEARBY, "by": Transport.BROKER}


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address of the host's machine or of a broker: ``host`` or ``host:port``; "" to search the local network."""

    way: Transport = Transport.NEARBY
    address: str = ""

    def host_and_port(self, usual: int) -> tuple[str, int]:
        """Return the address's host, without brackets, and its port, or ``usual`` if it has none."""
        found = _ADDRESS.fullmatch(self.address)
        assert found is not None, self.address
        return found[1].strip("[]"), int(found[2] or usual)


@dataclass(frozen=True, slots=True, repr=False)
class Invitation:
    """An invitation code: the words and digits that the key is derived from, and a server address."""

    words: tuple[str, ...]
    digits: str
    place: ServerAddress
    is_to_watch: bool = False
    """True for a spectators' invitation."""

    @property
    def phrase(self) -> str:
        """The words and digits of the invitation code in canonical form, from which the key is derived."""
        return " ".join((*self.spoken, self.digits))

    @property
    def spoken(self) -> tuple[str, ...]:
        """All words of the invitation code; a spectators' code begins with ``watch``."""
        return (_WATCH, *self.words) if self.is_to_watch else self.words


@cache
def invitation_words() -> tuple[str, ...]:
    """Return the list of the 512 words that invitation codes are made of, in order."""
    return tuple(files("game.network.encryption").joinpath("words.txt").read_text(encoding="utf-8").split())


def new_invitation(place: ServerAddress, *, is_to_watch: bool = False) -> Invitation:
    """Create a random invitation code that cannot be guessed."""
    words = tuple(secrets.choice(invitation_words()) for _word in range(WORDS))
    digits = "".join(secrets.choice("0123456789") for _digit in range(DIGITS))
    return Invitation(words, digits, place, is_to_watch)


def format_invitation(invitation: Invitation) -> str:
    """Format an invitation code for reading out or pasting: ``lantern penguin … 48213 by example.org``."""
    text = invitation.phrase + _check_digit(invitation.spoken, invitation.digits)
    place = invitation.place
    if not place.address:
        return text
    return f"{text} {'by' if place.way is Transport.BROKER else 'at'} {place.address}"


def parse_invitation(text: str) -> Invitation | Reason:
    """Parse an invitation code that a person typed or pasted. Return the reason if it is invalid."""
    if len(text) > _LONGEST:
        return Reason("invitation", _("This text is too long for an invitation code."))
    text = unicodedata.normalize("NFKC", text)
    found = _PLACE.search(text)
    place = place_at(_WAYS[found[1].lower()], found[2]) if found else ServerAddress()
    if isinstance(place, Reason):
        return place
    tokens = _TOKENS.findall((text[: found.start()] if found else text).lower())
    words = tuple(token for token in tokens if not token.isdecimal() and token != _WATCH)
    digits = "".join(str(int(letter)) for token in tokens if token.isdecimal() for letter in token)
    read = Invitation(words, digits[:DIGITS], place, _WATCH in tokens)
    return _wrong(read, digits) or read


def place_at(way: Transport, address: str) -> ServerAddress | Reason:
    """Parse the address of a host or broker. Return the reason if it is invalid."""
    found = _ADDRESS.fullmatch(address.rstrip(".,;"))
    if found is None or not 0 < int(found[2] or 1) < 65_536:
        return Reason("invitation", _("{text} is not a valid address.", text=repr(one_line(address, 60))))
    return ServerAddress(way, found[0].lower())


def _wrong(read: Invitation, digits: str) -> Reason | None:
    """Return the first error in the words and digits of an invitation code, or None if they are valid."""
    words = read.words
    for word in words:
        if word not in invitation_words():
            return Reason("invitation", _unknown(word))
    if (len(words), len(digits)) != (WORDS, DIGITS + 1):
        text = _(
            "An invitation code has {words} words and {digits} digits. This code has {found} words "
            "and {counted} digits.",
            words=WORDS,
            digits=DIGITS + 1,
            found=len(words),
            counted=len(digits),
        )
        return Reason("invitation", text)
    if digits[DIGITS] != _check_digit(read.spoken, read.digits):
        return Reason("invitation", _("The digits do not match the words: check each word and the word order."))
    return None


def _unknown(word: str) -> str:
    shown = one_line(word, 30)
    near = get_close_matches(word[:30], (*invitation_words(), _WATCH), n=1, cutoff=0.6)
    if near:
        return _("{word} is not used in invitation codes. Did you mean “{near}”?", word=f"“{shown}”", near=near[0])
    return _("{word} is not used in invitation codes.", word=f"“{shown}”")


def _check_digit(words: Sequence[str], digits: str) -> str:
    return str(hashlib.sha256(" ".join((*words, digits)).encode()).digest()[0] % 10)
