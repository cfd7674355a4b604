"""Encrypted links of many members to one host, such as players to a tournament's organiser.

Spectators of a game use them, too. Everybody with the invitation knows the room's secret and can introduce itself to
the host with it. A member's identity is an X25519 key pair. Each link has keys that only its two ends can compute, so
no member can pose as another one or as the host. A member stays with the first host that answers, and the host
recognises a member by the key.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from game.network.encryption.cipher import Cipher, Decrypted, SessionBegun
from game.network.encryption.keys import PUBLIC_BYTES, KeyAgreement, TableKeys
from game.network.sides import Side

#: First bytes of these frames.
_KNOCK, _WELCOME, _LINE = b"\x20", b"\x21", b"\x22"
_NONCE, _TAG = 24, 8
#: The maximum number of strangers that have knocked and are not remembered as members.
_MOST_AT_DOOR = 16
#: Milliseconds between two knocks of a member without an answer, and between two greetings on a working link.
_AGAIN, _SOMETIMES = 2_000, 20_000


@dataclass(frozen=True, slots=True)
class Received:
    """A decrypted message of a member or the host; b"" if the sender's program has just connected."""

    who: bytes
    message: bytes


def pair_keys(tournament: TableKeys, own: KeyAgreement, side: Side, other: bytes, table: str) -> TableKeys | None:
    """Return the keys that two members share for their game; None if a public key is invalid.

    ``other`` is the other member's public key, and ``table`` a text that differs for each game. Only these two members
    can compute the keys.
    """
    return own.keys_with(side, other, tournament.room_for(f"table {table}"))


def _card(keys: TableKeys, side: Side, kind: bytes, content: bytes) -> bytes:
    """Return a frame with an encrypted public key, which everybody with the invitation can read.

    ``kind`` is the first bytes of the frame, and ``content`` the public key.
    """
    from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as encrypt  # noqa: PLC0415

    nonce = secrets.token_bytes(_NONCE)
    return kind + nonce + encrypt(content, keys.room_name.encode() + kind, nonce, keys.key_of(side))


def _read_card(keys: TableKeys, side: Side, frame: bytes, length: int) -> bytes | None:
    from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as decrypt  # noqa: PLC0415
    from nacl.exceptions import CryptoError  # noqa: PLC0415

    if len(frame) != 1 + _NONCE + length + 16:
        return None
    nonce, sealed = frame[1 : 1 + _NONCE], frame[1 + _NONCE :]
    try:
        return decrypt(sealed, keys.room_name.encode() + frame[:1], nonce, keys.key_of(side))
    except CryptoError:
        return None


def _line(keys: TableKeys, own: KeyAgreement, side: Side, other: bytes) -> Cipher | None:
    """Return the cipher for the link to another member or the host; None if the public key is invalid."""
    made = own.keys_with(side, other, keys.room_name)
    return None if made is None else Cipher(made, side, own.shown[:16], other[:16])


class HostLink:
    """The host's end of its encrypted links to all members."""

    def __init__(self, keys: TableKeys, own: KeyAgreement, members: Iterable[bytes] = ()) -> None:
        """Create the host's end of the links, and restore those to ``members``, given by public keys."""
        self._keys, self._own = keys, own
        self._lines: dict[bytes, Cipher] = {}
        self._stored: set[bytes] = set()
        for member in members:
            self.keep(member)

    def keep(self, member: bytes) -> None:
        """Keep a member's link permanently; links of strangers are limited, and old ones are dropped."""
        self._stored.add(member)
        self._open_line(member)

    def release(self, member: bytes) -> None:
        """Undo ``keep`` for a member's link, so that the link may be dropped like a stranger's."""
        self._stored.discard(member)

    def _open_line(self, member: bytes) -> Cipher | None:
        line = self._lines.get(member) or _line(self._keys, self._own, Side.HOST, member)
        if line is not None:
            self._lines[member] = line
            at_door = [each for each in self._lines if each not in self._stored]
            if len(at_door) > _MOST_AT_DOOR:
                del self._lines[at_door[0]]
        return line

    def greetings(self) -> Iterator[bytes]:
        """Yield a greeting to each known member, so that the members connect again after a restart of the host."""
        for member, line in self._lines.items():
            yield _LINE + member[:_TAG] + line.greeting()

    def receive(self, frame: bytes) -> tuple[Received | None, list[bytes]]:
        """Handle a frame from any sender. Return the member's message, if any, and frames to send as a reply."""
        if frame[:1] == _KNOCK:
            return None, self._welcome(frame)
        if frame[:1] != _LINE:
            return None, []
        tag = frame[1 : 1 + _TAG]
        for member in [each for each in self._lines if each[:_TAG] == tag]:
            opened, answer = self._lines[member].open(frame[1 + _TAG :])
            if opened is not None or answer:
                return _parse_message(member, opened), ([_LINE + tag + answer] if answer else [])
        return None, []

    def _welcome(self, frame: bytes) -> list[bytes]:
        member = _read_card(self._keys, Side.GUEST, frame, PUBLIC_BYTES)
        if member is None or self._open_line(member) is None:
            return []
        return [_card(self._keys, Side.HOST, _WELCOME, self._own.shown + member)]

    def seal(self, member: bytes, message: bytes) -> bytes:
        """Encrypt a message for a member; return b"" if the member's program is not connected."""
        line = self._lines.get(member)
        return _LINE + member[:_TAG] + line.seal(message) if line is not None and line.is_met else b""


class MemberLink:
    """A member's end of its encrypted link to the host."""

    def __init__(self, keys: TableKeys, own: KeyAgreement, organiser: bytes = b"") -> None:
        """Restore the link to the host, whose public key ``organiser`` is known from an earlier run (else b"")."""
        self._keys, self._own = keys, own
        self._tag = own.shown[:_TAG]
        self.organiser = b""
        """The host's public key; b"" before it is known."""
        self._line: Cipher | None = None
        self._due = 0
        if organiser:
            self._stay_with(organiser)

    def _stay_with(self, organiser: bytes) -> None:
        self._line = _line(self._keys, self._own, Side.GUEST, organiser)
        self.organiser = organiser if self._line is not None else b""

    def send_hello_again(self) -> None:
        """Introduce this member to the host at the next tick, because the connection is new."""
        self._due = 0

    def tick(self, now: int, *, is_well: bool) -> list[bytes]:
        """Return frames that introduce this member to the host, or none if none are due.

        ``is_well`` is True if the host has sent a message recently; otherwise frames are due more often.
        """
        is_met = self._line is not None and self._line.is_met
        if now < self._due:
            return []
        self._due = now + (_SOMETIMES if is_met and is_well else _AGAIN)
        knock = [] if is_met and is_well else [_card(self._keys, Side.GUEST, _KNOCK, self._own.shown)]
        return [*knock, *([_LINE + self._tag + self._line.greeting()] if self._line is not None else [])]

    def receive(self, frame: bytes) -> tuple[Received | None, list[bytes]]:
        """Handle a frame from any sender. Return the host's message, if any, and frames to send as a reply."""
        if frame[:1] == _WELCOME and self._line is None:
            return None, self._welcomed(frame)
        if frame[:1] != _LINE or frame[1 : 1 + _TAG] != self._tag or self._line is None:
            return None, []
        opened, answer = self._line.open(frame[1 + _TAG :])
        return _parse_message(self.organiser, opened), ([_LINE + self._tag + answer] if answer else [])

    def _welcomed(self, frame: bytes) -> list[bytes]:
        shown = _read_card(self._keys, Side.HOST, frame, 2 * PUBLIC_BYTES)
        if shown is None or shown[PUBLIC_BYTES:] != self._own.shown:
            return []
        self._stay_with(shown[:PUBLIC_BYTES])
        return [_LINE + self._tag + self._line.greeting()] if self._line is not None else []

    def seal(self, message: bytes) -> bytes:
        """Encrypt a message for the host; return b"" if the host's program is not connected."""
        is_met = self._line is not None and self._line.is_met
        return _LINE + self._tag + self._line.seal(message) if self._line is not None and is_met else b""


def _parse_message(who: bytes, opened: object) -> Received | None:
    if isinstance(opened, Decrypted):
        return Received(who, opened.message)
    return Received(who, b"") if isinstance(opened, SessionBegun) else None
