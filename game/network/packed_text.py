"""Compressed texts for network messages, with a limit on the size after decompression."""

from __future__ import annotations

import zlib

from msgspec import ValidationError

from game.network.messages import MOST_BYTES


def packed(text: str) -> bytes:
    """Compress an ASCII text, which is encrypted afterwards."""
    return zlib.compress(text.encode("ascii"))


def unpacked(received: bytes) -> str:
    """Decompress a network message's text up to a size limit. Raises ValidationError if it is larger or damaged."""
    try:
        unpacked = zlib.decompressobj().decompress(received[:MOST_BYTES], MOST_BYTES + 1)
        text = unpacked.decode("utf-8")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValidationError("no message") from error
    if len(unpacked) > MOST_BYTES:
        raise ValidationError("too long")
    return text
