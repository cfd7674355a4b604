"""Club tournaments: up to sixteen people play remote games, paired in rounds by one organiser.

They import no pygame.
"""
