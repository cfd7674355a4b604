"""The contender: what the steps have made, a move order, a net or margins, to be played and to be shipped."""

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

#: What a file is made of.
Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Contender:
    """What plays against what is shipped; None where it plays with that, too."""

    order: OrderPoints | None = None
    net: Net | None = None
    settings: SearchSettings = FULL

    def engine(self, tuned: TunedGame) -> Searcher:
        """An engine that plays matches with it."""
        return tuned.engine(MEMORY_BITS, self.order, self.settings, self.net)


def read_contender(work: Work) -> Contender:
    """What the folder holds; raises ParseError or ValueError when that is nothing for these rules."""
    order, net = work.folder / _ORDER, _net_path(work)
    if not (order.is_file() or net.is_file()):
        comes = f"{_ORDER} comes of the step order, {net.name} of learn"
        raise ParseError(f"{work.folder} holds nothing new for these rules: {comes}")
    return Contender(
        _read_order(work, order) if order.is_file() else None,
        read_net(net) if net.is_file() else None,
    )


def write_order(work: Work, order: OrderPoints) -> None:
    """Leave a move order in the folder."""
    _write(work.folder / _ORDER, order_points.write, {work.name: order})


def write_learned(work: Work, net: Net) -> None:
    """Leave a net in the folder."""
    _write(_net_path(work), write_net, net)


def ship(work: Work) -> None:
    """Make what the folder holds that of these rules, from the next command on."""
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
    """The file of the folder's net, named after its rules as those are that are shipped: no other rules find it."""
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
