"""The ranking of several best moves at the end of a search: the opponent's forced wins are looked for once more."""

import numpy as np
import pytest

from game.engine.search.search_thread import SearchThread
from game.engine.search.task import WON, Task

_POSITION = np.dtype([(name, "i8") for name in ("nodes", "four_nodes", "node_limit", "stop", "age", "best")])
_SCORES = {1: 50, 2: 40, 3: 30}


class _ScriptedThread(SearchThread):
    """A thread whose moves keep their scores; the opponent's wins after ``lost`` are seen after the last depth only."""

    def __init__(self, lost):
        super().__init__(np.zeros(1, _POSITION))
        self._lost = lost

    def guess(self, _task):
        return 1

    def candidates(self, _task):
        return list(_SCORES)

    def search(self, *_):
        raise AssertionError("several best moves are scored one by one")

    def score_of(self, _task, move, _depth, _alpha, _beta):
        return _SCORES[move]

    def refutes(self, task, move, _nodes):
        return self.ranked[0].depth == task.depths[-1] and move in self._lost

    def line_from(self, _task, move, _score):
        return (move,)

    def forget(self, _seed):
        pass

    def fade(self):
        pass


@pytest.mark.parametrize(("lost", "ranked"), [((), [1, 2, 3]), ((1,), [2, 3, 1]), ((1, 3), [2, 1, 3])])
def test_a_ranked_move_whose_refutation_is_found_at_the_end_is_shown_as_lost_behind_the_others(lost, ranked):
    thread = _ScriptedThread(lost)
    tables = np.zeros(2, np.int64)
    thread.search_at_once(Task(tables, tables, side=0, nodes=100_000, depths=range(1, 4), best=3, age=1))
    assert [found.move for found in thread.ranked] == ranked
    assert {found.move for found in thread.ranked if found.score < -WON} == set(lost)
