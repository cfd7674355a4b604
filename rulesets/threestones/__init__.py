"""The game Threestones: ducks against penguins on a pond."""

from .file_2017 import document_format
from .rules import Threestones

RULESET = Threestones(document_format)
