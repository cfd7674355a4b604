"""The position editor without its screen: placing and removing stones, validation, and conversion to a study."""
