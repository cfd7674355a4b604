"""Stress test with damaged lines of text: commands to an engine, answers of an engine, and requests to the referee.

The referee is the command that checks moves for other programs.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from game.engine.protocol import reading, replies, sau
from game.session.matches import referee
from tools.stress.campaign import Campaign
from tools.stress.damage import damaged
from tools.stress.random_games import rulesets

_GOMOCUP = (
    "START 15", "RECTSTART 10,20", "BEGIN", "TURN 7,7", "BOARD", "7,7,1", "8,8,2", "DONE", "INFO timeout_turn 100",
    "INFO rule 4", "INFO ruleset here", "INFO level basic", "POSITION", "YXSTOP", "YXNBEST 3", "YXSHOWFORBID",
    "YXBLOCK", "YXBALANCETWO 20", "YXSOOSORVSTEP4 2", "YXQUERYDATABASEALL", "YXHASHDUMP",
    "SWAP2BOARD", "TAKEBACK 7,7", "PLAY 3,3", "ABOUT", "RESTART", "END",
)  # fmt: skip
_SAU = ("name?", "new black", "move JJ", "move JJKK", "error", "quit", "end", "new white")
_ANSWERS = (
    "7,7",
    "7,7 8,8",
    "MESSAGE depth 4 score 12 nodes 300 pv h8 i9",
    "MESSAGE note Well",
    "ERROR no",
    "OK",
    "DEBUG x",
)


def _lines(seed: int, folder: Path) -> str:
    rng = random.Random(seed)
    for _round in range(20):
        for known, read in ((_GOMOCUP, reading.read_commands), (_SAU, sau.read_commands)):
            heard = _split(damaged(_said(known, rng), rng))
            list(read(heard))
        for line in _split(damaged(_said(_ANSWERS, rng), rng)):
            replies.read_reply(line)
            sau.read_answer(line)
    return ""


def _said(known: Sequence[str], rng: random.Random) -> bytes:
    return "\n".join(rng.choices(known, k=rng.randrange(1, 12))).encode() + b"\n"


def _split(data: bytes) -> list[str]:
    splitter = reading.LineSplitter()
    return [*splitter.feed(data), *splitter.feed(b"\n")]


def _referee(seed: int, folder: Path) -> str:
    rng = random.Random(seed)
    for _round in range(20):
        line = damaged(json.dumps(_request(rng)).encode(), rng)
        answer = referee.answer(line, rulesets())
        json.dumps(answer)
        if "ok" not in answer:
            return f"the referee answered {line!r} with {answer!r}"
    return ""


def _request(rng: random.Random) -> dict[str, object]:
    return {
        "ruleset": rng.choice(list(rulesets())),
        "moves": rng.choices(("h8", "h9", "j10", "k10", "e7=w"), k=rng.randrange(4)),
        **rng.choice(({}, {"move": "k9"}, {"setup": [], "to_move": "b"}, {"options": {"size": 15}})),
    }


LINES = (
    Campaign("damaged lines", "lines of managers and engines", _lines, 2_000, patience=20.0, weight=60),
    Campaign("damaged requests", "requests to the referee", _referee, 2_000, patience=20.0, weight=20),
)
