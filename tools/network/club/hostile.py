"""A fuzzer for organisers and members of club tournaments: ``python -m tools.network.club.hostile [NUMBER] [SEED]``.

It records the messages of real tournaments, changes them at random, encrypts them, and delivers them as if somebody
with the tournament's key had sent them. It checks that no exception is raised, that members can change only their own
pairings, and that files stay small.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter

from game.network.club.messages import (
    MemberHello,
    MemberLeft,
    ResultReport,
    pack_member,
    pack_organiser,
    unpack_member,
    unpack_organiser,
)
from game.network.club.organiser import ClubOrganiser
from game.network.club.player import ClubPlayer
from game.network.club.points import standings
from game.network.club.replayed_tournament import claimed, joined, with_round
from game.network.club.tournament import Claim, PairingSystem
from tools.network.club.club_tournaments import club_tournament_of, member_id
from tools.network.hostile import Attack, report


class ClubAttack(Attack):
    """A tournament whose organiser and one member receive mutated messages in addition to the real ones."""

    def _new_table(self) -> None:
        count = self.dice.randrange(2, 8)
        tournament = club_tournament_of(
            count, self.dice.choice(list(PairingSystem)), rounds=3, seed=self.dice.randrange(99)
        )
        self.records: list[str] = []
        self.organiser = ClubOrganiser(tournament, member_id(0), self.records.append)
        self.member = ClubPlayer("Member 2", member_id(1), self.records.append)
        self.now = 0
        self._talk()

    def _talk(self) -> None:
        """Advance the time by a second, exchange the real messages of organiser and member, and record them."""
        self.now += 1_000
        self.organiser.tick(self.now)
        self.member.tick(self.now)
        own = self.member.take_messages()
        for message in (*own, ResultReport(max(1, self.organiser.tournament.round), Claim.DREW), MemberLeft()):
            self._note(pack_member(message))
        for message in own:
            self.organiser.receive(member_id(1), message)
        for who, message in self.organiser.take_messages():
            self._note(pack_organiser(message))
            if who == member_id(1):
                self.member.receive(message)

    def _note(self, packed: bytes) -> None:
        frame = zlib.decompress(packed)
        self.heard[json.loads(frame)["kind"]].append(frame)

    def step(self) -> None:
        """Sometimes continue the real tournament, then deliver one mutated message to the organiser or the member."""
        if self.dice.random() < 0.05:
            self._proceed()
        if self.dice.random() < 0.2:
            self._talk()
        harm = self._mutated(self._one_heard())
        packed = zlib.compress(harm) if self.dice.random() < 0.9 else harm
        if self.dice.random() < 0.5:
            self._at_organiser(packed)
        else:
            self._at_member(packed)

    def _proceed(self) -> None:
        organiser = self.organiser
        if organiser.tournament.is_over:
            self._new_table()
            return
        for table in organiser.tournament.tables:
            for number in table.sides if table.is_open else ():
                organiser.change(lambda tournament, n=number, r=table.round: claimed(tournament, n, r, Claim.DREW))
        organiser.change(with_round)
        organiser.change(lambda tournament: joined(tournament, member_id(self.dice.randrange(30)), "Late"))

    def _at_organiser(self, packed: bytes) -> None:
        message = unpack_member(packed)
        if message is None:
            self.counts["unreadable"] += 1
            return
        who = self.dice.choice([member_id(1), member_id(1), member_id(40)])
        before = self.organiser.tournament
        self.organiser.receive(who, message)
        self._look(who, before)
        self.counts[type(message).__name__] += 1

    def _look(self, who: str, before) -> None:
        """Check that a message of member ``who`` changed only the sender's pairing and entry in the list of members.

        A sender who was no member may have become one. Raise AssertionError if anything else changed.
        """
        after = self.organiser.tournament
        assert after.is_sound
        number = after.number_of(who)
        for old, new in zip(before.pairings, after.pairings, strict=True):
            if old != new:
                assert number in new.sides, "somebody else's table"
                other = "reported_two" if new.one == number else "reported_one"
                assert getattr(old, other) is getattr(new, other), "spoke for the other side"
        for place, member in enumerate(before.members):
            assert after.members[place].name == member.name
            assert place == number or after.members[place] == member
        if after != before:
            self.counts["changed the table"] += 1

    def _at_member(self, packed: bytes) -> None:
        message = unpack_organiser(packed)
        if message is None:
            self.counts["unreadable"] += 1
            return
        self.member.receive(message)
        tournament = self.member.tournament
        if tournament is not None:
            assert tournament.is_sound
            standings(tournament)
            assert all(number < len(tournament.members) for number in self.member.here)
        self.counts[type(message).__name__] += 1


def attack(number: int, seed: int) -> Counter[str]:
    """Deliver ``number`` changed messages; return how many were unreadable, and how many there were of each kind."""
    attacked = ClubAttack(seed)
    while sum(attacked.counts.values()) - attacked.counts["changed the table"] < number:
        attacked.step()
        assert len(attacked.records) < 2_000
    assert MemberHello.__name__ in attacked.counts
    return attacked.counts


if __name__ == "__main__":
    report(attack)
