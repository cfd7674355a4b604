"""``python -m tools.mutants``: measures how many small changes of the program (mutants) the tests notice.

It tells apart what the usual suite notices and what only the slow tests marked ``night`` notice. Four steps share a
folder, and each uses the files of the step before:

- ``draw`` chooses random places in the packages without a window, and writes a mutant of each to ``mutants.jsonl``.
- ``trace`` runs the tests once on a copy of the checkout that records which tests reach the place of which mutant.
- ``run`` makes each mutant in turn and runs the tests that reach it, those of the usual suite first, until one fails.
- ``report`` counts the mutants that the usual suite and the whole suite notice, and lists those that the usual suite
  does not notice.

A run that was stopped continues where it ended. Compiled code is left out, because each change there would compile the
engines again.
"""
