"""The terms of a table: what is played, and whether both machines mean the same by it.

No code ever travels. Each machine has the ruleset itself, and a contract hash, made of its data and of how a few
games go by its rules, tells whether both have the same one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

from msgspec import Meta, field

from game.core.clock import TimeControl, format_time_control, parse_time_control
from game.core.language import _
from game.core.model import Options, OptionValue, ParseError, Reason, State
from game.core.record.format import format_option
from game.core.ruleset import PluginError, Ruleset, RulesetInfo, complete_options, format_move
from game.core.tournament import SERIES_LENGTHS, SINGLE_GAME
from game.network.refusals import RefusalCode, refuse
from game.network.sides import FirstSeat
from game.network.wire_format import WireRecord, spelled

#: How many games are played for a contract hash, how many plies of each, and among how many moves each is drawn.
_GAMES, _PLIES, _MOVES = 3, 24, 60

#: The id of a ruleset, and a word of its options.
_Id = Annotated[str, spelled(r"[A-Za-z0-9_.\-]{1,60}")]
_Value = Annotated[str, spelled(r"[A-Za-z0-9_.\- ]{0,60}")]
Hash = Annotated[str, spelled(r"[0-9a-f]{32}")]


class TableTerms(WireRecord, frozen=True, tag="terms"):
    """What the host of a table wants to play, in words that both machines can read."""

    ruleset: _Id = field(name="ruleset")
    options: Annotated[Mapping[_Id, _Value], Meta(max_length=40)] = field(name="options")
    best_of: Annotated[int, Meta(ge=0, le=max(SERIES_LENGTHS))] = field(name="best_of")
    clock: Annotated[str, spelled(r"[a-z0-9.+ ]{1,60}")] = field(name="clock")
    first: FirstSeat = field(name="first")
    contract: Hash = field(name="contract")


@dataclass(frozen=True, slots=True)
class Agreed:
    """TableTerms that this machine can keep: its ruleset, and options and clock as values."""

    terms: TableTerms
    ruleset: Ruleset
    options: Options
    time_control: TimeControl


def offered_terms(
    ruleset: Ruleset, options: Options, *, best_of: int, time_control: TimeControl, first: FirstSeat
) -> TableTerms:
    """The terms of a table that is set up here; raises PluginError."""
    words = {key: format_option(value) for key, value in options.items()}
    contract = contract_hash(ruleset, options)
    return TableTerms(ruleset.info.id, words, best_of, format_time_control(time_control), first, contract)


def agreed_terms(terms: TableTerms, rulesets: Mapping[str, Ruleset]) -> Agreed | Reason:
    """The terms as this machine can keep them, or why it cannot."""
    ruleset = rulesets.get(terms.ruleset)
    if ruleset is None:
        return refuse(
            RefusalCode.NO_RULESET, _("The other side plays {game}, which is not installed here.", game=terms.ruleset)
        )
    try:
        control = parse_time_control(terms.clock)
        options = complete_options(ruleset.info, terms.options)
        refusal = ruleset.check_options(options)
        contract = contract_hash(ruleset, options) if refusal is None else ""
    except (ParseError, PluginError) as error:
        return refuse(RefusalCode.OTHER_RULES, str(error))
    if refusal is not None:
        return refusal
    if terms.best_of not in (*SERIES_LENGTHS, SINGLE_GAME) or contract != terms.contract:
        return refuse(RefusalCode.OTHER_RULES, other_rules(ruleset.info.title))
    return Agreed(terms, ruleset, options, control)


def other_rules(title: str) -> str:
    """The sentence for two machines whose rulesets of one name differ."""
    return _("The two sides have different versions of {game}: both need the same one.", game=_(title))


def contract_hash(ruleset: Ruleset, options: Options) -> str:
    """A hash that differs when the data, the options or the rules of two rulesets of one name do; raises PluginError.

    The rules are tried by a few games of moves that the hash itself draws; what they never come upon it cannot see.
    """
    parts = hashlib.sha256()
    for word in (*_data(ruleset.info), *(f"{key}={format_option(value)}" for key, value in sorted(options.items()))):
        parts.update(f"{word}\n".encode())
    for seed in range(_GAMES):
        for line in _trial(ruleset, dict(options), seed):
            parts.update(f"{line}\n".encode())
    return parts.hexdigest()[:32]


def _data(info: RulesetInfo) -> Iterator[str]:
    # The 1 was the version of the plug-in contract. Both sides load the plug-in, whichever it is made for; a running
    # game must keep its hash.
    yield f"{info.id} 1 {' '.join(info.colours)} {info.tosses} {info.names_stone}"
    yield " ".join(stone.letter for stone in info.stones)
    yield " ".join(choice.key for choice in info.choices)
    for option in info.options:
        values = " ".join(choice.value for choice in option.choices)
        yield f"{option.key} {option.kind} {option.low} {option.high} {values}"


def _trial(ruleset: Ruleset, options: dict[str, OptionValue], seed: int) -> Iterator[str]:
    """The positions of a game whose moves are drawn by the positions themselves."""
    state = ruleset.setup(options, seed).state
    for _ply in range(_PLIES):
        position = position_hash(ruleset, state)
        yield position
        moves = list(islice(ruleset.legal_moves(state), _MOVES))
        if not moves:
            return
        move = moves[int(position[:8], 16) % len(moves)]
        yield format_move(ruleset.info, state.geometry, move)
        state = ruleset.apply(state, move).state


def position_hash(ruleset: Ruleset, state: State) -> str:
    """A hash of a position and of all that the rules need to go on from it."""
    return hashlib.sha256(ruleset.dump(state).encode("utf-8", "replace")).hexdigest()[:32]
