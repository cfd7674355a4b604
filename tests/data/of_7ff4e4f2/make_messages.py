"""Makes ``messages``, what programs send each other over a network, as ``make.py`` makes the rest; one of each kind."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from game.apart.club.course import joined, with_round
from game.apart.club.evening import EVENING, Claim, ClubEvening, PairingResult, PairingSystem
from game.apart.club.messages import (
    DoorCode,
    EveningTold,
    KeeperHere,
    MemberHere,
    MemberLeft,
    NotLetIn,
    ResultTold,
    pack_keeper,
    pack_member,
)
from game.apart.forms import to_text
from game.apart.journal.entries import SharedLine, TableSet, TimeLost, TurnPlayed, WishGranted
from game.apart.journal.terms import TableTerms
from game.apart.messages import (
    Bye,
    ClockTold,
    Hello,
    JournalMark,
    JournalPart,
    JournalSummary,
    LineRefused,
    PhraseSaid,
    RefusalCode,
    TableRefused,
    TossCommit,
    TossReveal,
    WishAsked,
    WishReplied,
    format_message,
)
from game.apart.packed_text import unpacked
from game.apart.phrases import Phrase
from game.apart.sides import FirstSeat, Side, Wish
from game.apart.watching.watching import _FROM_TABLE, _FROM_WATCHER, NoRoom, WatcherHere

HASH, CONSENT = "0123456789abcdef" * 2, "c" * 24
TERMS = TableTerms("gomoku", (("size", "15"), ("variant", "renju")), 3, "300 seconds a game", FirstSeat.GUEST, HASH)
LINES = (
    SharedLine(TableSet(TERMS, "Anna", "Ben", HASH, HASH[::-1]), "a" * 24),
    SharedLine(TurnPlayed(("h8", "i9"), 1250, HASH), "b" * 24),
    SharedLine(WishGranted(Wish.UNDO, Side.GUEST), "d" * 24, CONSENT),
    SharedLine(TimeLost(300_000), "e" * 24),
)
TABLE = (
    Hello(2, "Anna", (TERMS,)), TossCommit(HASH), TossReveal(HASH), JournalPart(0, HASH, LINES),
    JournalSummary(4, HASH, (JournalMark(2, HASH), JournalMark(0, "0" * 32))), ClockTold(4, 2500), Bye(Side.HOST),
    WishReplied(Wish.PAUSE, HASH, True, CONSENT), WishReplied(Wish.DRAW, HASH, False, ""),
    *(LineRefused(3, HASH, code) for code in RefusalCode), TableRefused(RefusalCode.NO_RULESET),
    *(WishAsked(wish, HASH, CONSENT) for wish in Wish), *(PhraseSaid(phrase, 7) for phrase in Phrase),
)  # fmt: skip


def evening(system: PairingSystem) -> ClubEvening:
    made = ClubEvening("Tuesday", TERMS, system, 4 if system is PairingSystem.SWISS else 0, 7)
    for number in range(3):
        made = joined(made, f"{number + 1:064x}", f"Member {number}")
    return with_round(made)


def claimed(made: ClubEvening) -> ClubEvening:
    """Every claim and every result, whatever the rules say."""
    said = zip(cycle(Claim), PairingResult, strict=False)
    pairings = tuple(replace(made.pairings[0], said_two=two, result=result) for two, result in said)
    return replace(made, pairings=pairings)


def write(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines))


def make(folder: Path) -> None:
    folder.mkdir(parents=True)
    write(folder / "table.txt", (format_message(message).decode() for message in TABLE))
    members = (MemberHere(1, "Anna", -1), ResultTold(2, Claim.DREW), MemberLeft())
    write(folder / "member.txt", (unpacked(pack_member(message)) for message in members))
    keepers = (
        *(EveningTold(evening(system), (0, 2)) for system in PairingSystem),
        KeeperHere(9, (0, 1)),
        *map(NotLetIn, DoorCode),
    )
    write(folder / "keeper.txt", (unpacked(pack_keeper(message)) for message in keepers))
    write(folder / "evening.txt", [to_text(EVENING, claimed(evening(PairingSystem.SWISS)))])
    write(folder / "watcher.txt", [to_text(_FROM_WATCHER, WatcherHere(4, HASH))])
    write(folder / "watched.txt", [to_text(_FROM_TABLE, JournalPart(1, HASH, LINES)), to_text(_FROM_TABLE, NoRoom(16))])


if __name__ == "__main__":
    make(Path(sys.argv[1]).resolve())
