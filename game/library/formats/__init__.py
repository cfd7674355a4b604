"""Game file formats: readers for this program's and other programs' files, and writers for export.

They import no pygame.
"""
