"""The channel through an MQTT broker (3.1.1 or 5), to which each side publishes its frames.

Each side publishes to the room and subscribes to the other side. The broker only relays frames. The channel uses no
stored sessions or retained messages, and treats presence messages as hints. One thread does all the work.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from game.core.language import _
from game.core.plain_text import one_line
from game.core.threads.worker import close_in_background
from game.network.encryption.cipher import MOST_FRAME
from game.network.sides import Side
from game.network.transport.channel import ChannelState, ConnectionStatus, FrameQueue
from game.network.transport.worker import Worker
from game.storage.files import StoreError
from game.storage.secrets.broker_accounts import BrokerAccount

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paho.mqtt.client import Client
    from paho.mqtt.enums import MQTTErrorCode

#: The maximum size of a packet in bytes: a frame with topic and properties.
MOST_PACKET = MOST_FRAME + 4_096
#: The usual port of brokers with TLS.
TLS_PORT = 8883
#: Seconds: connection timeout, keep-alive, one wait for the socket, closing, first and longest pause between attempts.
_OPENING, _KEEPALIVE, _LOOK, _CLOSING, _FIRST_PAUSE, _LAST_PAUSE = 5.0, 20, 0.05, 1.0, 0.5, 15.0
#: Seconds in which a working broker must return this side's own message.
_ECHO = 10.0
#: Seconds in which a broker must answer, and in which it must read written data.
_ANSWER, _STALLED = 10.0, 20.0
#: The maximum number of frames that wait in the client, and of packets that are read in a second.
_MOST_QUEUED, _MOST_A_SECOND = 64, 500
_HERE, _GONE = b"here", b"gone"
#: Return codes for an unsupported protocol version, in MQTT 3.1.1 and 5.
_OTHER_VERSION = (1, 132)
_REFUSED_NAMES = (4, 5, 134, 135)


class BrokerError(Exception):
    """A violation of the MQTT protocol by the broker."""


def bounded_client() -> type[Client]:
    """Import the MQTT library and return a client class that refuses packets above a size limit."""
    from paho.mqtt import client as paho  # noqa: PLC0415 - the window starts without it

    class BoundedClient(paho.Client):
        """An MQTT client with limits that the library's own client lacks."""

        def _sock_recv(self, bufsize: int) -> bytes:
            # The library asks for the rest of a packet, up to 256 MB, before it has read any of it.
            if bufsize > MOST_PACKET:
                raise BrokerError("a packet is too large")
            return super()._sock_recv(bufsize)

        def _send_pubrec(self, mid: int) -> MQTTErrorCode:
            # This program never subscribes with QoS 2, and the library stores such messages without a limit.
            raise BrokerError("a message of QoS 2 was not asked for")

    return BoundedClient


def no_account(_host: str, _port: int) -> BrokerAccount | None:
    """Return None, meaning that the player has no account at this broker."""
    return None


@dataclass(frozen=True, slots=True)
class BrokerAccess:
    """The host and port of a broker, and a function that finds the player's account for them."""

    host: str
    port: int = TLS_PORT
    find_account: Callable[[str, int], BrokerAccount | None] = no_account
    """Return the account for this host and port only. May wait for the system's keyring; raises StoreError."""


def uses_tls(port: int, account: BrokerAccount | None) -> bool:
    """Return True if the connection to the broker uses TLS.

    Frames are encrypted in either case. Name and password are sent without TLS only if the player has allowed that for
    this broker.
    """
    return port == TLS_PORT or (account is not None and bool(account.user) and not account.allows_plain_text)


class BrokerChannel:
    """A channel to the other side through an MQTT broker."""

    def __init__(self, access: BrokerAccess, room: str, side: Side, *, versions: tuple[int, ...] = (4, 5)) -> None:
        """Start the channel's thread, which tries the MQTT protocol ``versions``.

        4 is MQTT 3.1.1, 5 is MQTT 5.
        """
        self._access, self._versions = access, versions
        topic = f"stonefair/{room}"
        self._own, self._far = f"{topic}/{side.value}", f"{topic}/{side.other.value}"
        self._inbox, self._outbox = FrameQueue(), FrameQueue()
        self._status = ConnectionStatus()
        self._is_refused = False
        self._account: BrokerAccount | None = None
        """The player's account at this broker, read again for each connection attempt."""
        self._is_heard = False
        """True once this side received its own message: then the broker allows it to publish and subscribe."""
        self._worker = Worker("far table's broker", self._run, self._fallen)
        self._worker.start()

    @property
    def state(self) -> ChannelState:
        """The state of the channel, which counts as connected while the broker is."""
        return self._status.state

    @property
    def is_alive(self) -> bool:
        """True while the channel's thread runs, which ends when the channel is closed."""
        return self._worker.is_alive

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses at which this side listens; always empty, because both sides connect to the broker instead."""
        return ()

    def send(self, frame: bytes) -> None:
        """Publish a frame through the broker. It is dropped if there is no connection."""
        if self._status.state.is_connected:
            self._outbox.put(frame)

    def receive(self, most: int) -> list[bytes]:
        """Remove and return at most ``most`` received frames."""
        return self._inbox.take(most)

    def trust(self, frame: bytes) -> bool:
        """Return False: the connection to the broker carries the frames of everybody, so it cannot be authenticated.

        What each frame says is authenticated by its encryption.
        """
        return False

    def both_joined(self) -> None:
        """Do nothing when both players are connected, because a room at a broker is not announced."""

    def close(self) -> None:
        """Tell the other side that this one has left, and disconnect from the broker, in a thread."""
        # A thread that is about to connect ends by itself.
        close_in_background([partial(self._worker.stop, _CLOSING)])

    # Methods that run in the thread

    def _fallen(self) -> None:
        self._status.is_lost(_("Connection to the online server lost. Trying again…"))

    def _run(self) -> None:
        pause, turn = _FIRST_PAUSE, 0
        while not self._worker.stops.is_set():
            was_met = self._visit(self._versions[turn % len(self._versions)])
            turn += self._is_refused
            is_next_version = self._is_refused and turn % len(self._versions)
            pause = _FIRST_PAUSE if was_met or is_next_version else min(2 * pause, _LAST_PAUSE)
            if self._is_refused and not is_next_version:
                self._status.is_lost(
                    _(
                        "The online server {host} supports neither version 3.1.1 nor version 5 of the MQTT protocol.",
                        host=self._access.host,
                    )
                )
            self._is_refused = False
            self._worker.stops.wait(pause)

    def _visit(self, version: int) -> bool:
        """Connect to the broker and transfer frames until the connection ends. Return True if that worked."""
        try:
            # Read for each attempt: the player may enter the account in the settings meanwhile.
            self._account = self._access.find_account(self._access.host, self._access.port)
        except StoreError as error:
            self._status.is_lost(str(error))
            return False
        if self._worker.stops.is_set():
            return False
        client = self._client(version)
        try:
            client.connect(self._access.host, self._access.port, _KEEPALIVE)
        # DNS, sockets and TLS raise OSError; an invalid host name raises ValueError.
        except (OSError, ValueError) as error:
            self._status.is_lost(self._unreached(error))
            return False
        try:
            was_met = self._carry(client)
        # The library raises arbitrary exceptions for malformed packets, all caused by this broker.
        except Exception:  # noqa: BLE001 - a worker thread
            self._status.is_lost(
                _("The online server {host} does not support the MQTT protocol. Trying again…", host=self._access.host)
            )
            return False
        finally:
            _close(client)
        is_news = was_met or not (self._is_refused or self._status.state.problem)
        self._status.is_lost(_("Connection to the online server lost. Trying again…") if is_news else "")
        return was_met

    def _unreached(self, error: Exception) -> str:
        if self._is_plain(error):
            return _(
                "The online server {host} does not encrypt port {port}, so your name and password "
                "were not sent. Use the server's encrypted port, or allow a connection without "
                "encryption in the settings under Online games.",
                host=self._access.host,
                port=self._access.port,
            )
        # The number of an error means nothing to a player.
        cause = one_line(str(getattr(error, "strerror", None) or error), 120)
        return _("Cannot reach the online server {host}: {cause}.", host=self._access.host, cause=cause)

    def _is_plain(self, error: Exception) -> bool:
        """Return True if an error means that the broker has no TLS although the account requires it."""
        from ssl import SSLCertVerificationError, SSLError  # noqa: PLC0415 - the window starts without it

        if self._access.port == TLS_PORT or not uses_tls(self._access.port, self._account):
            return False
        is_other = isinstance(error, SSLError | ConnectionResetError)
        return is_other and not isinstance(error, SSLCertVerificationError)

    def _client(self, version: int) -> Client:
        from ssl import create_default_context  # noqa: PLC0415 - the window starts without it

        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion  # noqa: PLC0415

        protocol = MQTTProtocolVersion(version)
        # MQTT 5 starts with a clean session by default.
        clean = None if protocol == MQTTProtocolVersion.MQTTv5 else True
        client = bounded_client()(CallbackAPIVersion.VERSION2, clean_session=clean, protocol=protocol)
        client.connect_timeout = _OPENING
        client.max_queued_messages_set(_MOST_QUEUED)
        client.will_set(f"{self._own}/here", _GONE, qos=1)
        if self._account is not None and self._account.user:
            client.username_pw_set(self._account.user, self._account.password or None)
        if uses_tls(self._access.port, self._account):
            # The context verifies certificate and host name with the system's store.
            client.tls_set_context(create_default_context())
        client.on_connect, client.on_subscribe = self._on_connect, self._on_subscribe
        client.on_message = self._on_message
        return client

    def _carry(self, client: Client) -> bool:
        from paho.mqtt.enums import MQTTErrorCode  # noqa: PLC0415

        self._is_heard = False
        was_met, patience = False, _Patience(time.monotonic())
        while client.loop(_LOOK) == MQTTErrorCode.MQTT_ERR_SUCCESS and not self._worker.stops.is_set():
            if self._is_heard and not was_met:
                was_met = True
                self._status.stands()
            if not was_met and self._is_hopeless(client, patience):
                break
            if patience.track_stall(client.want_write()):
                break
            self._worker.stops.wait(patience.rest())
            self._publish_waiting(client, was_met)
        if self._worker.stops.is_set():
            self._publish_waiting(client, True)
            client.publish(f"{self._own}/here", _GONE, qos=1)
            client.loop(_LOOK)
            client.disconnect()
        return was_met

    def _publish_waiting(self, client: Client, was_met: bool) -> None:
        for frame in self._outbox.take(_MOST_QUEUED) if was_met else []:
            client.publish(self._own, frame, qos=1)

    def _is_hopeless(self, client: Client, patience: _Patience) -> bool:
        """Return True, and report it, if the broker does not pass on this side's messages in time."""
        waited = time.monotonic() - patience.begun
        if client.is_connected():
            if waited > _ECHO:
                self._forbidden()
                return True
        elif waited > _ANSWER:
            self._status.is_lost(_("The online server {host} does not answer. Trying again…", host=self._access.host))
            return True
        return False

    def _on_connect(self, client: Client, *told: Any) -> None:  # noqa: ANN401 - what paho hands over
        code = told[2]
        if code.is_failure:
            self._is_refused = code.value in _OTHER_VERSION
            if code.value in _REFUSED_NAMES:
                self._status.is_lost(self._connection_refused())
            elif not self._is_refused:
                self._status.is_lost(self._unreached(ConnectionError(str(code))))
            return
        client.subscribe([(self._far, 1), (f"{self._far}/here", 1), (f"{self._own}/here", 1)])
        client.publish(f"{self._own}/here", _HERE, qos=1)

    def _connection_refused(self) -> str:
        address = f"{self._access.host}:{self._access.port}"
        if self._account is not None and self._account.user:
            return _(
                "The online server {address} rejected your name and password. Check them in the "
                "settings under Online games.",
                address=address,
            )
        return _(
            "The online server {address} needs a name and a password. Enter them in the settings under Online games.",
            address=address,
        )

    def _on_subscribe(self, *told: Any) -> None:  # noqa: ANN401 - what paho hands over
        if any(code.is_failure for code in told[3]):
            self._forbidden()

    def _forbidden(self) -> None:
        self._status.is_lost(_("The online server {host} does not allow this game.", host=self._access.host))

    def _on_message(self, _client: Client, _userdata: object, message: MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            # An invalid topic cannot belong to this game: drop the message.
            return
        if topic == f"{self._own}/here":
            self._is_heard |= message.payload == _HERE
        elif topic == f"{self._far}/here":
            self._status.peer_left(message.payload == _GONE)
        elif topic == self._far and len(message.payload) <= MOST_FRAME:
            self._status.peer_left(False)
            self._inbox.put(message.payload)


class _Patience:
    """Limits for a broker: how long it may stop reading, and how many packets it may send a second."""

    def __init__(self, now: float) -> None:
        self.begun = now
        self._waits_since: float | None = None
        self._second, self._looks = 0, 0

    def track_stall(self, wants_to_write: bool) -> bool:
        """Note whether data waits to be sent. Return True if the broker has read nothing for too long."""
        now = time.monotonic()
        self._waits_since = (self._waits_since or now) if wants_to_write else None
        return self._waits_since is not None and now - self._waits_since > _STALLED

    def rest(self) -> float:
        """Return the seconds to pause before the next read; 0 unless the broker sends too much."""
        now = time.monotonic()
        self._looks = self._looks + 1 if int(now) == self._second else 1
        self._second = int(now)
        return 0.0 if self._looks < _MOST_A_SECOND else self._second + 1 - now


def _close(client: Client) -> None:
    """Close an MQTT client's socket, which the library leaves open after an exception."""
    connected = client.socket()
    if connected is not None:
        with contextlib.suppress(OSError):
            connected.close()
