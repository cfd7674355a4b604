"""Texts between programs, packed; whatever they claim to be, little is unpacked of what a stranger has sent."""

from __future__ import annotations

import zlib

from msgspec import ValidationError

from game.network.messages import MOST_BYTES


def packed(text: str) -> bytes:
    """A text of ASCII as it is sealed."""
    return zlib.compress(text.encode("ascii"))


def unpacked(received: bytes) -> str:
    """The text within, of bounded size whatever it claims to be; raises ValidationError."""
    try:
        unpacked = zlib.decompressobj().decompress(received[:MOST_BYTES], MOST_BYTES + 1)
        text = unpacked.decode("utf-8")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValidationError("no message") from error
    if len(unpacked) > MOST_BYTES:
        raise ValidationError("too long")
    return text
