"""The workshop: scenes in which the player chooses, makes and changes games that are rule sheets."""
