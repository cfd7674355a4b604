"""A foreign program under a relay process, which ends the program as soon as the relay's input closes."""

from __future__ import annotations

import threading

from game.engine.protocol.line_process import LineProcess

#: Seconds a relay has to end its program and itself; a suspended relay never does.
RELAY_ENDING_SECONDS = 3.0


class RelayedProcess(LineProcess):
    """A running relay and its program.

    The relay is not killed while it works, because on some systems that would leave the program's own processes behind.
    A relay that does not end in time is killed together with all processes below it, even if they are suspended.
    """

    def kill(self) -> None:
        """End the program in the background; this process does not exit before that is done."""
        self._hear_no_more()
        threading.Thread(target=self._wait_for_end).start()

    def stop(self, farewell: str) -> None:
        """Send the line ``farewell`` and wait until the relay has ended the program."""
        self.send([farewell])
        self._hear_no_more()
        self._wait_for_end()

    def _wait_for_end(self) -> None:
        if self._ends_within(RELAY_ENDING_SECONDS):
            return
        # Imported only here, because it is rarely needed and slows down the start of the window.
        from game.engine.client.descendants import end_tree  # noqa: PLC0415

        end_tree(self._process.pid)
        self._ends_within(RELAY_ENDING_SECONDS)
