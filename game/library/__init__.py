"""The library: an index of all saved and added games, searchable by text and by position.

It imports no pygame. The index holds nothing of its own: it can be rebuilt at any time from the files and records that
it covers.
"""
