"""The terms of a remote game, and the check that both machines have the same game rules.

No code is sent. Each machine has its own ruleset, and both compare a contract hash made of its data and of a few games
played by its rules.
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
from game.network.sides import FirstSeat, RefusalCode, refuse
from game.network.wire_format import WireRecord, spelled

#: Parameters of the contract hash: number of games, plies in each, and number of legal moves to choose from.
_GAMES, _PLIES, _MOVES = 3, 24, 60

#: The id of a ruleset or of an option, and the value of an option.
RulesetId = Annotated[str, spelled(r"[A-Za-z0-9_.\-]{1,60}")]
_Value = Annotated[str, spelled(r"[A-Za-z0-9_.\- ]{0,60}")]
Hash = Annotated[str, spelled(r"[0-9a-f]{32}")]


class TableTerms(WireRecord, frozen=True, tag="terms"):
    """The host's proposed terms of a remote game, as text that both machines can read."""

    ruleset: RulesetId = field(name="ruleset")
    options: Annotated[Mapping[RulesetId, _Value], Meta(max_length=40)] = field(name="options")
    best_of: Annotated[int, Meta(ge=0, le=max(SERIES_LENGTHS))] = field(name="best_of")
    clock: Annotated[str, spelled(r"[a-z0-9.+ ]{1,60}")] = field(name="clock")
    first: FirstSeat = field(name="first")
    contract: Hash = field(name="contract")


@dataclass(frozen=True, slots=True)
class Agreed:
    """Terms of a remote game that this machine can play, with installed ruleset, options and clock."""

    terms: TableTerms
    ruleset: Ruleset
    options: Options
    time_control: TimeControl


def offered_terms(
    ruleset: Ruleset, options: Options, *, best_of: int, time_control: TimeControl, first: FirstSeat
) -> TableTerms:
    """Return the terms for a remote game hosted on this machine.

    Raises PluginError.
    """
    words = {key: format_option(value) for key, value in options.items()}
    contract = contract_hash(ruleset, options)
    return TableTerms(ruleset.info.id, words, best_of, format_time_control(time_control), first, contract)


def agreed_terms(terms: TableTerms, rulesets: Mapping[str, Ruleset]) -> Agreed | Reason:
    """Return the terms with the installed ruleset, or the reason if this machine cannot play them."""
    ruleset = rulesets.get(terms.ruleset)
    if ruleset is None:
        return refuse(
            RefusalCode.NO_RULESET,
            _("The other player plays {game}, which is not installed on this computer.", game=terms.ruleset),
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
    """Return the error message for two players who have different versions of the same ruleset."""
    return _("You have different versions of {game}. Both players need the same version.", game=_(title))


def contract_hash(ruleset: Ruleset, options: Options) -> str:
    """Return a hash of a ruleset's data, options and rules, to compare with the hash of the other machine's ruleset.

    The rules are tested with a few games of moves chosen by the hash itself; rules that do not occur in them are not
    covered.
    """
    parts = hashlib.sha256()
    for word in (
        *_data(ruleset.info, options),
        *(f"{key}={format_option(value)}" for key, value in sorted(options.items())),
    ):
        parts.update(f"{word}\n".encode())
    for seed in range(_GAMES):
        for line in _trial(ruleset, dict(options), seed):
            parts.update(f"{line}\n".encode())
    return parts.hexdigest()[:32]


def _data(info: RulesetInfo, options: Options) -> Iterator[str]:
    # The 1 was the version of the plug-in contract. It stays in the hash, as running games must keep theirs.
    yield f"{info.id} 1 {' '.join(info.colours)} {info.tosses} {info.names_stone}"
    yield " ".join(stone.letter for stone in info.stones)
    yield " ".join(choice.key for choice in info.choices)
    for option in (each for each in info.options if not each.is_optional):
        values = " ".join(choice.value for choice in option.choices if not choice.added_later)
        is_earlier = int(options[option.key]) <= option.earlier_high if option.earlier_high else False
        high = option.earlier_high if is_earlier else option.high
        yield f"{option.key} {option.kind} {option.low} {high} {values}"


def _trial(ruleset: Ruleset, options: dict[str, OptionValue], seed: int) -> Iterator[str]:
    """Yield the positions and moves of a test game, whose moves are chosen by position hashes."""
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
    """Return a hash of a position, including all that the rules need to continue from it."""
    return hashlib.sha256(ruleset.dump(state).encode("utf-8", "replace")).hexdigest()[:32]
