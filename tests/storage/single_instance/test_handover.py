"""A second start hands its file to the open window: only ours, only whole, and never waiting for a stranger."""

from __future__ import annotations

import os
import socket
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from game.storage.single_instance import conversation, listener
from game.storage.single_instance.address import Address, address_file, keep, known_addresses, new_secret
from game.storage.single_instance.conversation import MOST_BYTES, StartRequest
from game.storage.single_instance.listener import Listener
from game.storage.single_instance.sender import hand_over
from tools.network.ends import wait_for


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class Window:
    """A window that takes what it is handed, as its loop does."""

    def __init__(self) -> None:
        self.listener = Listener()
        self.taken: list[StartRequest] = []
        self.listener.open()
        self._is_open = True
        self._loop = threading.Thread(target=self._run, daemon=True)
        self._loop.start()

    def _run(self) -> None:
        while self._is_open:
            self.taken += self.listener.requests()
            time.sleep(0.01)

    def close(self) -> None:
        self._is_open = False
        self._loop.join()
        self.listener.close()


@pytest.fixture
def window() -> Iterator[Window]:
    opened = Window()
    yield opened
    opened.close()


def port() -> int:
    """The port of the newest window."""
    return known_addresses()[0].port


def connected() -> socket.socket:
    return socket.create_connection(("127.0.0.1", port()), timeout=5)


def test_without_a_window_nothing_takes_a_file() -> None:
    assert not hand_over(Path("game.sgf"))


def test_the_open_window_takes_a_file_by_its_whole_path(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hand_over(Path("a game.sgf"))
    assert window.taken == [StartRequest(tmp_path / "a game.sgf")]


def test_a_start_without_a_file_lets_the_window_come_forward(window: Window) -> None:
    assert hand_over(None)
    assert window.taken == [StartRequest(None)]


@pytest.mark.skipif(sys.platform == "win32", reason="its file names are always text")
def test_a_name_that_is_no_text_arrives_as_it_is(window: Window) -> None:
    path = Path(os.fsdecode(b"/tmp/\xff.sgf"))
    assert hand_over(path)
    assert window.taken == [StartRequest(path)]


def test_two_homes_are_two_windows(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "other"))
    assert not hand_over(Path("game.sgf"))
    assert window.taken == []


def test_a_window_on_another_screen_is_not_the_one_that_somebody_sees(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":77")
    assert not hand_over(Path("game.sgf"))


def test_what_a_killed_window_left_behind_stops_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        left = free.getsockname()[1]
    keep(Address(left, new_secret()))
    assert not hand_over(Path("game.sgf"))
    opened = Window()
    assert hand_over(None)
    opened.close()
    assert known_addresses() == []


def test_another_program_at_the_port_of_a_killed_window_learns_no_path_and_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        keep(Address(stranger.getsockname()[1], new_secret()))

        def pretend() -> None:
            met, _where = stranger.accept()
            with met:
                heard.append(met.recv(1_000))
                met.sendall(bytes(64))
                heard.append(met.recv(1_000))

        thread = threading.Thread(target=pretend)
        thread.start()
        assert not hand_over(Path("/private/game.sgf"))
        thread.join(5)
    assert not any(b"private" in words for words in heard)


@pytest.mark.parametrize("words", ["", "5", "a b", "70000 " + "00" * 32, "80 00", "80 " + "zz" * 32, "[" * 5_000])
def test_a_damaged_address_is_none(words: str) -> None:
    address_file(80).parent.mkdir(parents=True)
    address_file(80).write_text(words)
    assert known_addresses() == []
    assert not hand_over(None)


@pytest.mark.skipif(sys.platform == "win32", reason="there the folder keeps others out")
def test_nobody_else_can_read_the_secret(window: Window) -> None:
    assert stat.S_IMODE(address_file(port()).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "words", [b"", b"GET / HTTP/1.1\r\n\r\n" * 9, b"\0" * 400, b"stone-fair window 1\n" + b"n" * 9]
)
def test_who_does_not_know_the_secret_is_not_heard_and_the_window_listens_on(window: Window, words: bytes) -> None:
    # The window hangs up, in one way or the other.
    with suppress(OSError), connected() as stranger:
        stranger.sendall(words)
        stranger.shutdown(socket.SHUT_WR)
        while stranger.recv(1_000):
            pass
    assert hand_over(None)
    assert window.taken == [StartRequest(None)]


def test_a_proof_that_is_wrong_hands_nothing_over(window: Window) -> None:
    keep(Address(port(), new_secret()))
    assert not hand_over(Path("game.sgf"))
    assert window.taken == []


def test_strangers_who_say_nothing_keep_no_second_start_waiting(window: Window) -> None:
    with ExitStack() as strangers:
        for _number in range(100):
            strangers.enter_context(connected())
        began = time.monotonic()
        assert hand_over(None)
        assert time.monotonic() - began < 3
    assert window.taken == [StartRequest(None)]


def test_a_silent_stranger_at_the_port_of_a_killed_window_delays_a_start_for_a_moment_only() -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        keep(Address(stranger.getsockname()[1], new_secret()))
        began = time.monotonic()
        assert not hand_over(None)
        assert time.monotonic() - began < 3


def test_a_silent_stranger_does_not_hide_the_window_that_is_open(window: Window) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        keep(Address(stranger.getsockname()[1], new_secret()))
        assert hand_over(None)
    assert window.taken == [StartRequest(None)]


def test_the_first_window_is_found_again_after_a_second_one_closed(window: Window) -> None:
    Window().close()
    assert hand_over(None)
    assert window.taken == [StartRequest(None)]


def test_the_first_window_is_found_again_after_a_second_one_was_killed(window: Window) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        left = free.getsockname()[1]
    keep(Address(left, new_secret()))
    assert hand_over(None)
    assert window.taken == [StartRequest(None)]
    assert [address.port for address in known_addresses()] == [window.listener._address.port]


def test_the_listener_goes_on_after_an_error_of_the_program(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[type[BaseException]] = []
    failed: list[socket.socket] = []

    def fail(_listener: Listener, stranger: socket.socket) -> None:
        failed.append(stranger)
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(threading, "excepthook", lambda args: reported.append(args.exc_type))
        broken.setattr(Listener, "_admit", fail)
        for number in range(1, 4):
            connected().close()
            wait_for(lambda number=number: len(failed) == number)
    assert hand_over(None)
    assert reported == [ZeroDivisionError], "an error that repeats is reported once"


def test_a_request_that_is_too_long_is_not_even_read(window: Window) -> None:
    with connected() as known:
        line = conversation.LocalConnection(known, 5)
        line.send(b"stone-fair window 1\n" + bytes(32))
        line.receive(64)
        line.send((MOST_BYTES + 1).to_bytes(4, "big"))
        with pytest.raises(conversation.HandoverError):
            line.receive(1)
    assert window.taken == []


@pytest.mark.parametrize("words", [b"game.sgf", b"/tmp/a\0b"])
def test_only_a_whole_path_is_a_request(words: bytes) -> None:
    with pytest.raises(conversation.HandoverError):
        conversation._request_of(words)


def test_a_window_that_hangs_lets_the_second_start_open_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "PATIENCE", 0.2)
    hanging = Listener()
    hanging.open()
    try:
        assert not hand_over(Path("game.sgf"))
        # What was withdrawn is not opened twice when the window wakes.
        assert hanging.requests() == []
    finally:
        hanging.close()


def test_a_window_that_closes_leaves_the_address_of_another_alone() -> None:
    first, second = Window(), Window()
    first.close()
    assert hand_over(None)
    assert second.taken == [StartRequest(None)]
    second.close()


def test_a_folder_that_cannot_be_written_only_means_a_window_for_each_start(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where the folder should be")
    opened = Window()
    assert not hand_over(None)
    opened.close()
