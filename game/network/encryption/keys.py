"""The keys of a far table, made of an invitation, or agreed on with whoever sits down nearby.

From one secret come the room, which the channel shows to everybody, and a key for each direction.
"""

from __future__ import annotations

import hashlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from game.network.encryption.invitation import Invitation, invitation_words
from game.network.sides import Side

_SALT = hashlib.sha256(b"Stone Fair, a table apart, 1").digest()[:16]
#: How many words two persons compare to be sure that nobody sits between them.
_COMPARED = 3


@dataclass(frozen=True, slots=True, repr=False)
class TableKeys:
    """The secret of a table, 32 bytes; everything else is made of it."""

    secret: bytes
    room: str = ""
    """The name under which the table is found; "" for the one that the secret makes."""

    @property
    def room_name(self) -> str:
        """The name of the room, 32 letters that tell nothing of the key."""
        return self.room or self._made("room")[:16].hex()

    def keys_for(self, purpose: str) -> TableKeys:
        """The keys of something else that all who have this secret take part in."""
        return TableKeys(self._made(f"keys {purpose}"))

    def room_for(self, purpose: str) -> str:
        """The name of another room that only those find who have the secret."""
        return self._made(f"room {purpose}")[:16].hex()

    def key_of(self, side: Side) -> bytes:
        """The key of what this side sends, 32 bytes."""
        return self._made(f"key {side.value}")

    @property
    def compared_words(self) -> tuple[str, ...]:
        """Words that are the same at both ends if nobody sits between them, to be read out."""
        made, words = self._made("compared"), invitation_words()
        return tuple(words[int.from_bytes(made[2 * n : 2 * n + 2], "big") % len(words)] for n in range(_COMPARED))

    def _made(self, purpose: str) -> bytes:
        return hashlib.blake2b(purpose.encode(), key=self.secret, digest_size=32).digest()


def invited_keys(invitation: Invitation) -> TableKeys:
    """The keys of an invitation. Takes about 0.1 s and 64 MiB, which make each guess of a stranger as dear."""
    from nacl import pwhash  # noqa: PLC0415 - the window starts without it

    made = pwhash.argon2id.kdf(
        32,
        invitation.phrase.encode(),
        _SALT,
        opslimit=pwhash.argon2id.OPSLIMIT_INTERACTIVE,
        memlimit=pwhash.argon2id.MEMLIMIT_INTERACTIVE,
    )
    return TableKeys(made)


class KeyJob:
    """The keys of an invitation, made by a thread while the window goes on."""

    def __init__(self, invitation: Invitation) -> None:
        self.invitation = invitation
        maker = ThreadPoolExecutor(1, thread_name_prefix="far table's keys")
        self._made = maker.submit(invited_keys, invitation)
        maker.shutdown(wait=False)

    def poll(self) -> TableKeys | None:
        """The keys once they are made; raises what the thread did where they cannot be."""
        return self._made.result() if self._made.done() else None


#: The bytes of what each side shows of a pair of keys that lives as long as one meeting.
PUBLIC_BYTES = 32


class KeyAgreement:
    """One side's part in agreeing on a secret with whoever sits down nearby (X25519, a fresh pair of keys each)."""

    def __init__(self, private: bytes = b"") -> None:
        """``private`` is the private key of an earlier time, 32 bytes, b"" for a fresh pair."""
        from nacl.public import PrivateKey  # noqa: PLC0415 - the window starts without it

        self._private = PrivateKey(private) if private else PrivateKey.generate()

    @property
    def private(self) -> bytes:
        """The key that never leaves this machine, 32 bytes."""
        return bytes(self._private)

    @property
    def shown(self) -> bytes:
        """What the other side is shown, 32 bytes."""
        return bytes(self._private.public_key)

    def keys_with(self, side: Side, shown: bytes, room: str) -> TableKeys | None:
        """The keys that both sides come to, of what the other has shown; None where that is no public key."""
        from nacl.bindings import crypto_scalarmult  # noqa: PLC0415 - the window starts without it
        from nacl.exceptions import CryptoError  # noqa: PLC0415

        # The library reads as many bytes as it needs, whether they are there or not.
        if len(shown) != PUBLIC_BYTES:
            return None
        try:
            shared = crypto_scalarmult(bytes(self._private), shown)
        except (CryptoError, ValueError, TypeError):
            return None
        host, guest = (self.shown, shown) if side is Side.HOST else (shown, self.shown)
        made = hashlib.blake2b(room.encode() + host + guest, key=shared, digest_size=32).digest()
        return TableKeys(made, room)


def new_room() -> str:
    """A room for a table that is open to anybody nearby."""
    return secrets.token_hex(16)
