"""A foreign program under our relay, which ends it as soon as the relay's own input closes."""

from __future__ import annotations

import threading

from game.engine.protocol.line_process import LineProcess

#: Seconds that a relay has to end its program and itself; one that is suspended never does.
RELAY_ENDING_SECONDS = 3.0


class RelayedProcess(LineProcess):
    """A running relay and its program.

    The relay is not killed while it works, as that would leave on some systems what the program has started. One that
    does not end in time is killed with everything below it: the system kills suspended processes, too.
    """

    def kill(self) -> None:
        """End the program at once, without waiting; our own does not exit before that is done."""
        self._hear_no_more()
        threading.Thread(target=self._see_it_end).start()

    def stop(self, farewell: str) -> None:
        """Send the farewell and wait until the relay has ended the program."""
        self.send([farewell])
        self._hear_no_more()
        self._see_it_end()

    def _see_it_end(self) -> None:
        if self._ends_within(RELAY_ENDING_SECONDS):
            return
        # Hardly ever needed, and the window starts sooner without it.
        from game.engine.client.descendants import end_tree  # noqa: PLC0415

        end_tree(self._process.pid)
        self._ends_within(RELAY_ENDING_SECONDS)
