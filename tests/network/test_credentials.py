"""A name and a password go to their own broker alone, and by TLS unless the player agreed to do without it there."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from game.core.model import Reason
from game.network.encryption.invitation import ServerAddress, Transport, parse_invitation
from game.network.joining import Networks, broker_channel
from game.network.sides import Side
from game.network.transport.announcing import NearbyTables
from game.network.transport.broker_channel import TLS_PORT, uses_tls
from game.storage.files import StoreError
from game.storage.secrets.broker_accounts import BrokerAccount, BrokerAccounts
from game.storage.secrets.system_keyring import SystemKeyring
from tests.network.listening_broker import HERE, ListeningBroker, certificate, has_openssl
from tools.network.ends import MOSQUITTO, Broker, wait_for

USER, PASSWORD = "clubmember", "hunter2-SECRET"
TRIES = 3


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr("game.network.transport.broker_channel._FIRST_PAUSE", 0.01)
    monkeypatch.setattr("game.network.transport.broker_channel._LAST_PAUSE", 0.01)


@pytest.fixture
def accounts(tmp_path):
    return BrokerAccounts(tmp_path / "accounts", SystemKeyring(lambda: None))


@pytest.fixture
def visit(accounts):
    """Opens the channel that an invitation names."""
    channels = []

    def begin(address: str):
        place = ServerAddress(Transport.BROKER, address)
        channels.append(broker_channel(place, Networks(NearbyTables(), accounts.find), "room", Side.GUEST))
        return channels[-1]

    yield begin
    for channel in channels:
        channel.close()


def enter(accounts: BrokerAccounts, host: str, port: int, *, allows_plain_text: bool = False) -> None:
    accounts.change(host, port, user=USER, allows_plain_text=allows_plain_text)
    accounts.set_password(host, port, PASSWORD)


def told(broker: ListeningBroker) -> bytes:
    """What a broker heard in several tries, in which both versions of the protocol are tried."""
    wait_for(lambda: len(broker.heard) > TRIES)
    return b"".join(broker.heard)


def has_credentials(heard: bytes) -> bool:
    return USER.encode() in heard or PASSWORD.encode() in heard


@pytest.mark.parametrize("allows", [False, True], ids=["encrypted", "plain"])
def test_a_strangers_broker_hears_no_name_and_no_password(accounts, visit, allows):
    broker = ListeningBroker()
    enter(accounts, "broker.example.org", broker.port, allows_plain_text=allows)
    enter(accounts, HERE, TLS_PORT, allows_plain_text=allows)
    enter(accounts, "localhost", broker.port, allows_plain_text=allows)
    channel = visit(f"{HERE}:{broker.port}")
    heard = told(broker)
    assert b"MQTT" in heard
    assert not has_credentials(heard)
    assert "needs a name and a password" in channel.state.problem
    assert f"{HERE}:{broker.port}" in channel.state.problem
    broker.close()


@has_openssl
def test_a_strangers_broker_with_tls_hears_none_either(accounts, visit, tmp_path, monkeypatch):
    chain, key = certificate(tmp_path)
    broker = ListeningBroker((chain, key))
    monkeypatch.setenv("SSL_CERT_FILE", str(chain))
    monkeypatch.setattr("game.network.transport.broker_channel.TLS_PORT", broker.port)
    enter(accounts, "broker.example.org", broker.port)
    enter(accounts, HERE, broker.port + 1)
    visit(f"{HERE}:{broker.port}")
    heard = told(broker)
    assert b"MQTT" in heard
    assert not has_credentials(heard)
    broker.close()


@has_openssl
def test_its_own_broker_hears_them_by_tls_at_any_port(accounts, visit, tmp_path, monkeypatch):
    chain, key = certificate(tmp_path)
    broker = ListeningBroker((chain, key))
    monkeypatch.setenv("SSL_CERT_FILE", str(chain))
    enter(accounts, HERE, broker.port)
    channel = visit(f"{HERE}:{broker.port}")
    heard = told(broker)
    assert USER.encode() in heard
    assert PASSWORD.encode() in heard
    assert "rejected your name and password" in channel.state.problem
    broker.close()


def test_its_own_broker_without_tls_hears_none_and_the_player_reads_why(accounts, visit):
    broker = ListeningBroker()
    enter(accounts, HERE, broker.port)
    channel = visit(f"{HERE}:{broker.port}")
    heard = told(broker)
    assert not has_credentials(heard)
    assert b"MQTT" not in heard, "no try goes on without encryption"
    wait_for(lambda: f"does not encrypt port {broker.port}" in channel.state.problem)
    broker.close()


@has_openssl
@pytest.mark.parametrize("fault", ["unknown issuer", "another host"])
def test_a_certificate_that_does_not_hold_gets_none(accounts, visit, tmp_path, monkeypatch, fault):
    chain, key = certificate(tmp_path, "DNS:broker.example.org" if fault == "another host" else f"IP:{HERE}")
    if fault == "another host":
        monkeypatch.setenv("SSL_CERT_FILE", str(chain))
    broker = ListeningBroker((chain, key))
    enter(accounts, HERE, broker.port)
    channel = visit(f"{HERE}:{broker.port}")
    assert told(broker) == b""
    assert "certificate" in channel.state.problem
    broker.close()


def test_a_player_who_agreed_for_that_broker_needs_no_tls(accounts, visit):
    broker = ListeningBroker()
    enter(accounts, HERE, broker.port, allows_plain_text=True)
    visit(f"{HERE}:{broker.port}")
    heard = told(broker)
    assert PASSWORD.encode() in heard
    broker.close()


def test_the_port_of_encrypted_connections_is_encrypted_whatever_was_agreed():
    assert uses_tls(TLS_PORT, None)
    assert uses_tls(TLS_PORT, BrokerAccount(HERE, TLS_PORT, USER, PASSWORD, allows_plain_text=True))
    assert not uses_tls(1883, None)
    assert not uses_tls(1883, BrokerAccount(HERE, 1883, allows_plain_text=False)), "nothing to protect"


def test_an_account_that_cannot_be_read_makes_no_connection(accounts, visit, monkeypatch):
    broker = ListeningBroker()
    enter(accounts, HERE, broker.port, allows_plain_text=True)

    def locked(_host: str, _port: int) -> None:
        raise StoreError("The keyring is locked.")

    monkeypatch.setattr(accounts, "find", locked)
    channel = visit(f"{HERE}:{broker.port}")
    wait_for(lambda: channel.state.problem == "The keyring is locked.")
    assert broker.heard == []
    broker.close()


@pytest.mark.parametrize("address", ["user:secret@broker.example.org", "club@broker.example.org:1883"])
def test_an_invitation_cannot_bring_a_name_along(address):
    read = parse_invitation(f"lantern penguin marble tulip orchard comet 48213 by {address}")
    assert isinstance(read, Reason)


@pytest.mark.skipif(MOSQUITTO is None or shutil.which("mosquitto_passwd") is None, reason="needs mosquitto")
def test_an_account_that_is_entered_while_the_table_waits_is_taken_at_the_next_try(accounts, visit, tmp_path):
    names = tmp_path / "names"
    subprocess.run(["mosquitto_passwd", "-b", "-c", names, USER, PASSWORD], check=True, capture_output=True)
    broker = Broker(tmp_path, f"listener {{port}} {HERE}\nallow_anonymous false\npassword_file {names}\n")
    channel = visit(f"{HERE}:{broker.port}")
    wait_for(lambda: "Enter them in the settings" in channel.state.problem)
    enter(accounts, HERE, broker.port)
    wait_for(lambda: "does not encrypt port" in channel.state.problem)
    accounts.change(HERE, broker.port, allows_plain_text=True)
    wait_for(lambda: channel.state.is_connected)
    broker.kill()
