"""A check that kills a player's program or the broker at random moments and restarts it.

No data may be lost and no process may be left.
"""

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

#: The range of seconds between two kills; seconds within which both sides have to have the same journal again.
_BETWEEN, _AGREEING = (0.2, 5.0), 90.0
#: Seconds within which the host has to show its invitation code, and both sides have to join.
_SITTING = 60.0


@dataclass
class Kills:
    """A remote game between two programs without a screen, which are killed at random moments."""

    folder: Path
    game: str
    rulesets: Mapping[str, Ruleset]
    dice: random.Random
    broker: Broker | None = None
    programs: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    killed: dict[str, int] = field(default_factory=dict)
    started: list[int] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)
    """For each call of ``proceed``, the seconds until both sides had at least two new journal lines."""

    def home(self, side: str) -> Path:
        return self.folder / side

    def start(self, side: str, invitation: str = "") -> None:
        address = f"127.0.0.1:{self.broker.port}" if self.broker is not None else ""
        words = ["host" if side == "host" else "guest", self.game, "--seed", str(self.dice.randrange(10**6))]
        words += ["--broker", address] if address else []
        words += ["--invitation", invitation] if invitation else []
        # The process id tells this game from others on the same network.
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
        """Start both programs, and wait until both have joined the game."""
        self.start("host")
        if self.broker is None:
            self.start("guest")
        else:
            self.start("guest", wait_for(self.invitation, "the host's invitation", _SITTING))
        wait_for(lambda: self.length("host") and self.length("guest"), "both to sit", _SITTING)

    def invitation(self) -> str:
        """Return the host's invitation code, "" until it contains the address of the broker."""
        seen = self.seen("host")
        words = "" if seen is None else seen.opened.head.invitation
        return words if " by " in words else ""

    def length(self, side: str) -> int:
        seen = self.seen(side)
        return 0 if seen is None else len(seen.lines)

    def run(self, count: int, tell: Callable[[str], None]) -> None:
        """Kill a random side ``count`` times, and the broker, if there is one, after every fifth kill.

        After every tenth kill wait until the game continues, and pass a progress message to ``tell``.
        """
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
        """Wait until both sides have at least two more lines in their journals, so that both are in the game again."""
        began, before = time.monotonic(), self.length("host")
        wait_for(lambda: self.length("host") > before + 1 and self.length("guest") > before + 1, "turns", _AGREEING)
        self.returns.append(time.monotonic() - began)

    def end(self) -> str:
        """End both programs, and check their exit codes, processes, session files and errors.

        Return a sentence about the first fault, "" if there is none. Raise AssertionError if the moves that both have
        stored still differ after 90 seconds.
        """
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
        """Create the file ``word`` in both data folders: ``rest`` makes the programs idle, ``stop`` ends them."""
        for side in ("host", "guest"):
            (self.home(side) / word).touch()

    def are_alike(self) -> bool:
        host, guest = self.seen("host"), self.seen("guest")
        return host is not None and guest is not None and host.lines == guest.lines

    def close(self) -> None:
        """Kill the programs that still run."""
        for program in self.programs.values():
            if program.poll() is None:
                program.kill()
                program.wait(10)


def _written(errors: str) -> str:
    """Return the last line of the programs' error output, without messages about missing sound; "" if there is none."""
    told = [line for line in errors.splitlines() if "ALSA" not in line]
    return f"said: {told[-1]}" if told else ""
