"""Two windows by a broker: MQTT 3.1.1 and 5, a broker that is killed and comes back, strangers at the same broker."""

import shutil
import subprocess

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from game.network.sides import Side
from game.network.transport.broker_channel import TLS_PORT, BrokerAccess, BrokerChannel
from game.storage.secrets.broker_accounts import BrokerAccount
from tools.network.bad_line import BadLine
from tools.network.ends import KEYS, MOSQUITTO, Broker, Ends, is_free_port, wait_for
from tools.page_text import broker_configuration

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="needs mosquitto")
HERE = "127.0.0.1"


@pytest.fixture
def broker(tmp_path):
    broker = Broker(tmp_path)
    yield broker
    broker.kill()


def account(*, allows_plain_text=False):
    """Finds the account of the club at any broker."""
    return lambda host, port: BrokerAccount(host, port, "club", "secret", allows_plain_text=allows_plain_text)


def ends_at(folder, port, versions=(4, 5)):
    return Ends(folder, lambda side: BrokerChannel(BrokerAccess(HERE, port), KEYS.room_name, side, versions=versions))


@pytest.fixture
def ends(tmp_path, broker):
    ends = ends_at(tmp_path, broker.port)
    yield ends
    ends.close()


@pytest.mark.parametrize("version", [4, 5], ids=["3.1.1", "5"])
def test_a_game_is_played_by_a_broker(tmp_path, broker, version):
    ends = ends_at(tmp_path, broker.port, (version,))
    ends.begin()
    ends.play(4)
    first, second = ends.journals()
    assert first == second
    ends.close()


def test_a_broker_that_dies_and_comes_back_loses_nothing(ends, broker):
    ends.begin()
    ends.play(2)
    broker.kill()
    ends.until(lambda: not any(table.channel_state.is_connected for table in ends.tables.values()))
    assert all("online server" in table.channel_state.problem for table in ends.tables.values())
    ends.play_one()
    broker.start()
    ends.until(ends.are_alike)
    ends.play(1)
    assert ends.plies == 4


@pytest.mark.slow
def test_a_bad_line_to_the_broker_changes_nothing(tmp_path, broker):
    line = BadLine((HERE, broker.port), delay=0.05)
    ends = Ends(
        tmp_path,
        lambda side: BrokerChannel(
            BrokerAccess(HERE, line.port if side is Side.GUEST else broker.port), KEYS.room_name, side
        ),
    )
    ends.begin()
    ends.play(1)
    line.cut()
    ends.until(lambda: not ends.tables[Side.GUEST].channel_state.is_connected)
    ends.play_one()
    line.mend()
    ends.until(ends.are_alike)
    ends.play(1)
    ends.close()
    line.close()


def test_the_last_will_tells_who_is_gone(tmp_path, broker):
    line = BadLine((HERE, broker.port))
    guest = BrokerChannel(BrokerAccess(HERE, line.port), "room", Side.GUEST)
    host = BrokerChannel(BrokerAccess(HERE, broker.port), "room", Side.HOST)
    wait_for(lambda: guest.state.is_connected and host.state.is_connected)
    line.cut()
    wait_for(lambda: host.state.has_peer_left)
    line.mend()
    wait_for(lambda: not host.state.has_peer_left)
    guest.close()
    wait_for(lambda: host.state.has_peer_left)
    host.close()
    line.close()


@pytest.mark.slow
def test_a_stranger_at_the_broker_reads_nothing_and_changes_nothing(ends, broker):
    heard = []
    stranger = Client(CallbackAPIVersion.VERSION2)
    stranger.on_message = lambda _client, _data, message: heard.append((message.topic, message.payload))
    stranger.connect(HERE, broker.port)
    stranger.subscribe("#", 1)
    stranger.loop_start()
    ends.begin()
    ends.play(2)
    wait_for(lambda: len(heard) > 10)
    everything = b"".join(payload for _topic, payload in heard)
    assert not any(word in everything for word in (b"Host", b"Guest", b"tiny", b"words"))
    before = [seat.hash for seat in ends.seats]
    for topic, payload in heard[:200]:
        stranger.publish(topic, payload, 1)
        stranger.publish(topic.replace("host", "guest"), payload, 1)
        stranger.publish(topic, payload[:-1] + b"!", 1)
    stranger.publish(f"stonefair/{KEYS.room_name}/host", b"x" * 200_000, 1)
    for _ in range(200):
        ends.poll()
    assert [seat.hash for seat in ends.seats] == before
    ends.play(2)
    assert ends.plies == 4
    stranger.loop_stop()


def test_a_broker_that_is_not_there_is_told():
    channel = BrokerChannel(BrokerAccess(HERE, 9), "room", Side.HOST)
    wait_for(lambda: "Cannot reach the online server" in channel.state.problem)
    channel.send(b"frame")
    channel.close()


def test_a_broker_that_asks_for_a_name_is_told(tmp_path):
    broker = Broker(tmp_path, "listener {port} 127.0.0.1\nallow_anonymous false\n")
    channel = BrokerChannel(BrokerAccess(HERE, broker.port), "room", Side.HOST)
    wait_for(lambda: "needs a name and a password. Enter them in the settings" in channel.state.problem)
    channel.close()
    broker.kill()


def test_a_broker_that_asks_for_a_name_lets_in_who_has_one(tmp_path):
    names = tmp_path / "names"
    subprocess.run(["mosquitto_passwd", "-b", "-c", names, "club", "secret"], check=True, capture_output=True)
    broker = Broker(tmp_path, f"listener {{port}} {HERE}\nallow_anonymous false\npassword_file {names}\n")
    access = BrokerAccess(HERE, broker.port, account(allows_plain_text=True))
    channel = BrokerChannel(access, "room", Side.HOST)
    wait_for(lambda: channel.state.is_connected)
    channel.close()
    broker.kill()


@pytest.mark.parametrize("rule", ["topic read stonefair/#", "topic write stonefair/#", "user club\ntopic stonefair/#"])
def test_a_broker_that_lets_nobody_speak_or_hear_is_told(tmp_path, rule, monkeypatch):
    monkeypatch.setattr("game.network.transport.broker_channel._ECHO", 1.0)
    rooms = tmp_path / "rooms"
    rooms.write_text(f"{rule}\n")
    broker = Broker(tmp_path, f"listener {{port}} {HERE}\nallow_anonymous true\nacl_file {rooms}\n")
    channel = BrokerChannel(BrokerAccess(HERE, broker.port), "room", Side.HOST)
    wait_for(lambda: "does not allow this game" in channel.state.problem)
    assert not channel.state.is_connected
    channel.close()
    broker.kill()


@pytest.fixture
def encrypted(tmp_path):
    """The broker of the page for the open internet; its certificate is signed by itself."""
    key, chain, names, rooms = (tmp_path / name for name in ("key", "chain", "names", "rooms"))
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", chain]
    subject = ["-subj", f"/CN={HERE}", "-addext", f"subjectAltName=IP:{HERE}"]
    subprocess.run([*made, *subject], check=True, capture_output=True)
    subprocess.run(["mosquitto_passwd", "-b", "-c", names, "club", "secret"], check=True, capture_output=True)
    rooms.write_text(broker_configuration("rooms") + "\n")
    text = broker_configuration("encrypted broker").replace(f"listener {TLS_PORT}", f"listener {TLS_PORT} {HERE}")
    for told, path in (("fullchain.pem", chain), ("privkey.pem", key), ("passwords", names), ("rooms", rooms)):
        text = text.replace(f"/path/to/{told}", str(path))
    broker = Broker(tmp_path, text, TLS_PORT)
    yield broker, chain
    broker.kill()


is_free = pytest.mark.skipif(not is_free_port(TLS_PORT), reason=f"another program has port {TLS_PORT}")
has_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")


@is_free
@has_openssl
def test_a_game_is_played_by_the_encrypted_broker_of_the_clubs_page(tmp_path, encrypted, monkeypatch):
    _broker, chain = encrypted
    monkeypatch.setenv("SSL_CERT_FILE", str(chain))
    access = BrokerAccess(HERE, TLS_PORT, account())
    ends = Ends(tmp_path, lambda side: BrokerChannel(access, KEYS.room_name, side))
    ends.begin()
    ends.play(4)
    first, second = ends.journals()
    assert first == second
    ends.close()


@is_free
@has_openssl
def test_a_broker_whose_certificate_nobody_vouches_for_is_not_trusted(encrypted):
    channel = BrokerChannel(BrokerAccess(HERE, TLS_PORT, account()), "room", Side.HOST)
    wait_for(lambda: "Cannot reach the online server" in channel.state.problem)
    assert "certificate" in channel.state.problem
    channel.close()


def test_the_clubs_page_has_a_configuration_that_works(tmp_path):
    rooms = tmp_path / "rooms"
    rooms.write_text(broker_configuration("rooms") + "\n")
    text = broker_configuration("broker").replace("listener 1883", "listener {port} 127.0.0.1")
    broker = Broker(tmp_path, f"{text}\nacl_file {rooms}\n")
    ends = ends_at(tmp_path, broker.port)
    ends.begin()
    ends.play(2)
    ends.close()
    broker.kill()
