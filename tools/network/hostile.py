"""A fuzzer for both sides of a remote game: ``python -m tools.network.hostile [NUMBER] [SEED]``.

It records the messages of real games, changes their bytes, values and order at random, and delivers them to the host or
the guest as if the other side, which has the key, had sent them. It checks that no exception is raised, that no move is
lost which the other side has confirmed, that no side accepts a forged turn as its own, and that memory stays limited.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import time
import tracemalloc
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator

from game.core.clock import TimeControl
from game.core.request import PlayerRequest
from game.network.messages import UnreadableMessage, format_message, parse_message
from game.network.sides import Phrase, Side
from game.network.sync.entries import TurnPlayed
from game.network.sync.log_sync import LogSync
from tools.network.pair import Pair, Weather

#: Values that an attacker would try.
_NUMBERS = (None, True, False, 0, 1, -1, 2**31, 2**63, 10**40, 1.5)
_TEXTS = ("", "a", "a" * 300, "\x00", "\u202ename", "\ud800", "0" * 32, "f" * 32, "0" * 24, "host", "undo", "h8")
_VALUES = (*_NUMBERS, *_TEXTS, [], {}, [[]], {"kind": "turn"}, [None] * 70)


class Attack:
    """A game whose host and guest receive mutated messages in addition to the real ones."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.heard: dict[str, deque[bytes]] = defaultdict(lambda: deque(maxlen=60))
        self._new_table()

    def _new_table(self) -> None:
        self.pair = Pair(
            seed=self.dice.randrange(10**6),
            weather=Weather(delay=100),
            options={"size": 6, "opening": self.dice.choice(["free", "swap"])},
            time_control=TimeControl(100_000),
        )
        self.pair.on_sent = self._receive
        self.pair.begin()

    def _receive(self, frame: bytes) -> None:
        self.heard[json.loads(frame)["kind"]].append(frame)

    def _one_heard(self) -> bytes:
        return self.dice.choice(self.heard[self.dice.choice(sorted(self.heard))])

    def step(self) -> None:
        """Sometimes continue the real game, then deliver one mutated message."""
        pair, rng = self.pair, self.dice
        if rng.random() < 0.04:
            self._play_on()
        elif rng.random() < 0.02:
            pair.run(50 if rng.random() < 0.7 else 6_000)
        self._throw(self._mutated(self._one_heard()))

    def _play_on(self) -> None:
        pair, rng = self.pair, self.dice
        mover = pair.mover()
        if rng.random() < 0.05:
            pair.seats[rng.choice(list(Side))].send_phrase(rng.choice(list(Phrase)))
        if mover is None or pair.host.length > 60:
            self._new_table()
            return
        if rng.random() < 0.7:
            pair.play(mover, rng.randrange(40))
        else:
            rng.choice(list(pair.seats.values())).ask(rng.choice(list(PlayerRequest)))
            rng.choice(list(pair.seats.values())).answer(is_yes=rng.random() < 0.5)
        pair.run(100)

    def _throw(self, harm: bytes) -> None:
        message = parse_message(harm)
        if isinstance(message, UnreadableMessage):
            assert message.sentence
            self.counts["unreadable"] += 1
            return
        side = self.dice.choice(list(Side))
        seat = self.pair.seats[side]
        exchange = seat._exchange
        before, acknowledged = list(exchange.journal.lines), exchange.acknowledged
        seat.receive(message)
        self._look(side, before, acknowledged)
        assert len(seat.take_updates()) <= 128
        self.counts[type(message).__name__] += 1

    def _look(self, side: Side, before: list, acknowledged: int) -> None:
        """Check the list of moves (journal) of a side after a changed message.

        Raise AssertionError if a line that the other side had confirmed has changed, or if a new turn of this side is
        forged.
        """
        exchange: LogSync = self.pair.seats[side]._exchange
        lines, secret = exchange.journal.lines, self.pair.seats[side].owner.secret
        assert lines[:acknowledged] == before[:acknowledged], "a line that both had is gone"
        for number in range(len(before), len(lines)):
            if exchange._writers[number] is side and isinstance(lines[number].entry, TurnPlayed):
                assert secret.wrote(exchange.journal.hash_at(number), lines[number]), "told that he moved"
        if len(lines) != len(before):
            self.counts["changed the table"] += 1

    def _mutated(self, frame: bytes) -> bytes:
        rng = self.dice
        way = rng.randrange(12)
        if way == 0:
            place = rng.randrange(len(frame))
            return frame[:place] + bytes([rng.randrange(256)]) + frame[place + 1 :]
        if way == 1:
            return frame[: rng.randrange(len(frame))] + self._one_heard()[rng.randrange(20) :]
        if way == 2:
            return frame
        if way == 3:
            depth = rng.choice([3, 50, 5_000])
            return frame[:-1] + b',"x":' + b"[" * depth + b"]" * depth + b"}"
        values = json.loads(frame)
        for _ in range(rng.choice([1, 1, 1, 1, 2, 4])):
            self._change(values)
        return json.dumps(values).encode()

    def _change(self, values: object) -> None:
        """Replace one randomly chosen value in a nested list or dict, in place."""
        rng = self.dice
        keys = list(values) if isinstance(values, dict) else list(range(len(values)))
        if not keys:
            return
        key = rng.choice([each for each in keys if each != "kind" or rng.random() < 0.1] or keys)
        inner = values[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            self._change(inner)
            return
        if rng.random() < 0.85:
            values[key] = self._alike(inner)
        else:
            values[key] = copy.deepcopy(rng.choice(_VALUES))

    def _alike(self, value: object) -> object:
        """Return a slightly different number for an int, else a value of the same type from a recorded message."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value + self.dice.choice([-1, 1, 2, 100])
        found = [each for each in _leaves(json.loads(self._one_heard())) if type(each) is type(value)]
        near = [each for each in found if not isinstance(value, str) or len(each) == len(value)]
        return self.dice.choice(near or found or [value])


def _leaves(value: object) -> Iterator[object]:
    """Yield all values in nested lists and dicts that are not lists or dicts themselves."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _leaves(each)
    else:
        yield value


def attack(number: int, seed: int) -> Counter[str]:
    """Deliver ``number`` changed messages; return how many were unreadable, and how many there were of each kind."""
    attacked = Attack(seed)
    while sum(attacked.counts.values()) - attacked.counts["changed the table"] < number:
        attacked.step()
    pair = attacked.pair
    if pair.host.parted_at is None and pair.guest.parted_at is None:
        pair.settle()
    for side in Side:
        pair.restart(side)
    assert len(format_message(pair.host._exchange.journal.summary())) < 4_000
    return attacked.counts


def report(attack: Callable[[int, int], Counter[str]]) -> None:
    """Run ``attack`` with the number and the seed from the command line, and print the counts, time and memory."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    start = time.monotonic()
    tracemalloc.start()
    counts = attack(number, seed)
    most = tracemalloc.get_traced_memory()[1]
    text = ", ".join(f"{kind} {count}" for kind, count in counts.most_common())
    seconds = time.monotonic() - start
    sys.stdout.write(
        f"{number} messages, seed {seed}: no exception, {seconds:.0f} s, at most {most >> 20} MiB\n{text}\n"
    )


if __name__ == "__main__":
    report(attack)
