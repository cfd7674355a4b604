"""Watching a table of an evening: what is played is seen, nothing can be said, and nobody can deceive watchers."""

import json
import random
import zlib

import pytest

from game.core.request import PlayerRequest
from game.core.ruleset import Ruleset
from game.network.encryption.keys import KeyAgreement, TableKeys
from game.network.messages import SheetSent, packed, sheet_message
from game.network.sides import Side
from game.network.spectating import spectator
from game.network.spectating.spectator import MOST_WATCHERS, Spectator, SpectatorHost
from game.network.sync.entries import line_text
from game.network.wire_format import to_text
from game.plugins.sheet_files import carried_sheet
from game.sheets.game import SheetGame
from game.sheets.levels import LEVELS
from game.sheets.reading import read_sheet
from tools.network.club.clubs import Hub
from tools.network.pair import TINY, Pair

#: A sheet that the watchers do not have.
SHEET = read_sheet('title = "Mine"\nline.length = 4\nboard.columns = 6\n', "mine", lambda _key: None)

KEYS = TableKeys(b"w" * 32)


class Watched:
    """A table that is played, the window that tells of it, and watchers."""

    def __init__(self) -> None:
        self.pair = Pair(options={"size": 6})
        self.pair.begin()
        self.hub, self.own, self.now = Hub(), KeyAgreement(), 0
        self.table = SpectatorHost(KEYS, self.own, self.pair.host, self.hub.open(Side.HOST))
        self.watchers: list[Spectator] = []

    def watcher(self) -> Spectator:
        made = Spectator(KEYS, KeyAgreement(), self.own.shown, {"tiny": TINY}, self.hub.open(Side.GUEST))
        self.watchers.append(made)
        return made

    def run(self, milliseconds: int = 4_000) -> None:
        for _ in range(milliseconds // 200):
            self.now += 200
            self.table.poll(self.now)
            for watcher in self.watchers:
                watcher.poll(self.now)

    def play(self, number: int) -> None:
        self.pair.play(self.pair.mover(), number)
        self.pair.run(500)


@pytest.fixture
def watched():
    return Watched()


def sees_all(watched, watcher) -> bool:
    journal = watched.pair.host.journal
    return list(map(line_text, watcher._journal.lines)) == list(map(line_text, journal.lines))


def test_who_comes_in_the_middle_of_a_game_sees_all_of_it_and_what_follows(watched):
    watched.play(3)
    watcher = watched.watcher()
    watched.run()
    assert sees_all(watched, watcher)
    watched.play(7)
    watched.run()
    assert len(watcher.replayed.match.plies) == 2
    assert watched.table.watchers == 1


def test_one_more_than_can_watch_is_told_so_and_comes_in_when_somebody_leaves(watched):
    watched.play(3)
    for _ in range(MOST_WATCHERS):
        watched.watcher()
    watched.run()
    late = watched.watcher()
    watched.run()
    assert late.problem.startswith("16 spectators are already watching")
    assert all(sees_all(watched, watcher) for watcher in watched.watchers[:-1])
    del watched.watchers[0]
    watched.run(24_000)
    assert late.problem == ""
    assert sees_all(watched, late)


def test_whoever_watches_goes_on_however_many_knock(watched):
    watched.play(3)
    watcher = watched.watcher()
    watched.run()
    for _ in range(40):
        watched.watcher()
        watched.run(400)
    watched.play(7)
    watched.run()
    assert sees_all(watched, watcher)


def test_a_move_that_was_taken_back_goes_at_the_watchers_too(watched):
    watched.play(3)
    watcher = watched.watcher()
    watched.run()
    asker = watched.pair.mover().other
    watched.pair.seats[asker].ask(PlayerRequest.UNDO)
    watched.pair.run(1_000)
    watched.pair.seats[asker.other].answer(is_yes=True)
    watched.pair.run(2_000)
    watched.run()
    assert watcher.replayed.match.plies == []


def test_a_line_that_the_table_dropped_gives_way_to_the_one_that_came(watched):
    watched.play(3)
    watcher = watched.watcher()
    watched.run()
    journal = watched.pair.host.journal
    line = journal.lines[-1]
    journal.cut(len(journal) - 1)
    other = Pair(options={"size": 6})
    other.begin()
    other.play(other.mover(), 9)
    other.run(500)
    assert other.host.journal.lines[-1] != line
    journal.append(other.host.journal.lines[-1])
    watched.run(8_000)
    assert sees_all(watched, watcher)


def test_watchers_who_are_gone_are_forgotten_and_only_so_many_are_served(watched):
    for _number in range(20):
        watched.watcher()
    watched.run()
    assert watched.table.watchers <= 16
    watched.watchers.clear()
    watched.run(20_000)
    assert watched.table.watchers == 0


def watched_sheet():
    """A table with the game of a rule sheet, and a watcher who does not have it, with the rulesets that it accepts."""
    watched, game = Watched(), SheetGame(SHEET, LEVELS)
    watched.pair = Pair(ruleset=game)
    watched.pair.begin()
    watched.table = SpectatorHost(KEYS, watched.own, watched.pair.host, watched.hub.open(Side.HOST))
    accepted: dict[str, Ruleset] = {}
    watcher = Spectator(KEYS, KeyAgreement(), watched.own.shown, accepted, watched.hub.open(Side.GUEST))
    watched.watchers.append(watcher)
    return watched, watcher, accepted


def test_a_watcher_without_the_rule_sheet_is_sent_it_and_sees_the_game_once_it_is_accepted():
    watched, watcher, accepted = watched_sheet()
    watched.play(3)
    watched.run()
    sent = watcher.received_sheet
    assert watcher.replayed.match is None
    accepted[sent.ruleset] = SheetGame(carried_sheet(sent.ruleset, sent.text), LEVELS)
    watched.run()
    assert sees_all(watched, watcher)
    assert (len(watcher.replayed.match.plies), watcher.problem) == (1, "")


def test_a_sheet_is_sent_to_a_watcher_now_and_then_only_however_often_it_asks(monkeypatch):
    watched, _watcher, _accepted = watched_sheet()
    sent = []
    monkeypatch.setattr(spectator, "sheet_message", lambda *told: sent.append(told))
    watched.run(30_000)
    assert 0 < len(sent) <= 11


def test_a_watcher_ignores_rules_that_it_did_not_ask_for_and_those_of_another_game():
    watched, watcher, _accepted = watched_sheet()
    watcher._receive(packed(to_text(sheet_message(SHEET.id, "before the game was told"))))
    watched.run(200)
    watcher._receive(packed(to_text(sheet_message("gomoku", "of another game"))))
    assert watcher.received_sheet is None


def test_rules_that_cannot_be_read_are_a_sentence():
    watched, watcher, _accepted = watched_sheet()
    watched.run(1_000)
    watcher.received_sheet = None
    watcher._receive(packed(to_text(SheetSent(SHEET.id, "a"))))
    assert watcher.received_sheet is None
    assert watcher.problem == "The other player sent rules that cannot be read."


def test_somebody_with_the_invitation_cannot_tell_another_game(watched):
    watcher = watched.watcher()
    other = Pair(options={"size": 8})
    other.begin()
    impostor = SpectatorHost(KEYS, KeyAgreement(), other.host, watched.hub.open(Side.HOST))
    for _ in range(40):
        watched.now += 200
        impostor.poll(watched.now)
        watcher.poll(watched.now)
    assert watcher.replayed.tournament is None
    watched.run()
    assert sees_all(watched, watcher)


def test_nothing_that_watchers_send_reaches_the_table(watched):
    watcher = watched.watcher()
    watched.run()
    before = watched.pair.host.hash
    recorded = [frame for side, frame in watched.hub.passed if side is Side.GUEST]
    for frame in (*recorded, b"", b"\x22" * 80, b"x" * 33_000):
        watcher._channel.send(frame)
    watched.run()
    assert watched.pair.host.hash == before
    assert watched.table.watchers == 1


def test_mutated_parts_are_refused_or_followed_and_raise_nothing(watched):
    for number in (3, 7, 1, 9):
        watched.play(number)
    rng = random.Random(5)
    text = to_text(watched.pair.host.journal.part_from(0))
    for _ in range(400):
        watcher = Spectator(KEYS, KeyAgreement(), watched.own.shown, {"tiny": TINY}, watched.hub.open(Side.GUEST))
        part = json.loads(text)
        line = rng.choice(part["lines"])["entry"]
        key = rng.choice(list(line))
        line[key] = rng.choice([None, -1, "", "h8", [], {}, "f" * 32, ["a1"], 10**9])
        watcher._receive(zlib.compress(json.dumps(part).encode()))
        watcher._receive(zlib.compress(text[: rng.randrange(len(text))].encode()))
        assert watcher.replayed.tournament is None or watcher.replayed.match is not None
        watched.hub.channels.pop()
