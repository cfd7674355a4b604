"""A checkpoint: the file from which an interrupted training continues with exactly the same result."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.engine.search.lines.array_files import read_arrays, write_arrays
from game.storage.files import write_file
from tools.tune.net.net_samples import NetSamples
from tools.tune.net.parameters import Parameters
from tools.tune.net.training import Training

#: The prefixes of array names in the file: parameters, means of gradients, means of squared gradients.
_PARAMETERS, _MEANS, _SQUARES = "parameters", "means", "squares"


def mark_of(samples: NetSamples, passes: int, seed: int) -> str:
    """Return a hash of everything that determines a training: the samples, the number of epochs and the seed."""
    found = hashlib.sha256(f"{seed} {passes}".encode())
    groups: tuple[NDArray[Any], ...] = (samples.start, samples.lines, samples.cells)
    positions: tuple[NDArray[Any], ...] = (samples.colour, samples.left, samples.size, samples.target)
    # The order of the arrays determines the hash.
    for part in (*groups, *positions):
        found.update(np.ascontiguousarray(part).data)
    return found.hexdigest()


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The checkpoint file of the training with this ``mark`` (see ``mark_of``)."""

    path: Path
    mark: str

    def write(self, training: Training, passes: int) -> None:
        """Write a training and the number of epochs that it has finished; raise OSError on failure."""
        kinds = {_PARAMETERS: training.parameters, _MEANS: training.means, _SQUARES: training.squares}
        arrays: dict[str, NDArray[Any]] = {
            f"{kind} {name}": part for kind, parts in kinds.items() for name, part in parts.items()
        }
        contents, counts = BytesIO(), np.array([training.steps, passes])
        write_arrays(contents, {"mark": np.array(self.mark), "counts": counts, **arrays})
        write_file(self.path, contents.getvalue())

    def read(self) -> tuple[Training, int] | None:
        """Read the training and the number of its finished epochs.

        Return None if the file belongs to a training with other samples, epochs or seed (see ``mark_of``); raise
        ValueError if it is not a valid checkpoint.
        """
        try:
            arrays = read_arrays(self.path)
            if str(arrays["mark"]) != self.mark:
                return None
            steps, passes = (int(number) for number in arrays["counts"])
        except (ValueError, KeyError) as error:
            problem = f"{self.path} holds no training to go on from ({error}); remove it to begin anew"
            raise ValueError(problem) from error
        training = Training(
            parameters=_of_kind(arrays, _PARAMETERS),
            means=_of_kind(arrays, _MEANS),
            squares=_of_kind(arrays, _SQUARES),
            steps=steps,
        )
        return training, passes


def _of_kind(arrays: Mapping[str, NDArray[Any]], kind: str) -> Parameters:
    """Return the arrays whose names begin with this prefix, by the rest of their names."""
    return {name.partition(" ")[2]: part for name, part in arrays.items() if name.startswith(f"{kind} ")}
