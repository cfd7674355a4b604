"""The system's keyring may be absent, locked or silent, and may write plain text: the program goes on in each case."""

from __future__ import annotations

import sys
import threading
import time
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

import pytest

from game.storage.files import StoreError
from game.storage.secrets import system_keyring
from game.storage.secrets.system_keyring import SERVICE, SystemKeyring, encrypted_keyring
from tests.storage.secrets.keyrings import MemoryKeyring, SilentKeyring


def backend_of(module: str) -> object:
    """A keyring whose class is of a module."""
    return type("Keyring", (MemoryKeyring,), {"__module__": module})()


@pytest.fixture
def configured(monkeypatch):
    """Sets the keyring that the package ``keyring`` finds."""
    module = ModuleType("keyring")
    monkeypatch.setitem(sys.modules, "keyring", module)

    def configure(backend: object) -> object:
        module.get_keyring = lambda: backend
        return backend

    return configure


def test_a_password_is_kept_read_and_forgotten():
    backend = MemoryKeyring()
    keyring = SystemKeyring(lambda: backend)
    assert keyring.keep("entry", "secret")
    assert backend.entries == {(SERVICE, "entry"): "secret"}
    assert keyring.read("entry") == "secret"
    keyring.forget("entry")
    keyring.forget("entry")
    assert backend.entries == {}
    with pytest.raises(StoreError, match="password for the online server is no longer in the system's password store"):
        keyring.read("entry")


@pytest.mark.parametrize("name", ["SecretService", "kwallet", "libsecret", "macOS", "Windows"])
def test_the_keyrings_of_systems_count(configured, name):
    backend = configured(backend_of(f"keyring.backends.{name}"))
    assert encrypted_keyring() is backend


@pytest.mark.parametrize("module", ["keyring.backends.fail", "keyring.backends.null", "keyrings.alt.file", "mine"])
def test_a_keyring_that_keeps_nothing_or_plain_text_counts_as_none(configured, module):
    configured(backend_of(module))
    assert encrypted_keyring() is None
    assert not SystemKeyring().keep("entry", "secret")


def test_the_package_still_has_these_keyrings():
    pytest.importorskip("keyring")
    assert all(find_spec(name) is not None for name in system_keyring._ENCRYPTED)


def test_of_several_keyrings_the_first_that_encrypts_is_taken(configured):
    good = backend_of("keyring.backends.kwallet")
    configured(SimpleNamespace(backends=[backend_of("keyrings.alt.file"), good]))
    assert encrypted_keyring() is good


def test_without_the_package_there_is_no_keyring(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert encrypted_keyring() is None
    with pytest.raises(StoreError, match="has no password store"):
        SystemKeyring().read("entry")


def test_a_locked_keyring_is_a_sentence_that_quotes_nothing():
    backend = MemoryKeyring()
    backend.locked = True
    keyring = SystemKeyring(lambda: backend)
    assert not keyring.keep("entry", "hunter2-SECRET")
    with pytest.raises(StoreError, match="cannot be used") as refused:
        keyring.read("entry")
    assert "SECRET" not in str(refused.value)


def test_a_silent_keyring_holds_one_thread_and_is_asked_again_once_it_answers():
    backend = SilentKeyring()
    backend.entries[SERVICE, "entry"] = "secret"
    keyring = SystemKeyring(lambda: backend, patience=0.1)
    before = threading.active_count()
    for _ in range(5):
        with pytest.raises(StoreError, match="does not respond"):
            keyring.read("entry")
    assert threading.active_count() == before + 1
    backend.answers.set()
    assert SystemKeyring(lambda: backend).read("entry") == "secret"
    end = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert keyring.read("entry") == "secret"


def test_a_keyring_that_is_looked_for_without_an_end_is_given_up():
    stuck = threading.Event()
    keyring = SystemKeyring(lambda: stuck.wait(30) and None, patience=30)
    threading.Timer(0.1, keyring.give_up).start()
    began = time.monotonic()
    assert not keyring.keep("entry", "secret")
    assert time.monotonic() - began < 10
    stuck.set()


def test_an_error_of_any_kind_is_no_crash():
    def find():
        raise RuntimeError("no D-Bus")

    assert not SystemKeyring(find).keep("entry", "secret")
