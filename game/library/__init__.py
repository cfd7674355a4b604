"""The library: an index of all games that are kept here, to be searched by words and by position. No pygame.

The index can be made anew at any time from the files and records that it tells of; nothing is kept in it alone.
"""
