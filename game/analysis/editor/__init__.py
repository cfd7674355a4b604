"""The logic of the position editor: placing and removing stones, validation, and conversion to a study."""
