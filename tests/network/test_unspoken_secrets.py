"""A value that holds a secret does not show it in its words, which end in reports, logs and messages of tests."""

from __future__ import annotations

import pytest

from game.network.club.tournament_file import ClubHeader, ClubRole
from game.network.encryption.invitation import Invitation, ServerAddress, Transport
from game.network.encryption.keys import KeyAgreement, TableKeys
from game.network.session_file import SessionHeader
from game.network.sides import Side
from game.network.sync.entries import OwnSecret, SeatKeyOwner
from game.storage.secrets.broker_accounts import BrokerAccount
from game.storage.single_instance.address import Address

SECRET = "5ec2e7"
BYTES = bytes.fromhex(SECRET)
VALUES = [
    Address(4711, BYTES),
    BrokerAccount("broker.example.org", 8883, "club", SECRET),
    ClubHeader(ClubRole.ORGANISER, "Anna", "Evening", SECRET, SECRET, "broker.example.org", SECRET),
    Invitation((SECRET,), SECRET, ServerAddress()),
    KeyAgreement(BYTES.ljust(32)),
    OwnSecret(BYTES),
    SessionHeader(Side.HOST, "Anna", SECRET, "", SECRET, "", Transport.BROKER, "broker.example.org", SECRET),
    SeatKeyOwner(Side.HOST, "Anna", "", OwnSecret(BYTES)),
    TableKeys(BYTES),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_secret_is_not_shown(value):
    shown = repr(value)
    assert SECRET not in shown
    assert repr(BYTES)[2:-1] not in shown
