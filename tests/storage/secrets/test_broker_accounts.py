"""An account belongs to one host and port; its password lies in the keyring, or in a file for its owner alone."""

from __future__ import annotations

import os
import stat

import pytest

from game.storage.files import StoreError
from game.storage.secrets.broker_accounts import UNASSIGNED, BrokerAccount, BrokerAccounts, normal_host
from game.storage.secrets.system_keyring import SystemKeyring
from tests.storage.secrets.keyrings import MemoryKeyring

HOST, PORT = "broker.example.org", 8883


@pytest.fixture
def backend():
    return MemoryKeyring()


@pytest.fixture
def accounts(tmp_path, backend):
    return BrokerAccounts(tmp_path / "accounts", SystemKeyring(lambda: backend))


@pytest.fixture
def without_keyring(tmp_path):
    return BrokerAccounts(tmp_path / "accounts", SystemKeyring(lambda: None))


def enter(accounts: BrokerAccounts) -> None:
    accounts.change(HOST, PORT, user="club")
    accounts.set_password(HOST, PORT, "secret")


def written(accounts: BrokerAccounts) -> bytes:
    return b"".join(path.read_bytes() for path in accounts.folder.iterdir())


def test_an_account_is_found_for_its_own_host_and_port_alone(accounts):
    enter(accounts)
    found = accounts.find(HOST, PORT)
    assert (found.user, found.password) == ("club", "secret")
    for host, port in ((HOST, 1883), ("example.org", PORT), ("evil.example.org", PORT), (f"{HOST}.evil.net", PORT)):
        assert accounts.find(host, port) is None


@pytest.mark.parametrize("host", ["Broker.Example.ORG", "broker.example.org.", " broker.example.org"])
def test_a_host_is_the_same_in_every_spelling(accounts, host):
    enter(accounts)
    assert accounts.find(host, PORT).user == "club"


def test_an_ipv6_address_is_the_same_with_brackets_and_in_full():
    assert normal_host("[2001:DB8:0:0::1]") == normal_host("2001:db8::1")
    assert BrokerAccount("2001:db8::1", 1883).address == "[2001:db8::1]:1883"


def test_with_a_keyring_no_file_has_the_password(accounts, backend):
    enter(accounts)
    assert b"secret" not in written(accounts)
    assert list(backend.entries.values()) == ["secret"]
    assert accounts.read(HOST, PORT).has_password


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_without_a_keyring_the_file_is_for_its_owner_alone(without_keyring):
    before = os.umask(0)
    try:
        enter(without_keyring)
    finally:
        os.umask(before)
    assert b"secret" in written(without_keyring)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in without_keyring.folder.iterdir()}
    assert modes == {0o600}
    assert stat.S_IMODE(without_keyring.folder.stat().st_mode) == 0o700
    assert without_keyring.find(HOST, PORT).password == "secret"


def test_a_locked_keyring_leaves_the_password_to_the_file(accounts, backend):
    backend.locked = True
    enter(accounts)
    assert accounts.find(HOST, PORT).password == "secret"
    backend.locked = False
    accounts.move_to_keyring()
    assert b"secret" not in written(accounts)
    assert accounts.find(HOST, PORT).password == "secret"


def test_a_password_that_the_keyring_lost_is_a_sentence(accounts, backend):
    enter(accounts)
    backend.entries.clear()
    with pytest.raises(StoreError, match="Enter it again in the settings"):
        accounts.find(HOST, PORT)


def test_what_is_removed_is_nowhere(accounts, backend):
    enter(accounts)
    accounts.remove(HOST, PORT)
    accounts.remove(HOST, PORT)
    assert accounts.find(HOST, PORT) is None
    assert backend.entries == {}
    assert list(accounts.folder.iterdir()) == []


def test_an_empty_password_goes_from_the_keyring(accounts, backend):
    enter(accounts)
    accounts.set_password(HOST, PORT, "")
    assert backend.entries == {}
    assert not accounts.find(HOST, PORT).has_password


@pytest.mark.parametrize(
    "damage",
    [
        b'{"host": "broker.example.org"',
        b"",
        b"[" * 9_999,
        b'{"host": "broker.example.org", "port": 8883}',
        b'{"host": "broker.example.org", "port": 8883, "user": "\\ud800", "allows_plain_text": false, "password": "", '
        b'"keyring_entry": ""}',
    ],
)
def test_a_damaged_account_is_told_and_can_be_entered_again(without_keyring, damage):
    enter(without_keyring)
    (path,) = without_keyring.folder.iterdir()
    path.write_bytes(damage)
    with pytest.raises(StoreError, match="damaged"):
        without_keyring.find(HOST, PORT)
    enter(without_keyring)
    assert without_keyring.find(HOST, PORT).password == "secret"


def test_the_file_of_another_broker_is_not_taken_for_this_one(without_keyring):
    enter(without_keyring)
    (path,) = without_keyring.folder.iterdir()
    without_keyring.change("evil.example.org", PORT, user="evil")
    (other,) = set(without_keyring.folder.iterdir()) - {path}
    other.write_bytes(path.read_bytes())
    with pytest.raises(StoreError, match="damaged"):
        without_keyring.find("evil.example.org", PORT)


def test_a_host_longer_than_a_name_of_a_file_has_an_account_too(without_keyring):
    host = ".".join(["a" * 60] * 4)
    without_keyring.change(host, PORT, user="club")
    assert without_keyring.find(host, PORT).user == "club"


def test_the_other_brokers_are_listed(accounts):
    enter(accounts)
    accounts.change("10.0.0.1", 1883, user="x")
    accounts.add_to_file(BrokerAccount(*UNASSIGNED, "old", "secret"))
    assert accounts.others(HOST, PORT) == ["10.0.0.1:1883"]


def test_an_account_without_a_broker_is_found_for_none_until_it_gets_one(accounts):
    accounts.add_to_file(BrokerAccount(*UNASSIGNED, "old", "secret"))
    assert accounts.find(HOST, PORT) is None
    accounts.assign(HOST, PORT)
    assert accounts.find(HOST, PORT).password == "secret"
    assert accounts.read(*UNASSIGNED) is None


def test_an_account_that_is_there_is_not_replaced_by_that_of_an_earlier_version(accounts):
    enter(accounts)
    accounts.add_to_file(BrokerAccount(HOST, PORT, "old", "older"))
    assert accounts.find(HOST, PORT).password == "secret"


def test_an_account_shows_no_password_in_its_words():
    assert "secret" not in repr(BrokerAccount(HOST, PORT, "club", "secret"))
