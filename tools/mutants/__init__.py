"""``python -m tools.mutants``: what the tests notice when a place of the program is changed, by day and by night.

Four steps share a folder, and each goes on with what the one before left there:

- ``draw`` draws places at random in the packages without a window, and writes one mutant of each to ``mutants.jsonl``.
- ``trace`` runs the tests once on a copy of the checkout that notes which tests reach the place of which mutant.
- ``run`` makes each mutant in turn and runs the tests that reach it, those of the usual suite first, until one fails.
- ``report`` counts what the usual suite and the whole suite notice, and lists what is left.

A run that was stopped goes on where it ended. Compiled kernels are left out: a change there compiles the engines again.
"""
