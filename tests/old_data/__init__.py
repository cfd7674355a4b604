"""The data folder that commit 7ff4e4f2 wrote is opened by the code of today, and everything in it is there.

``tests/data/of_7ff4e4f2/README.md`` says how it was made. A failure means that a format was changed: the values in
these tests are never adapted to the code.
"""
