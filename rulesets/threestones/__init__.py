"""Threestones: ducks against penguins on the pond."""

from .file_2017 import document_format
from .rules import Threestones

RULESET = Threestones(document_format)
