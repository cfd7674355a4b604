"""The contender: what the steps have made, numbers, a net or margins, to be played and to be shipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, TypeVar

from game.cli.tune.gate import MEMORY_BITS
from game.cli.tune.tuned_game import Searcher, TunedGame
from game.cli.tune.work import Work
from game.core.model import ParseError
from game.kit.lines import weights
from game.kit.lines.net import nets
from game.kit.lines.net.net import Net, read_net, write_net
from game.kit.lines.settings import FULL, SearchSettings
from game.store.files import write_whole

_FITTED, _NET = "fitted.npz", "net.npz"

#: What a file is made of.
Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Contender:
    """What plays against what is shipped; None where it plays with that, too."""

    fitted: weights.Weights | None = None
    net: Net | None = None
    settings: SearchSettings = FULL

    def engine(self, tuned: TunedGame) -> Searcher:
        """An engine that plays matches with it."""
        return tuned.engine(MEMORY_BITS, self.fitted, self.settings, self.net)


def read_contender(work: Work) -> Contender:
    """What the folder holds; raises ParseError or ValueError when that is nothing for these rules."""
    fitted, net = work.folder / _FITTED, work.folder / _NET
    if not (fitted.is_file() or net.is_file()):
        raise ParseError(f"{work.folder} holds no new numbers: {_FITTED} comes of the step fit, {_NET} of learn")
    return Contender(
        _fitted(work, fitted) if fitted.is_file() else None,
        read_net(net) if net.is_file() else None,
    )


def weights_before(work: Work) -> weights.Weights:
    """The weights that a step changes a part of: those of another step in the folder, else the shipped ones."""
    path = work.folder / _FITTED
    return _fitted(work, path) if path.is_file() else weights.weights_for(work.tuned.rules)


def write_fitted(work: Work, fitted: weights.Weights) -> None:
    """Leave fitted numbers in the folder."""
    _write(work.folder / _FITTED, weights.write, {work.name: fitted})


def write_learned(work: Work, net: Net) -> None:
    """Leave a net in the folder."""
    _write(work.folder / _NET, write_net, net)


def ship(work: Work) -> None:
    """Make what the folder holds that of these rules, from the next command on."""
    contender = read_contender(work)
    if contender.fitted is not None:
        _write(weights.FILE, weights.write, {**weights.read(weights.FILE), work.name: contender.fitted})
        work.tell(f"{weights.FILE} has the new numbers of {work.name}")
    if contender.net is not None:
        path = nets.path_of(work.tuned.rules, nets.FOLDER)
        _write(path, write_net, contender.net)
        work.tell(f"{path} is the new net of {work.name}")


def _fitted(work: Work, path: Path) -> weights.Weights:
    known = weights.read(path)
    if work.name not in known:
        raise ParseError(f"{path} holds nothing for these rules ({work.name}), but: {', '.join(known)}")
    return known[work.name]


def _write(path: Path, write: Callable[[BinaryIO, Content], None], content: Content) -> None:
    contents = BytesIO()
    write(contents, content)
    write_whole(path, contents.getvalue())
