"""The contender: newly tuned numbers (move order, net, settings) that play matches and may become the shipped ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeVar

from game.core.model import ParseError
from game.engine.search.lines import order_points
from game.engine.search.lines.net import net
from game.engine.search.lines.net.net import Net, read_net, write_net
from game.engine.search.lines.order_points import OrderPoints
from game.engine.search.lines.settings import FULL, SearchSettings
from game.storage.files import write_file
from tools.tune.gate import MEMORY_BITS
from tools.tune.tuned_game import Searcher, TunedGame
from tools.tune.work import Work

_ORDER = "order.npz"

#: The type of the content of a file.
Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Contender:
    """The newly tuned numbers that play a match; an ``order`` or ``net`` of None stands for the shipped one."""

    order: OrderPoints | None = None
    net: Net | None = None
    settings: SearchSettings = FULL

    def engine(self, tuned: TunedGame) -> Searcher:
        """Return an engine for this game that searches with these numbers."""
        return tuned.engine(MEMORY_BITS, self.order, self.settings, self.net)


def read_contender(work: Work) -> Contender:
    """Read the newly tuned numbers in the folder; raise ParseError or ValueError if there are none for these rules."""
    order, net = work.folder / _ORDER, _net_path(work)
    if not (order.is_file() or net.is_file()):
        comes = f"{_ORDER} comes of the step order, {net.name} of learn"
        raise ParseError(f"{work.folder} holds nothing new for these rules: {comes}")
    return Contender(
        _read_order(work, order) if order.is_file() else None,
        read_net(net) if net.is_file() else None,
    )


def write_order(work: Work, order: OrderPoints) -> None:
    """Write a newly tuned move order to the folder of the run."""
    _write(work.folder / _ORDER, order_points.write, {work.name: order})


def write_learned(work: Work, net: Net) -> None:
    """Write a newly trained net to the folder of the run."""
    _write(_net_path(work), write_net, net)


def ship(work: Work) -> None:
    """Replace the shipped numbers for these rules by those in the folder of the run; the next command uses them."""
    contender = read_contender(work)
    if contender.order is not None:
        known = {**order_points.read(order_points.FILE), work.name: contender.order}
        _write(order_points.FILE, order_points.write, known)
        work.report(f"{order_points.FILE} has the new move order of {work.name}")
    if contender.net is not None:
        path = net.path_of(work.tuned.rules, net.FOLDER)
        _write(path, write_net, contender.net)
        work.report(f"{path} is the new net of {work.name}")


def _net_path(work: Work) -> Path:
    """Return the path of the folder's net.

    Like a shipped net it is named after its rules, so no other rules load it.
    """
    return net.path_of(work.tuned.rules, work.folder)


def _read_order(work: Work, path: Path) -> OrderPoints:
    known = order_points.read(path)
    if work.name not in known:
        raise ParseError(f"{path} holds nothing for these rules ({work.name}), but: {', '.join(known)}")
    return known[work.name]


def _write(path: Path, write: Callable[[BinaryIO, Content], None], content: Content) -> None:
    contents = BytesIO()
    write(contents, content)
    write_file(path, contents.getvalue())
