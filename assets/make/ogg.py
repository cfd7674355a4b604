"""Ogg streams with a fixed serial number.

The encoder chooses it at random, so equal sounds would give different files.
"""

import struct

_MAGIC, _HEADER = b"OggS", 27
_SERIAL_AT, _CHECKSUM_AT, _SEGMENTS_AT = 14, 22, 26
_POLYNOMIAL = 0x04C11DB7


def with_serial(stream: bytes, serial: int) -> bytes:
    """Return an Ogg stream with this serial number in all its pages, and with new checksums."""
    pages, at = [], 0
    while at < len(stream):
        assert stream[at : at + 4] == _MAGIC, f"no Ogg page begins at byte {at}"
        segments = stream[at + _SEGMENTS_AT]
        length = _HEADER + segments + sum(stream[at + _HEADER : at + _HEADER + segments])
        pages.append(_renumbered(bytearray(stream[at : at + length]), serial))
        at += length
    return b"".join(pages)


def _renumbered(page: bytearray, serial: int) -> bytes:
    struct.pack_into("<I", page, _SERIAL_AT, serial)
    struct.pack_into("<I", page, _CHECKSUM_AT, 0)
    struct.pack_into("<I", page, _CHECKSUM_AT, _checksum(page))
    return bytes(page)


def _checksum(page: bytearray) -> int:
    value = 0
    for byte in page:
        value = ((value << 8) & 0xFFFFFFFF) ^ _REMAINDERS[(value >> 24) ^ byte]
    return value


def _remainder(byte: int) -> int:
    value = byte << 24
    for _ in range(8):
        value = (value << 1) ^ (_POLYNOMIAL if value & 0x80000000 else 0)
    return value & 0xFFFFFFFF


_REMAINDERS = tuple(_remainder(byte) for byte in range(256))
