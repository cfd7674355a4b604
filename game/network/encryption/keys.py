"""The encryption keys of a remote game, derived from an invitation or agreed on with a nearby player.

One secret gives the room name, which is public on the channel, and a key for each direction.
"""

from __future__ import annotations

import hashlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from game.network.encryption.invitation import Invitation, invitation_words
from game.network.sides import Side

_SALT = hashlib.sha256(b"Stone Fair, a table apart, 1").digest()[:16]
#: The number of words that two players compare to detect an attacker between them.
_COMPARED = 3


@dataclass(frozen=True, slots=True, repr=False)
class TableKeys:
    """The 32-byte secret of a remote game, from which all its keys are derived."""

    secret: bytes
    room: str = ""
    """Room name; "" for the one derived from the secret."""

    @property
    def room_name(self) -> str:
        """Public room name of 32 letters under which both sides meet; it reveals nothing about the key."""
        return self.room or self._made("room")[:16].hex()

    def keys_for(self, purpose: str) -> TableKeys:
        """Derive separate keys for another purpose, such as spectating; all owners of this secret can derive them."""
        return TableKeys(self._made(f"keys {purpose}"))

    def room_for(self, purpose: str) -> str:
        """Derive another room name, which only the owners of this secret can compute."""
        return self._made(f"room {purpose}")[:16].hex()

    def key_of(self, side: Side) -> bytes:
        """Return the 32-byte key for messages from one side of the remote game."""
        return self._made(f"key {side.value}")

    @property
    def compared_words(self) -> tuple[str, ...]:
        """Words that both players read out to each other; they differ if an attacker is between the players."""
        made, words = self._made("compared"), invitation_words()
        return tuple(words[int.from_bytes(made[2 * n : 2 * n + 2], "big") % len(words)] for n in range(_COMPARED))

    def _made(self, purpose: str) -> bytes:
        return hashlib.blake2b(purpose.encode(), key=self.secret, digest_size=32).digest()


def invited_keys(invitation: Invitation) -> TableKeys:
    """Derive the encryption keys of an invitation. Takes about 0.1 s and 64 MiB, which makes guessing expensive."""
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
    """A thread that derives the encryption keys of an invitation while the window stays responsive."""

    def __init__(self, invitation: Invitation) -> None:
        self.invitation = invitation
        maker = ThreadPoolExecutor(1, thread_name_prefix="far table's keys")
        self._made = maker.submit(invited_keys, invitation)
        maker.shutdown(wait=False)

    def poll(self) -> TableKeys | None:
        """Return the derived keys once they are ready, else None.

        Re-raises an exception of the thread.
        """
        return self._made.result() if self._made.done() else None


#: The length of a public key in bytes.
PUBLIC_BYTES = 32


class KeyAgreement:
    """One player's key pair for an X25519 key agreement with another player."""

    def __init__(self, private: bytes = b"") -> None:
        """Load a saved private key of 32 bytes, or create a new key pair if it is b""."""
        from nacl.public import PrivateKey  # noqa: PLC0415 - the window starts without it

        self._private = PrivateKey(private) if private else PrivateKey.generate()

    @property
    def private(self) -> bytes:
        """The private key of 32 bytes, which never leaves this machine."""
        return bytes(self._private)

    @property
    def shown(self) -> bytes:
        """The public key of 32 bytes, which is sent to the other player."""
        return bytes(self._private.public_key)

    def keys_with(self, side: Side, shown: bytes, room: str) -> TableKeys | None:
        """Return the keys for ``room`` shared with the owner of the public key ``shown``; None if ``shown`` is invalid.

        ``side`` is this player's side.
        """
        from nacl.bindings import crypto_scalarmult  # noqa: PLC0415 - the window starts without it
        from nacl.exceptions import CryptoError  # noqa: PLC0415

        # The library does not check the length and would read past the end.
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
    """Return a random room name for a nearby game that any player can join."""
    return secrets.token_hex(16)
