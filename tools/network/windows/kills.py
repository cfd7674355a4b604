"""Kills: either side of a table, or the broker, ends at any moment and is started again; nothing is lost or left."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game.core.ruleset import Ruleset
from tools.network.ends import Broker
from tools.network.windows.session_seen import SessionSeen, difference, session_seen
from tools.pilot.real_window import ROOT, is_running, wait_for
from tools.stress.campaign import WITHOUT_GREETING

#: Seconds: how long both may play between two kills, and until both agree again at the end.
_BETWEEN, _AGREEING = (0.2, 5.0), 90.0
#: The longest time in which a side that was started again has to come back to the table.
_SITTING = 60.0


@dataclass
class Kills:
    """A table of two programs without a screen in a folder, one of which is killed now and then."""

    folder: Path
    game: str
    rulesets: Mapping[str, Ruleset]
    dice: random.Random
    broker: Broker | None = None
    programs: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    killed: dict[str, int] = field(default_factory=dict)
    started: list[int] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)
    """How many seconds after the start of a killed side both journals were alike again."""

    def home(self, side: str) -> Path:
        return self.folder / side

    def start(self, side: str, invitation: str = "") -> None:
        address = f"127.0.0.1:{self.broker.port}" if self.broker is not None else ""
        words = ["host" if side == "host" else "guest", self.game, "--seed", str(self.dice.randrange(10**6))]
        words += ["--broker", address] if address else []
        words += ["--invitation", invitation] if invitation else []
        # Others may have tables on this network, too.
        host = f"Ann {os.getpid()}"
        words += ["--friend", host]
        name = host if side == "host" else "Ben"
        self.home(side).mkdir(parents=True, exist_ok=True)
        variables = {
            **WITHOUT_GREETING,
            "STONE_FAIR_HOME": str(self.home(side)),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "LANG": "en_US.UTF-8",
        }
        program = subprocess.Popen(
            [sys.executable, "-m", "tools.network.windows.headless", name, *words],
            cwd=ROOT,
            env=os.environ | variables,
            stdout=subprocess.DEVNULL,
            stderr=(self.home(side) / "errors.txt").open("ab"),
        )
        self.programs[side] = program
        self.started.append(program.pid)

    def seen(self, side: str) -> SessionSeen | None:
        return session_seen(self.home(side), self.rulesets)

    def begin(self) -> None:
        """Let both sit down."""
        self.start("host")
        if self.broker is None:
            self.start("guest")
        else:
            self.start("guest", wait_for(self.invitation, "the host's invitation", _SITTING))
        wait_for(lambda: self.length("host") and self.length("guest"), "both to sit", _SITTING)

    def invitation(self) -> str:
        """The host's, once it names the broker."""
        seen = self.seen("host")
        words = "" if seen is None else seen.opened.head.invitation
        return words if " by " in words else ""

    def length(self, side: str) -> int:
        seen = self.seen(side)
        return 0 if seen is None else len(seen.lines)

    def run(self, count: int, tell: Callable[[str], None]) -> None:
        """So many kills of sides; where there is a broker, it is killed once besides for every five of them."""
        for number in range(count):
            time.sleep(self.dice.uniform(*_BETWEEN))
            self.kill(self.dice.choice(("host", "guest")))
            if self.broker is not None and number % 5 == 4:
                time.sleep(self.dice.uniform(*_BETWEEN))
                self.kill("broker")
            if number % 10 == 9:
                self.proceed()
                tell(f"{number + 1} kills, {self.length('host')} lines")

    def kill(self, target: str) -> None:
        self.killed[target] = self.killed.get(target, 0) + 1
        if target == "broker":
            assert self.broker is not None
            self.broker.kill()
            time.sleep(self.dice.uniform(0.0, 2.0))
            self.broker.start()
            return
        program = self.programs[target]
        assert program.poll() is None, f"{target} ended by itself: {self.errors(target)}"
        program.kill()
        program.wait(10)
        self.start(target)

    def errors(self, side: str) -> str:
        return (self.home(side) / "errors.txt").read_text()[-2000:]

    def proceed(self) -> None:
        """Wait until a few turns were played after the last kill: both found the table again."""
        began, before = time.monotonic(), self.length("host")
        wait_for(lambda: self.length("host") > before + 1 and self.length("guest") > before + 1, "turns", _AGREEING)
        self.returns.append(time.monotonic() - began)

    def end(self) -> str:
        """End both programs, and look at what is on the disk and at what still runs; a sentence where it is wrong."""
        self.proceed()
        self.tell_both("rest")
        wait_for(self.are_alike, "the same journal", _AGREEING)
        self.tell_both("stop")
        codes = [program.wait(20) for program in self.programs.values()]
        if any(codes):
            return f"exit codes {codes}: {self.errors('host')}{self.errors('guest')}"
        left = [pid for pid in self.started if is_running(pid)]
        if left:
            return f"processes left: {left}"
        host, guest = self.seen("host"), self.seen("guest")
        assert host is not None
        assert guest is not None
        return difference(host, guest) or _written(self.errors("host") + self.errors("guest"))

    def tell_both(self, word: str) -> None:
        """Tell both programs to rest, or to stop."""
        for side in ("host", "guest"):
            (self.home(side) / word).touch()

    def are_alike(self) -> bool:
        host, guest = self.seen("host"), self.seen("guest")
        return host is not None and guest is not None and host.lines == guest.lines

    def close(self) -> None:
        """End what still runs."""
        for program in self.programs.values():
            if program.poll() is None:
                program.kill()
                program.wait(10)


def _written(errors: str) -> str:
    """What a program said on its way, the noise of a machine without sound left out."""
    told = [line for line in errors.splitlines() if "ALSA" not in line]
    return f"said: {told[-1]}" if told else ""
