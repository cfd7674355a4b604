"""Studies at random, and two of them compared."""

from itertools import islice

from hypothesis import strategies as st

from game.core.plain_text import drawable, one_line
from game.core.ruleset import complete_options
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign
from game.plugins.registry import discover

RULESETS = discover().rulesets
#: Texts of one line and of several as they stand in a study: what is read is cleaned once.
words = st.text(max_size=12).map(one_line)
comments = st.text(max_size=40).map(lambda text: drawable(text.replace("\t", " ")).strip())
OPTIONS = {
    "gomoku": ({}, {"variant": "renju"}, {"opening": "swap2"}, {"size": 7, "ban_33": True}),
    "connect6": ({},),
    "six_in_a_row": ({},),
    "threestones": ({},),
}


@st.composite
def studies(draw, rulesets=tuple(OPTIONS), most=25, starts=True):
    """A study of legal moves with comments and marks."""
    name = draw(st.sampled_from(rulesets))
    ruleset, rng = RULESETS[name], draw(st.randoms(use_true_random=False))
    options = complete_options(ruleset.info, draw(st.sampled_from(OPTIONS[name])))
    study = Study(ruleset, options, draw(words), (draw(words), draw(words)), seed=rng.randrange(9))
    if starts and rng.random() < 0.3:
        study.start = study.state(grown(study, ROOT, rng.randrange(8), rng))
        study.tree = type(study.tree)()
        study._states.clear()
    for fact in draw(st.sets(st.sampled_from(("event", "date", "place", "result", "round", "swap")))):
        study.facts[fact] = draw(words.filter(bool))
    nodes = [ROOT]
    for _ in range(rng.randrange(most)):
        node = grown(study, nodes[-1] if rng.random() < 0.6 else rng.choice(nodes), 1, rng)
        nodes += [node] if node not in nodes else []
    cells = len(study.first_state.board)
    for node in rng.sample(nodes, min(len(nodes), 4)):
        study.tree.comments[node] = draw(comments.filter(bool))
        study.tree.marks[node] = tuple(
            CellMark(rng.randrange(cells), sign, draw(words.filter(bool)) if sign is Sign.LABEL else "")
            for sign in rng.sample(list(Sign), rng.randrange(1, 4))
        )
    return study


def grown(study, node, moves, rng):
    """The node after so many legal moves at random."""
    for _ in range(moves):
        legal = list(islice(study.ruleset.legal_moves(study.state(node)), 300))
        if not legal:
            break
        node = study.play(node, rng.choice(legal))
    return node


def tree_of(study, with_marks=True):
    """The tree as nested data that can be compared: whatever the numbers of its nodes are."""
    tree = study.tree
    below = {ROOT: []}
    order = [(node, depth) for node, depth in tree.walk()]
    for node, _depth in order:
        below[node] = []
    for node, _depth in order:
        here = [tree.move(node), tree.comments.get(node, ""), below[node]]
        here += [frozenset(tree.marks.get(node, ()))] if with_marks else []
        below[tree.parent(node)].append(here)
    root = [tree.comments.get(ROOT, ""), below[ROOT]]
    return root + ([frozenset(tree.marks.get(ROOT, ()))] if with_marks else [])


def picture(study):
    """All of a study that can be compared."""
    start = None if study.start is None else study.ruleset.dump(study.start)
    return (
        study.ruleset.info.id,
        dict(study.options),
        study.title,
        study.players,
        study.seed,
        study.facts,
        start,
        tree_of(study),
        {tuple(study.tree.moves_to(node)): kept for node, kept in study.tree.properties.items()},
    )
