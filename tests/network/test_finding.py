"""Tables that are found nearby while a stranger announces what it likes: neither delayed nor pushed out."""

import threading
import time

import pytest

from game.network.encryption.keys import new_room
from game.network.transport.announcing import Announcement, NearbyTables
from game.network.transport.finding import MOST_OF_SOURCE, MOST_TABLES, NearbyTable, TableList, usable_addresses
from tests.network.announced_names import HERE, false_table, say, silent_names
from tools.network.ends import begin_looking, wait_for


@pytest.fixture
def tables():
    tables = NearbyTables([HERE])
    begin_looking(tables)
    yield tables
    tables.close()


@pytest.fixture
def announced():
    room = new_room()
    announcement = Announcement([HERE])

    def announce() -> str:
        announcement.announce(NearbyTable(room, "Anna", "tiny", True, ((HERE, 47_100),)))
        return room

    yield announce
    announcement.close()


@pytest.mark.parametrize("count", [20, 400])
def test_names_that_nobody_answers_for_delay_no_table(tables, announced, count):
    say(silent_names(count))
    begun = time.monotonic()
    room = announced()
    wait_for(lambda: any(table.room == room for table in tables.tables()), 12)
    assert time.monotonic() - begun < 12


def test_one_machine_cannot_fill_the_list(tables, announced):
    for number in range(200):
        say(false_table(number))
        time.sleep(0.002)
    wait_for(lambda: len(tables.tables()) >= MOST_OF_SOURCE)
    room = announced()
    wait_for(lambda: any(table.room == room for table in tables.tables()), 12)
    assert len(tables.tables()) == MOST_OF_SOURCE + 1


def listed(number: int) -> NearbyTable:
    return NearbyTable(f"{number:032x}", "Anna", "tiny", True, ((f"10.0.0.{number % 250}", 47_100),))


def test_a_full_list_loses_a_table_of_who_announces_most():
    tables = TableList()
    tables.put("own", "10.0.0.1", listed(0))
    for source in range(30):
        for number in range(source % MOST_OF_SOURCE + 1):
            tables.put(f"{source} {number}", f"10.0.1.{source}", listed(100 * source + number))
    assert len(tables.tables()) == MOST_TABLES
    assert listed(0) in tables.tables()


def test_a_room_that_several_announce_is_looked_for_at_each_of_them_in_turn():
    tables = TableList()
    many = tuple((f"10.0.0.{number}", 1) for number in range(8))
    tables.put("real", "10.0.1.1", NearbyTable("room", "Anna", "tiny", True, (("10.0.1.1", 1), ("10.0.1.2", 1))))
    tables.put("false", "10.0.0.1", NearbyTable("room", "Eve", "tiny", True, many))
    assert tables.addresses_of("room")[:3] == [("10.0.1.1", 1), many[0], ("10.0.1.2", 1)]


def test_an_address_at_which_no_machine_can_be_is_left_out():
    assert usable_addresses(["224.0.0.1", "0.0.0.0", "words", "10.0.0.1"], 5) == (("10.0.0.1", 5),)


def test_a_search_that_takes_long_to_begin_holds_nothing_up(monkeypatch):
    monkeypatch.setattr("game.network.transport.announcing._started", lambda _interfaces: time.sleep(1) or 1 / 0)
    monkeypatch.setattr(threading, "excepthook", lambda _error: None)
    tables = NearbyTables([HERE])
    began = time.monotonic()
    tables.begin()
    assert time.monotonic() - began < 0.5
    wait_for(lambda: tables.problem)
    tables.close()
    assert time.monotonic() - began < 5


def test_a_search_that_fails_says_so_and_is_tried_again(monkeypatch):
    tries: list[int] = []

    def started(_interfaces):
        tries.append(1)
        raise OSError("no network")

    monkeypatch.setattr("game.network.transport.announcing._started", started)
    monkeypatch.setattr("game.network.transport.announcing._RETRY", 0.05)
    tables = NearbyTables([HERE])
    tables.begin()
    wait_for(lambda: len(tries) > 1)
    assert tables.problem == "Cannot search for games on your network."
    assert not tables.is_looking
    tables.close()
    assert tables.problem == ""
